import { deepCopy, newObject, type JsonArray, type JsonObject, type JsonValue } from '../json/value.js';
import { defaultedNames, defaultWeight, hasDefault, MAX_DEFAULTS } from './defaults.js';
import type { StructuralSchema } from './schema.js';

export interface NormaliserOptions {
  /** Normalises an object's metadata; adds the paths of dropped fields to `unknown`. Throws for a wrong type. */
  readonly readMetadata: (metadata: JsonValue, path: string, unknown: string[]) => JsonObject;
  /** Called for a `kind` or `apiVersion` that is not a string; throws. */
  readonly refuse: (path: string, value: JsonValue) => never;
  /** Whether absent fields get defaults. */
  readonly defaults: boolean;
  /**
   * Called when defaults exceed the size limit: a few bytes of a list can request any number of them. It throws, or the
   * default is omitted.
   */
  readonly onExcess?: (path: string) => void;
}

/** Limit of reported unknown fields, as in Kubernetes. */
export const MAX_UNKNOWN = 100;

/**
 * Compiles a normaliser: prunes unknown fields, drops disallowed nulls or replaces them by the default, fills in
 * defaults, and sorts members by name. It returns a new object that shares parts without a schema with the input, and
 * adds the paths of pruned fields to `unknown`.
 */
export function compileNormaliser(
  schema: StructuralSchema,
  options: NormaliserOptions,
): (object: JsonObject, unknown: string[]) => JsonObject {
  const root: StructuralSchema = { ...schema, isEmbeddedResource: true };
  return (object, unknown) => {
    const pruned: string[] = [];
    const result = normalObject(object, root, root.preservesUnknownFields, {
      ...options,
      unknown,
      pruned,
      path: [],
      defaulted: 0,
    });
    // Kubernetes reports the fields of metadata first, then others sorted by path.
    for (const path of pruned.sort()) if (unknown.length < MAX_UNKNOWN) unknown.push(path);
    return result;
  };
}

interface Walk extends NormaliserOptions {
  readonly unknown: string[];
  readonly pruned: string[];
  /** The path to the current value. */
  readonly path: (string | number)[];
  /** The weight of the defaults so far. */
  defaulted: number;
}

type Schema = StructuralSchema | undefined;

/** `keeps`: undescribed members are kept, because the list around the value preserves unknown fields. */
function normal(value: JsonValue, schema: Schema, keeps: boolean, walk: Walk): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  const keepsOwn = keeps || schema?.preservesUnknownFields === true;
  return Array.isArray(value)
    ? normalList(value, schema?.items, keepsOwn, walk)
    : normalObject(value, schema, keepsOwn, walk);
}

function normalList(list: JsonArray, items: Schema, keeps: boolean, walk: Walk): JsonArray {
  if (items === undefined && keeps) return list;
  return list.map((item, index) => {
    walk.path.push(index);
    const given = isForbiddenNull(item, items) ? (defaultOf(items, walk) ?? item) : item;
    const result = normal(given, items, keeps, walk);
    walk.path.pop();
    return result;
  });
}

function normalObject(object: JsonObject, schema: Schema, keeps: boolean, walk: Walk): JsonObject {
  const result = newObject();
  for (const name of namesOf(object, schema, walk)) {
    walk.path.push(name);
    const value = normalMember(object[name], name, schema, keeps, walk);
    if (value !== undefined) result[name] = value;
    walk.path.pop();
  }
  return result;
}

/** Undefined for an omitted member. */
function normalMember(
  given: JsonValue | undefined,
  name: string,
  schema: Schema,
  keeps: boolean,
  walk: Walk,
): JsonValue | undefined {
  if (schema?.isEmbeddedResource === true && given !== undefined) {
    if (name === 'metadata') return walk.readMetadata(given, pathText(walk.path), walk.unknown);
    if (name === 'kind' || name === 'apiVersion') {
      return typeof given === 'string' ? given : walk.refuse(pathText(walk.path), given);
    }
  }
  const member = schema?.properties.get(name) ?? schema?.additionalProperties;
  if (member === undefined) {
    if (!keeps && walk.pruned.length < MAX_UNKNOWN) walk.pruned.push(pathText(walk.path));
    return keeps ? given : undefined;
  }
  // Any value is allowed, but it has no known fields.
  if (member === 'any') return given === undefined ? undefined : normal(given, undefined, false, walk);
  if (given !== undefined && !isForbiddenNull(given, member)) return normal(given, member, false, walk);
  const value = defaultOf(member, walk);
  if (value !== undefined) return normal(value, member, false, walk);
  return hasDefault(member) ? given : undefined;
}

function isForbiddenNull(value: JsonValue, schema: Schema): boolean {
  return value === null && schema !== undefined && !schema.nullable;
}

/** A copy of the default; undefined if there is none, or beyond the size limit. */
function defaultOf(schema: Schema, walk: Walk): JsonValue | undefined {
  if (!walk.defaults || schema === undefined || !hasDefault(schema)) return undefined;
  const weight = defaultWeight(schema);
  if (walk.defaulted + weight > MAX_DEFAULTS) {
    walk.onExcess?.(pathText(walk.path));
    return undefined;
  }
  walk.defaulted += weight;
  return schema.default === undefined ? undefined : deepCopy(schema.default);
}

/** The sorted names of an object's members and of properties with a default. */
function namesOf(object: JsonObject, schema: Schema, { defaults }: Walk): string[] {
  const names = Object.keys(object);
  if (defaults && schema !== undefined) {
    for (const name of defaultedNames(schema)) if (!Object.hasOwn(object, name)) names.push(name);
  }
  return names.sort();
}

/** Such as `spec.items[0].name`. */
export function pathText(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );
}
