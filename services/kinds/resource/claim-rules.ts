import type {
  DeviceClaim,
  DeviceConstraint,
  DeviceRequest,
  DeviceSubRequest,
  ExactDeviceRequest,
} from '@pilothouse/apimachinery/generated/resource/v1.js';
import {
  fieldPath,
  invalid,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateConfiguration } from './configuration.js';
import { validateItems, validateSet } from './lists.js';
import { className, fullAttributeName, label } from './names.js';
import {
  MAX_ALTERNATIVES,
  MAX_REQUESTS,
  requestNamesOf,
  validateReferences,
  type RequestNames,
} from './request-names.js';
import { validateSelectors, type CompiledSelectors } from './selectors.js';
import { validateTolerations } from './taints.js';

const MAX_CONSTRAINTS = 32;
export const MAX_CONFIGURATIONS = 32;

/** Validates the devices that a claim requests (Kubernetes' validateDeviceClaim). */
export function validateClaim(claim: DeviceClaim, path: string, compiled: CompiledSelectors): FieldError[] {
  const { requests, constraints = [], config = [] } = claim;
  const names = requestNamesOf(claim);
  return [
    ...validateSet(
      requests,
      fieldPath(path, 'requests'),
      MAX_REQUESTS,
      (request, field) => validateRequest(request, field, compiled),
      ({ name }) => name,
    ),
    ...validateItems(constraints, fieldPath(path, 'constraints'), MAX_CONSTRAINTS, (constraint, field) =>
      validateConstraint(constraint, field, names),
    ),
    ...validateItems(config, fieldPath(path, 'config'), MAX_CONFIGURATIONS, (each, field) => [
      ...validateReferences(each.requests ?? [], fieldPath(field, 'requests'), names),
      ...validateConfiguration(each, field),
    ]),
  ];
}

function validateRequest(request: DeviceRequest, path: string, compiled: CompiledSelectors): FieldError[] {
  return [...label(request.name, fieldPath(path, 'name')), ...validateChoice(request, path, compiled)];
}

function validateChoice(
  { exactly, firstAvailable = [] }: DeviceRequest,
  path: string,
  compiled: CompiledSelectors,
): FieldError[] {
  const text = 'exactly one of `exactly` or `firstAvailable` is required';
  if (firstAvailable.length === 0) {
    if (exactly === undefined) return [required(path, text)];
    return validateDevices(exactly, fieldPath(path, 'exactly'), compiled);
  }
  if (exactly !== undefined) return [invalid(path, null, `${text}, but multiple fields are set`)];
  return validateSet(
    firstAvailable,
    fieldPath(path, 'firstAvailable'),
    MAX_ALTERNATIVES,
    (each, field) => [...label(each.name, fieldPath(field, 'name')), ...validateDevices(each, field, compiled)],
    ({ name }) => name,
  );
}

/** The part that a request and an alternative have in common. */
function validateDevices(
  request: ExactDeviceRequest | DeviceSubRequest,
  path: string,
  compiled: CompiledSelectors,
): FieldError[] {
  return [
    ...className(request.deviceClassName, fieldPath(path, 'deviceClassName')),
    ...validateSelectors(request.selectors, fieldPath(path, 'selectors'), compiled),
    ...validateMode(request, path),
    ...validateTolerations(request.tolerations ?? [], fieldPath(path, 'tolerations')),
  ];
}

function validateMode(
  { allocationMode = '', count = 0 }: ExactDeviceRequest | DeviceSubRequest,
  path: string,
): FieldError[] {
  const field = fieldPath(path, 'count');
  switch (allocationMode) {
    case 'All':
      return count === 0 ? [] : [invalid(field, count, "must not be specified when allocationMode is 'All'")];
    case 'ExactCount':
      return count > 0 ? [] : [invalid(field, count, 'must be greater than zero')];
    default:
      return [notSupported(fieldPath(path, 'allocationMode'), allocationMode, ['All', 'ExactCount'])];
  }
}

function validateConstraint(
  { requests = [], matchAttribute, distinctAttribute }: DeviceConstraint,
  path: string,
  names: RequestNames,
): FieldError[] {
  const errors = validateReferences(requests, fieldPath(path, 'requests'), names);
  if (matchAttribute !== undefined) {
    return [...errors, ...fullAttributeName(matchAttribute, fieldPath(path, 'matchAttribute'))];
  }
  if (distinctAttribute !== undefined) {
    return [...errors, ...fullAttributeName(distinctAttribute, fieldPath(path, 'distinctAttribute'))];
  }
  const text = 'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set';
  return [...errors, required(path, text)];
}
