import type { Overload } from '../library/overload.js';
import { callCost } from '../cost/calls.js';
import { testOf, type TypeTest } from '../types/values.js';
import { CelError, isError, type Value } from '../values/value.js';
import { typeName } from '../values/kind.js';
import { LongCall } from './long-call.js';
import { LONG, Pause, type Run } from './run.js';
import type { Plan, Step } from './step.js';

/** Calls the first overload that accepts the types of the values. */
export function call(overloads: readonly Overload[], args: readonly Step[], { count }: Plan): Step {
  const candidates = overloads.map((overload) => ({
    tests: overload.args.map(testOf),
    implementation: overload.call,
    cost: callCost(overload),
  }));
  const part = count.parts;
  count.parts += 1;
  return (run) => {
    const kept = run.kept(part);
    if (kept?.type === 'value') return kept.value;
    if (kept?.type === 'call') return finished(run, part, kept);
    const values: Value[] = [];
    for (const arg of args) {
      const value = arg(run);
      if (isError(value)) return value;
      values.push(value);
    }
    for (const { tests, implementation, cost } of candidates) {
      if (!areAccepted(values, tests)) continue;
      const { extra } = run;
      if (!cost.needsResult) run.charge(cost.of(values, null));
      const result = implementation(values, run);
      if (result instanceof LongCall) return finished(run, part, { call: result });
      if (cost.needsResult) run.charge(cost.of(values, result));
      return run.extra - extra < LONG ? result : run.done(part, result);
    }
    const name = overloads[0]?.name ?? '';
    return new CelError(`no such overload: ${name}(${values.map(typeName).join(', ')})`);
  };
}

/** Does a long call to its end. It pauses between two slices. The call is charged already. */
function finished(run: Run, part: number, { call }: { readonly call: LongCall }): Value {
  for (;;) {
    const value = call.advance(run);
    if (value !== undefined) return run.done(part, value);
    if (!run.isDue) continue;
    run.keep(part, { type: 'call', cost: run.cost, call });
    throw new Pause();
  }
}

function areAccepted(values: readonly Value[], tests: readonly TypeTest[]): boolean {
  let index = 0;
  for (const isAccepted of tests) {
    if (!isAccepted(values[index] ?? null)) return false;
    index += 1;
  }
  return true;
}
