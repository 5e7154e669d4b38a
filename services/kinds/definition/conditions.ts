import type { Condition } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { formatMessage } from '@pilothouse/apimachinery/names/messages.js';
import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import {
  eachError,
  fieldPath,
  invalid,
  keyPath,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';

const REASON = '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?';
const REASON_TEXT = formatMessage({
  rule:
    'a condition reason must start with alphabetic character, optionally followed by a string of alphanumeric ' +
    "characters or '_,:', and must end with an alphanumeric character or '_'",
  examples: ['my_name', 'MY_NAME', 'MyName', 'ReasonA,ReasonB', 'ReasonA:ReasonB'],
  regex: REASON,
});
const IS_REASON = new RegExp(`^${REASON}$`);

/** Validates conditions, in addition to their schema (Kubernetes' ValidateConditions). */
export function validateConditions(conditions: readonly Condition[], path: string): FieldError[] {
  return eachError(conditions, ({ type, reason, observedGeneration = 0 }, index) => {
    const field = keyPath(path, index);
    const isReason = reason === '' || IS_REASON.test(reason);
    const negative = 'must be greater than or equal to zero';
    return [
      ...(observedGeneration < 0
        ? [invalid(fieldPath(field, 'observedGeneration'), observedGeneration, negative)]
        : []),
      ...(type === '' ? [] : qualifiedName(type).map((text) => invalid(fieldPath(field, 'type'), type, text))),
      ...(isReason ? [] : [invalid(fieldPath(field, 'reason'), reason, REASON_TEXT)]),
    ];
  });
}
