import { dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import { pathSegmentName } from '@pilothouse/apimachinery/names/path-segment.js';
import { fieldPath, invalidEach, required, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';

/** A reference to an object of any kind. */
export interface ObjectReference {
  readonly apiGroup?: string;
  readonly kind: string;
  readonly name: string;
}

/** Kubernetes' validateIngressTypedLocalObjectReference. */
export function validateObjectReference({ apiGroup, kind, name }: ObjectReference, path: string): FieldError[] {
  const groupField = fieldPath(path, 'apiGroup');
  return [
    ...(apiGroup === undefined ? [] : invalidEach(groupField, apiGroup, dnsSubdomain(apiGroup))),
    ...validateSegment(kind, fieldPath(path, 'kind')),
    ...validateSegment(name, fieldPath(path, 'name')),
  ];
}

function validateSegment(value: string, field: string): FieldError[] {
  return value === '' ? [required(field)] : invalidEach(field, value, pathSegmentName(value));
}
