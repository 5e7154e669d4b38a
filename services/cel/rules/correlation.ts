import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { isObject, ownValue, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { StructuralSchema } from '@pilothouse/apimachinery/structural/schema.js';
import { listMapKey } from '@pilothouse/apimachinery/structural/validate.js';

/** A value and the one it replaces. Errors of unchanged values become warnings. */
export interface Correlation {
  readonly value: JsonValue;
  readonly old: JsonValue;
  readonly schema: StructuralSchema;
  /** Set once the values have been compared. */
  isUnchanged: boolean | undefined;
}

/** The position in a value, as far as the old value corresponds. */
export interface Ratchet {
  readonly current: Correlation | undefined;
  /** The nearest ancestor with a counterpart. */
  readonly around: Correlation | undefined;
}

export const NO_RATCHET: Ratchet = { current: undefined, around: undefined };

export function correlate(value: JsonValue, old: JsonValue, schema: StructuralSchema): Correlation {
  return { value, old, schema, isUnchanged: undefined };
}

/** Whether errors of the current value become warnings. */
export function isRatcheted({ current, around }: Ratchet): boolean {
  const correlation = current ?? around;
  if (correlation === undefined) return false;
  return (correlation.isUnchanged ??= isSame(correlation.value, correlation.old, correlation.schema));
}

/** Descends into a member. A change of the root's apiVersion is ignored. */
export function intoMember(ratchet: Ratchet, name: string, schema: StructuralSchema): Ratchet {
  const { current, around } = ratchet;
  if (current === undefined) return ratchet;
  if (around === undefined && (name === 'apiVersion' || name === 'kind')) return NO_RATCHET;
  const [value, old] = [current.value, current.old].map((each) => (isObject(each) ? ownValue(each, name) : undefined));
  const next = value === undefined || old === undefined ? undefined : correlate(value, old, schema);
  return { current: next, around: current };
}

/** Descends into a list item; `old` is undefined without a counterpart. */
export function intoItem(
  ratchet: Ratchet,
  value: JsonValue,
  old: JsonValue | undefined,
  schema: StructuralSchema,
): Ratchet {
  const { current } = ratchet;
  if (current === undefined) return ratchet;
  return { current: old === undefined || old === null ? undefined : correlate(value, old, schema), around: current };
}

/** Old items of a `map` list by their keys. Other lists have no counterparts. */
export function oldItems(
  old: JsonValue | undefined,
  { listType, listMapKeys }: StructuralSchema,
): (item: JsonValue) => JsonValue | undefined {
  if (listType !== 'map' || !Array.isArray(old)) return () => undefined;
  const byKey = new Map(old.map((item) => [listMapKey(item, listMapKeys), item]));
  return (item) => byKey.get(listMapKey(item, listMapKeys));
}

/** Equality that ignores the order of `map` lists. */
function isSame(value: JsonValue, old: JsonValue, schema: StructuralSchema | undefined): boolean {
  if (schema === undefined) return deepEqual(value, old);
  if (Array.isArray(value) && Array.isArray(old) && schema.listType === 'map') {
    if (value.length !== old.length) return false;
    const find = oldItems(old, schema);
    return value.every((item) => {
      const former = find(item);
      return former !== undefined && isSame(item, former, schema.items);
    });
  }
  if (!isObject(value) || !isObject(old)) return deepEqual(value, old);
  const names = Object.keys(value);
  if (names.length !== Object.keys(old).length) return false;
  const { properties, additionalProperties: others } = schema;
  return names.every((name) => {
    const [one, other] = [ownValue(value, name), ownValue(old, name)];
    if (one === undefined || other === undefined) return false;
    return isSame(one, other, properties.get(name) ?? (others === 'any' ? undefined : others));
  });
}
