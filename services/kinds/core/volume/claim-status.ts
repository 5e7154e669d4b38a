import type { PersistentVolumeClaimStatus } from '@pilothouse/apimachinery/generated/core/v1.js';
import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import {
  eachError,
  invalidEach,
  keyPath,
  notSupported,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { notNegativeAmount } from './amounts.js';

const RESIZE_STATUSES = [
  'ControllerResizeInProgress',
  'ControllerResizeInfeasible',
  'NodeResizeInProgress',
  'NodeResizeInfeasible',
  'NodeResizePending',
].sort();

/** Validates the status of a claim (Kubernetes' ValidatePersistentVolumeClaimStatusUpdate). */
export function validateClaimStatus(status: PersistentVolumeClaimStatus): FieldError[] {
  const { capacity = {}, allocatedResourceStatuses = {}, allocatedResources = {} } = status;
  const statuses = 'status.allocatedResourceStatuses';
  const resources = 'status.allocatedResources';
  return [
    ...eachError(Object.entries(capacity), ([name, amount]) =>
      notNegativeAmount(amount, keyPath('status.capacity', name)),
    ),
    // Kubernetes reports the key in place of an unknown value.
    ...eachError(Object.entries(allocatedResourceStatuses), ([name, value]) => [
      ...validateKey(name, statuses),
      ...(RESIZE_STATUSES.includes(value) ? [] : [notSupported(statuses, name, RESIZE_STATUSES)]),
    ]),
    ...eachError(Object.entries(allocatedResources), ([name, amount]) => {
      const errors = validateKey(name, resources);
      return errors.length > 0 ? errors : notNegativeAmount(amount, keyPath(resources, name));
    }),
  ];
}

/** The only native resource is `storage`. */
function validateKey(name: string, field: string): FieldError[] {
  const problems = qualifiedName(name);
  if (problems.length > 0) return invalidEach(field, name, problems);
  const isNative = !name.includes('/') || name.includes('kubernetes.io/');
  return isNative && name !== 'storage' ? [notSupported(field, name, ['storage'])] : [];
}
