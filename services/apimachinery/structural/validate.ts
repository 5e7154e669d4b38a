import { keyed } from '../changing/changing.js';
import { deepEqual } from '../json/equal.js';
import { isObject, type JsonArray, type JsonObject, type JsonValue } from '../json/value.js';
import { writeJson } from '../json/write.js';
import type { CompilePattern } from '../schema/schema.js';
import { forbidden, invalid, MAX_REPORTED_ERRORS, required, tooMany, type FieldError } from '../status/field-error.js';
import { alternativesCheck } from './alternatives.js';
import { comparisonBudget, comparisonCost, TooManyComparisonsError } from './budget.js';
import { NO_PATH, where, type Check, type CheckSteps, type ScalarCheck, type Walk } from './check.js';
import { pathText } from './normalise.js';
import { scalarChecks, typeCheck } from './scalars.js';
import type { StructuralSchema } from './schema.js';

/** Ten times the number of values of the largest accepted object. */
const MAX_COMPARISONS = 1_000_000;

export interface ValidatorOptions {
  readonly compilePattern: CompilePattern;
  /** Number of values of an object that may be compared with parts of the schema; 1,000,000 when absent. */
  readonly maxComparisons?: number;
}

/** Validates in steps of some hundred comparisons. */
export type StructuralValidator = (object: JsonObject, old?: JsonObject) => Generator<void, FieldError[]>;

/**
 * Compiles a validator of normalised objects in Kubernetes' words. `old` is the replaced object: unchanged values are
 * not rejected, so that a schema can become stricter while invalid objects exist (validation ratcheting). Root kind,
 * apiVersion and metadata have their own rules. Objects beyond the comparison budget are rejected.
 */
export function compileStructuralValidator(
  schema: StructuralSchema,
  { compilePattern, maxComparisons = MAX_COMPARISONS }: ValidatorOptions,
): StructuralValidator {
  const check = compilers(compilePattern)(schema);
  return function* (object, old) {
    const errors: FieldError[] = [];
    const path: Walk['path'] = [];
    try {
      yield* steps(check(object, old, { path, errors, budget: comparisonBudget(maxComparisons) }));
    } catch (error) {
      if (!(error instanceof TooManyComparisonsError)) throw error;
      const detail = `validation takes more than ${maxComparisons} comparisons with parts of the schema`;
      errors.push(forbidden(path.length === 0 ? NO_PATH : pathText(path), detail));
    }
    return errors;
  };
}

/** Validates a value by a part of a schema, in steps. */
export type PartValidator = (value: JsonValue, schema: StructuralSchema) => Generator<void, FieldError[]>;

/**
 * Compiles checks of values against parts of a schema. Each part is compiled once, at its first use, which also
 * supports nested parts. Error paths begin at the value. The budget is that of all calls. Throws
 * TooManyComparisonsError.
 */
export function compilePartValidator({ compilePattern, maxComparisons }: Required<ValidatorOptions>): PartValidator {
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
  return function* (value, schema) {
    const errors: FieldError[] = [];
    yield* steps(compile(schema)(value, undefined, { path: [], errors, budget }));
    return errors;
  };
}

function* steps(held: number | CheckSteps): CheckSteps {
  return typeof held === 'number' ? held : yield* held;
}

type Compile = (schema: StructuralSchema) => Check;

/** Compiles schema checks lazily: most parts of a large schema are never used. */
const compilers = keyed((compilePattern: CompilePattern): Compile => {
  const compile: Compile = keyed((schema) => compileCheck(schema, compilePattern, compile));
  return compile;
});

function compileCheck(schema: StructuralSchema, compilePattern: CompilePattern, compile: Compile): Check {
  const type = typeCheck(schema);
  const scalar = scalarChecks(schema, compilePattern);
  const alternatives = alternativesCheck(schema, compile);
  const nested = [...listCheck(schema, compile), ...objectCheck(schema, compile)];
  const isScalar = alternatives.length + nested.length === 0;
  return isScalar ? inOne(schema, [type, ...scalar]) : inSteps(schema, [type, ...alternatives, ...scalar, ...nested]);
}

/** The checks of most values, which take no steps. */
function inOne(schema: StructuralSchema, checks: readonly ScalarCheck[]): ScalarCheck {
  const costOf = comparisonCost(schema);
  return (value, old, walk) => {
    if (isUnchangedText(value, old)) return 1 + 2 * checks.length;
    const { errors, budget } = walk;
    budget.spend(costOf(value));
    const before = errors.length;
    let held = 1;
    for (const check of checks) {
      if (errors.length >= MAX_REPORTED_ERRORS) break;
      held += 1 + check(value, old, walk);
    }
    acceptUnchanged(value, old, { errors, before });
    return held;
  };
}

