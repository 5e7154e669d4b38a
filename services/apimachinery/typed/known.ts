import { isObject, newObject, type JsonObject, type JsonValue } from '../json/value.js';
import { memberOf, UNTYPED, type Type } from './type.js';

/** A value without undeclared fields. */
export interface Known {
  /** The value itself if it has no such field. */
  readonly value: JsonObject;
  /** The paths of undeclared fields, at most 100: `metadata.foo`, `items[0].bar`. */
  readonly unknown: readonly string[];
}

const MAX_UNKNOWN = 100;

/** Drops undeclared fields. Values of the wrong type stay, for validation to reject. */
export function dropUnknown(type: Type, value: JsonObject): Known {
  const unknown: string[] = [];
  const known = knownObject(type, value, { path: [], unknown });
  return { value: known, unknown };
}

interface Walk {
  /** The path to the value: `.name` and `[index]`. */
  readonly path: string[];
  readonly unknown: string[];
}

function knownValue(type: Type, value: JsonValue, walk: Walk): JsonValue {
  if (type === UNTYPED) return value;
  if (isObject(value)) return knownObject(type, value, walk);
  if (!Array.isArray(value) || type.list === undefined) return value;
  const { items } = type.list;
  let isSame = true;
  const list = value.map((item, index) => {
    walk.path.push(`[${index}]`);
    const known = knownValue(items, item, walk);
    walk.path.pop();
    isSame &&= known === item;
    return known;
  });
  return isSame ? value : list;
}

function knownObject({ object: type }: Type, object: JsonObject, walk: Walk): JsonObject {
  if (type === undefined) return object;
  const result = newObject();
  let isSame = true;
  for (const name of Object.keys(object)) {
    const member = object[name] ?? null;
    walk.path.push(`.${name}`);
    if (type.values === undefined && !type.fields.has(name)) {
      if (walk.unknown.length < MAX_UNKNOWN) walk.unknown.push(walk.path.join('').slice(1));
      isSame = false;
    } else {
      const known = knownValue(memberOf(type, name).type, member, walk);
      isSame &&= known === member;
      result[name] = known;
    }
    walk.path.pop();
  }
  return isSame ? object : result;
}
