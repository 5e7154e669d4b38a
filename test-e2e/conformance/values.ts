import { isObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';

/** Maps every string in a value, including field names. */
export function mapTexts(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [change(key), mapTexts(item, change)]));
}

/** Every object in a value, outermost first. */
export function* objectsIn(value: JsonValue): Generator<JsonObject> {
  if (Array.isArray(value)) for (const item of value) yield* objectsIn(item);
  else if (isObject(value)) {
    yield value;
    for (const item of Object.values(value)) if (item !== undefined) yield* objectsIn(item);
  }
}

/** The value at a path such as `items.0.name`. A step `metadata/name=x` selects the list item with this field. Dots in names are written `\.`. */
export function valueAt(value: JsonValue | undefined, path: string): JsonValue | undefined {
  let found = value;
  for (const step of stepsOf(path)) found = inside(found, step);
  return found;
}

export function stepsOf(path: string): readonly string[] {
  return path.split(/(?<!\\)\./).map((step) => step.replaceAll('\\.', '.'));
}

/** The value that a step of a path selects. */
export function inside(value: JsonValue | undefined, step: string): JsonValue | undefined {
  if (Array.isArray(value)) {
    const [, key, wanted] = /^([\w/]+)=(.*)$/.exec(step) ?? [];
    if (key === undefined) return value[Number(step)];
    return value.find((item) => key.split('/').reduce(inside, item) === wanted);
  }
  return isObject(value) ? value[step] : undefined;
}
