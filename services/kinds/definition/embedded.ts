import { objectMetaSchema, type ObjectMeta } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { isObject, newObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { dns1035Label } from '@pilothouse/apimachinery/names/dns.js';
import { pathSegmentName } from '@pilothouse/apimachinery/names/path-segment.js';
import { compileDecoder, DecodeError } from '@pilothouse/apimachinery/schema/decode.js';
import {
  fieldPath,
  invalid,
  keyPath,
  MAX_REPORTED_ERRORS,
  required,
  type FieldError,
} from '@pilothouse/apimachinery/status/field-error.js';
import type { StructuralSchema } from '@pilothouse/apimachinery/structural/schema.js';
import type { Findings } from './findings.js';
import { validateMetadata } from './validate-metadata.js';

const decodeMetadata = compileDecoder(objectMetaSchema);

/**
 * Validates kind, apiVersion and metadata of embedded objects. With `isWhole`, the value is such an object itself. If
 * one has a wrong type, only that is reported.
 */
export function checkEmbedded(
  value: JsonValue,
  schema: StructuralSchema,
  path: string,
  findings: Findings,
  { isWhole = false } = {},
): void {
  const root = isWhole ? { ...schema, isEmbeddedResource: true } : schema;
  let isWrong = false;
  eachEmbedded(value, root, path, (object, at) => {
    const [first] = isWrong ? [] : typeErrors(object, at);
    if (first === undefined) return;
    isWrong = true;
    findings.add(first);
  });
  if (isWrong) return;
  eachEmbedded(value, root, path, (object, at) => {
    for (const error of objectErrors(object, at)) findings.add(error);
  });
}

/** Validates the objects embedded in an object, whose types are valid. */
export function embeddedErrors(object: JsonObject, schema: StructuralSchema): FieldError[] {
  const errors: FieldError[] = [];
  eachEmbedded(object, schema, '', (embedded, path) => {
    if (errors.length < MAX_REPORTED_ERRORS) errors.push(...objectErrors(embedded, path));
  });
  return errors;
}

/** Whether values of the schema can contain embedded objects. */
export function canEmbed({
  isEmbeddedResource,
  properties,
  items,
  additionalProperties: others,
}: StructuralSchema): boolean {
  return (
    isEmbeddedResource ||
    [...properties.values()].some(canEmbed) ||
    (items !== undefined && canEmbed(items)) ||
    (others !== undefined && others !== 'any' && canEmbed(others))
  );
}

/** Calls back with each embedded object and its path. */
function eachEmbedded(
  value: JsonValue,
  schema: StructuralSchema,
  path: string,
  found: (object: JsonObject, path: string) => void,
): void {
  if (Array.isArray(value)) {
    if (schema.items === undefined) return;
    for (const [index, item] of value.entries()) eachEmbedded(item, schema.items, keyPath(path, index), found);
  } else if (isObject(value)) {
    if (schema.isEmbeddedResource) found(value, path);
    const { additionalProperties: others } = schema;
    for (const [name, member] of Object.entries(value)) {
      const property = schema.properties.get(name);
      if (property !== undefined) eachEmbedded(member, property, fieldPath(path, name), found);
      else if (others !== undefined && others !== 'any') eachEmbedded(member, others, keyPath(path, name), found);
    }
  }
}

function typeErrors(object: JsonObject, path: string): readonly FieldError[] {
  const errors = ['apiVersion', 'kind'].flatMap((name) => {
    const value = object[name];
    if (value === undefined || typeof value === 'string') return [];
    return [invalid(fieldPath(path, name), value, 'must be a string')];
  });
  const metadata = object['metadata'];
  if (metadata === undefined) return errors;
  const problem = readMetadata(metadata).problem;
  return problem === undefined ? errors : [...errors, invalid(fieldPath(path, 'metadata'), metadata, problem)];
}

function readMetadata(value: JsonValue): { readonly metadata: ObjectMeta; readonly problem?: string } {
  if (value === null) return { metadata: {} };
  if (!isObject(value)) return { metadata: {}, problem: 'must be an object' };
  try {
    return { metadata: decodeMetadata(value).value };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return { metadata: {}, problem: error.message };
  }
}

function objectErrors(object: JsonObject, path: string): FieldError[] {
  const { apiVersion, kind, metadata } = object;
  const errors: FieldError[] = [];
  if (apiVersion === undefined) errors.push(required(fieldPath(path, 'apiVersion')));
  if (kind === undefined) errors.push(required(fieldPath(path, 'kind')));
  if (typeof apiVersion === 'string') errors.push(...apiVersionErrors(apiVersion, fieldPath(path, 'apiVersion')));
  if (typeof kind === 'string') errors.push(...kindErrors(kind, fieldPath(path, 'kind')));
  if (metadata !== undefined) errors.push(...metadataErrors(metadata, path));
  return errors;
}

function apiVersionErrors(apiVersion: string, path: string): FieldError[] {
  if (apiVersion === '') return [invalid(path, apiVersion, 'must not be empty')];
  if (apiVersion.split('/').length <= 2) return [];
  return [invalid(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
}

function kindErrors(kind: string, path: string): FieldError[] {
  if (kind === '') return [invalid(path, kind, 'must not be empty')];
  const problems = dns1035Label(kind.toLowerCase()).join(',');
  return problems === '' ? [] : [invalid(path, kind, `may have mixed case, but should otherwise match: ${problems}`)];
}

function metadataErrors(value: JsonValue, path: string): FieldError[] {
  const { metadata } = readMetadata(value);
  // An embedded object needs no name, so a placeholder passes the check.
  const named = Object.assign(newObject(), metadata, { name: metadata.name ?? 'name' });
  const scope = metadata.namespace === undefined ? 'Cluster' : 'Namespaced';
  const errors = validateMetadata({ scope, strategy: { nameErrors: pathSegmentName } }, { metadata: named });
  return errors.map((error) => ({ ...error, field: fieldPath(path, error.field) }));
}
