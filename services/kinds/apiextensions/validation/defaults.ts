import type { JSONSchemaProps } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import { deepCopy, isObject, newObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import {
  fieldErrorText,
  fieldPath,
  forbidden,
  invalid,
  keyPath,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import { NO_PATH } from '@pilothouse/apimachinery/structural/check.js';
import { compileNormaliser } from '@pilothouse/apimachinery/structural/normalise.js';
import { readStructural, type StructuralSchema } from '@pilothouse/apimachinery/structural/schema.js';
import { TooManyComparisonsError } from '@pilothouse/apimachinery/structural/budget.js';
import { compilePartValidator, type PartValidator } from '@pilothouse/apimachinery/structural/validate.js';
import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import { checkEmbedded } from '../../definition/embedded.js';
import { addsNothing, newFindings, type Findings } from '../../definition/findings.js';
import type { RuleChecks } from './rules.js';
import type { Patterns } from './pattern.js';
import { schemaIn, someSchema } from './schema-walk.js';

export interface DefaultsOptions {
  /** Defaults must not have unknown fields. */
  readonly requirePruned: boolean;
  readonly patterns: Patterns;
  readonly checkRules: RuleChecks['checkDefault'];
}

/**
 * Validates each default of a structural schema (Kubernetes' `ValidateDefaults`). As in Kubernetes, defaults below
 * `additionalProperties` are not checked. `root` is the schema of a whole object.
 */
export function* checkDefaults(
  root: JSONSchemaProps,
  path: string,
  options: DefaultsOptions,
  findings: Findings,
): Steps<void> {
  if (!someSchema(root, (schema) => schema.default !== undefined)) return;
  const compilePattern = options.patterns.compile;
  const validate = compilePartValidator({ compilePattern, maxComparisons: MAX_COMPARISONS });
  const schema: StructuralSchema = { ...readStructural(root), isEmbeddedResource: true };
  const defaults: FoundDefault[] = [];
  eachDefault({ schema, source: root, path }, undefined, (found) => defaults.push(found));
  for (const found of defaults) {
    yield;
    if (findings.isFull()) return;
    if (found.inMetadata === undefined) yield* checkDefault(found, validate, options, findings);
    else yield* checkInMetadata(found, found.inMetadata, validate, options, findings);
  }
}

/** Limit for all defaults of a definition: each value counts once for each schema that it must match. */
const MAX_COMPARISONS = 100_000;

interface FoundDefault {
  readonly value: JsonValue;
  readonly schema: StructuralSchema;
  readonly source: JSONSchemaProps;
  /** The path of the schema's `default`. */
  readonly path: string;
  /** The surrounding object of a default within kind, apiVersion or metadata. */
  readonly inMetadata: Surrounding | undefined;
}

interface Surrounding {
  readonly schema: StructuralSchema;
  /** Wraps a value of this schema in its object. */
  readonly around: (value: JsonValue) => JsonObject;
  /** The schema is within kind, apiVersion or metadata. */
  readonly isInside: boolean;
}

const TYPE_META: ReadonlySet<string> = new Set(['metadata', 'kind', 'apiVersion']);

/** A schema in parsed and in original form, with its path. */
interface LocatedSchema {
  readonly schema: StructuralSchema;
  readonly source: JSONSchemaProps;
  readonly path: string;
}

function eachDefault(
  { schema, source, path }: LocatedSchema,
  given: Surrounding | undefined,
  found: (each: FoundDefault) => unknown,
): void {
  const surrounding = schema.isEmbeddedResource ? { schema, around: wholeObject, isInside: false } : given;
  const { default: value, items } = schema;
  if (value !== undefined && value !== null) {
    const inMetadata = surrounding?.isInside === true ? surrounding : undefined;
    found({ value, schema, source, path: fieldPath(path, 'default'), inMetadata });
  }
  if (items !== undefined) {
    const place = { schema: items, source: schemaIn(source.items) ?? {}, path: fieldPath(path, 'items') };
    eachDefault(
      place,
      inside(surrounding, (item) => [item], false),
      found,
    );
  }
  for (const [name, property] of schema.properties) {
    const member = (value: JsonValue): JsonObject => Object.assign(newObject(), { [name]: value });
    const isInside = schema.isEmbeddedResource && TYPE_META.has(name);
    const at = keyPath(fieldPath(path, 'properties'), name);
    const place = { schema: property, source: source.properties?.[name] ?? {}, path: at };
    eachDefault(place, inside(surrounding, member, isInside), found);
  }
}

function inside(
  surrounding: Surrounding | undefined,
  wrap: (value: JsonValue) => JsonValue,
  isInside: boolean,
): Surrounding | undefined {
  if (surrounding === undefined) return undefined;
  const { schema, around } = surrounding;
  return { schema, around: (value) => around(wrap(value)), isInside: isInside || surrounding.isInside };
}

function wholeObject(value: JsonValue): JsonObject {
  const object = Object.assign(newObject(), { apiVersion: 'validation/v1', kind: 'Validation' });
  return isObject(value) ? Object.assign(object, value) : object;
}

function* checkDefault(
  found: FoundDefault,
  validate: PartValidator,
  options: DefaultsOptions,
  findings: Findings,
): Steps<void> {
  const { value, schema, path } = found;
  if (options.requirePruned && hasUnknownFields(value, schema)) {
    findings.add(invalid(path, value, 'must not have unknown fields'));
  }
  const isSound = addsNothing(findings, () => checkEmbedded(value, schema, path, findings));
  if (isSound) yield* checkValue(found, validate, options, findings);
}

function* checkInMetadata(
  found: FoundDefault,
  { schema, around }: Surrounding,
  validate: PartValidator,
  options: DefaultsOptions,
  findings: Findings,
): Steps<void> {
  const own = newFindings();
  checkEmbedded(around(deepCopy(found.value)), schema, '', own);
  if (own.errors.length === 0) {
    yield* checkValue(found, validate, options, findings);
    return;
  }
  const texts = own.errors.map(fieldErrorText);
  const text = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
  findings.add(invalid(found.path, found.value, `must result in valid metadata: ${text}`));
}

function* checkValue(
  { value, schema, source, path }: FoundDefault,
  validate: PartValidator,
  { checkRules }: DefaultsOptions,
  findings: Findings,
): Steps<void> {
  let errors: readonly FieldError[];
  try {
    errors = yield* validate(value, schema);
  } catch (error) {
    if (!(error instanceof TooManyComparisonsError)) throw error;
    const text = `checking the defaults takes more than ${MAX_COMPARISONS} comparisons of a value with a schema`;
    findings.add(forbidden(path, text));
    return;
  }
  for (const error of errors) findings.add({ ...error, field: fieldBelow(path, error.field) });
  if (errors.length > 0) return;
  for (const error of checkRules?.(source, value, path) ?? []) findings.add(error);
}

/** The path of a field of the value at `path`. */
export function fieldBelow(path: string, field: string): string {
  if (field === '' || field === NO_PATH) return path;
  return field.startsWith('[') ? `${path}${field}` : fieldPath(path, field);
}

/** Metadata is pruned separately, without an error. */
function hasUnknownFields(value: JsonValue, schema: StructuralSchema): boolean {
  const unknown: string[] = [];
  const normalise = compileNormaliser(
    { ...EMPTY, properties: new Map([['value', schema]]) },
    { readMetadata: (metadata) => (isObject(metadata) ? metadata : newObject()), refuse, defaults: false },
  );
  try {
    normalise(Object.assign(newObject(), { value }), unknown);
  } catch (error) {
    if (!(error instanceof WrongTypeError)) throw error;
  }
  return unknown.length > 0;
}

/** A kind or apiVersion that is not a string. It is reported separately. */
class WrongTypeError extends Error {}

function refuse(): never {
  throw new WrongTypeError();
}

const EMPTY = readStructural({ type: 'object' });

/** Whether a schema has a default with unknown fields. */
export function hasUnprunedDefaults(root: JSONSchemaProps): boolean {
  if (!someSchema(root, (schema) => schema.default !== undefined)) return false;
  let isFound = false;
  eachDefault({ schema: readStructural(root), source: root, path: '' }, undefined, ({ value, schema, inMetadata }) => {
    isFound ||= inMetadata === undefined && hasUnknownFields(value, schema);
  });
  return isFound;
}
