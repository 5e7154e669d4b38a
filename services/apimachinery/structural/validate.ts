import { keyed } from '../changing/changing.js';
import { deepEqual } from '../json/equal.js';
import { isObject, type JsonArray, type JsonObject, type JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';
import type { CompilePattern } from '../schema/schema.js';
import { invalid, MAX_TOLD, required, tooMany, type FieldError } from '../status/field-error.js';
import { alternativesCheck } from './alternatives.js';
import { where, type Check, type Walk } from './check.js';
import { pathText } from './normalise.js';
import { scalarChecks, typeCheck } from './scalars.js';
import type { StructuralSchema } from './schema.js';

/**
 * Makes the function that checks a normalised object against its schema, in the words of Kubernetes. `old` is the object that it
 * replaces: a value that did not change is not refused, so that a schema can become stricter while objects that break it exist
 * (validation ratcheting). Kind, apiVersion and metadata at the top are checked by their own rules.
 */
export function compileStructuralValidator(
  schema: StructuralSchema,
  compilePattern: CompilePattern,
): (object: JsonObject, old?: JsonObject) => FieldError[] {
  const check = compilers(compilePattern)(schema);
  return (object, old) => {
    const errors: FieldError[] = [];
    check(object, old, { path: [], errors });
    return errors;
  };
}

export interface PartValidatorOptions {
  readonly compilePattern: CompilePattern;
  /** How many values may be compared with a schema, all calls together. */
  readonly mostComparisons: number;
}

/** That values were compared with schemas too often. */
export class TooManyComparisonsError extends Error {
  override readonly name = 'TooManyComparisonsError';
}

/**
 * Makes the function that checks values against parts of a schema. Each part is compiled once, at its first use, so that checking values
 * against parts that contain one another takes no longer. Paths in errors begin at the value. Throws TooManyComparisonsError: alternatives
 * below lists of many items can take any time.
 */
export function compilePartValidator({
  compilePattern,
  mostComparisons,
}: PartValidatorOptions): (value: JsonValue, schema: StructuralSchema) => FieldError[] {
  let comparisons = 0;
  const compiled = new Map<StructuralSchema, Check>();
  const compile = (schema: StructuralSchema): Check => {
    const known = compiled.get(schema);
    if (known !== undefined) return known;
    let check: Check | undefined;
    const lazy: Check = (value, old, walk) => {
      comparisons += 1;
      if (comparisons > mostComparisons) throw new TooManyComparisonsError();
      check ??= compileCheck(schema, compilePattern, compile);
      return check(value, old, walk);
    };
    compiled.set(schema, lazy);
    return lazy;
  };
  return (value, schema) => {
    const errors: FieldError[] = [];
    compile(schema)(value, undefined, { path: [], errors });
    return errors;
  };
}

type Compile = (schema: StructuralSchema) => Check;

/** Makes the checks of schemas, each when a value first needs it: most parts of a large schema are used by no object. */
const compilers = keyed((compilePattern: CompilePattern): Compile => {
  const compile: Compile = keyed((schema) => compileCheck(schema, compilePattern, compile));
  return compile;
});

function compileCheck(schema: StructuralSchema, compilePattern: CompilePattern, compile: Compile): Check {
  const checks = [
    typeCheck(schema),
    ...alternativesCheck(schema, compile),
    ...scalarChecks(schema, compilePattern),
    ...listCheck(schema, compile),
    ...objectCheck(schema, compile),
  ];
  return (value, old, walk) => {
    const { errors } = walk;
    const before = errors.length;
    let held = 1;
    for (const check of checks) {
      if (errors.length >= MAX_TOLD) break;
      held += 1 + check(value, old, walk);
    }
    if (errors.length > before && old !== undefined && deepEqual(value, old)) errors.length = before;
    return held;
  };
}

function listCheck({ items, maxItems, minItems, listType, listMapKeys }: StructuralSchema, compile: Compile): Check[] {
  if (items === undefined && maxItems === undefined && minItems === undefined) return [];
  const formerItems = (old: JsonValue | undefined): ((item: JsonValue) => JsonValue | undefined) => {
    if (listType !== 'map' || !Array.isArray(old)) return () => undefined;
    const byKey = new Map(old.map((item) => [listMapKey(item, listMapKeys), item]));
    return (item) => byKey.get(listMapKey(item, listMapKeys));
  };
  return [
    (value, old, walk) => {
      if (!Array.isArray(value)) return 0;
      let held = 1;
      if (items !== undefined && value.length > 0) {
        const check = compile(items);
        const formerOf = formerItems(old);
        for (const [index, item] of value.entries()) {
          if (walk.errors.length >= MAX_TOLD) break;
          walk.path.push(index);
          held += check(item, formerOf(item), walk);
          walk.path.pop();
        }
      }
      if (minItems !== undefined && value.length < minItems) {
        walk.errors.push(
          invalid(pathText(walk.path), value.length, `${where(walk)} should have at least ${minItems} items`),
        );
      }
      if (maxItems !== undefined && value.length > maxItems)
        walk.errors.push(tooMany(pathText(walk.path), value.length, maxItems));
      return held;
    },
  ];
}

/** Equal for items of a `map` list with the same keys. */
export function listMapKey(item: JsonValue, keys: readonly string[]): string {
  return writeJson(
    keys.map((key): JsonArray => (isObject(item) && Object.hasOwn(item, key) ? [item[key] ?? null] : [])),
  );
}

function objectCheck(schema: StructuralSchema, compile: Compile): Check[] {
  const { properties, additionalProperties, minProperties, maxProperties } = schema;
  const others = additionalProperties === 'any' ? undefined : additionalProperties;
  const isEmpty = properties.size === 0 && others === undefined && schema.required.length === 0;
  if (isEmpty && minProperties === undefined && maxProperties === undefined) return [];

  return [
    (value, old, walk) => {
      if (!isObject(value)) return 0;
      const before = isObject(old) ? old : undefined;
      const checkMember = (schema: StructuralSchema, name: string, member: JsonValue): number => {
        walk.path.push(name);
        const held = compile(schema)(member, before?.[name], walk);
        walk.path.pop();
        return held;
      };
      let held = 1;
      if (minProperties !== undefined || maxProperties !== undefined)
        checkSize(Object.keys(value).length, schema, walk);
      if (others !== undefined) {
        for (const name of Object.keys(value)) {
          if (walk.errors.length >= MAX_TOLD) break;
          if (!properties.has(name)) held += checkMember(others, name, value[name] ?? null);
        }
      }
      for (const [name, property] of properties) {
        const member = value[name];
        if (member !== undefined) held += checkMember(property, name, member);
      }
      for (const name of schema.required) {
        if (Object.hasOwn(value, name)) continue;
        walk.path.push(name);
        walk.errors.push(required(pathText(walk.path)));
        walk.path.pop();
      }
      return held;
    },
  ];
}

function checkSize(size: number, { minProperties, maxProperties }: StructuralSchema, walk: Walk): void {
  const path = pathText(walk.path);
  if (minProperties !== undefined && size < minProperties) {
    walk.errors.push(invalid(path, size, `${where(walk)} should have at least ${minProperties} properties`));
  }
  if (maxProperties !== undefined && size > maxProperties) walk.errors.push(tooMany(path, size, maxProperties));
}
