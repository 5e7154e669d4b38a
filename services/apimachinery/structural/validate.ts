import { keyed } from '../changing/changing.js';
import { deepEqual } from '../json/equal.js';
import { isObject, type JsonArray, type JsonObject, type JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';
import type { CompilePattern } from '../schema/schema.js';
import { forbidden, invalid, MAX_REPORTED_ERRORS, required, tooMany, type FieldError } from '../status/field-error.js';
import { alternativesCheck } from './alternatives.js';
import { comparisonBudget, comparisonCost, TooManyComparisonsError } from './budget.js';
import { NO_PATH, where, type Check, type Walk } from './check.js';
import { pathText } from './normalise.js';
import { scalarChecks, typeCheck } from './scalars.js';
import type { StructuralSchema } from './schema.js';

/**
 * Compiles a validator of normalised objects in Kubernetes' words. `old` is the replaced object: unchanged values are
 * not rejected, so that a schema can become stricter while invalid objects exist (validation ratcheting). Root kind,
 * apiVersion and metadata have their own rules. Objects beyond the comparison budget are rejected.
 */
export function compileStructuralValidator(
  schema: StructuralSchema,
  compilePattern: CompilePattern,
): (object: JsonObject, old?: JsonObject) => FieldError[] {
  const check = compilers(compilePattern)(schema);
  return (object, old) => {
    const errors: FieldError[] = [];
    const path: Walk['path'] = [];
    try {
      check(object, old, { path, errors, budget: comparisonBudget(MAX_COMPARISONS) });
    } catch (error) {
      if (!(error instanceof TooManyComparisonsError)) throw error;
      const detail = `validation takes more than ${MAX_COMPARISONS} comparisons with parts of the schema`;
      errors.push(forbidden(path.length === 0 ? NO_PATH : pathText(path), detail));
    }
    return errors;
  };
}

/** Ten times the number of values of the largest accepted object. */
const MAX_COMPARISONS = 1_000_000;

export interface PartValidatorOptions {
  readonly compilePattern: CompilePattern;
  /** Number of values that may be compared with a schema in all calls. */
  readonly maxComparisons: number;
}

/**
 * Compiles checks of values against parts of a schema. Each part is compiled once, at its first use, which also
 * supports nested parts. Error paths begin at the value. Throws TooManyComparisonsError.
 */
export function compilePartValidator({
  compilePattern,
  maxComparisons,
}: PartValidatorOptions): (value: JsonValue, schema: StructuralSchema) => FieldError[] {
  const budget = comparisonBudget(maxComparisons);
  const compiled = new Map<StructuralSchema, Check>();
  const compile = (schema: StructuralSchema): Check => {
    const known = compiled.get(schema);
    if (known !== undefined) return known;
    let check: Check | undefined;
    const lazy: Check = (value, old, walk) => {
      check ??= compileCheck(schema, compilePattern, compile);
      return check(value, old, walk);
    };
    compiled.set(schema, lazy);
    return lazy;
  };
  return (value, schema) => {
    const errors: FieldError[] = [];
    compile(schema)(value, undefined, { path: [], errors, budget });
    return errors;
  };
}

type Compile = (schema: StructuralSchema) => Check;

/** Compiles schema checks lazily: most parts of a large schema are never used. */
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
  const costOf = comparisonCost(schema);
  return (value, old, walk) => {
    // An unchanged value is never rejected, and an expensive pattern must not prevent the deletion of an object.
    if (typeof value === 'string' && value === old) return 1 + 2 * checks.length;
    const { errors, budget } = walk;
    budget.spend(costOf(value));
    const before = errors.length;
    let held = 1;
    for (const check of checks) {
      if (errors.length >= MAX_REPORTED_ERRORS) break;
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
          if (walk.errors.length >= MAX_REPORTED_ERRORS) break;
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

type Properties = StructuralSchema['properties'];

/** The properties that a value has, in schema order: the cost depends on the value and not on the schema. */
function presentIn(value: JsonObject, properties: Properties): Iterable<readonly [string, StructuralSchema]> {
  const names = Object.keys(value);
  if (names.length * 4 > properties.size) return properties;
  const { all, places } = orderOf(properties);
  const indexes = names.flatMap((name) => places.get(name) ?? []);
  return indexes.sort((a, b) => a - b).flatMap((index) => all.slice(index, index + 1));
}

/** Created lazily, when a small value first needs it. */
const orderOf = keyed((properties: Properties) => {
  const all = [...properties];
  return { all, places: new Map(all.map(([name], index) => [name, index])) };
});

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
          if (walk.errors.length >= MAX_REPORTED_ERRORS) break;
          if (!properties.has(name)) held += checkMember(others, name, value[name] ?? null);
        }
      }
      for (const [name, property] of presentIn(value, properties)) {
        const member = value[name];
        if (member !== undefined) held += checkMember(property, name, member);
      }
      for (const name of schema.required) {
        if (Object.hasOwn(value, name)) continue;
        if (walk.errors.length >= MAX_REPORTED_ERRORS) break;
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
