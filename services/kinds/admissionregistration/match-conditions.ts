import type { MatchCondition } from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import {
  duplicate,
  fieldPath,
  invalid,
  keyPath,
  required,
  tooMany,
} from '@pilothouse/apimachinery/status/field-error.js';
import type { Findings } from '../definition/findings.js';

const MAX_CONDITIONS = 64;

/** Validates the matchConditions of a webhook or of a policy. */
export function checkMatchConditions(conditions: readonly MatchCondition[], path: string, findings: Findings): void {
  if (conditions.length > MAX_CONDITIONS) findings.add(tooMany(path, conditions.length, MAX_CONDITIONS));
  const names = new Set<string>();
  for (const [index, { name, expression }] of conditions.entries()) {
    if (findings.isFull()) return;
    const at = keyPath(path, index);
    const nameAt = fieldPath(at, 'name');
    if (expression.trim() === '') findings.add(required(fieldPath(at, 'expression')));
    if (name === '') findings.add(required(nameAt));
    else {
      for (const problem of qualifiedName(name)) findings.add(invalid(nameAt, name, problem));
      if (names.has(name)) findings.add(duplicate(nameAt, name));
      names.add(name);
    }
  }
}
