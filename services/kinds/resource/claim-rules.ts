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
import { MAX_REQUESTS, requestNamesOf, validateReferences, type RequestNames } from './request-names.js';
import { validateSelectors } from './selectors.js';
import { validateTolerations } from './taints.js';

const MAX_CONSTRAINTS = 32;
export const MAX_CONFIGURATIONS = 32;
const MAX_ALTERNATIVES = 8;

/** Validates the devices that a claim requests (Kubernetes' validateDeviceClaim). */
export function validateClaim(claim: DeviceClaim, path: string): FieldError[] {
  const { requests, constraints = [], config = [] } = claim;
  const names = requestNamesOf(claim);
  return [
    ...validateSet(requests, fieldPath(path, 'requests'), MAX_REQUESTS, validateRequest, ({ name }) => name),
    ...validateItems(constraints, fieldPath(path, 'constraints'), MAX_CONSTRAINTS, (constraint, field) =>
      validateConstraint(constraint, field, names),
    ),
    ...validateItems(config, fieldPath(path, 'config'), MAX_CONFIGURATIONS, (each, field) => [
      ...validateReferences(each.requests ?? [], fieldPath(field, 'requests'), names),
      ...validateConfiguration(each, field),
    ]),
  ];
}

function validateRequest({ name, exactly, firstAvailable = [] }: DeviceRequest, path: string): FieldError[] {
  return [...label(name, fieldPath(path, 'name')), ...validateChoice(exactly, firstAvailable, path)];
}

function validateChoice(
  exactly: ExactDeviceRequest | undefined,
  firstAvailable: readonly DeviceSubRequest[],
  path: string,
): FieldError[] {
  const text = 'exactly one of `exactly` or `firstAvailable` is required';
  if (firstAvailable.length === 0) {
    return exactly === undefined ? [required(path, text)] : validateDevices(exactly, fieldPath(path, 'exactly'));
  }
  if (exactly !== undefined) return [invalid(path, null, `${text}, but multiple fields are set`)];
  return validateSet(
    firstAvailable,
    fieldPath(path, 'firstAvailable'),
    MAX_ALTERNATIVES,
    (each, field) => [...label(each.name, fieldPath(field, 'name')), ...validateDevices(each, field)],
    ({ name }) => name,
  );
}

/** The part that a request and an alternative have in common. */
function validateDevices(request: ExactDeviceRequest | DeviceSubRequest, path: string): FieldError[] {
  return [
    ...className(request.deviceClassName, fieldPath(path, 'deviceClassName')),
    ...validateSelectors(request.selectors, fieldPath(path, 'selectors')),
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
