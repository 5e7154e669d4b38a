import type { Variable } from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { fieldPath, invalid, keyPath, required } from '@pilothouse/apimachinery/status/field-error.js';
import type { Environment } from '@pilothouse/cel/admission/environment.js';
import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import type { Findings } from '../definition/findings.js';

const IDENTIFIER = /^[_a-zA-Z]\w*$/;
const RESERVED: ReadonlySet<string> = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

/** Validates the variables of a policy, and adds them to its environment. */
export function* checkVariables(
  variables: readonly Variable[],
  path: string,
  environment: Environment,
  findings: Findings,
): Steps<void> {
  for (const [index, { name, expression }] of variables.entries()) {
    if (findings.isFull()) return;
    const at = keyPath(path, index);
    const nameAt = fieldPath(at, 'name');
    const expressionAt = fieldPath(at, 'expression');
    if (name.trim() === '') findings.add(required(nameAt, 'name is not specified'));
    else if (!IDENTIFIER.test(name) || RESERVED.has(name)) {
      findings.add(invalid(nameAt, name, 'must be a valid CEL identifier'));
    }
    if (expression.trim() === '') {
      findings.add(required(expressionAt, 'expression is not specified'));
      continue;
    }
    const { expression: compiled } = yield* environment.addVariable(name, expression);
    if (compiled.problem !== undefined) findings.add(invalid(expressionAt, expression, compiled.problem));
  }
}
