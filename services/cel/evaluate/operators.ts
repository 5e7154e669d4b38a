import type { Resolution } from '../types/overloads.js';
import { TRAVERSAL } from '../cost/constants.js';
import { keyId, type KeyId } from '../values/map.js';
import { compare } from '../values/compare.js';
import { equal } from '../values/equal.js';
import { sizeOf } from '../values/kind.js';
import { List, CelMap, CelError, isError, NO_OVERLOAD, Opaque, Optional, type Value } from '../values/value.js';
import { add, divide, modulo, multiply, negate, subtract } from './arithmetic.js';
import { both, either } from './logic.js';
import { LONG, type Run } from './run.js';
import type { Plan, Step } from './step.js';

type Binary = (left: Value, right: Value, run: Run) => Value;

/** The step of an operator, or of `or` and `orValue`; undefined for another function. */
export function operatorStep(
  { name, args, isMember }: Resolution,
  steps: readonly Step[],
  { count }: Plan,
): Step | undefined {
  const [first, second, third] = steps;
  if (first === undefined) return undefined;
  if (name === '!_') return unary(first, (value) => (typeof value === 'boolean' ? !value : NO_OVERLOAD));
  if (name === '-_') return unary(first, negate);
  if (name === '@not_strictly_false') return notStrictlyFalse(first);
  if (second === undefined) return undefined;
  if (name === '_&&_') return logical(first, second, false);
  if (name === '_||_') return logical(first, second, true);
  if (name === '_?_:_' && third !== undefined) return conditional(first, second, third);
  if (isMember && (name === 'or' || name === 'orValue')) return alternative(first, second, name === 'orValue');
  const list = args[1];
  if (name === '@in' && list?.kind === 'list' && list.elements.every(({ value }) => value.kind === 'literal')) {
    return inLiterals(
      first,
      list.elements.map(({ value }) => (value.kind === 'literal' ? value.value : null)),
    );
  }
  const operator = BINARY[name];
  if (operator === undefined) return undefined;
  const part = count.parts;
  count.parts += 1;
  return binary(first, second, operator, part);
}

const BINARY: Readonly<Record<string, Binary | undefined>> = {
  '_==_': (left, right, run) => {
    run.charge(equalityCost(left, right));
    return equal(left, right, run);
  },
  '_!=_': (left, right, run) => {
    run.charge(equalityCost(left, right));
    return !equal(left, right, run);
  },
  '_<_': relation((order) => order < 0),
  '_<=_': relation((order) => order <= 0),
  '_>_': relation((order) => order > 0),
  '_>=_': relation((order) => order >= 0),
  '_+_': (left, right, run) => {
    const isText = typeof left === 'string' || left instanceof Uint8Array;
    run.charge(isText ? Math.ceil((sizeOf(left) + sizeOf(right)) * TRAVERSAL) : 1);
    return add(left, right, run);
  },
  '_-_': plain(subtract),
  '_*_': plain(multiply),
  '_/_': plain(divide),
  '_%_': plain(modulo),
  '@in': isIn,
};

function plain(compute: (left: Value, right: Value) => Value): Binary {
  return (left, right, run) => {
    run.charge(1);
    return compute(left, right);
  };
}

function binary(first: Step, second: Step, operator: Binary, part: number): Step {
  return (run) => {
    const kept = run.kept(part);
    if (kept?.type === 'value') return kept.value;
    const left = first(run);
    const right = second(run);
    if (isError(left) || isError(right)) {
      run.charge(1);
      return isError(left) ? left : right;
    }
    const { extra } = run;
    const result = operator(left, right, run);
    return run.extra - extra < LONG ? result : run.done(part, result);
  };
}

function unary(operand: Step, compute: (value: Value) => Value): Step {
  return (run) => {
    const value = operand(run);
    run.charge(1);
    return isError(value) ? value : compute(value);
  };
}

function notStrictlyFalse(operand: Step): Step {
  return (run) => {
    const value = operand(run);
    run.charge(1);
    return value !== false;
  };
}

/** `decisive`: the value that determines the result regardless of the other operand, even of an error. */
function logical(first: Step, second: Step, decisive: boolean): Step {
  const together = decisive ? either : both;
  return (run) => {
    const left = first(run);
    return left === decisive ? left : together(left, second(run));
  };
}

function conditional(condition: Step, yes: Step, no: Step): Step {
  return (run) => {
    const value = condition(run);
    if (typeof value === 'boolean') return value ? yes(run) : no(run);
    return isError(value) ? value : NO_OVERLOAD;
  };
}

function alternative(first: Step, second: Step, unwraps: boolean): Step {
  return (run) => {
    const value = first(run);
    if (isError(value)) return value;
    if (!(value instanceof Optional)) return NO_OVERLOAD;
    if (value.value === undefined) return second(run);
    return unwraps ? value.value : value;
  };
}

function relation(holds: (order: number) => boolean): Binary {
  return (left, right, run) => {
    const isText = typeof left === 'string' || left instanceof Uint8Array;
    run.charge(isText ? Math.ceil(Math.min(sizeOf(left), sizeOf(right)) * TRAVERSAL) : 1);
    const order = compare(left, right);
    if (order === undefined) return NO_OVERLOAD;
    return Number.isNaN(order) ? new CelError('NaN values cannot be ordered') : holds(order);
  };
}

function equalityCost(left: Value, right: Value): number {
  if (left instanceof Opaque) return 1;
  return Math.ceil(Math.min(sizeOf(left), sizeOf(right)) * TRAVERSAL);
}

function isIn(value: Value, container: Value, run: Run): Value {
  if (container instanceof CelMap) {
    run.charge(1);
    const found = container.find(value);
    return found !== undefined;
  }
  if (!(container instanceof List)) return NO_OVERLOAD;
  run.charge(container.size);
  run.work(container.size);
  for (let index = 0; index < container.size; index += 1) if (equal(container.get(index), value, run)) return true;
  return false;
}

/** Membership in a list of literals takes constant time. */
function inLiterals(operand: Step, literals: readonly Value[]): Step {
  const ids = new Set<KeyId | undefined>(literals.map((literal) => keyId(literal)));
  const others = literals.filter((literal) => keyId(literal) === undefined);
  return (run) => {
    const value = operand(run);
    if (isError(value)) return value;
    const id = keyId(value);
    if (id !== undefined && ids.has(id)) return true;
    return others.some((other) => equal(other, value, run));
  };
}
