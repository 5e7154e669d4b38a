import type {
  CapacityRequestPolicy,
  CapacityRequestPolicyRange,
  DeviceCapacity,
} from '@pilothouse/apimachinery/generated/resource/v1.js';
import {
  addQuantities,
  compareQuantities,
  parseQuantity,
  quantityText,
} from '@pilothouse/apimachinery/quantity/quantity.js';
import {
  fieldPath,
  forbidden,
  invalid,
  keyPath,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { validateSet } from './lists.js';

const MAX_OPTIONS = 10;

/** Validates a capacity of a device that several claims can share, or of another one. */
export function validateCapacity(
  { value, requestPolicy }: DeviceCapacity,
  isShared: boolean,
  path: string,
): FieldError[] {
  const field = fieldPath(path, 'requestPolicy');
  if (requestPolicy === undefined) return [];
  return isShared
    ? validatePolicy(requestPolicy, value, field)
    : [forbidden(field, 'allowMultipleAllocations must be true')];
}

/** Kubernetes' validateRequestPolicy. */
function validatePolicy(policy: CapacityRequestPolicy, capacity: string, path: string): FieldError[] {
  const { validValues = [], validRange, default: usual } = policy;
  if (validValues.length > 0 && validRange !== undefined) {
    const text = 'exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time';
    return [forbidden(path, text)];
  }
  const name = validValues.length > 0 ? 'validValues' : 'validRange';
  if (validValues.length === 0 && validRange === undefined) return [];
  if (usual === undefined) return [required(fieldPath(path, 'default'), `required when ${name} is defined`)];
  const field = fieldPath(path, name);
  return validRange === undefined
    ? validateValues(validValues, usual, capacity, field)
    : validateRange(validRange, usual, capacity, field);
}

function validateValues(values: readonly string[], usual: string, capacity: string, path: string): FieldError[] {
  const isKnown = values.length <= MAX_OPTIONS && values.some((value) => compare(value, usual) === 0);
  return [
    ...values.flatMap((value, index) => {
      const before = values[index - 1];
      if (before === undefined || compare(before, value) <= 0) return [];
      return [invalid(keyPath(path, index), value, 'values must be sorted in ascending order')];
    }),
    ...validateSet(
      values,
      path,
      MAX_OPTIONS,
      (value, field) =>
        compare(value, capacity) > 0
          ? [invalid(field, value, `option is larger than capacity value: ${capacity}`)]
          : [],
      (value) => String(whole(value)),
    ),
    ...(isKnown ? [] : [invalid(path, usual, 'default value is not valid according to the requestPolicy')]),
  ];
}

function validateRange(
  { min, max, step }: CapacityRequestPolicyRange,
  usual: string,
  capacity: string,
  path: string,
): FieldError[] {
  const field = (name: string): string => fieldPath(path, name);
  if (min === undefined) return [required(field('min'), 'required when validRange is defined')];
  const unless = (isValid: boolean, name: string, value: string, text: string): FieldError[] =>
    isValid ? [] : [invalid(field(name), value, text)];
  return [
    ...unless(compare(min, capacity) <= 0, 'min', min, `min is larger than capacity value: ${capacity}`),
    ...unless(compare(usual, min) >= 0, 'min', usual, `default is less than min: ${min}`),
    ...(max === undefined
      ? []
      : [
          ...unless(compare(min, max) <= 0, 'max', min, `min is larger than max: ${max}`),
          ...unless(compare(max, capacity) <= 0, 'max', max, `max is larger than capacity value: ${capacity}`),
          ...unless(compare(usual, max) <= 0, 'max', usual, `default is more than max: ${max}`),
        ]),
    ...(step === undefined ? [] : validateStep({ min, max, step }, usual, capacity, field('step'))),
  ];
}

interface Steps {
  readonly min: string;
  readonly max: string | undefined;
  readonly step: string;
}

function validateStep({ min, max, step }: Steps, usual: string, capacity: string, field: string): FieldError[] {
  // Kubernetes fails with a division by zero.
  if (whole(step) === 0n) return [invalid(field, step, 'must be greater than zero')];
  const added = quantityText(addQuantities(parseQuantity(min), parseQuantity(step)));
  const isMultiple = (value: string): boolean => (whole(value) - whole(min)) % whole(step) === 0n;
  return [
    ...(compare(added, capacity) > 0
      ? [invalid(field, step, `one step ${added} is larger than capacity value: ${capacity}`)]
      : []),
    ...[usual, ...(max === undefined ? [] : [max])]
      .filter((value) => !isMultiple(value))
      .map((value) => invalid(field, value, `value is not a multiple of a given step (${step}) from (${min})`)),
  ];
}

function compare(a: string, b: string): number {
  return compareQuantities(parseQuantity(a), parseQuantity(b));
}

/** The value as an integer, rounded away from zero. */
function whole(text: string): bigint {
  const { milli } = parseQuantity(text);
  return milli < 0n ? -((999n - milli) / 1000n) : (milli + 999n) / 1000n;
}