function inSteps(schema: StructuralSchema, checks: readonly Check[]): Check {
  const costOf = comparisonCost(schema);
  return function* (value, old, walk) {
    if (isUnchangedText(value, old)) return 1 + 2 * checks.length;
    const { errors, budget } = walk;
    budget.spend(costOf(value));
    const before = errors.length;
    let held = 1;
    for (const check of checks) {
      if (errors.length >= MAX_REPORTED_ERRORS) break;
      const found = check(value, old, walk);
      held += 1 + (typeof found === 'number' ? found : yield* found);
    }
    acceptUnchanged(value, old, { errors, before });
    return held;
  };
}

/** An unchanged value is never rejected, and an expensive pattern must not prevent the deletion of an object. */
function isUnchangedText(value: JsonValue, old: JsonValue | undefined): boolean {
  return typeof value === 'string' && value === old;
}

interface Found {
  readonly errors: FieldError[];
  /** The number of errors before those of the value. */
  readonly before: number;
}

function acceptUnchanged(value: JsonValue, old: JsonValue | undefined, { errors, before }: Found): void {
  if (errors.length > before && old !== undefined && deepEqual(value, old)) errors.length = before;
}

function listCheck({ items, maxItems, minItems, listType, listMapKeys }: StructuralSchema, compile: Compile): Check[] {
  if (items === undefined && maxItems === undefined && minItems === undefined) return [];
  const formerItems = (old: JsonValue | undefined): ((item: JsonValue) => JsonValue | undefined) => {
    if (listType !== 'map' || !Array.isArray(old)) return () => undefined;
    const byKey = new Map(old.map((item) => [listMapKey(item, listMapKeys), item]));
    return (item) => byKey.get(listMapKey(item, listMapKeys));
  };
  function* check(value: JsonArray, old: JsonValue | undefined, walk: Walk): CheckSteps {
    let held = 1;
    if (items !== undefined && value.length > 0) {
      const check = compile(items);
      const formerOf = formerItems(old);
      for (const [index, item] of value.entries()) {
        if (walk.errors.length >= MAX_REPORTED_ERRORS) break;
        if (walk.budget.isStepOver()) yield;
        walk.path.push(index);
        const found = check(item, formerOf(item), walk);
        held += typeof found === 'number' ? found : yield* found;
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
  }
  return [(value, old, walk) => (Array.isArray(value) ? check(value, old, walk) : 0)];
}

/** Equal for items of a `map` list with the same keys. */
export function listMapKey(item: JsonValue, keys: readonly string[]): string {
  return writeJson(
    keys.map((key): JsonArray => (isObject(item) && Object.hasOwn(item, key) ? [item[key] ?? null] : [])),
  );
}

type Properties = StructuralSchema['properties'];

/** Number of properties that are looked at one by one: an order for each schema would take kilobytes. */
const FEW = 100;

type Part = readonly [name: string, schema: StructuralSchema];

/**
 * The parts for the members of a value, and perhaps for others: additional properties first, then properties in schema
 * order. The cost depends on the value and not on the schema.
 */
function partsFor(value: JsonObject, properties: Properties, others: StructuralSchema | undefined): Iterable<Part> {
  const names = Object.keys(value);
  if (others !== undefined) {
    const additional = names.filter((name) => !properties.has(name)).map((name): Part => [name, others]);
    return properties.size === 0 ? additional : [...additional, ...declared(names, properties)];
  }
  return declared(names, properties);
}

function declared(names: readonly string[], properties: Properties): Iterable<Part> {
  if (properties.size <= FEW || names.length * 4 > properties.size) return properties;
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
  function* check(value: JsonObject, old: JsonValue | undefined, walk: Walk): CheckSteps {
    const before = isObject(old) ? old : undefined;
    let held = 1;
    if (minProperties !== undefined || maxProperties !== undefined) checkSize(Object.keys(value).length, schema, walk);
    for (const [name, part] of partsFor(value, properties, others)) {
      const member = value[name];
      if (member === undefined) continue;
      if (walk.errors.length >= MAX_REPORTED_ERRORS) break;
      if (walk.budget.isStepOver()) yield;
      walk.path.push(name);
      const found = compile(part)(member, before?.[name], walk);
      held += typeof found === 'number' ? found : yield* found;
      walk.path.pop();
    }
    for (const name of schema.required) {
      if (Object.hasOwn(value, name)) continue;
      if (walk.errors.length >= MAX_REPORTED_ERRORS) break;
      walk.path.push(name);
      walk.errors.push(required(pathText(walk.path)));
      walk.path.pop();
    }
    return held;
  }
  return [(value, old, walk) => (isObject(value) ? check(value, old, walk) : 0)];
}

function checkSize(size: number, { minProperties, maxProperties }: StructuralSchema, walk: Walk): void {
  const path = pathText(walk.path);
  if (minProperties !== undefined && size < minProperties) {
    walk.errors.push(invalid(path, size, `${where(walk)} should have at least ${minProperties} properties`));
  }
  if (maxProperties !== undefined && size > maxProperties) walk.errors.push(tooMany(path, size, maxProperties));
}
