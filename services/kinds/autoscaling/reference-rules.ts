import type { CrossVersionObjectReference } from '@pilothouse/apimachinery/generated/autoscaling/v2.js';
import { pathSegmentName } from '@pilothouse/apimachinery/names/path-segment.js';
import {
  fieldPath,
  invalid,
  invalidEach,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

/** What the API version of a reference can be: any text, a valid version, or one with a group. */
export type VersionRule = 'any' | 'valid' | 'grouped';

/** Validates a reference (Kubernetes' ValidateCrossVersionObjectReference). */
export function validateReference(
  reference: CrossVersionObjectReference,
  path: string,
  rule: VersionRule,
): FieldError[] {
  const problem = apiVersionProblem(reference, rule);
  return [
    ...validateSegment(reference.kind, fieldPath(path, 'kind')),
    ...validateSegment(reference.name, fieldPath(path, 'name')),
    ...(problem === undefined ? [] : [invalid(fieldPath(path, 'apiVersion'), reference.apiVersion ?? '', problem)]),
  ];
}

/** Problems of a path segment. */
export function validateSegment(value: string, field: string, text?: string): FieldError[] {
  if (value === '') return [required(field, text)];
  return invalidEach(field, value, pathSegmentName(value));
}

export function apiVersionProblem(
  { apiVersion = '' }: CrossVersionObjectReference,
  rule: VersionRule,
): string | undefined {
  if (rule === 'any') return undefined;
  const slashes = apiVersion.split('/').length - 1;
  if (slashes > 1) return `unexpected GroupVersion string: ${apiVersion}`;
  const hasGroup = slashes === 1 && !apiVersion.startsWith('/') && apiVersion !== '/';
  return rule === 'grouped' && !hasGroup ? 'apiVersion must specify API group' : undefined;
}
