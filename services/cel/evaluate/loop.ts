import { isBinding, type Comprehension, type Expr } from '../syntax/ast.js';
import { typeName } from '../values/kind.js';
import { List, CelMap, CelError, isError, type Value } from '../values/value.js';
import { knownFold, type Fold } from './fold.js';
import { LONG, Pause, type Items, type Run } from './run.js';
import type { Plan, Step } from './step.js';

/** A macro loop, whose variables have their own slots. `stepOf` compiles its parts. */
export function loop(expression: Comprehension, context: Plan, stepOf: (part: Expr, context: Plan) => Step): Step {
  const { variable, variable2, accumulator } = expression;
  const { count, scope } = context;
  const [accumulated, first, second] = [count.slots, count.slots + 1, count.slots + 2];
  count.slots += 3;
  const part = count.parts;
  count.parts += 1;
  const around = { ...context, scope: new Map([...scope, [accumulator, accumulated]]) };
  if (isBinding(expression)) {
    return binding(accumulated, stepOf(expression.init, context), stepOf(expression.result, around));
  }
  const names = new Map([...around.scope, [variable, first]]);
  if (variable2 !== undefined) names.set(variable2, second);
  const inside = { ...around, scope: names };
  const rangeOf = stepOf(expression.range, context);
  const partsFrom = count.parts;
  const fold =
    knownFold(expression, (each) => stepOf(each, inside)) ??
    foldInSlot(accumulated, {
      init: stepOf(expression.init, context),
      condition: stepOf(expression.condition, inside),
      step: stepOf(expression.step, inside),
      result: stepOf(expression.result, around),
    });
  const shape = { part, fold, partsFrom, partsTo: count.parts, first, second, areTwo: variable2 !== undefined };
  return (run) => {
    const kept = run.kept(part);
    if (kept?.type === 'value') return kept.value;
    if (kept?.type === 'loop') return turns(shape, run, kept.items, kept.index, kept.sofar);
    const range = rangeOf(run);
    if (isError(range)) return range;
    const sofar = fold.begin(run);
    const items = itemsOf(range);
    return items instanceof CelError ? items : turns(shape, run, items, 0, sofar);
  };
}

function binding(slot: number, init: Step, result: Step): Step {
  return (run) => {
    run.slots[slot] = init(run);
    return result(run);
  };
}

function foldInSlot(
  slot: number,
  { init, condition, step, result }: Readonly<Record<'init' | 'condition' | 'step' | 'result', Step>>,
): Fold {
  return {
    begin: init,
    isOver(run, sofar) {
      run.slots[slot] = sofar;
      return condition(run) !== true;
    },
    turn: step,
    end(run, sofar) {
      run.slots[slot] = sofar;
      return result(run);
    },
  };
}

interface Shape {
  readonly part: number;
  readonly fold: Fold;
  /** The numbers of the parts inside. */
  readonly partsFrom: number;
  readonly partsTo: number;
  /** The slots of the variables. */
  readonly first: number;
  readonly second: number;
  readonly areTwo: boolean;
}

function itemsOf(range: Value): Items | CelError {
  if (range instanceof List) return { size: range.size, keys: undefined, range };
  if (!(range instanceof CelMap)) return new CelError(`got '${typeName(range)}', expected iterable type`);
  const keys = range.keys();
  return { size: keys.length, keys, range };
}

/** The turns of a loop from one on. After a pause, the turn that it has interrupted begins again. */
function turns(shape: Shape, run: Run, items: Items, from: number, begin: Value): Value {
  const { fold, part } = shape;
  const { size } = items;
  const worked = run.cost + run.extra;
  let [index, sofar, cost] = [from, begin, run.cost];
  try {
    for (; index < size; index += 1) {
      cost = run.cost;
      run.work(1);
      if (run.isDue) throw new Pause();
      assign(shape, run, items, index);
      if (fold.isOver(run, sofar)) break;
      sofar = fold.turn(run, sofar);
      run.forget(shape.partsFrom, shape.partsTo);
    }
  } catch (error) {
    if (error instanceof Pause) run.keep(part, { type: 'loop', cost, items, index, sofar });
    throw error;
  }
  const result = fold.end(run, sofar);
  return run.cost + run.extra - worked < LONG ? result : run.done(part, result);
}

/** Sets the variables: the item of a list or the key of a map; of two, the index or key, and the item or value. */
function assign({ first, second, areTwo }: Shape, { slots }: Run, { keys, range }: Items, index: number): void {
  const item = keys === undefined && range instanceof List ? range.get(index) : (keys?.[index] ?? null);
  if (!areTwo) {
    slots[first] = item;
  } else if (range instanceof CelMap) {
    slots[first] = item;
    slots[second] = range.find(item) ?? null;
  } else {
    slots[first] = BigInt(index);
    slots[second] = item;
  }
}
