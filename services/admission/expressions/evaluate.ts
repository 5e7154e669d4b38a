import type { CompiledExpression } from '@pilothouse/cel/admission/environment.js';
import { ADMISSION_VARIABLES, type AdmissionVariable } from '@pilothouse/cel/admission/types.js';
import { Run, RunError, type IsLate } from '@pilothouse/cel/evaluate/run.js';
import { lazyMap } from '@pilothouse/cel/values/json.js';
import { CelError, type Value } from '@pilothouse/cel/values/value.js';
import type { Yielder } from '@pilothouse/runtime/event-loop/yielder.js';
import { PendingAccess } from './access.js';
import { missingVariable, type WriteValues } from './write-values.js';

/** Cost limits of Kubernetes: of one expression, and of all expressions of a policy or of match conditions together. */
const EXPRESSION_COST = 1_000_000;
export const POLICY_COST = 10_000_000;
export const MATCH_CONDITIONS_COST = 2_500_000;

/** The expressions of a policy exceed their common cost limit. No further ones are evaluated. */
export class OutOfBudget extends Error {
  override readonly name = 'OutOfBudget';

  constructor() {
    super('validation failed due to running out of cost budget, no further validation rules will be run');
  }
}

/** The result of an expression: its value, or why it has none. */
export type Evaluated = { readonly problem: undefined; readonly value: Value } | { readonly problem: string };

/** What the expressions of one group read, and how much they may cost. */
export interface EvaluationInput {
  readonly values: WriteValues;
  /** The value of `namespaceObject`. */
  readonly namespace: Value;
  /** The value of `params`; undefined if there are none. */
  readonly params: Value | undefined;
  readonly hasAuthorizer: boolean;
  /** The variables of the policy, by name. */
  readonly variables: ReadonlyMap<string, CompiledExpression>;
  /** The cost limit of the group. */
  readonly cost: number;
  /** Starts the clock of an expression, which limits its time beyond its cost. */
  readonly lateTest: () => IsLate;
  /** Called between expressions, each of which can take a tenth of a second; absent to run without a break. */
  readonly maybeYield?: Yielder;
  /** Monotonic clock in milliseconds that measures each expression; absent to measure nothing. */
  readonly clock?: () => number;
}

/** The results of a group. */
export interface GroupResults {
  readonly results: readonly (Evaluated | undefined)[];
  /** The duration of each expression. */
  readonly seconds: readonly number[];
  /** The cost that is left. */
  readonly left: number;
}

/** Work that waits for promises. */
export type Waiting<Result> = Generator<Promise<void>, Result>;

/** Runs the work. Returns a promise only if the work waits. */
export function run<Result>(work: Waiting<Result>): Result | Promise<Result> {
  const step = work.next();
  return step.done === true ? step.value : resume(work, step.value);
}

async function resume<Result>(work: Waiting<Result>, first: Promise<void>): Promise<Result> {
  await first;
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await step.value;
  }
}

/**
 * Evaluates expressions in their order, as one group: variables are evaluated at most once, and all costs count. Undefined
 * expressions have undefined results. Throws OutOfBudget. Waits for authorizers.
 */
export function* evaluateGroup(
  expressions: readonly (CompiledExpression | undefined)[],
  input: EvaluationInput,
): Waiting<GroupResults> {
  if (expressions.length === 0) return { results: [], seconds: [], left: input.cost };
  const { clock = noClock, maybeYield = noBreak } = input;
  const group = new Group(input);
  const results: (Evaluated | undefined)[] = [];
  const seconds: number[] = [];
  let begin = clock();
  for (const expression of expressions) {
    let result = expression && group.evaluate(expression);
    while (result instanceof PendingAccess) {
      yield result.answered;
      result = expression && group.evaluate(expression);
    }
    results.push(result);
    const end = clock();
    seconds.push((end - begin) / 1000);
    begin = end;
    const turn = maybeYield();
    if (turn === undefined) continue;
    yield turn;
    begin = clock();
  }
  return { results, seconds, left: group.left };
}

