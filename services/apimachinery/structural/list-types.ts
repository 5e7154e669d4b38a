import { keyed } from '../changing/changing.js';
import { isObject, type JsonArray, type JsonObject, type JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';
import { duplicate, fieldPath, invalid, keyPath, MAX_REPORTED_ERRORS, type FieldError } from '../status/field-error.js';
import type { StructuralSchema } from './schema.js';
import { listMapKey } from './validate.js';

/**
 * Compiles a check for duplicates: equal items of `set` lists, and equal keys of `map` lists. Each duplicate is
 * reported once, at its second item.
 */
export function compileListTypes(schema: StructuralSchema): (object: JsonObject) => FieldError[] {
  if (!hasUniqueLists(schema)) return () => [];
  return (object) => {
    const errors: FieldError[] = [];
    walk(object, schema, '', errors);
    return errors;
  };
}

const hasUniqueLists = keyed((schema: StructuralSchema): boolean => {
  const { items, additionalProperties } = schema;
  const inside = [...schema.properties.values(), ...(items ? [items] : [])];
  if (additionalProperties !== undefined && additionalProperties !== 'any') inside.push(additionalProperties);
  return schema.listType !== 'atomic' || inside.some(hasUniqueLists);
});

function walk(value: JsonValue, schema: StructuralSchema, path: string, errors: FieldError[]): void {
  if (errors.length >= MAX_REPORTED_ERRORS || !hasUniqueLists(schema)) return;
  if (Array.isArray(value)) {
    if (schema.listType === 'set') checkSet(value, path, errors);
    if (schema.listType === 'map') checkMap(value, schema.listMapKeys, path, errors);
    if (schema.items !== undefined)
      for (const [index, item] of value.entries()) walk(item, schema.items, keyPath(path, index), errors);
  } else if (isObject(value)) {
    const { additionalProperties: others } = schema;
    for (const name of Object.keys(value)) {
      const member = value[name] ?? null;
      const property = schema.properties.get(name);
      if (property !== undefined) walk(member, property, fieldPath(path, name), errors);
      else if (others !== undefined && others !== 'any') walk(member, others, keyPath(path, name), errors);
    }
  }
}

function checkSet(list: JsonArray, path: string, errors: FieldError[]): void {
  for (const index of repeated(list.map((item) => writeJson(item)))) {
    errors.push(duplicate(keyPath(path, index), list[index] ?? null));
  }
}

function checkMap(list: JsonArray, keys: readonly string[], path: string, errors: FieldError[]): void {
  for (const [index, item] of list.entries()) {
    if (item === null || isObject(item)) continue;
    errors.push(invalid(keyPath(path, index), item, 'must be an object for an array of list-type map'));
    return;
  }
  for (const index of repeated(list.map((item) => listMapKey(item, keys)))) {
    const item = list[index];
    const given = keys.flatMap((key) => (isObject(item) && item[key] !== undefined ? [[key, item[key]] as const] : []));
    errors.push(duplicate(keyPath(path, index), Object.fromEntries(given)));
  }
}

/** The indexes of second occurrences. */
function repeated(texts: readonly string[]): number[] {
  const seen = new Map<string, number>();
  return texts.flatMap((text, index) => {
    const times = (seen.get(text) ?? 0) + 1;
    seen.set(text, times);
    return times === 2 ? [index] : [];
  });
}
