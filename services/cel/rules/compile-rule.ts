import type { StructuralSchema, ValidationRule } from '@pilothouse/apimachinery/structural/schema.js';
import { estimateCost } from '../cost/coster.js';
import type { Program } from '../evaluate/program.js';
import { compileInSteps } from '../expression.js';
import type { Library } from '../library/library.js';
import { problemsText } from '../syntax/problem.js';
import { optionalOf } from '../types/type.js';
import { sizeBelow, type Declared } from './declare.js';
import { fieldPathBelow } from './field-path.js';

/** A compiled expression. `mostCost`: maximum cost of one evaluation within the schema's limits. */
export interface CompiledExpression {
  readonly program: Program;
  readonly maxCost: number;
}

/** A compiled rule, or its errors in Kubernetes' words. */
export interface CompiledRule {
  readonly rule: ValidationRule;
  /** Undefined if the rule is empty or invalid. */
  readonly expression: CompiledExpression | undefined;
  readonly problem: string | undefined;
  readonly message: CompiledExpression | undefined;
  readonly messageProblem: string | undefined;
  /** Whether the rule uses `oldSelf`. */
  readonly usesOldSelf: boolean;
  /** The rule's `fieldPath`, relative to the value. */
  readonly fieldPath: string | undefined;
}

/** Compiles a rule of a schema in steps. */
export function* compileRule(
  rule: ValidationRule,
  schema: StructuralSchema,
  declared: Declared,
  library: Library,
): Generator<void, CompiledRule> {
  const none = {
    rule,
    expression: undefined,
    problem: undefined,
    message: undefined,
    messageProblem: undefined,
    usesOldSelf: false,
    fieldPath: undefined,
  };
  if (rule.rule.trim() === '') return none;
  const compile = (text: string, kind: 'bool' | 'string'): Generator<void, Outcome> =>
    compileTyped(text, kind, rule.optionalOldSelf === true, declared, library);
  const found = yield* compile(rule.rule, 'bool');
  if (found.problem !== undefined) {
    const problem = found.isType ? 'cel expression must evaluate to a bool' : `compilation failed: ${found.problem}`;
    return { ...none, problem };
  }
  const fieldPath = rule.fieldPath === '' ? undefined : fieldPathBelow(rule.fieldPath, schema);
  const compiled = { ...none, expression: found.expression, usesOldSelf: found.usesOldSelf, fieldPath };
  if (rule.messageExpression === '') return compiled;
  yield;
  const message = yield* compile(rule.messageExpression, 'string');
  if (message.problem === undefined) return { ...compiled, message: message.expression };
  const messageProblem = message.isType
    ? 'messageExpression must evaluate to a string'
    : `messageExpression compilation failed: ${message.problem}`;
  return { ...compiled, messageProblem };
}

type Outcome =
  | { readonly problem: undefined; readonly expression: CompiledExpression; readonly usesOldSelf: boolean }
  | { readonly problem: string; readonly isType: boolean };

function* compileTyped(
  text: string,
  kind: 'bool' | 'string',
  isOptional: boolean,
  declared: Declared,
  library: Library,
): Generator<void, Outcome> {
  const oldSelf = isOptional ? optionalOf(declared.type) : declared.type;
  const compiled = yield* compileInSteps(
    text,
    new Map([
      ['self', declared.type],
      ['oldSelf', oldSelf],
    ]),
    library,
  );
  if (!compiled.ok) return { problem: problemsText(text, compiled.problems), isType: false };
  const { checked, program } = compiled;
  if (checked.type.kind !== kind) return { problem: checked.type.kind, isType: true };
  yield;
  const maxCost = estimateCost(checked, sizeBelow(declared)).max;
  return { problem: undefined, expression: { program, maxCost }, usesOldSelf: checked.variables.has('oldSelf') };
}
