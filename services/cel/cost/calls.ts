import { Format } from '../library/formats.js';
import type { Overload } from '../library/overload.js';
import { sizeOf, typeName } from '../values/kind.js';
import { List, CelMap, type Value } from '../values/value.js';
import { ACCESS_COST, LIST_COST, PATTERN, TRAVERSAL } from './constants.js';

/** The actual cost of a call, from its arguments and, for some functions, from its result. */
type CallCost = (args: readonly Value[], result: Value) => number;

/** The cost of a call. If it does not need the result, it is charged before the call, so that it limits the call. */
export interface Charge {
  readonly of: CallCost;
  readonly needsResult: boolean;
}

/** The cost of a function's calls: that of its overload, or of its name, or 1. */
export function callCost({ id, name }: Overload): Charge {
  const [, type] = /^list_(\w+)_sort(?:ByAssociatedKeys)?$/.exec(id) ?? [];
  if (type !== undefined) return { of: id.endsWith('_sort') ? selfCompare(0) : selfCompare(1), needsResult: false };
  const of = BY_ID[id] ?? BY_NAME[name] ?? nominal;
  return { of, needsResult: of === made || of === joined };
}

const nominal: CallCost = () => 1;
const size = (args: readonly Value[], index: number): number => sizeOf(args[index] ?? null);
/** A traversal of the first argument `times` times. */
const scan =
  (times: number): CallCost =>
  (args) =>
    Math.ceil(size(args, 0) * times * TRAVERSAL);
const search: CallCost = (args) => Math.ceil((1 + size(args, 0)) * TRAVERSAL) * Math.ceil(size(args, 1) * PATTERN);
const contains: CallCost = (args) => Math.ceil(size(args, 0) * TRAVERSAL) * Math.ceil(size(args, 1) * TRAVERSAL);
const traversal: CallCost = ([value = null]) => deepCost(value);
const allocating = (factor: number, length: number): number => Math.floor(length * factor) + LIST_COST + 1;
const made: CallCost = (_, result) => allocating(1, sizeOf(result));
const joined: CallCost = (_, result) => Math.ceil(sizeOf(result) * 2 * TRAVERSAL);
const sets =
  (factor: number): CallCost =>
  (args) =>
    1 + size(args, 0) * size(args, 1) * factor;
const selfCompare =
  (index: number): CallCost =>
  (args) => {
    const list = args[index];
    const length = size(args, index);
    const first = list instanceof List && length > 0 ? typeName(list.get(0)) : '';
    return allocating(first === 'string' || first === 'bytes' ? 2 + TRAVERSAL : 2, length * length);
  };
/** Two addresses up to the prefix of the first, plus the second's text if it is a string. */
const network =
  (times: number, extra: number): CallCost =>
  (args) => {
    const prefix = size(args, 0);
    const other = typeof args[1] === 'string' ? Math.ceil(size(args, 1) * TRAVERSAL) : 0;
    return Math.ceil(prefix * 2 * TRAVERSAL) + (times > 2 ? Math.ceil(prefix * TRAVERSAL) : 0) + extra + other;
  };

const BY_ID: Readonly<Record<string, CallCost | undefined>> = {
  starts_with_string: scan(1),
  ends_with_string: scan(1),
  string_to_bytes: scan(1),
  bytes_to_string: scan(1),
  strings_quote: scan(1),
  string_format: scan(1),
  matches: search,
  matches_string: search,
  contains_string: contains,
  list_slice: made,
  lists_range: made,
  list_reverse: made,
  list_distinct: selfCompare(0),
  list_flatten: (args) => allocating(1, size(args, 0)),
  list_flatten_int: (args) => allocating(Math.max(0, Number(args[1] ?? 0)), size(args, 0)),
  list_sets_contains_list: sets(1),
  list_sets_intersects_list: sets(1),
  list_sets_equivalent_list: sets(2),
  string_to_ip: scan(1),
  cidr_ip: nominal,
  pathcheck_check: () => ACCESS_COST,
  resourcecheck_check: () => ACCESS_COST,
};

const BY_NAME: Readonly<Record<string, CallCost | undefined>> = {
  isSorted: traversal,
  sum: traversal,
  max: traversal,
  min: traversal,
  indexOf: traversal,
  lastIndexOf: traversal,
  url: scan(1),
  'jsonpatch.escapeKey': scan(1),
  lowerAscii: scan(1),
  upperAscii: scan(1),
  substring: scan(1),
  trim: scan(1),
  replace: scan(2),
  split: scan(2),
  join: joined,
  find: search,
  findAll: search,
  cidr: scan(1),
  isIP: scan(1),
  isCIDR: scan(1),
  'ip.isCanonical': scan(2),
  containsIP: network(2, 0),
  containsCIDR: network(3, 1),
  quantity: scan(1),
  isQuantity: scan(1),
  semver: scan(1),
  isSemver: scan(1),
  validate: ([format, text = null]) =>
    format instanceof Format
      ? Math.ceil((1 + sizeOf(text)) * TRAVERSAL) * Math.ceil(format.patternLength * PATTERN)
      : 1,
};

/** A traversal of a value with everything inside. */
function deepCost(value: Value): number {
  if (typeof value === 'string') return Math.floor(Buffer.byteLength(value) * TRAVERSAL);
  if (value instanceof Uint8Array) return Math.floor(value.length * TRAVERSAL);
  let cost = 0;
  if (value instanceof List) for (const item of value) cost += deepCost(item);
  else if (value instanceof CelMap) {
    for (const key of value.keys()) cost += deepCost(key) + deepCost(value.find(key) ?? null);
  } else return 1;
  return cost;
}
