import { isObject, ownValue, type JsonArray, type JsonValue } from '../../json/value.js';
import { PatchError } from '../patch-error.js';
import { describe, wrongType } from './describe.js';
import { PATCH, SET_ORDER } from './directives.js';

/** The identity of a list item, as a text that is equal for equal items. */
export type Identify = (item: JsonValue) => string;

/** Identifies objects by `mergeKey`, and scalars by their value if it is undefined. */
export function identifyBy(mergeKey: string | undefined): Identify {
  if (mergeKey === undefined) return scalarIdentity;
  return (item) => {
    if (!isObject(item)) throw wrongType('notApplicable', 'object', item);
    const value = ownValue(item, mergeKey);
    if (value === undefined) {
      const message = `map: ${describe(item)} does not contain declared merge key: ${mergeKey}`;
      throw new PatchError('notApplicable', message);
    }
    return scalarIdentity(value);
  };
}

function scalarIdentity(value: JsonValue): string {
  if (typeof value === 'string') return `"${value}`;
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    return String(BigInt(value));
  if (typeof value !== 'object' || value === null) return String(value);
  throw new PatchError('notApplicable', `expected a scalar, but received ${describe(value)}`);
}

/** The index of each item's first occurrence, by identity. */
export function positions(list: JsonArray, identify: Identify): Map<string, number> {
  const found = new Map<string, number>();
  for (const [index, item] of list.entries()) {
    const id = identify(item);
    if (!found.has(id)) found.set(id, index);
  }
  return found;
}

/**
 * Sorts a merged list. Items in `wanted` take its order, others keep the order of `current`, and both are interleaved:
 * each other item comes before the first wanted item that follows it in `current`. Duplicates end up side by side.
 */
export function inOrder(merged: JsonArray, wanted: JsonArray, current: JsonArray, identify: Identify): JsonArray {
  const wantedAt = positions(wanted, identify);
  const currentAt = positions(current, identify);
  const items = merged.map((value) => {
    const id = identify(value);
    return { value, wanted: wantedAt.get(id), current: currentAt.get(id) };
  });
  const named = items.filter((item) => item.wanted !== undefined);
  named.sort((a, b) => (a.wanted ?? 0) - (b.wanted ?? 0));
  const others = items.filter((item) => item.wanted === undefined);
  others.sort((a, b) => (a.current ?? currentAt.size) - (b.current ?? currentAt.size));

  const result: JsonArray = [];
  let next = 0;
  for (const item of named) {
    for (let other = others[next]; other !== undefined && isBefore(other, item); other = others[next]) {
      result.push(other.value);
      next++;
    }
    result.push(item.value);
  }
  for (const other of others.slice(next)) result.push(other.value);
  return result;
}

interface Placed {
  readonly current: number | undefined;
}

/** Both are in the current list, `a` before `b`. */
function isBefore(a: Placed, b: Placed): boolean {
  return a.current !== undefined && b.current !== undefined && a.current < b.current;
}

/** Throws unless the items of a patch's list, except those with `$patch`, appear in `order` in the same order. */
export function checkOrder(patch: JsonArray, order: JsonArray, identify: Identify): void {
  if (patch.length === 0 || order.length === 0) return;
  let next = 0;
  for (const item of patch) {
    if (isObject(item) && Object.hasOwn(item, PATCH)) continue;
    const id = identify(item);
    while (next < order.length && identify(order[next] as JsonValue) !== id) next++;
    if (next === order.length) {
      const message = `The order in patch list:\n${describe(patch)}\n doesn't match ${SET_ORDER} list:\n${describe(order)}\n`;
      throw new PatchError('malformed', message);
    }
    next++;
  }
}
