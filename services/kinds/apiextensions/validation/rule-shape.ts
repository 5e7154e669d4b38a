import type { JSONSchemaProps, ValidationRule } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { fieldPath, invalid, keyPath, notSupported, required } from '@pilothouse/apimachinery/status/field-error.js';
import { conversionError } from './conversion-error.js';
import { findField } from './field-path.js';
import type { Findings } from '../../definition/findings.js';

const REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];

const HAS_LINE_BREAK = /[\n\r]/;

/** Validates CEL rules of a schema as far as possible without parsing CEL. */
export function checkRuleShapes(schema: JSONSchemaProps, path: string, findings: Findings): void {
  for (const [index, rule] of (schema['x-kubernetes-validations'] ?? []).entries()) {
    if (findings.isFull()) return;
    checkRule(rule, schema, keyPath(fieldPath(path, 'x-kubernetes-validations'), index), findings);
  }
}

function checkRule(rule: ValidationRule, schema: JSONSchemaProps, path: string, findings: Findings): void {
  const { rule: expression, message = '', messageExpression = '', reason, fieldPath: field = '' } = rule;
  const messagePath = fieldPath(path, 'message');
  const text = message.trim();
  if (expression.trim() === '') findings.add(required(fieldPath(path, 'rule'), 'rule is not specified'));
  else if (message !== '' && text === '') findings.add(invalid(messagePath, message, 'must be non-empty if specified'));
  else if (HAS_LINE_BREAK.test(text)) findings.add(invalid(messagePath, message, 'must not contain line breaks'));
  else if (HAS_LINE_BREAK.test(expression.trim()) && text === '') {
    findings.add(required(messagePath, 'message must be specified if rule contains line breaks'));
  }
  if (messageExpression !== '' && messageExpression.trim() === '') {
    const why = 'messageExpression must be non-empty if specified';
    findings.add(required(fieldPath(path, 'messageExpression'), why));
  }
  if (reason !== undefined && !REASONS.includes(reason)) {
    findings.add(notSupported(fieldPath(path, 'reason'), reason, REASONS));
  }
  if (field !== '') checkFieldPath(field, schema, fieldPath(path, 'fieldPath'), findings);
}

function checkFieldPath(field: string, schema: JSONSchemaProps, path: string, findings: Findings): void {
  if (field.trim() === '') findings.add(invalid(path, field, 'must be non-empty if specified'));
  if (HAS_LINE_BREAK.test(field)) findings.add(invalid(path, field, 'must not contain line breaks'));
  // A non-structural schema is reported separately, and its fields may be elsewhere.
  const isFound = conversionError(schema) !== undefined || findField(field, schema, { allowArrayNotation: true }).ok;
  if (!isFound) findings.add(invalid(path, field, 'must be a valid path'));
}
