import {
  fieldPath,
  invalid,
  notSupported,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import type { StructuralSchema, ValidationRule } from '@pilothouse/apimachinery/structural/schema.js';
import { fieldPathBelow } from './field-path.js';

const REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];
const LINE_BREAK = /[\n\r]/;

/** Validates the texts of a rule before compilation. `path` is that of the rule, `schema` its schema. */
export function ruleShapeProblems(rule: ValidationRule, schema: StructuralSchema, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const field = (name: string): string => fieldPath(path, name);
  const { message, messageExpression, reason, fieldPath: target } = rule;
  const text = rule.rule.trim();
  if (text === '') errors.push(required(field('rule'), 'rule is not specified'));
  else if (message !== '' && message.trim() === '') {
    errors.push(invalid(field('message'), message, 'must be non-empty if specified'));
  } else if (LINE_BREAK.test(message.trim())) {
    errors.push(invalid(field('message'), message, 'must not contain line breaks'));
  } else if (LINE_BREAK.test(text) && message.trim() === '') {
    errors.push(required(field('message'), 'message must be specified if rule contains line breaks'));
  }
  if (messageExpression !== '' && messageExpression.trim() === '') {
    errors.push(required(field('messageExpression'), 'messageExpression must be non-empty if specified'));
  }
  if (reason !== undefined && !REASONS.includes(reason)) errors.push(notSupported(field('reason'), reason, REASONS));
  if (target !== '' && target.trim() === '') {
    errors.push(invalid(field('fieldPath'), target, 'must be non-empty if specified'));
  }
  if (LINE_BREAK.test(target)) errors.push(invalid(field('fieldPath'), target, 'must not contain line breaks'));
  if (target !== '' && fieldPathBelow(target, schema) === undefined) {
    errors.push(invalid(field('fieldPath'), target, 'must be a valid path'));
  }
  return errors;
}
