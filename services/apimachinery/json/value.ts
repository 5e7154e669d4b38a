/**
 * JSON in memory.
 *
 * Objects have no inherited keys, so `__proto__` and `constructor` are ordinary keys. When a key can come from outside,
 * create objects only with {@link newObject} or {@link copyObject}, never with a literal. An integer beyond the range
 * of a double is a `bigint`; every smaller one is a `number`.
 */
export type JsonValue = null | boolean | number | bigint | string | JsonArray | JsonObject;
export type JsonArray = JsonValue[];
export type JsonObject = { [key: string]: JsonValue };

/** Objects of this class keep V8's fast properties, unlike `Object.create(null)`. */
const BareObject = function BareObject() {} as unknown as new () => JsonObject;
BareObject.prototype = Object.create(null) as object;

/** An empty object without inherited keys. */
export function newObject(): JsonObject {
  return new BareObject();
}

/** A shallow copy of `source`, without inherited keys. */
export function copyObject(source: Readonly<JsonObject>): JsonObject {
  const copy = newObject();
  for (const key of Object.keys(source)) copy[key] = source[key] as JsonValue;
  return copy;
}

/** True for a JSON object; false for arrays, null, scalars and undefined. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of an own key; undefined if absent, including for objects that inherit. */
export function ownValue(object: Readonly<JsonObject>, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** A deep copy that shares nothing with `value`. */
export function deepCopy<T extends JsonValue>(value: T): T;
export function deepCopy(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item) => deepCopy(item));
  if (!isObject(value)) return value;
  const copy = newObject();
  for (const key of Object.keys(value)) copy[key] = deepCopy(value[key] as JsonValue);
  return copy;
}
