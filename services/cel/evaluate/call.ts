import type { Overload } from '../library/overload.js';
import { callCost } from '../cost/calls.js';
import { isValueOf } from '../types/values.js';
import { CelError, isError, type Value } from '../values/value.js';
import { typeName } from '../values/kind.js';
import type { Step } from './step.js';

/** Calls the first overload that accepts the types of the values. */
export function call(overloads: readonly Overload[], args: readonly Step[]): Step {
  const candidates = overloads.map((overload) => ({ overload, cost: callCost(overload) }));
  return (run) => {
    const values: Value[] = [];
    for (const arg of args) {
      const value = arg(run);
      if (isError(value)) return value;
      values.push(value);
    }
    for (const { overload, cost } of candidates) {
      if (!overload.args.every((type, index) => isValueOf(type, values[index] ?? null))) continue;
      const result = overload.call(values, run);
      run.charge(cost(values, result));
      return result;
    }
    const name = overloads[0]?.name ?? '';
    return new CelError(`no such overload: ${name}(${values.map(typeName).join(', ')})`);
  };
}
