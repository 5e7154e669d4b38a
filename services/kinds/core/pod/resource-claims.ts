import type { PodResourceClaim, PodSpec, ResourceClaim } from '@pilothouse/apimachinery/generated/core/v1.js';
import { dnsLabel, dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import {
  duplicate,
  eachError,
  fieldPath,
  forbidden,
  invalid,
  invalidEach,
  keyPath,
  notFoundValue,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

/** Annotation of a static pod, which a kubelet read from a file. */
export const MIRROR = 'kubernetes.io/config.mirror';

/** Validates the resource claims of a pod (validatePodResourceClaims). */
export function validateResourceClaims(
  claims: readonly PodResourceClaim[],
  annotations: Readonly<Record<string, string>> = {},
  path: string,
): FieldError[] {
  const names = new Set<string>();
  return eachError(claims, (claim, index) => {
    if (annotations[MIRROR] !== undefined) return [forbidden('', 'static pods do not support resource claims')];
    const field = keyPath(path, index);
    return [...validateClaimName(claim.name, names, fieldPath(field, 'name')), ...validateClaim(claim, field)];
  });
}

function validateClaimName(name: string, names: Set<string>, field: string): FieldError[] {
  // The schema requires a name.
  if (name === '') return [];
  if (names.has(name)) return [duplicate(field, name)];
  names.add(name);
  return invalidEach(field, name, dnsLabel(name));
}

function validateClaim(claim: PodResourceClaim, path: string): FieldError[] {
  const { resourceClaimName, resourceClaimTemplateName } = claim;
  const errors: FieldError[] = [];
  if (resourceClaimName !== undefined && resourceClaimTemplateName !== undefined) {
    const text = 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified';
    errors.push(invalid(path, claim, text));
  }
  if (resourceClaimName === undefined && resourceClaimTemplateName === undefined) {
    errors.push(invalid(path, claim, 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`'));
  }
  for (const [field, name] of Object.entries({ resourceClaimName, resourceClaimTemplateName })) {
    if (name === undefined) continue;
    errors.push(...invalidEach(fieldPath(path, field), name, dnsSubdomain(name)));
  }
  return errors;
}

/** The names by which containers can refer to the claims of a pod. */
export function claimNames({ resourceClaims = [] }: PodSpec): ReadonlySet<string> {
  return new Set(resourceClaims.map(({ name }) => name));
}

/** Validates the claims that a container refers to (validateResourceClaimNames). */
export function validateClaimNames(
  claims: readonly ResourceClaim[],
  podClaims: ReadonlySet<string>,
  path: string,
): FieldError[] {
  const whole = new Set<string>();
  const parts = new Map<string, Set<string>>();
  return eachError(claims, ({ name, request = '' }, index) => {
    const field = keyPath(path, index);
    if (name === '') return [required(field)];
    const errors: FieldError[] = [];
    const requests = parts.get(name) ?? new Set();
    if (whole.has(name)) errors.push(duplicate(field, name));
    else if (request === '') {
      errors.push(...[...requests].map(() => duplicate(field, name)));
      whole.add(name);
    } else {
      errors.push(...invalidEach(fieldPath(field, 'request'), request, dnsLabel(request)));
      if (requests.has(request)) errors.push(duplicate(field, `${name}/${request}`));
      parts.set(name, requests.add(request));
    }
    if (!podClaims.has(name)) errors.push(unknownClaim(name, podClaims, field));
    return errors;
  });
}

function unknownClaim(name: string, podClaims: ReadonlySet<string>, field: string): FieldError {
  const error = notFoundValue(field, name);
  const list = podClaims.size === 0 ? ' which is empty' : `: ${[...podClaims].sort().join(', ')}`;
  return { ...error, message: `${error.message}: must be one of the names in pod.spec.resourceClaims${list}` };
}
