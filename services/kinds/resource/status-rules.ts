import type {
  AllocationResult,
  DeviceAllocationConfiguration,
  DeviceRequestAllocationResult,
  ResourceClaim,
  ResourceClaimConsumerReference,
  ResourceClaimStatus,
} from '@pilothouse/apimachinery/generated/resource/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import {
  fieldPath,
  forbidden,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateNodeSelector } from '../core/node-selector.js';
import { validateDriverName } from '../core/volume/driver-name.js';
import { validateImmutable } from '../definition/immutable.js';
import { allocatedIds, shownId } from './allocated-devices.js';
import { validateBindingConditions } from './binding-conditions.js';
import { MAX_CONFIGURATIONS } from './claim-rules.js';
import { validateConfiguration } from './configuration.js';
import { validateDeviceStatus } from './device-status.js';
import { validateItems, validateSet } from './lists.js';
import { label, poolName, uuid } from './names.js';
import {
  MAX_REQUESTS,
  requestNamesOf,
  validateReference,
  validateReferences,
  type RequestNames,
} from './request-names.js';

const RESERVED_FOR = 'status.reservedFor';
const ALLOCATION = 'status.allocation';
const MAX_CONSUMERS = 256;

/** Validates a change of the status (Kubernetes' validateResourceClaimStatusUpdate). */
export function validateStatus(
  { metadata, spec, status }: ResourceClaim,
  { status: old }: ResourceClaim,
): FieldError[] {
  const { reservedFor = [], devices = [], allocation } = status;
  const ids = allocatedIds(allocation);
  return [
    ...validateSet(reservedFor, RESERVED_FOR, MAX_CONSUMERS, validateConsumer, ({ uid }) => uid),
    ...validateSet(
      devices,
      'status.devices',
      Infinity,
      (device, path) => validateDeviceStatus(device, path, ids),
      shownId,
    ),
    ...validateReservations(status, old, metadata.deletionTimestamp !== undefined),
    ...validateAllocation(allocation, old.allocation, requestNamesOf(spec.devices)),
  ];
}

function validateConsumer({ resource, name, uid }: ResourceClaimConsumerReference, path: string): FieldError[] {
  return Object.entries({ resource, name, uid })
    .filter(([, value]) => value === '')
    .map(([field]) => required(fieldPath(path, field)));
}

/** A claim that is being deleted gets no new consumers. */
function validateReservations(
  { reservedFor = [], allocation }: ResourceClaimStatus,
  old: ResourceClaimStatus,
  isDeleted: boolean,
): FieldError[] {
  if (reservedFor.length === 0) return [];
  if (allocation === undefined) return [forbidden(RESERVED_FOR, 'may not be specified when `allocated` is not set')];
  const before = old.reservedFor ?? [];
  if (!isDeleted || reservedFor.every((consumer) => before.some((each) => deepEqual(each, consumer)))) return [];
  const text = 'new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set';
  return [forbidden(RESERVED_FOR, text)];
}

/** An allocation does not change. */
function validateAllocation(
  allocation: AllocationResult | undefined,
  old: AllocationResult | undefined,
  names: RequestNames,
): FieldError[] {
  if (allocation === undefined) return [];
  if (old !== undefined) {
    return validateImmutable(allocation, old, ALLOCATION);
  }
  const { results = [], config = [] } = allocation.devices;
  const { nodeSelector } = allocation;
  return [
    ...validateItems(results, `${ALLOCATION}.devices.results`, MAX_REQUESTS, (result, path) =>
      validateResult(result, path, names),
    ),
    // Those of the class and of the claim.
    ...validateItems(config, `${ALLOCATION}.devices.config`, 2 * MAX_CONFIGURATIONS, (each, path) =>
      validateAllocationConfiguration(each, path, names),
    ),
    ...(nodeSelector === undefined ? [] : validateNodeSelector(nodeSelector, `${ALLOCATION}.nodeSelector`)),
  ];
}

function validateResult(result: DeviceRequestAllocationResult, path: string, names: RequestNames): FieldError[] {
  const { request, driver, pool, device, shareID } = result;
  return [
    ...validateReference(request, fieldPath(path, 'request'), names),
    ...validateDriverName(driver, fieldPath(path, 'driver')),
    ...poolName(pool, fieldPath(path, 'pool')),
    ...label(device, fieldPath(path, 'device')),
    ...validateBindingConditions(result, path),
    ...(shareID === undefined ? [] : uuid(shareID, fieldPath(path, 'shareID'))),
  ];
}

const SOURCES = ['FromClaim', 'FromClass'];

function validateAllocationConfiguration(
  config: DeviceAllocationConfiguration,
  path: string,
  names: RequestNames,
): FieldError[] {
  return [
    ...validateSource(config.source, fieldPath(path, 'source')),
    ...validateReferences(config.requests ?? [], fieldPath(path, 'requests'), names),
    ...validateConfiguration(config, path),
  ];
}

function validateSource(source: string, field: string): FieldError[] {
  if (source === '') return [required(field)];
  return SOURCES.includes(source) ? [] : [notSupported(field, source, SOURCES)];
}
