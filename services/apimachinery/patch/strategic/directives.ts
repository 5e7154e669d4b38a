import { newObject, ownValue, type JsonArray, type JsonObject, type JsonValue } from '../../json/value.js';
import { PatchError } from '../patch-error.js';
import { isContainer } from '../json-pointer.js';
import { wrongType } from './describe.js';

/** `$patch` on an object or list item: `replace` or `delete`. */
export const PATCH = '$patch';
/** `$retainKeys`: the fields of an object to keep; all others are removed. */
export const RETAIN_KEYS = '$retainKeys';
/** `$deleteFromPrimitiveList/<field>`: items to remove from that list. */
export const DELETE_FROM_LIST = '$deleteFromPrimitiveList';
/** `$setElementOrder/<field>`: the order of that list. */
export const SET_ORDER = '$setElementOrder';

/** The directives of a patch for the fields of one object. */
export interface FieldDirectives {
  readonly retain: ReadonlySet<string> | undefined;
  readonly orders: ReadonlyMap<string, JsonArray>;
  readonly deletions: ReadonlyMap<string, JsonArray>;
}

const NONE: FieldDirectives = { retain: undefined, orders: new Map(), deletions: new Map() };

export function isDirective(key: string): boolean {
  if (!key.startsWith('$')) return false;
  return key === PATCH || key === RETAIN_KEYS || key.startsWith(DELETE_FROM_LIST) || key.startsWith(SET_ORDER);
}

/** Reads and validates the directives of a patch for one object, except `$patch`. */
export function readDirectives(patch: JsonObject): FieldDirectives {
  const keys = Object.keys(patch).filter(isDirective);
  if (keys.length === 0) return NONE;
  const orders = new Map<string, JsonArray>();
  const deletions = new Map<string, JsonArray>();
  for (const key of keys) {
    const value = patch[key] as JsonValue;
    if (key.startsWith(SET_ORDER)) {
      if (!Array.isArray(value)) throw wrongType('malformed', 'list', value);
      orders.set(fieldOf(key, SET_ORDER, 'setElementOrder list'), value);
    } else if (key.startsWith(DELETE_FROM_LIST)) {
      const field = fieldOf(key, DELETE_FROM_LIST, 'primitive list');
      if (!Array.isArray(value) || value.some(isContainer)) throw badFormat('primitive list');
      deletions.set(field, value);
    }
  }
  return { retain: readRetainKeys(patch), orders, deletions };
}

/** The field name after the slash of `$directive/field`. */
function fieldOf(key: string, directive: string, what: string): string {
  if (!key.startsWith(`${directive}/`)) throw badFormat(what);
  return key.slice(directive.length + 1);
}

function readRetainKeys(patch: JsonObject): ReadonlySet<string> | undefined {
  const list = ownValue(patch, RETAIN_KEYS);
  if (list === undefined) return undefined;
  if (!Array.isArray(list)) throw badFormat('retainKeys');
  const retain = new Set(list.filter((key) => typeof key === 'string'));
  for (const key of Object.keys(patch)) {
    if (patch[key] !== null && !isDirective(key) && !retain.has(key)) throw badFormat('retainKeys');
  }
  return retain;
}

function badFormat(what: string): PatchError {
  return new PatchError('malformed', `invalid patch format of ${what}`);
}

/**
 * The stored form of a patch value if the document has nothing to merge it into: without null members, directives,
 * and objects marked by `$patch`. Undefined if the value itself is such an object.
 */
export function withoutDirectives(value: JsonValue): JsonValue | undefined {
  if (!isContainer(value)) return value;
  return isMarked(value) ? undefined : cleanTree(value);
}

/** Same for the members of an object, whether or not it is marked itself. */
export function membersWithoutDirectives(value: JsonObject): JsonObject {
  return cleanTree(value) as JsonObject;
}

/** Same for the items of a list. */
export function itemsWithoutDirectives(value: JsonArray): JsonArray {
  return cleanTree(value) as JsonArray;
}

type Container = JsonArray | JsonObject;

function cleanTree(source: Container): Container {
  const root: Container = Array.isArray(source) ? [] : newObject();
  const pending: [Container, Container][] = [[source, root]];
  /** The clean form of one value, whose containers are filled later; undefined if it is dropped. */
  const clean = (value: JsonValue): JsonValue | undefined => {
    if (!isContainer(value)) return value;
    if (isMarked(value)) return undefined;
    const target: Container = Array.isArray(value) ? [] : newObject();
    pending.push([value, target]);
    return target;
  };
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [from, to] = pair;
    if (Array.isArray(from)) {
      for (const item of from) {
        const kept = clean(item);
        if (kept !== undefined && Array.isArray(to)) to.push(kept);
      }
    } else {
      for (const key of Object.keys(from)) {
        if (from[key] === null || isDirective(key)) continue;
        const kept = clean(from[key] as JsonValue);
        if (kept !== undefined && !Array.isArray(to)) to[key] = kept;
      }
    }
  }
  return root;
}

function isMarked(value: Container): boolean {
  return !Array.isArray(value) && Object.hasOwn(value, PATCH);
}
