import type { Device, NodeAllocatableResourceMapping } from '@pilothouse/apimachinery/generated/resource/v1.js';
import { parseQuantity } from '@pilothouse/apimachinery/quantity/quantity.js';
import {
  eachError,
  fieldPath,
  invalid,
  keyPath,
  notFoundValue,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { isNative } from '../core/pod/amounts.js';

/** Validates the node resources of a device (Kubernetes' validateNodeAllocatableResourceMappings). */
export function validateMappings(device: Device, path: string): FieldError[] {
  const { nodeAllocatableResourceMappings: mappings = {}, capacity = {} } = device;
  return eachError(Object.entries(mappings), ([resource, mapping]) => {
    const field = keyPath(path, resource);
    return [
      ...(isNative(resource) ? [] : [invalid(field, resource, 'must be a node allocatable resource name')]),
      ...validateMapping(mapping, capacity, field),
    ];
  });
}

function validateMapping(
  { allocationMultiplier: factor, capacityKey: key }: NodeAllocatableResourceMapping,
  capacity: Readonly<Record<string, unknown>>,
  path: string,
): FieldError[] {
  if (factor === undefined && key === undefined) {
    return [invalid(path, '', 'at least one of allocationMultiplier or capacityKey must be set')];
  }
  const [factorField, keyField] = [fieldPath(path, 'allocationMultiplier'), fieldPath(path, 'capacityKey')];
  const errors =
    factor !== undefined && parseQuantity(factor).milli <= 0n ? [invalid(factorField, factor, 'must be positive')] : [];
  if (key === '') errors.push(invalid(keyField, '', 'capacityKey must not be an empty string'));
  else if (key !== undefined && !Object.hasOwn(capacity, key)) errors.push(notFoundValue(keyField, key));
  return errors;
}