const noClock = (): number => 0;
const noBreak: Yielder = () => undefined;

class Group {
  left: number;
  readonly #input: EvaluationInput;
  /** The values of the variables that have been read, by slot. */
  readonly #slots: Value[] = [];
  readonly #variables: Value;
  #isLate: IsLate = () => false;
  /** The cost of variables since the start of an expression. */
  #variablesCost = 0;

  constructor(input: EvaluationInput) {
    this.left = input.cost;
    this.#input = input;
    this.#variables = lazyMap([...input.variables.keys()], (name) => this.#variable(name));
  }

  /** Ends with a PendingAccess if it waits for an authorizer. It is then called again; finished variables keep their values. */
  evaluate(expression: CompiledExpression): Evaluated | PendingAccess {
    const { problem, text } = expression;
    if (problem !== undefined) return { problem: `compilation error: ${problem}` };
    this.#isLate = this.#input.lateTest();
    const outcome = this.#attempt(expression);
    if (outcome instanceof PendingAccess) return outcome;
    const { value, cost } = outcome;
    this.#pay(this.#variablesCost);
    this.#variablesCost = 0;
    this.#pay(cost);
    if (!(value instanceof CelError)) return { problem, value };
    return { problem: `expression '${text}' resulted in error: ${value.message}` };
  }

  #attempt(expression: CompiledExpression): Outcome | PendingAccess {
    try {
      return this.#run(expression);
    } catch (error) {
      if (error instanceof PendingAccess) return error;
      throw error;
    }
  }

  #pay(cost: number): void {
    if (cost > this.left) throw new OutOfBudget();
    this.left -= cost;
  }

  #variable(name: string): Value {
    const expression = this.#input.variables.get(name);
    if (expression === undefined) return missingVariable(name);
    if (expression.problem !== undefined) {
      return new CelError(`composited variable "${name}" fails to compile: ${expression.problem}`);
    }
    const { value, cost } = this.#run(expression);
    this.#variablesCost += cost;
    if (!(value instanceof CelError)) return value;
    return new CelError(`composited variable "${name}" fails to evaluate: ${value.message}`);
  }

  #run(expression: CompiledExpression): Outcome {
    if (expression.problem !== undefined) return { value: new CelError(expression.problem), cost: 0 };
    const { program } = expression;
    const slots: Value[] = [];
    for (let slot = 0; slot < program.slots; slot += 1) slots.push(null);
    for (const slot of expression.slots) slots[slot] = this.#slots[slot] ??= this.#value(ADMISSION_VARIABLES[slot]);
    const current = new Run(slots, EXPRESSION_COST, this.#isLate);
    try {
      return { value: program.step(current), cost: current.cost };
    } catch (error) {
      return { value: failure(error), cost: current.cost };
    }
  }

  #value(name: AdmissionVariable | undefined): Value {
    const { values, namespace, params, hasAuthorizer } = this.#input;
    switch (name) {
      case 'object':
        return values.object();
      case 'oldObject':
        return values.oldObject();
      case 'request':
        return values.request();
      case 'namespaceObject':
        return namespace;
      case 'params':
        return params ?? null;
      case 'variables':
        return this.#variables;
      case 'authorizer':
        return hasAuthorizer ? values.authorizer() : missingVariable(name);
      case 'authorizer.requestResource':
        return hasAuthorizer ? values.requestResource() : missingVariable(name);
      case undefined:
        return null;
    }
  }
}

interface Outcome {
  readonly value: Value;
  readonly cost: number;
}

function failure(error: unknown): CelError {
  if (error instanceof RunError) return new CelError(error.message);
  // The value is nested too deeply to be compared or written.
  if (error instanceof RangeError) return new CelError('the value is nested too deeply');
  throw error;
}
