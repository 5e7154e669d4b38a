import type { PathElement } from '../fieldpath/element.js';
import { deepEqual } from '../json/equal.js';
import { copyObject, isObject, type JsonArray, type JsonObject, type JsonValue } from '../json/value.js';
import { elementsOf, isAligned, withValues, type Items } from './items.js';
import { memberOf, type ListType, type ObjectType, type Type } from './type.js';
import { isBare, kindOf } from './value.js';

/**
 * Merges the config into the live value; nothing is removed. A list that the config changes takes the order of the
 * config. The result shares parts with both, and is `live` itself if nothing changes.
 */
export function merge(type: Type, live: JsonValue, config: JsonValue): JsonValue {
  if (live === config) return live;
  const kind = kindOf(type, config);
  if (kind === 'object' && type.object?.atomic === false) {
    const object = isObject(live) ? live : undefined;
    const change = isObject(config) ? config : undefined;
    if (!isBare(object) || !isBare(change)) return mergeObjects(type.object, object, change);
  } else if (kind === 'list' && type.list !== undefined && type.list.relation !== 'atomic') {
    const list = Array.isArray(live) ? live : undefined;
    const change = Array.isArray(config) ? config : [];
    if (!isBare(list) || !isBare(change)) return mergeLists(type.list, list ?? [], change);
  }
  return deepEqual(live, config) ? live : config;
}

/** At least one exists and is not empty. */
function mergeObjects(type: ObjectType, live: JsonObject | undefined, config: JsonObject | undefined): JsonValue {
  if (live === undefined || config === undefined) return live ?? config ?? null;
  let merged: JsonObject | undefined;
  for (const name of Object.keys(config)) {
    const before = live[name];
    const change = config[name];
    if (change === undefined || change === before) continue;
    const after = before === undefined ? change : merge(memberOf(type, name).type, before, change);
    if (after === before) continue;
    merged ??= copyObject(live);
    merged[name] = after;
  }
  return merged ?? live;
}

/** At least one is not empty. */
function mergeLists(type: ListType, live: JsonArray, config: JsonArray): JsonValue {
  const left = elementsOf(type, live);
  const right = elementsOf(type, config);
  const merged = isAligned(left, right)
    ? live.map((item, index) => merge(type.items, item, config[index] ?? null))
    : mergeByElement(type, live, withValues(left, live), withValues(right, config));
  const isSame = merged.length === live.length && merged.every((item, index) => item === live[index]);
  return isSame ? live : merged;
}

/** An item that is duplicated in the live list is replaced, and not merged. */
function mergeByElement(type: ListType, live: JsonArray, left: Items, right: Items): JsonArray {
  return inConfigOrder(left.elements, right.elements).map((origin): JsonValue => {
    if (origin.config === undefined) return live[origin.live] ?? null;
    const element = right.elements[origin.config] ?? '';
    const before = left.values.get(element);
    const change = right.values.get(element) ?? null;
    return before === undefined ? change : merge(type.items, before, change);
  });
}

/** The origin of an item of the merged list. */
interface Origin {
  readonly live: number;
  /** Absent for an item of the live list only. */
  readonly config?: number;
}

/**
 * The items of both lists: those of the config in its order, each preceded by the live-only items before it, as in
 * Kubernetes.
 */
function inConfigOrder(live: readonly PathElement[], config: readonly PathElement[]): Origin[] {
  const inLive = new Set(live);
  const inConfig = new Set(config);
  const shared = config.filter((element) => inLive.has(element));
  const taken = new Set<PathElement>();
  const origins: Origin[] = [];
  let nextShared = 0;
  let left = 0;
  let right = 0;
  const take = (element: PathElement): void => {
    origins.push({ live: left, config: right++ });
    taken.add(element);
    if (shared[nextShared] === element) nextShared++;
  };
  while (left < live.length || right < config.length) {
    const old = live[left];
    const next = config[right];
    if (old !== undefined && next !== undefined) {
      if (old === next) {
        take(next);
        left++;
        continue;
      }
      // A common item waits for its position in the config.
      if (inConfig.has(old) && nextShared < shared.length && shared[nextShared] !== old) {
        left++;
        continue;
      }
    }
    if (old !== undefined && !inConfig.has(old)) {
      origins.push({ live: left++ });
      continue;
    }
    if (old !== undefined && taken.has(old)) left++;
    if (next !== undefined) take(next);
  }
  return origins;
}
