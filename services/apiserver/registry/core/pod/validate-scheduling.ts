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
import { dnsLabel } from '@pilothouse/apimachinery/names/dns.js';
import { labelValue, qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import { validateLabelSelector } from '@pilothouse/apimachinery/selectors/label-selector-object.js';
import {
  duplicate,
  eachError,
  fieldPath,
  forbidden,
  invalid,
  keyPath,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

/** What is wrong with how a node is found for a pod: affinities, tolerations and spreading. */
export function validateScheduling(spec: PodSpec, path: string): FieldError[] {
  const { affinity = {}, tolerations = [], topologySpreadConstraints = [] } = spec;
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity;
  const field = fieldPath(path, 'affinity');
  return [
    ...(nodeAffinity === undefined ? [] : validateNodeAffinity(nodeAffinity, fieldPath(field, 'nodeAffinity'))),
    ...(podAffinity === undefined ? [] : validatePodAffinity(podAffinity, fieldPath(field, 'podAffinity'))),
    ...(podAntiAffinity === undefined ? [] : validatePodAffinity(podAntiAffinity, fieldPath(field, 'podAntiAffinity'))),
    ...validateTolerations(tolerations, fieldPath(path, 'tolerations')),
    ...validateSpread(topologySpreadConstraints, fieldPath(path, 'topologySpreadConstraints')),
  ];
}

function validateNodeAffinity(affinity: NodeAffinity, path: string): FieldError[] {
  const { [REQUIRED]: needed, [PREFERRED]: preferred = [] } = affinity;
  const terms = fieldPath(fieldPath(path, REQUIRED), 'nodeSelectorTerms');
  return [
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
  } else if (values.length !== 1) {
    errors.push(required(field, "must be specified single value when `operator` is 'Lt' or 'Gt'"));
  }
  return key === '' ? errors : [...errors, ...labelKey(key, fieldPath(path, 'key'))];
}

/** The only field of nodes by which pods select them is their name. */
function validateField({ key, operator, values = [] }: NodeSelectorRequirement, path: string): FieldError[] {
  if (key !== '' && key !== 'metadata.name') {
    return [invalid(fieldPath(path, 'key'), key, 'not a valid field selector key')];
  }
  if (operator !== 'In' && operator !== 'NotIn') {
    return [invalid(fieldPath(path, 'operator'), operator, 'not a valid selector operator')];
  }
  if (values.length === 1) return [];
  return [
    required(
      fieldPath(path, 'values'),
      "must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
    ),
  ];
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
    ...(topologyKey === '' ? [] : labelKey(topologyKey, fieldPath(path, 'topologyKey'))),
  ];
}

/** What is wrong with tolerations (Kubernetes' ValidateTolerations). */
function validateTolerations(tolerations: readonly Toleration[], path: string): FieldError[] {
  return eachError(tolerations, ({ key, operator = 'Equal', value, effect, tolerationSeconds }, index) => {
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
    if (operator === 'Equal') {
      for (const text of labelValue(value ?? '')) errors.push(invalid(operatorField, value ?? '', text));
    }
    return errors;
  });
}

function validateSpread(constraints: readonly TopologySpreadConstraint[], path: string): FieldError[] {
  const taken = new Set<string>();
  return eachError(constraints, (constraint, index) => {
    const { maxSkew, minDomains, topologyKey, whenUnsatisfiable, labelSelector } = constraint;
    const field = keyPath(path, index);
    const errors = validateLabelSelector(labelSelector, fieldPath(field, 'labelSelector'));
    if (maxSkew <= 0) errors.push(invalid(fieldPath(field, 'maxSkew'), maxSkew, 'must be greater than zero'));
    if (minDomains !== undefined && minDomains <= 0) {
      errors.push(invalid(fieldPath(field, 'minDomains'), minDomains, 'must be greater than zero'));
    }
    if (minDomains !== undefined && whenUnsatisfiable !== 'DoNotSchedule') {
      const text = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`;
      errors.push(invalid(fieldPath(field, 'minDomains'), minDomains, text));
    }
    if (topologyKey !== '') errors.push(...labelKey(topologyKey, fieldPath(field, 'topologyKey')));
    const identity = `{${topologyKey}, ${whenUnsatisfiable}}`;
    if (taken.has(identity)) {
      const place = fieldPath(field, '{topologyKey, whenUnsatisfiable}');
      errors.push(duplicate(place, identity));
    }
    taken.add(identity);
    return errors;
  });
}

function labelKey(key: string, field: string): FieldError[] {
  return qualifiedName(key).map((text) => invalid(field, key, text));
}
