import type {
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
} from '@pilothouse/apimachinery/generated/core/v1.js';
import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { labelValue, qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import {
  eachError,
  fieldPath,
  forbidden,
  invalid,
  invalidEach,
  keyPath,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

/** Validates a node selector, which has at least one term (Kubernetes' ValidateNodeSelector). */
export function validateNodeSelector({ nodeSelectorTerms: terms }: NodeSelector, path: string): FieldError[] {
  const field = fieldPath(path, 'nodeSelectorTerms');
  if (terms.length === 0) return [required(field, 'must have at least one node selector term')];
  return eachError(terms, (term, index) => validateNodeTerm(term, keyPath(field, index)));
}

/** Validates a term (Kubernetes' ValidateNodeSelectorTerm). */
export function validateNodeTerm(
  { matchExpressions = [], matchFields = [] }: NodeSelectorTerm,
  path: string,
): FieldError[] {
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
  errors.push(...invalidEach(fieldPath(path, 'key'), key, qualifiedName(key)));
  const wrong = eachError(values, (value, index) => invalidEach(keyPath(field, index), value, labelValue(value)));
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
    invalidEach(keyPath(fieldPath(path, 'values'), index), name, dnsSubdomain(name)),
  );
  return [...errors, ...wrong];
}
