import { isObject, ownValue, type JsonArray, type JsonObject, type JsonValue } from '../../json/value.js';
import { PatchError } from '../patch-error.js';
import { describe } from './describe.js';
import { itemsWithoutDirectives, membersWithoutDirectives, PATCH } from './directives.js';
import type { FieldRule } from './lookup.js';
import { identifyBy, inOrder, positions, type Identify } from './order.js';

/** Merges a patch without `$patch` into an object that is a list item. */
export type MergeItem = (item: JsonObject, patch: JsonObject) => JsonObject;

/** Merges a list of the patch into a list of the document, for the strategy `merge`. */
export function mergeList(original: JsonArray, patch: JsonArray, rule: FieldRule, mergeItem: MergeItem): JsonArray {
  const kind = itemKind(original, patch);
  if (kind === undefined) return original;
  if (kind === 'object') {
    return mergeObjects(original, patch as JsonObject[], identifyBy(requireMergeKey(rule)), mergeItem);
  }
  const identify = identifyBy(rule.mergeKey);
  const merged = new Map([...original, ...patch].map((item) => [identify(item), item]));
  return inOrder([...merged.values()], patch, original, identify);
}

/** The merge key of a list of objects. */
export function requireMergeKey({ schema, mergeKey }: FieldRule): string {
  if (mergeKey !== undefined) return mergeKey;
  throw new PatchError('notApplicable', `cannot merge lists without merge key for ${schema.type}`);
}

/** Removes scalars from a list. */
export function removeFromList(list: JsonArray, deletions: JsonArray): JsonArray {
  const kind = itemKind(list, deletions);
  if (kind === undefined || deletions.length === 0) return list;
  const identify = identifyBy(undefined);
  const removed = new Set(deletions.map(identify));
  return list.filter((item) => !removed.has(identify(item)));
}

/**
 * The common kind of all items of both lists; undefined for empty lists. Throws for mixed kinds and for lists of lists.
 */
export function itemKind(original: JsonArray, patch: JsonArray): string | undefined {
  let kind: string | undefined;
  for (const item of [...original, ...patch]) {
    const next = kindOf(item);
    kind ??= next;
    if (kind === 'list') throw new PatchError('notApplicable', 'lists of lists are not supported');
    if (kind !== next) {
      const message = `list element types are not identical: ${describe([original, patch])}`;
      throw new PatchError('notApplicable', message);
    }
  }
  return kind;
}

function kindOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'list';
  if (value === null) return 'null';
  return typeof value === 'bigint' ? 'number' : typeof value;
}

function mergeObjects(
  original: JsonArray,
  patch: readonly JsonObject[],
  identify: Identify,
  mergeItem: MergeItem,
): JsonArray {
  const { deleted, changes, replaces } = readMarks(patch, identify);
  if (replaces) {
    const items = itemsWithoutDirectives(changes);
    return inOrder(items, [], items, identify);
  }
  const kept = deleted.size === 0 ? original : original.filter((item) => !deleted.has(identify(item)));
  const merged = [...kept];
  const indexes = positions(kept, identify);
  for (const change of changes) {
    const id = identify(change);
    const index = indexes.get(id);
    const item = index === undefined ? undefined : merged[index];
    if (index === undefined || !isObject(item)) {
      indexes.set(id, merged.push(membersWithoutDirectives(change)) - 1);
    } else {
      merged[index] = mergeItem(item, change);
    }
  }
  return inOrder(merged, changes, kept, identify);
}

interface Marks {
  /** The identities of items marked `$patch: delete`. */
  readonly deleted: ReadonlySet<string>;
  /** Items without a mark. */
  readonly changes: JsonObject[];
  /** An item is marked `$patch: replace`, so the unmarked items replace the whole list. */
  readonly replaces: boolean;
}

function readMarks(patch: readonly JsonObject[], identify: Identify): Marks {
  const deleted = new Set<string>();
  const changes: JsonObject[] = [];
  let replaces = false;
  for (const item of patch) {
    const mark = ownValue(item, PATCH);
    if (mark === undefined) changes.push(item);
    else if (mark === 'delete') deleted.add(identify(item));
    else if (mark === 'replace') replaces = true;
    else if (mark === 'merge') throw new PatchError('malformed', 'merging lists cannot yet be specified in the patch');
    else throw unknownMark(mark, item);
  }
  return { deleted, changes, replaces };
}

export function unknownMark(mark: JsonValue, patch: JsonObject): PatchError {
  return new PatchError('malformed', `unknown patch type: ${describe(mark)} in map: ${describe(patch)}`);
}
