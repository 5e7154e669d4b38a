import { isBinding, type Comprehension, type Expr } from '../syntax/ast.js';
import { typeName } from '../values/kind.js';
import { List, CelMap, CelError, isError, type Value } from '../values/value.js';
import type { Run } from './run.js';
import type { Plan, Step } from './step.js';

/** A macro loop, whose variables have their own slots. `stepOf` compiles its parts. */
export function loop(expression: Comprehension, context: Plan, stepOf: (part: Expr, context: Plan) => Step): Step {
  const { variable, variable2, accumulator } = expression;
  const { slots, scope } = context;
  const [accumulated, first, second] = [slots.count, slots.count + 1, slots.count + 2];
  slots.count += 3;
  const around = { ...context, scope: new Map([...scope, [accumulator, accumulated]]) };
  const result = stepOf(expression.result, around);
  const init = stepOf(expression.init, context);
  if (isBinding(expression)) return binding(accumulated, init, result);
  const names =
    variable2 === undefined
      ? [[variable, first] as const]
      : ([
          [variable, first],
          [variable2, second],
        ] as const);
  const inside = { ...context, scope: new Map([...around.scope, ...names]) };
  const range = stepOf(expression.range, context);
  const condition = stepOf(expression.condition, inside);
  const step = stepOf(expression.step, inside);
  return (run) => {
    const items = range(run);
    if (isError(items)) return items;
    const start = init(run);
    const before = [run.slots[accumulated], run.slots[first], run.slots[second]];
    run.slots[accumulated] = start;
    const turn = (key: Value, value: Value): boolean => {
      run.slots[first] = key;
      run.slots[second] = value;
      if (condition(run) !== true) return false;
      run.slots[accumulated] = step(run);
      return true;
    };
    const problem = eachItem(items, variable2 !== undefined, run, turn);
    const outcome = problem ?? result(run);
    [accumulated, first, second].forEach((slot, index) => (run.slots[slot] = before[index] ?? null));
    return outcome;
  };
}

function binding(slot: number, init: Step, result: Step): Step {
  return (run) => {
    const before = run.slots[slot];
    run.slots[slot] = init(run);
    const outcome = result(run);
    run.slots[slot] = before ?? null;
    return outcome;
  };
}

/** Iterates over the items of a list or the keys of a map; with two variables also over indexes or values. */
function eachItem(
  range: Value,
  areTwo: boolean,
  run: Run,
  turn: (first: Value, second: Value) => boolean,
): CelError | undefined {
  if (range instanceof List) {
    for (let index = 0; index < range.size; index += 1) {
      run.work(1);
      const item = range.get(index);
      if (!turn(areTwo ? BigInt(index) : item, item)) break;
    }
    return undefined;
  }
  if (!(range instanceof CelMap)) return new CelError(`got '${typeName(range)}', expected iterable type`);
  for (const key of range.keys()) {
    run.work(1);
    if (!turn(key, areTwo ? (range.find(key) ?? null) : null)) break;
  }
  return undefined;
}
