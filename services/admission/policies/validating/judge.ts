import type { Validation } from '@pilothouse/apimachinery/generated/admissionregistration/v1.js';
import { utf8Length } from '@pilothouse/apimachinery/names/messages.js';
import { typeName } from '@pilothouse/cel/values/kind.js';
import type { Value } from '@pilothouse/cel/values/value.js';
import {
  evaluateGroup,
  OutOfBudget,
  POLICY_COST,
  type EvaluationInput,
  type Evaluated,
  type GroupResults,
} from '../../expressions/evaluate.js';
import { evaluateMatchConditions, MATCHES } from '../../expressions/match-conditions.js';
import type { Waiting } from '../../waiting.js';
import type { CompiledPolicy } from './compile.js';

/** The result of one validation. */
export interface Decision {
  /** `admit` with the evaluation `error` is a failure that the failure policy ignores. */
  readonly action: 'admit' | 'deny';
  readonly evaluation: 'admit' | 'deny' | 'error';
  /** Empty if the validation is satisfied. */
  readonly message: string;
  /** Undefined unless the expression is false. */
  readonly reason: string | undefined;
  readonly seconds: number;
}

/** The result of one audit annotation. */
export type AnnotationResult =
  | { readonly type: 'publish'; readonly key: string; readonly value: string }
  | { readonly type: 'exclude' }
  | { readonly type: 'error'; readonly message: string; readonly seconds: number };

export interface Judgement {
  readonly decisions: readonly Decision[];
  readonly annotations: readonly AnnotationResult[];
}

const NOTHING: Judgement = { decisions: [], annotations: [] };

/**
 * Evaluates a policy over a write, with one parameter (Kubernetes' Validate). The variables are those of the policy, and the
 * clock measures each validation and annotation.
 */
export function* judge(policy: CompiledPolicy, input: EvaluationInput, clock: () => number): Waiting<Judgement> {
  const { failurePolicy, conditions } = policy;
  const met = conditions.length === 0 ? MATCHES : yield* evaluateMatchConditions(conditions, input, failurePolicy);
  if (met.type === 'skipped') return NOTHING;
  if (met.type === 'failed') return failedWhole(policy, met.message);
  try {
    const decisions = yield* judgeValidations(policy, input, clock);
    if (policy.values.length === 0) return { decisions, annotations: [] };
    const values = yield* evaluateGroup(policy.values, input, { hasAuthorizer: false, cost: POLICY_COST, clock });
    return { decisions, annotations: annotationsOf(policy, values) };
  } catch (error) {
    if (error instanceof OutOfBudget) return failedWhole(policy, error.message);
    throw error;
  }
}

function failedWhole({ failurePolicy }: CompiledPolicy, message: string): Judgement {
  return { decisions: [failure(failurePolicy, message, 0)], annotations: [] };
}

function failure(failurePolicy: string, message: string, seconds: number): Decision {
  const action = failurePolicy === 'Ignore' ? 'admit' : 'deny';
  return { action, evaluation: 'error', message, reason: undefined, seconds };
}

function* judgeValidations(
  policy: CompiledPolicy,
  input: EvaluationInput,
  clock: () => number,
): Waiting<readonly Decision[]> {
  const { expressions, validations, failurePolicy } = policy;
  const options = { hasAuthorizer: true, cost: POLICY_COST, clock };
  const { results, seconds, left } = yield* evaluateGroup(expressions, input, options);
  const messages = policy.hasMessages ? yield* evaluateMessages(policy, input, left) : [];
  return results.map((result, index): Decision => {
    const took = seconds[index] ?? 0;
    const validation = validations[index];
    if (result === undefined || validation === undefined) return failure(failurePolicy, '', took);
    if (result.problem !== undefined) return failure(failurePolicy, result.problem, took);
    if (typeof messages === 'string') return failure(failurePolicy, messages, took);
    if (result.value === true) {
      return { action: 'admit', evaluation: 'admit', message: '', reason: undefined, seconds: took };
    }
    const message = messageOf(validation, messages[index]);
    return { action: 'deny', evaluation: 'deny', message, reason: validation.reason ?? 'Invalid', seconds: took };
  });
}

type Messages = GroupResults['results'];

/** The values of all message expressions, or why they have none together. */
function* evaluateMessages(
  { messages }: CompiledPolicy,
  input: EvaluationInput,
  cost: number,
): Waiting<Messages | string> {
  try {
    const { results } = yield* evaluateGroup(messages, input, { hasAuthorizer: false, cost });
    return results;
  } catch (error) {
    if (error instanceof OutOfBudget) return `failed messageExpression: ${error.message}`;
    throw error;
  }
}

/** Limit of the value of a message expression, in bytes. */
const MAX_MESSAGE = 5 * 1024;

/** A message expression without a usable value counts for nothing. */
function messageOf({ message = '', expression }: Validation, evaluated: Evaluated | undefined): string {
  const value = evaluated?.problem === undefined ? evaluated?.value : undefined;
  const text = typeof value === 'string' ? value.trim() : '';
  if (text !== '' && utf8Length(text) <= MAX_MESSAGE && !text.includes('\n')) return text;
  const fixed = message.trim();
  return fixed === '' ? `failed expression: ${expression.trim()}` : fixed;
}

function annotationsOf(policy: CompiledPolicy, { results, seconds }: GroupResults): readonly AnnotationResult[] {
  const { annotations, failurePolicy } = policy;
  return results.map((result, index): AnnotationResult => {
    const took = seconds[index] ?? 0;
    const { key = '', valueExpression = '' } = annotations[index] ?? {};
    if (result === undefined) return { type: 'exclude' };
    if (result.problem !== undefined) {
      if (failurePolicy === 'Ignore') return { type: 'exclude' };
      return { type: 'error', message: result.problem, seconds: took };
    }
    return annotationOf(result.value, { key, valueExpression, seconds: took });
  });
}

interface EvaluatedAnnotation {
  readonly key: string;
  readonly valueExpression: string;
  readonly seconds: number;
}

function annotationOf(value: Value, { key, valueExpression, seconds }: EvaluatedAnnotation): AnnotationResult {
  if (value === null) return { type: 'exclude' };
  if (typeof value === 'string') {
    const text = value.trim();
    return text === '' ? { type: 'exclude' } : { type: 'publish', key, value: text };
  }
  const why = `resulted in unsupported return type: ${typeName(value)}. Return type must be either string or null.`;
  return { type: 'error', message: `valueExpression '${valueExpression}' ${why}`, seconds };
}
