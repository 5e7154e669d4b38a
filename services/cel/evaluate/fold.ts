import { LIST_COST } from '../cost/constants.js';
import type { Comprehension, Expr } from '../syntax/ast.js';
import { GrowingList } from '../values/list.js';
import { isError, NO_OVERLOAD, type Value } from '../values/value.js';
import { isConstant } from './constants.js';
import { both, either } from './logic.js';
import type { Run } from './run.js';
import type { Step } from './step.js';

/** What a loop computes. `sofar` is its accumulator, which expressions cannot read. */
export interface Fold {
  readonly begin: Step;
  /** Whether the loop ends before its next turn. */
  readonly isOver: (run: Run, sofar: Value) => boolean;
  readonly turn: (run: Run, sofar: Value) => Value;
  readonly end: (run: Run, sofar: Value) => Value;
}

/** The fold of `all`, `exists`, `map` or `filter`, which costs what its expansion does; undefined for another one. */
export function knownFold(loop: Comprehension, stepOf: (part: Expr) => Step): Fold | undefined {
  const { condition, step } = loop;
  if (!isAccumulator(loop.result, loop)) return undefined;
  if (step.kind !== 'call') return undefined;
  const [first, second, third] = step.args;
  if (first === undefined || second === undefined) return undefined;
  if (condition.kind === 'literal') {
    if (condition.value !== true || loop.init.kind !== 'list') return undefined;
    if (step.name !== '_?_:_') {
      const value = appended(step, loop);
      return value && collect(value, undefined, stepOf);
    }
    const value = appended(second, loop);
    return value && third && isAccumulator(third, loop) ? collect(value, stepOf(first), stepOf) : undefined;
  }
  if (loop.init.kind !== 'literal' || !isAccumulator(first, loop)) return undefined;
  if (step.name === '_&&_' && loop.init.value === true) return all(stepOf(second));
  return step.name === '_||_' && loop.init.value === false ? exists(stepOf(second)) : undefined;
}

function isAccumulator(expression: Expr, { accumulator }: Comprehension): boolean {
  return expression.kind === 'ident' && expression.name === accumulator;
}

/** The `value` of `accumulator + [value]`. */
function appended(expression: Expr, loop: Comprehension): Expr | undefined {
  if (expression.kind !== 'call' || expression.name !== '_+_') return undefined;
  const [sofar, list] = expression.args;
  if (sofar === undefined || !isAccumulator(sofar, loop) || list?.kind !== 'list') return undefined;
  const [element, ...others] = list.elements;
  return element === undefined || element.isOptional || others.length > 0 ? undefined : element.value;
}

/** Reading the accumulator costs 1, as does each operator except `&&` and `||`. */
const READ = 1;
const OPERATOR = 1;

function returned(run: Run, sofar: Value): Value {
  run.charge(READ);
  return sofar;
}

function all(predicate: Step): Fold {
  return {
    begin: () => true,
    isOver(run, sofar) {
      run.charge(READ + OPERATOR);
      return sofar === false;
    },
    turn(run, sofar) {
      run.charge(READ);
      return both(sofar, predicate(run));
    },
    end: returned,
  };
}

function exists(predicate: Step): Fold {
  return {
    begin: () => false,
    isOver(run, sofar) {
      run.charge(READ + OPERATOR + OPERATOR);
      return sofar === true;
    },
    turn(run, sofar) {
      run.charge(READ);
      return either(sofar, predicate(run));
    },
    end: returned,
  };
}

const never = (): boolean => false;

function collect(value: Expr, test: Step | undefined, stepOf: (part: Expr) => Step): Fold {
  const read = stepOf(value);
  // The list of a constant is a constant, which is free.
  const cost = isConstant(value) ? OPERATOR : LIST_COST + OPERATOR;
  const append = (run: Run, sofar: Value): Value => {
    run.charge(READ);
    const item = read(run);
    run.charge(isError(item) ? OPERATOR : cost);
    if (!(sofar instanceof GrowingList)) return sofar;
    return isError(item) ? item : sofar.with(item);
  };
  return {
    begin: () => new GrowingList([]),
    isOver: never,
    turn:
      test === undefined
        ? append
        : (run, sofar) => {
            const isWanted = test(run);
            if (isWanted === true) return append(run, sofar);
            if (isWanted === false) return sofar;
            return isError(isWanted) ? isWanted : NO_OVERLOAD;
          },
    end: returned,
  };
}
