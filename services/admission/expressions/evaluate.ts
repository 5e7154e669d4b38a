import type { CompiledExpression, CompiledVariable } from '@pilothouse/cel/admission/environment.js';
import { ADMISSION_VARIABLES } from '@pilothouse/cel/admission/types.js';
import { evaluate, type Program } from '@pilothouse/cel/evaluate/program.js';
import { Pause, RunError, type Run } from '@pilothouse/cel/evaluate/run.js';
import { lazyMap } from '@pilothouse/cel/values/json.js';
import { CelError, type Value } from '@pilothouse/cel/values/value.js';
import type { Waiting } from '../waiting.js';
import type { Engine } from './engine.js';
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

/** What the expressions of a policy or of match conditions read. */
export interface EvaluationInput {
  readonly values: WriteValues;
  /** The value of `namespaceObject`. */
  readonly namespace: Value;
  /** The value of `params`; undefined if there are none. */
  readonly params: Value | undefined;
  /** The variables of the policy. */
  readonly variables: readonly CompiledVariable[];
  /** That of the write. */
  readonly engine: Engine;
}

/** How one group of expressions is evaluated. */
export interface GroupOptions {
  readonly hasAuthorizer: boolean;
  /** The cost limit of the group. */
  readonly cost: number;
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

/**
 * Evaluates expressions in their order, as one group: variables are evaluated at most once, and all costs count. Undefined
 * expressions have undefined results. Throws OutOfBudget. Waits for authorizers, and for turns of the event loop.
 */
export function* evaluateGroup(
  expressions: readonly (CompiledExpression | undefined)[],
  input: EvaluationInput,
  options: GroupOptions,
): Waiting<GroupResults> {
  const { engine } = input;
  const { clock = noClock } = options;
  const group = new Group(input, options);
  const results: (Evaluated | undefined)[] = [];
  const seconds: number[] = [];
  let begin = clock();
  for (const expression of expressions) {
    if (expression === undefined) {
      results.push(undefined);
    } else {
      let result = group.evaluate(expression);
      while (result instanceof Pause) {
        yield engine.rest(result);
        result = group.evaluate(expression);
      }
      results.push(result);
    }
    const end = clock();
    seconds.push((end - begin) / 1000);
    begin = end;
    if (!engine.run.isDue) continue;
    yield engine.rest();
    begin = clock();
  }
  return { results, seconds, left: group.left };
}

const noClock = (): number => 0;

class Group {
  left: number;
  readonly #input: EvaluationInput;
  readonly #hasAuthorizer: boolean;
  readonly #run: Run;
  #isContinued = false;
  /** The cost of variables since the start of an expression. */
  #variablesCost = 0;

  constructor(input: EvaluationInput, { hasAuthorizer, cost }: GroupOptions) {
    this.left = cost;
    this.#input = input;
    this.#hasAuthorizer = hasAuthorizer;
    this.#run = input.engine.run;
    this.#run.use([], (slot) => this.#value(slot));
  }

  /** After a pause, it is called again. */
  evaluate(expression: CompiledExpression): Evaluated | Pause {
    const { problem, text } = expression;
    if (problem !== undefined) return { problem: `compilation error: ${problem}` };
    if (!this.#isContinued) this.#input.engine.begin();
    let value: Value;
    try {
      value = valueIn(this.#run, expression.program);
    } catch (error) {
      if (!(error instanceof Pause)) throw error;
      this.#isContinued = true;
      return error;
    }
    this.#isContinued = false;
    this.#run.end();
    this.#pay(this.#variablesCost);
    this.#variablesCost = 0;
    this.#pay(this.#run.cost);
    if (!(value instanceof CelError)) return { problem, value };
    return { problem: `expression '${text}' resulted in error: ${value.message}` };
  }

  #pay(cost: number): void {
    if (cost > this.left) throw new OutOfBudget();
    this.left -= cost;
  }

  #value(slot: number): Value {
    const { values, namespace, params, variables } = this.#input;
    const name = ADMISSION_VARIABLES[slot];
    if (name === undefined) return this.#variable(variables.find((variable) => variable.slot === slot));
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
      case 'variables': {
        const slots = new Map(variables.map((variable) => [variable.name, variable.slot]));
        return lazyMap([...slots.keys()], (field) => this.#run.valueAt(slots.get(field) ?? -1, field));
      }
      case 'authorizer':
        return this.#hasAuthorizer ? values.authorizer() : missingVariable(name);
      case 'authorizer.requestResource':
        return this.#hasAuthorizer ? values.requestResource() : missingVariable(name);
    }
  }

  #variable(variable: CompiledVariable | undefined): Value {
    if (variable === undefined) return null;
    const { name, expression } = variable;
    if (expression.problem !== undefined) {
      return new CelError(`composited variable "${name}" fails to compile: ${expression.problem}`);
    }
    const run = this.#run;
    const { cost, limit } = run;
    const value = valueIn(run, expression.program);
    this.#variablesCost += run.cost;
    run.goBack(cost, limit);
    if (!(value instanceof CelError)) return value;
    return new CelError(`composited variable "${name}" fails to evaluate: ${value.message}`);
  }
}

function valueIn(run: Run, program: Program): Value {
  const value = evaluate(run, program, EXPRESSION_COST);
  return value instanceof RunError ? new CelError(value.message) : value;
}
