import { isObject, newObject, ownValue, type JsonArray, type JsonObject, type JsonValue } from '../../json/value.js';
import type { Schema, StructSchema } from '../../schema/schema.js';
import { deepEqual } from '../../json/equal.js';
import { DELETE_FROM_LIST, PATCH, RETAIN_KEYS, SET_ORDER } from './directives.js';
import { checkDepth, listRule, objectRule, type FieldRule } from './lookup.js';
import { itemKind, requireMergeKey } from './merge-list.js';
import { identifyBy } from './order.js';

/**
 * Creates the strategic merge patch from `from` to `to` by the rules of `schema`; `{}` if they are equal. It shares
 * values with `to`. It cannot express a null in `to`, nor duplicate keys in a merged list.
 *
 * Throws PatchError if applying such a patch would.
 */
export function createStrategicMergePatch(from: JsonObject, to: JsonObject, schema: StructSchema): JsonObject {
  return diffObjects(from, to, { schema, retainsKeys: false, depth: 0 });
}

interface ObjectRule {
  readonly schema: Schema;
  readonly retainsKeys: boolean;
  readonly depth: number;
}

function diffObjects(from: JsonObject, to: JsonObject, { schema, retainsKeys, depth }: ObjectRule): JsonObject {
  checkDepth(depth);
  const patch = newObject();
  for (const key of Object.keys(to)) {
    const before = ownValue(from, key);
    const after = to[key] as JsonValue;
    if (before === undefined) patch[key] = after;
    else if (!deepEqual(before, after)) diffMember(patch, key, { before, after, schema, depth });
  }
  for (const key of Object.keys(from)) if (!Object.hasOwn(to, key)) patch[key] = null;
  const kept = Object.keys(to).filter((key) => to[key] !== null);
  if (retainsKeys && kept.length > 0 && Object.keys(patch).length > 0) patch[RETAIN_KEYS] = kept.sort();
  return patch;
}

interface Change {
  readonly before: JsonValue;
  readonly after: JsonValue;
  /** The type of the object with the member. */
  readonly schema: Schema;
  readonly depth: number;
}

/** Puts into `patch` how a member changes. */
function diffMember(patch: JsonObject, key: string, { before, after, schema, depth }: Change): void {
  if (isObject(before) && isObject(after)) {
    const rule = objectRule(schema, key);
    patch[key] = rule.replaces ? after : diffObjects(before, after, { ...rule, depth: depth + 1 });
    return;
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const rule = listRule(schema, key);
    const kind = rule.merges && before.length > 0 ? itemKind(before, after) : undefined;
    if (kind === 'object') return diffKeyedList(patch, key, { before, after, rule, depth });
    if (kind !== undefined) return diffSet(patch, key, before, after);
  }
  patch[key] = after;
}

interface ListChange {
  readonly before: JsonArray;
  readonly after: JsonArray;
  readonly rule: FieldRule;
  readonly depth: number;
}

function diffKeyedList(patch: JsonObject, key: string, { before, after, rule, depth }: ListChange): void {
  const mergeKey = requireMergeKey(rule);
  const identify = identifyBy(mergeKey);
  const keyOnly = (item: JsonValue): JsonObject => {
    const only = newObject();
    if (isObject(item)) only[mergeKey] = item[mergeKey] as JsonValue;
    return only;
  };
  const old = new Map(before.map((item) => [identify(item), item]));
  const changes: JsonArray = [];
  for (const item of after) {
    const current = old.get(identify(item));
    old.delete(identify(item));
    if (!isObject(current) || !isObject(item)) {
      changes.push(item);
      continue;
    }
    const change = diffObjects(current, item, { ...rule, depth: depth + 1 });
    if (Object.keys(change).length > 0) changes.push(Object.assign(change, keyOnly(item)));
  }
  for (const item of old.values()) {
    const removed = keyOnly(item);
    removed[PATCH] = 'delete';
    changes.push(removed);
  }
  if (changes.length > 0) patch[key] = changes;
  if (after.length > 0) patch[`${SET_ORDER}/${key}`] = after.map(keyOnly);
}

function diffSet(patch: JsonObject, key: string, before: JsonArray, after: JsonArray): void {
  const identify = identifyBy(undefined);
  const missingFrom = (list: JsonArray, items: JsonArray) => {
    const known = new Set(list.map(identify));
    return items.filter((item) => !known.has(identify(item)));
  };
  const added = missingFrom(before, after);
  const removed = missingFrom(after, before);
  if (added.length > 0) patch[key] = added;
  if (removed.length > 0) patch[`${DELETE_FROM_LIST}/${key}`] = removed;
  if (after.length > 0) patch[`${SET_ORDER}/${key}`] = after;
}
