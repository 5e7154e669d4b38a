import type {
  NodeAffinity,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinity,
  PodAffinityTerm,
  PodSpec,
  Toleration,
  TopologySpreadConstraint,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { dnsLabel, dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { labelValue, qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import { validateLabelSelector } from '@pilothouse/apimachinery/selectors/label-selector-object.js';
import {
  duplicate,
  eachError,
  fieldPath,
  forbidden,
  invalid,
  keyPath,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
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
  const terms = fieldPath(fieldPath(path, REQUIRED), 'nodeSelectorTerms');
  return [
    ...(needed?.nodeSelectorTerms.length === 0 ? [required(terms, 'must have at least one node selector term')] : []),
    ...eachError(needed?.nodeSelectorTerms ?? [], (term, index) => validateNodeTerm(term, keyPath(terms, index))),
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

function validateNodeTerm({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm, path: string): FieldError[] {
  return [
    ...eachError(matchExpressions, (each, index) =>
      validateExpression(each, keyPath(fieldPath(path, 'matchExpressions'), index)),
    ),
    ...eachError(matchFields, (each, index) => validateField(each, keyPath(fieldPath(path, 'matchFields'), index))),
  ];
}

function validateExpression({ key, operator, values = [] }: NodeSelectorRequirement, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const field = fieldPath(path, 'values');
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length === 0) errors.push(required(field, "must be specified when `operator` is 'In' or 'NotIn'"));
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    const text = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
    if (values.length > 0) errors.push(forbidden(field, text));
  } else if (operator === 'Lt' || operator === 'Gt') {
    const text = "must be specified single value when `operator` is 'Lt' or 'Gt'";
    if (values.length !== 1) errors.push(required(field, text));
  } else {
    errors.push(invalid(fieldPath(path, 'operator'), operator, 'not a valid selector operator'));
  }
  errors.push(...labelKey(key, fieldPath(path, 'key')));
  const wrong = eachError(values, (value, index) =>
    labelValue(value).map((text) => invalid(keyPath(field, index), value, text)),
  );
  return [...errors, ...wrong];
}

/** The only selectable field of nodes is their name. */
function validateField({ key, operator, values = [] }: NodeSelectorRequirement, path: string): FieldError[] {
  const errors: FieldError[] = [];
  if (operator !== 'In' && operator !== 'NotIn') {
    errors.push(invalid(fieldPath(path, 'operator'), operator, 'not a valid selector operator'));
  } else if (values.length !== 1) {
    const text = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
    errors.push(required(fieldPath(path, 'values'), text));
  }
  if (key !== 'metadata.name') {
    return [...errors, invalid(fieldPath(path, 'key'), key, 'not a valid field selector key')];
  }
  const wrong = eachError(values, (name, index) =>
    dnsSubdomain(name).map((text) => invalid(keyPath(fieldPath(path, 'values'), index), name, text)),
  );
  return [...errors, ...wrong];
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
    ...eachError(namespaces, (namespace) =>
      dnsLabel(namespace).map((text) => invalid(fieldPath(path, 'namespace'), namespace, text)),
    ),
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
  return qualifiedName(key).map((text) => invalid(field, key, text));
}
