import { isObject, newObject, ownValue, type JsonArray, type JsonObject, type JsonValue } from '../../json/value.js';
import type { Schema, StructSchema } from '../../schema/schema.js';
import { wrongType } from './describe.js';
import {
  isDirective,
  itemsWithoutDirectives,
  membersWithoutDirectives,
  PATCH,
  readDirectives,
  withoutDirectives,
  type FieldDirectives,
} from './directives.js';
import { checkDepth, listRule, objectRule, type FieldRule } from './lookup.js';
import { mergeList, removeFromList, unknownMark } from './merge-list.js';
import { checkOrder, identifyBy, inOrder } from './order.js';

/**
 * Applies a strategic merge patch by the rules of `schema` and returns the new document, which shares unchanged parts
 * with the inputs. The inputs are not modified. No directive or null of the patch is stored.
 *
 * It differs from Kubernetes in two points: objects in maps or untyped JSON are merged member by member, where
 * Kubernetes rejects them; and directives in replaced lists are removed too.
 *
 * Throws PatchError `malformed` or `notApplicable`.
 */
export function applyStrategicMergePatch(document: JsonObject, patch: JsonObject, schema: StructSchema): JsonObject {
  return mergeObject(document, patch, schema, 0);
}

function mergeObject(original: JsonObject, patch: JsonObject, schema: Schema, depth: number): JsonObject {
  checkDepth(depth);
  const mark = ownValue(patch, PATCH);
  if (mark === 'replace') return membersWithoutDirectives(patch);
  if (mark === 'delete') return newObject();
  if (mark !== undefined) throw unknownMark(mark, patch);

  const directives = readDirectives(patch);
  const { retain, orders, deletions } = directives;
  const result = newObject();
  const mergeInto = (key: string, before: JsonValue | undefined) => {
    const value = mergeField({ key, before, change: ownValue(patch, key), schema, depth }, directives);
    if (value !== undefined) result[key] = value;
  };
  for (const key of Object.keys(original)) {
    if (retain !== undefined && !retain.has(key)) continue;
    if (Object.hasOwn(patch, key) || orders.has(key) || deletions.has(key)) mergeInto(key, original[key]);
    else result[key] = original[key] as JsonValue;
  }
  const isNew = (key: string) => !Object.hasOwn(original, key) || (retain !== undefined && !retain.has(key));
  for (const key of Object.keys(patch)) if (!isDirective(key) && isNew(key)) mergeInto(key, undefined);
  for (const key of orders.keys()) if (!Object.hasOwn(patch, key) && isNew(key)) mergeInto(key, undefined);
  return result;
}

interface FieldMerge {
  readonly key: string;
  readonly before: JsonValue | undefined;
  /** Undefined if the patch has only directives for the field. */
  readonly change: JsonValue | undefined;
  /** The type of the object with the field. */
  readonly schema: Schema;
  readonly depth: number;
}

/** The field's new value; undefined to remove it. */
function mergeField(field: FieldMerge, { orders, deletions }: FieldDirectives): JsonValue | undefined {
  const order = orders.get(field.key);
  const merged = order === undefined ? mergeValue(field) : mergeOrderedList(field, order);
  const removed = deletions.get(field.key);
  return removed !== undefined && Array.isArray(merged) ? removeFromList(merged, removed) : merged;
}

function mergeValue({ key, before, change, schema, depth }: FieldMerge): JsonValue | undefined {
  if (change === undefined) return before;
  if (change === null) return undefined;
  if (isObject(before) && isObject(change)) {
    const rule = objectRule(schema, key);
    return rule.replaces ? membersWithoutDirectives(change) : mergeObject(before, change, rule.schema, depth + 1);
  }
  if (Array.isArray(before) && Array.isArray(change)) {
    return mergeLists(before, change, listRule(schema, key), depth);
  }
  return withoutDirectives(change);
}

function mergeLists(before: JsonArray, change: JsonArray, rule: FieldRule, depth: number): JsonArray {
  if (!rule.merges) return itemsWithoutDirectives(change);
  return mergeList(before, change, rule, (item, patch) => mergeObject(item, patch, rule.schema, depth + 1));
}

/** Merges a list that has a `$setElementOrder` directive, and sorts it by that order. */
function mergeOrderedList(field: FieldMerge, order: JsonArray): JsonValue | undefined {
  const before = field.before ?? undefined;
  const { key, change, schema, depth } = field;
  if (before !== undefined && !Array.isArray(before)) throw wrongType('notApplicable', 'list', before);
  if (change !== undefined && !Array.isArray(change)) throw wrongType('malformed', 'list', change);
  const rule = listRule(schema, key);
  const identify = identifyBy(rule.mergeKey);
  checkOrder(change ?? [], order, identify);
  if (change === undefined) return before && inOrder(before, order, before, identify);
  const merged = before === undefined ? itemsWithoutDirectives(change) : mergeLists(before, change, rule, depth);
  return inOrder(merged, order, before ?? [], identify);
}
