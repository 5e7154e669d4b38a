import type { Condition } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { formatMessage, utf8Length } from '@pilothouse/apimachinery/names/messages.js';
import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import {
  duplicate,
  eachError,
  fieldPath,
  invalid,
  keyPath,
  notSupported,
  required,
  tooLong,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

const STATUSES = ['False', 'True', 'Unknown'];
const MAX_REASON = 1024;
const MAX_MESSAGE = 32 * 1024;

const REASON = /^[A-Za-z](?:[A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;
const REASON_MESSAGE = formatMessage({
  rule: "a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric characters or '_,:', and must end with an alphanumeric character or '_'",
  examples: ['my_name', 'MY_NAME', 'MyName', 'ReasonA,ReasonB', 'ReasonA:ReasonB'],
  regex: '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?',
});

/** Validates conditions with distinct types (Kubernetes' ValidateConditions). */
export function validateConditions(conditions: readonly Condition[], path: string): FieldError[] {
  const seen = new Set<string>();
  return eachError(conditions, (condition, index) => {
    const item = keyPath(path, index);
    const errors = seen.has(condition.type) ? [duplicate(fieldPath(item, 'type'), condition.type)] : [];
    seen.add(condition.type);
    return [...errors, ...validateCondition(condition, item)];
  });
}

function validateCondition(condition: Condition, path: string): FieldError[] {
  const { type, status, observedGeneration = 0, lastTransitionTime, reason, message } = condition;
  const field = (name: string): string => fieldPath(path, name);
  return [
    ...qualifiedName(type).map((problem) => invalid(field('type'), type, problem)),
    ...(STATUSES.includes(status) ? [] : [notSupported(field('status'), status, STATUSES)]),
    ...(observedGeneration < 0
      ? [invalid(field('observedGeneration'), observedGeneration, 'must be greater than or equal to zero')]
      : []),
    ...(lastTransitionTime === null || lastTransitionTime === undefined ? [required(field('lastTransitionTime'))] : []),
    ...validateReason(reason, field('reason')),
    ...(utf8Length(message) > MAX_MESSAGE ? [tooLong(field('message'), MAX_MESSAGE)] : []),
  ];
}

function validateReason(reason: string, field: string): FieldError[] {
  if (reason === '') return [required(field)];
  return [
    ...(REASON.test(reason) ? [] : [invalid(field, reason, REASON_MESSAGE)]),
    ...(utf8Length(reason) > MAX_REASON ? [tooLong(field, MAX_REASON)] : []),
  ];
}
