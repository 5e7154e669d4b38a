import type { Value } from '../values/value.js';
import { evaluate, type Program } from './program.js';
import { Run, RunError } from './run.js';

/** Limits of the expressions evaluated for one request. Costs are in Kubernetes' units. */
export interface Limits {
  /** Limit of one expression. */
  readonly expressionCost: number;
  /** Limit of all expressions together. */
  readonly cost: number;
  /** Time limit of all expressions together, from the start. */
  readonly milliseconds: number;
}

/** An evaluation exceeded a limit. */
export class LimitError extends Error {
  override readonly name = 'LimitError';
}

export interface Budget {
  /**
   * Evaluates an expression over variables, in the order of their declaration; an error is a value. Variables may
   * evaluate other expressions lazily. Throws a LimitError; always, once the total limit is exceeded.
   */
  readonly evaluate: (program: Program, variables: readonly Value[]) => Value;
}

/** `now` is a monotonic clock in milliseconds. */
export function createBudget({ expressionCost, cost, milliseconds }: Limits, now: () => number): Budget {
  const end = now() + milliseconds;
  const isLate = (): boolean => now() > end;
  /** The stack of running evaluations. */
  const active: Run[] = [];
  let spent = 0;
  let problem: LimitError | undefined;
  const limitError = ({ kind }: RunError, limit: number): LimitError => {
    if (kind === 'time') return (problem ??= new LimitError(`expressions may not take longer than ${milliseconds} ms`));
    if (limit === expressionCost) return new LimitError(`an expression may not cost more than ${expressionCost}`);
    return (problem ??= new LimitError(`expressions may not cost more than ${cost} together`));
  };
  return {
    evaluate(program, variables) {
      if (problem !== undefined) throw problem;
      const left = active.reduce((rest, run) => rest - run.cost, cost - spent);
      const limit = Math.min(left, expressionCost);
      const run = new Run({ isLate }, [...variables]);
      active.push(run);
      try {
        const value = isLate() ? new RunError('time') : evaluate(run, program, limit);
        if (value instanceof RunError) throw limitError(value, limit);
        return value;
      } finally {
        active.pop();
        spent += run.cost;
      }
    },
  };
}
