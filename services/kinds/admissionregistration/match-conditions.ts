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
import type { Environment } from '@pilothouse/cel/admission/environment.js';
import { BOOL } from '@pilothouse/cel/types/type.js';
import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import type { Findings } from '../definition/findings.js';

const MAX_CONDITIONS = 64;

/** Validates the matchConditions of a webhook or of a policy. */
export function* checkMatchConditions(
  conditions: readonly MatchCondition[],
  path: string,
  environment: Environment,
  findings: Findings,
): Steps<void> {
  if (conditions.length > MAX_CONDITIONS) findings.add(tooMany(path, conditions.length, MAX_CONDITIONS));
  const names = new Set<string>();
  for (const [index, { name, expression }] of conditions.entries()) {
    if (findings.isFull()) return;
    const at = keyPath(path, index);
    const nameAt = fieldPath(at, 'name');
    yield* checkCondition(expression.trim(), fieldPath(at, 'expression'), environment, findings);
    if (name === '') findings.add(required(nameAt));
    else {
      for (const problem of qualifiedName(name)) findings.add(invalid(nameAt, name, problem));
      if (names.has(name)) findings.add(duplicate(nameAt, name));
      names.add(name);
    }
  }
}

function* checkCondition(text: string, path: string, environment: Environment, findings: Findings): Steps<void> {
  if (text === '') {
    findings.add(required(path));
    return;
  }
  const { problem } = yield* environment.compile(text, { returns: [BOOL], hasAuthorizer: true });
  if (problem !== undefined) findings.add(invalid(path, text, problem));
}
