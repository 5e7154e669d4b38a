import type { MatchCondition } from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import type { CompiledExpression, Environment } from '@pilothouse/cel/admission/environment.js';
import { BOOL } from '@pilothouse/cel/types/type.js';
import {
  evaluateGroup,
  MATCH_CONDITIONS_COST,
  OutOfBudget,
  type EvaluationInput,
  type GroupOptions,
} from './evaluate.js';
import type { Waiting } from '../waiting.js';

export interface CompiledCondition {
  readonly name: string;
  readonly expression: CompiledExpression;
}

/** Compiles the match conditions of a webhook or policy. A condition that does not compile fails when it is evaluated. */
export function* compileMatchConditions(
  conditions: readonly MatchCondition[],
  environment: Environment,
): Steps<readonly CompiledCondition[]> {
  const compiled: CompiledCondition[] = [];
  for (const { name, expression } of conditions) {
    const options = { returns: [BOOL], hasAuthorizer: true };
    compiled.push({ name, expression: yield* environment.compile(expression, options) });
  }
  return compiled;
}

/** Whether a request meets match conditions. `failed`: the failure policy is Fail, and a condition has no value. */
export type ConditionsResult =
  | { readonly type: 'matches' }
  /** The name of the first condition that is false, if one is. */
  | { readonly type: 'skipped'; readonly condition: string | undefined; readonly problems: readonly string[] }
  | { readonly type: 'failed'; readonly problems: readonly string[]; readonly message: string };

export const MATCHES: ConditionsResult = { type: 'matches' };

export type ConditionsInput = Omit<EvaluationInput, 'namespace'>;

const OPTIONS: GroupOptions = { hasAuthorizer: true, cost: MATCH_CONDITIONS_COST };

/**
 * Evaluates match conditions: a false one skips the webhook or policy, whatever the others are. Otherwise the failure policy
 * decides about those that fail. `namespaceObject` is null, as in Kubernetes.
 */
export function* evaluateMatchConditions(
  conditions: readonly CompiledCondition[],
  input: ConditionsInput,
  failurePolicy: string,
): Waiting<ConditionsResult> {
  if (conditions.length === 0) return MATCHES;
  const problems: string[] = [];
  try {
    const expressions = conditions.map(({ expression }) => expression);
    const { results } = yield* evaluateGroup(expressions, { ...input, namespace: null }, OPTIONS);
    for (const [index, result] of results.entries()) {
      if (result === undefined) continue;
      if (result.problem !== undefined) problems.push(result.problem);
      else if (result.value === false) return { type: 'skipped', condition: conditions[index]?.name, problems };
    }
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error;
    problems.push(error.message);
  }
  if (problems.length === 0) return MATCHES;
  if (failurePolicy === 'Ignore') return { type: 'skipped', condition: undefined, problems };
  return { type: 'failed', problems, message: together(problems) };
}

/** Several errors in one text, each once (Kubernetes' aggregate). */
function together(problems: readonly string[]): string {
  const all = [...new Set(problems)];
  return all.length === 1 ? all.join('') : `[${all.join(', ')}]`;
}
