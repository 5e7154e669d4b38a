import type { LimitRangeItem } from '@pilothouse/apimachinery/generated/core/v1.js';
import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import { compareQuantities, parseQuantity } from '@pilothouse/apimachinery/quantity/quantity.js';
import {
  duplicate,
  eachError,
  fieldPath,
  forbidden,
  invalid,
  invalidEach,
  keyPath,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { containerResource, isOvercommittable, resourceProblems, type NameErrors } from './pod/amounts.js';

const TYPES = ['Pod', 'Container', 'PersistentVolumeClaim'];

/** Validates limits, one of each type (Kubernetes' ValidateLimitRange). */
export function validateLimits(limits: readonly LimitRangeItem[]): FieldError[] {
  const types = new Set<string>();
  return eachError(limits, (item, index) => {
    const path = keyPath('spec.limits', index);
    const field = fieldPath(path, 'type');
    const errors = validateType(item.type, field);
    if (types.has(item.type)) errors.push(duplicate(field, item.type));
    types.add(item.type);
    return [...errors, ...validateItem(item, path)];
  });
}

function validateType(type: string, field: string): FieldError[] {
  const problems = qualifiedName(type);
  if (problems.length > 0) return invalidEach(field, type, problems);
  if (type.includes('/') || TYPES.includes(type)) return [];
  return [invalid(field, type, 'must be a standard limit type or fully qualified')];
}

const LISTS = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const;

function validateItem(item: LimitRangeItem, path: string): FieldError[] {
  const { type } = item;
  const isPod = type === 'Pod';
  const nameErrors = isPod || type === 'Container' ? containerResource : anyResource;
  const names = new Set<string>();
  const errors = LISTS.flatMap((list) => {
    const field = fieldPath(path, list);
    const resources = Object.keys(item[list] ?? {});
    const isDefault = list === 'default' || list === 'defaultRequest';
    if (isPod && isDefault) {
      return resources.length === 0 ? [] : [forbidden(field, "may not be specified when `type` is 'Pod'")];
    }
    for (const name of resources) names.add(name);
    const found = eachError(resources, (name) => nameErrors(name, keyPath(field, name)));
    return list === 'defaultRequest' ? [...found, ...validateClaims(item, path)] : found;
  });
  return [...errors, ...eachError(names, (name) => validateResource(item, name, path))];
}

const anyResource: NameErrors = (name, field) => invalidEach(field, name, resourceProblems(name));

function validateClaims({ type, min = {}, max = {} }: LimitRangeItem, path: string): FieldError[] {
  if (type !== 'PersistentVolumeClaim' || 'storage' in min || 'storage' in max) return [];
  const text = 'either minimum or maximum storage value is required, but neither was provided';
  return [required(fieldPath(path, 'limits'), text)];
}

/** The amounts of one resource must fit each other. */
function validateResource(item: LimitRangeItem, name: string, path: string): FieldError[] {
  const [min, max, ratio] = [item.min?.[name], item.max?.[name], item.maxLimitRequestRatio?.[name]];
  const isPod = item.type === 'Pod';
  const usual = isPod ? undefined : item.default?.[name];
  const request = isPod ? undefined : item.defaultRequest?.[name];
  const errors: FieldError[] = [];
  const report = (list: (typeof LISTS)[number], value: string | undefined, text: string): void => {
    errors.push(invalid(keyPath(fieldPath(path, list), name), value ?? null, text));
  };
  if (exceeds(min, max)) report('min', min, `min value ${min} is greater than max value ${max}`);
  const requested = `default request value ${request}`;
  if (exceeds(min, request)) report('defaultRequest', request, `min value ${min} is greater than ${requested}`);
  if (exceeds(request, max)) report('defaultRequest', request, `${requested} is greater than max value ${max}`);
  if (exceeds(request, usual)) {
    report('defaultRequest', request, `${requested} is greater than default limit value ${usual}`);
  }
  if (exceeds(min, usual)) report('default', min, `min value ${min} is greater than default value ${usual}`);
  if (exceeds(usual, max)) report('default', max, `default value ${usual} is greater than max value ${max}`);
  if (exceeds('1', ratio)) report('maxLimitRequestRatio', ratio, `ratio ${ratio} is less than 1`);
  if (ratio !== undefined && min !== undefined && max !== undefined) {
    const limit = milliOf(max) / milliOf(min);
    const text = `ratio ${ratio} is greater than max/min = ${limit.toFixed(6)}`;
    if (milliOf(ratio) / 1000 > limit) report('maxLimitRequestRatio', ratio, text);
  }
  if (!isOvercommittable(name) && (exceeds(usual, request) || exceeds(request, usual))) {
    report(
      'defaultRequest',
      request,
      `default value ${usual} must equal to defaultRequest value ${request} in ${name}`,
    );
  }
  return errors;
}

function exceeds(amount: string | undefined, limit: string | undefined): boolean {
  if (amount === undefined || limit === undefined) return false;
  return compareQuantities(parseQuantity(amount), parseQuantity(limit)) > 0;
}

function milliOf(amount: string): number {
  return Number(parseQuantity(amount).milli);
}
