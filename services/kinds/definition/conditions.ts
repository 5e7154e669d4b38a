import type { Condition } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { formatMessage, utf8Length } from '@pilothouse/apimachinery/names/messages.js';
import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import {
  duplicate,
  eachError,
  fieldPath,
  invalid,
  invalidEach,
  keyPath,
  notSupported,
  required,
  tooLong,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

const STATUSES = ['False', 'True', 'Unknown'];
const MAX_REASON = 1024;
const MAX_MESSAGE = 32 * 1024;

const REASON = '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?';
const IS_REASON = new RegExp(`^${REASON}$`);
const REASON_MESSAGE = formatMessage({
  rule: "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'",
  examples: ['my_name', 'MY_NAME', 'MyName', 'ReasonA,ReasonB', 'ReasonA:ReasonB'],
  regex: REASON,
});

/** Validates conditions with distinct types, for kinds whose rules report all errors (Kubernetes' ValidateConditions). */
export function validateConditions(conditions: readonly Condition[], path: string): FieldError[] {
  const seen = new Set<string>();
  return eachError(conditions, (condition, index) => {
    const item = keyPath(path, index);
    const errors = seen.has(condition.type) ? [duplicate(fieldPath(item, 'type'), condition.type)] : [];
    seen.add(condition.type);
    return [...errors, ...validateCondition(condition, item)];
  });
}

/** The same without the errors that the schema reports. */
export function validateConditionFormats(conditions: readonly Condition[], path: string): FieldError[] {
  return eachError(conditions, (condition, index) => {
    const item = keyPath(path, index);
    return [
      ...validateGeneration(condition, item),
      ...(condition.type === '' ? [] : validateType(condition, item)),
      ...(condition.reason === '' ? [] : validateReason(condition, item)),
    ];
  });
}

function validateCondition(condition: Condition, path: string): FieldError[] {
  const { status, lastTransitionTime, reason, message } = condition;
  const field = (name: string): string => fieldPath(path, name);
  return [
    ...validateType(condition, path),
    ...(STATUSES.includes(status) ? [] : [notSupported(field('status'), status, STATUSES)]),
    ...validateGeneration(condition, path),
    ...(lastTransitionTime === null || lastTransitionTime === undefined ? [required(field('lastTransitionTime'))] : []),
    ...(reason === '' ? [required(field('reason'))] : validateReason(condition, path)),
    ...(utf8Length(reason) > MAX_REASON ? [tooLong(field('reason'), MAX_REASON)] : []),
    ...(utf8Length(message) > MAX_MESSAGE ? [tooLong(field('message'), MAX_MESSAGE)] : []),
  ];
}

function validateType({ type }: Condition, path: string): FieldError[] {
  return invalidEach(fieldPath(path, 'type'), type, qualifiedName(type));
}

function validateGeneration({ observedGeneration = 0 }: Condition, path: string): FieldError[] {
  if (observedGeneration >= 0) return [];
  return [invalid(fieldPath(path, 'observedGeneration'), observedGeneration, 'must be greater than or equal to zero')];
}

function validateReason({ reason }: Condition, path: string): FieldError[] {
  return IS_REASON.test(reason) ? [] : [invalid(fieldPath(path, 'reason'), reason, REASON_MESSAGE)];
}
