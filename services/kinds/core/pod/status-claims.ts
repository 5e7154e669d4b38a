import type { Pod, PodExtendedResourceClaimStatus, PodSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import { dnsLabel, dnsSubdomain } from '@pilothouse/apimachinery/names/dns.js';
import {
  duplicate,
  eachError,
  fieldPath,
  invalid,
  invalidEach,
  keyPath,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

/** Validates what a status says about resource claims. */
export function validateClaimStatuses({ status, spec }: Pod): FieldError[] {
  const { resourceClaimStatuses = [], extendedResourceClaimStatus: extended } = status;
  const claims = new Set((spec.resourceClaims ?? []).map(({ name }) => name));
  const seen = new Set<string>();
  const errors = eachError(resourceClaimStatuses, ({ name, resourceClaimName }, index) => {
    const path = keyPath('status.resourceClaimStatuses', index);
    const field = fieldPath(path, 'name');
    const found: FieldError[] = [];
    if (!claims.has(name)) found.push(invalid(field, name, 'must match the name of an entry in `spec.resourceClaims`'));
    if (seen.has(name)) found.push(duplicate(field, name));
    seen.add(name);
    return [...found, ...(resourceClaimName === undefined ? [] : claimName(resourceClaimName, path))];
  });
  return extended === undefined ? errors : [...errors, ...validateExtended(extended, spec)];
}

function claimName(name: string, path: string): FieldError[] {
  return invalidEach(fieldPath(path, 'resourceClaimName'), name, dnsSubdomain(name));
}

const WHERE = 'spec.initContainers.resources.requests or spec.containers.resources.requests';

function validateExtended(status: PodExtendedResourceClaimStatus, spec: PodSpec): FieldError[] {
  const path = 'status.extendedResourceClaimStatus';
  const list = fieldPath(path, 'requestMappings');
  const containers = new Map([...(spec.initContainers ?? []), ...spec.containers].map((each) => [each.name, each]));
  const seen = new Set<string>();
  return [
    ...(status.requestMappings.length === 0 ? [required(list, 'at least one request mapping is required')] : []),
    ...eachError(status.requestMappings, (mapping, index) => {
      const field = keyPath(list, index);
      const { containerName, resourceName, requestName } = mapping;
      const container = containers.get(containerName);
      const errors: FieldError[] = [];
      if (container === undefined) {
        const text = 'must match the name of an entry in spec.initContainers.name or spec.containers.name';
        errors.push(invalid(fieldPath(field, 'containerName'), containerName, text));
      } else if (container.resources.requests?.[resourceName] === undefined) {
        const text = `must match the extended resource name of an entry in ${WHERE}`;
        errors.push(invalid(fieldPath(field, 'resourceName'), resourceName, text));
      }
      // Kubernetes leaves the index out here.
      errors.push(...invalidEach(fieldPath(path, 'requestName'), requestName, dnsLabel(requestName)));
      const key = JSON.stringify([containerName, resourceName, requestName]);
      if (seen.has(key)) {
        const names = { containerName, resourceName, requestName };
        errors.push(...Object.entries(names).map(([name, value]) => duplicate(fieldPath(field, name), value)));
      }
      seen.add(key);
      return errors;
    }),
    ...(status.resourceClaimName === '' ? [] : claimName(status.resourceClaimName, path)),
  ];
}
