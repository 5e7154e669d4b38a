import type {
  NodeAffinity,
  PodAffinity,
  PodAffinityTerm,
  PodSpec,
  Toleration,
  TopologySpreadConstraint,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { dnsLabel } from '@pilothouse/apimachinery/names/dns.js';
import { labelValue, qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import { validateLabelSelector } from '@pilothouse/apimachinery/selectors/label-selector-object.js';
import {
  duplicate,
  eachError,
  fieldPath,
  invalid,
  invalidEach,
  keyPath,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateNodeSelector, validateNodeTerm } from '../node-selector.js';
import { validateLabelKeys } from './label-keys.js';
import { validateGates } from './scheduling-gates.js';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

/** Validates affinities, tolerations and topology spread constraints. */
export function validateScheduling(spec: PodSpec, path: string): FieldError[] {
  const { affinity = {}, tolerations = [], topologySpreadConstraints = [] } = spec;
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity;
  const field = fieldPath(path, 'affinity');
  return [
    ...(nodeAffinity === undefined ? [] : validateNodeAffinity(nodeAffinity, fieldPath(field, 'nodeAffinity'))),
    ...(podAffinity === undefined ? [] : validatePodAffinity(podAffinity, fieldPath(field, 'podAffinity'))),
    ...(podAntiAffinity === undefined ? [] : validatePodAffinity(podAntiAffinity, fieldPath(field, 'podAntiAffinity'))),
    ...validateTolerations(tolerations, fieldPath(path, 'tolerations')),
    ...validateGates(spec.schedulingGates ?? [], fieldPath(path, 'schedulingGates')),
    ...validateSpread(topologySpreadConstraints, fieldPath(path, 'topologySpreadConstraints')),
  ];
}

function validateNodeAffinity(affinity: NodeAffinity, path: string): FieldError[] {
  const { [REQUIRED]: needed, [PREFERRED]: preferred = [] } = affinity;
  return [
    ...(needed === undefined ? [] : validateNodeSelector(needed, fieldPath(path, REQUIRED))),
    ...eachError(preferred, ({ weight, preference }, index) => {
      const field = keyPath(fieldPath(path, PREFERRED), index);
      return [
        ...validateWeight(weight, fieldPath(field, 'weight')),
        ...validateNodeTerm(preference, fieldPath(field, 'preference')),
      ];
    }),
  ];
}

function validateWeight(weight: number, field: string): FieldError[] {
  return weight < 1 || weight > 100 ? [invalid(field, weight, 'must be in the range 1-100')] : [];
}

function validatePodAffinity(affinity: PodAffinity, path: string): FieldError[] {
  const { [REQUIRED]: needed = [], [PREFERRED]: preferred = [] } = affinity;
  return [
    ...eachError(needed, (term, index) => validatePodTerm(term, keyPath(fieldPath(path, REQUIRED), index))),
    ...eachError(preferred, ({ weight, podAffinityTerm }, index) => {
      const field = keyPath(fieldPath(path, PREFERRED), index);
      return [
        ...validateWeight(weight, fieldPath(field, 'weight')),
        ...validatePodTerm(podAffinityTerm, fieldPath(field, 'podAffinityTerm')),
      ];
    }),
  ];
}

function validatePodTerm(term: PodAffinityTerm, path: string): FieldError[] {
  const { labelSelector, namespaceSelector, namespaces = [], topologyKey } = term;
  return [
    ...validateLabelSelector(labelSelector, fieldPath(path, 'labelSelector')),
    ...validateLabelSelector(namespaceSelector, fieldPath(path, 'namespaceSelector')),
    ...eachError(namespaces, (namespace) => invalidEach(fieldPath(path, 'namespace'), namespace, dnsLabel(namespace))),
    ...validateLabelKeys(term, path),
    ...(topologyKey === '' ? [required(fieldPath(path, 'topologyKey'), 'can not be empty')] : []),
    ...labelKey(topologyKey, fieldPath(path, 'topologyKey')),
  ];
}

/** Validates tolerations (Kubernetes' ValidateTolerations). */
export function validateTolerations(tolerations: readonly Toleration[], path: string): FieldError[] {
  return eachError(tolerations, ({ key, operator = '', value, effect, tolerationSeconds }, index) => {
    const field = keyPath(path, index);
    const errors = key === undefined ? [] : labelKey(key, fieldPath(field, 'key'));
    const operatorField = fieldPath(field, 'operator');
    if (key === undefined && operator !== 'Exists') {
      const text = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
      errors.push(invalid(operatorField, operator, text));
    }
    if (tolerationSeconds !== undefined && effect !== 'NoExecute') {
      const text = "effect must be 'NoExecute' when `tolerationSeconds` is set";
      errors.push(invalid(fieldPath(field, 'effect'), effect ?? '', text));
    }
    if (operator === 'Exists' && value !== undefined) {
      errors.push(invalid(operatorField, value, "value must be empty when `operator` is 'Exists'"));
    }
    if (operator === 'Equal' || operator === '') {
      for (const text of labelValue(value ?? '')) errors.push(invalid(operatorField, value ?? '', text));
    }
    return errors;
  });
}

function validateSpread(constraints: readonly TopologySpreadConstraint[], path: string): FieldError[] {
  const last = new Map(constraints.map((constraint, index) => [identityOf(constraint), index]));
  return eachError(constraints, (constraint, index) => {
    const { maxSkew, minDomains, topologyKey, whenUnsatisfiable, labelSelector } = constraint;
    const field = keyPath(path, index);
    const errors = [
      ...validateLabelKeys(constraint, field),
      ...validateLabelSelector(labelSelector, fieldPath(field, 'labelSelector')),
    ];
    if (topologyKey === '') errors.push(required(fieldPath(field, 'topologyKey'), 'can not be empty'));
    const ways = ['DoNotSchedule', 'ScheduleAnyway'];
    if (!ways.includes(whenUnsatisfiable)) {
      errors.push(notSupported(fieldPath(field, 'whenUnsatisfiable'), whenUnsatisfiable, ways));
    }
    if (maxSkew <= 0) errors.push(invalid(fieldPath(field, 'maxSkew'), maxSkew, 'must be greater than zero'));
    if (minDomains !== undefined && minDomains <= 0) {
      errors.push(invalid(fieldPath(field, 'minDomains'), minDomains, 'must be greater than zero'));
    }
    if (minDomains !== undefined && whenUnsatisfiable !== 'DoNotSchedule') {
      const text = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`;
      errors.push(invalid(fieldPath(field, 'minDomains'), minDomains, text));
    }
    // Kubernetes reports the earlier one.
    if (last.get(identityOf(constraint)) !== index) {
      errors.push(duplicate(fieldPath(field, '{topologyKey, whenUnsatisfiable}'), identityOf(constraint)));
    }
    return errors;
  });
}

function identityOf({ topologyKey, whenUnsatisfiable }: TopologySpreadConstraint): string {
  return `{${topologyKey}, ${whenUnsatisfiable}}`;
}

function labelKey(key: string, field: string): FieldError[] {
  return invalidEach(field, key, qualifiedName(key));
}
