import type { Run } from '../evaluate/run.js';
import { add } from '../evaluate/arithmetic.js';
import { compare } from '../values/compare.js';
import { equal } from '../values/equal.js';
import { typeName } from '../values/kind.js';
import { ArrayList, RangeList } from '../values/list.js';
import { List, CelError, Duration, Uint, type Value } from '../values/value.js';
import { overload, type Overload } from './overload.js';

const COMPARABLE = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes'];
const ZEROS: Readonly<Record<string, Value>> = { int: 0n, uint: new Uint(0n), double: 0, duration: new Duration(0n) };

const items = (value: Value | undefined): readonly Value[] => (value instanceof List ? [...value] : []);

/** Kubernetes' list functions, and version 3 of CEL's list extension. */
export const lists: readonly Overload[] = [
  ...COMPARABLE.flatMap((type) => [
    overload(`list<${type}>.isSorted(): bool`, 'is_sorted', ([list], run) => isSorted(items(list), run)),
    overload(`list<${type}>.max(): ${type}`, 'max', ([list], run) => extreme(items(list), 'max', -1, run)),
    overload(`list<${type}>.min(): ${type}`, 'min', ([list], run) => extreme(items(list), 'min', 1, run)),
    overload(`list<${type}>.sort(): list<${type}>`, `list_${type}_sort`, ([list], run) => sorted(list, list, run)),
    overload(
      `list<T>.@sortByAssociatedKeys(list<${type}>): list<T>`,
      `list_${type}_sortByAssociatedKeys`,
      ([list, keys], run) => sorted(list, keys, run),
    ),
  ]),
  ...Object.entries(ZEROS).map(([type, zero]) =>
    overload(`list<${type}>.sum(): ${type}`, 'sum', ([list], run) =>
      items(list).reduce((sum, item) => (sum instanceof CelError ? sum : add(sum, item, run)), zero),
    ),
  ),
  overload('list<A>.indexOf(A): int', 'list_a_index_of_int', ([list, element = null], run) =>
    BigInt(items(list).findIndex((item) => equal(item, element, run))),
  ),
  overload('list<A>.lastIndexOf(A): int', 'list_a_last_index_of_int', ([list, element = null], run) =>
    BigInt(items(list).findLastIndex((item) => equal(item, element, run))),
  ),
  overload('list<T>.slice(int, int): list<T>', 'list_slice', ([list, start, end], run) =>
    slice(items(list), Number(start), Number(end), run),
  ),
  overload('list<list<T>>.flatten(): list<T>', 'list_flatten', ([list], run) => flattened(list, 1, run)),
  overload('list<dyn>.flatten(int): list<dyn>', 'list_flatten_int', ([list, depth], run) =>
    flattened(list, Number(depth), run),
  ),
  // A huge range is rejected when its cost is counted.
  overload('lists.range(int): list<int>', 'lists_range', ([count]) => new RangeList(Math.max(0, Number(count)))),
  overload('list<T>.reverse(): list<T>', 'list_reverse', ([list], run) => {
    const all = items(list);
    run.work(all.length);
    return new ArrayList(all.toReversed());
  }),
  overload('list<T>.distinct(): list<T>', 'list_distinct', ([list], run) => {
    const kept: Value[] = [];
    for (const item of items(list)) {
      run.work(kept.length);
      if (!kept.some((known) => equal(known, item, run))) kept.push(item);
    }
    return new ArrayList(kept);
  }),
  overload('sets.contains(list<T>, list<T>): bool', 'list_sets_contains_list', ([list, others], run) =>
    containsAll(items(list), items(others), run),
  ),
  overload('sets.equivalent(list<T>, list<T>): bool', 'list_sets_equivalent_list', ([list, others], run) => {
    const [left, right] = [items(list), items(others)];
    return containsAll(left, right, run) && containsAll(right, left, run);
  }),
  overload('sets.intersects(list<T>, list<T>): bool', 'list_sets_intersects_list', ([list, others], run) => {
    const right = items(others);
    return items(list).some((item) => has(right, item, run));
  }),
];

function has(list: readonly Value[], element: Value, run: Run): boolean {
  run.work(list.length);
  return list.some((item) => equal(item, element, run));
}

function containsAll(list: readonly Value[], others: readonly Value[], run: Run): boolean {
  return others.every((item) => has(list, item, run));
}

/** Characters or bytes compared in one unit of work. */
const ORDERED = 10;

/** Values without an order count as equal. */
function order(left: Value, right: Value, run: Run): number {
  const isText = typeof left === 'string' || left instanceof Uint8Array;
  run.work(1 + (isText ? left.length / ORDERED : 0));
  return compare(left, right) ?? 0;
}

function isSorted(all: readonly Value[], run: Run): boolean {
  run.work(all.length);
  return all.every((item, index) => index === 0 || order(all[index - 1] ?? null, item, run) <= 0);
}

/** `sign`: the comparison result for which the other item is taken. */
function extreme(all: readonly Value[], name: string, sign: number, run: Run): Value {
  run.work(all.length);
  const [first, ...rest] = all;
  if (first === undefined) return new CelError(`${name} called on empty list`);
  return rest.reduce((best, item) => (order(best, item, run) * sign > 0 ? item : best), first);
}

function sorted(list: Value | undefined, keys: Value | undefined, run: Run): Value {
  const [values, by] = [items(list), items(keys)];
  const types = new Set(by.map(typeName));
  if (types.size > 1) return new CelError('list elements must have the same type');
  run.work(values.length * 20);
  const pairs = values.map((value, index) => ({ value, key: by[index] ?? null }));
  return new ArrayList(pairs.sort((a, b) => order(a.key, b.key, run)).map(({ value }) => value));
}

function slice(all: readonly Value[], start: number, end: number, run: Run): Value {
  const call = `cannot slice(${start}, ${end})`;
  if (start < 0 || end < 0) return new CelError(`${call}, negative indexes not supported`);
  if (start > end) return new CelError(`${call}, start index must be less than or equal to end index`);
  if (all.length < end) return new CelError(`${call}, list is length ${all.length}`);
  run.work(end - start);
  return new ArrayList(all.slice(start, end));
}

function flattened(list: Value | undefined, depth: number, run: Run): Value {
  if (depth < 0) return new CelError('level must be non-negative');
  const result: Value[] = [];
  const collect = (value: Value | undefined, left: number): void => {
    for (const item of items(value)) {
      run.work(1);
      if (item instanceof List && left > 0) collect(item, left - 1);
      else result.push(item);
    }
  };
  collect(list, depth);
  return new ArrayList(result);
}
