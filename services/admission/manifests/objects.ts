import { isObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { ParsedJson } from '@pilothouse/apimachinery/json/parse.js';
import { compileDecoder, DecodeError } from '@pilothouse/apimachinery/schema/decode.js';
import { compileValidator } from '@pilothouse/apimachinery/schema/validate.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { fieldErrorText } from '@pilothouse/apimachinery/status/field-error.js';
import { parseYaml } from '@pilothouse/apimachinery/yaml/parse.js';
import { runWithoutYielding } from '@pilothouse/apimachinery/steps/steps.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { reportedErrors } from '@pilothouse/kinds/definition/error-order.js';
import { groupVersion } from '@pilothouse/kinds/definition/group-version.js';
import { validateMetadata } from '@pilothouse/kinds/definition/validate-metadata.js';
import { documentsOf, type ManifestFile } from './directory.js';
import { nameOf } from './name-of.js';

/** An object of a manifest: decoded, with defaults, and valid. */
export interface ManifestObject {
  readonly kind: string;
  readonly object: JsonObject;
}

/** Reads the objects of a file. Throws an Error that names the file, the object and the field. */
export type ReadObjects = (file: ManifestFile) => readonly ManifestObject[];

/**
 * Creates a reader of objects of these kinds, of lists of one kind, and of lists of several (`v1`, `List`). Documents
 * that only have comments are skipped.
 */
export function objectReader(definitions: readonly ResourceDefinition[]): ReadObjects {
  const readers = new Map(definitions.flatMap(readersOf));
  const read = (value: JsonValue): readonly ManifestObject[] => {
    if (value === null) return [];
    if (!isObject(value)) throw new Error('a manifest must be an object');
    const { apiVersion, kind, items } = value;
    if (typeof kind !== 'string' || kind === '') throw new Error("Object 'Kind' is missing");
    if (apiVersion === 'v1' && kind === 'List') return Array.isArray(items) ? items.flatMap(read) : [];
    const reader = readers.get(typeKey(apiVersion, kind));
    if (reader === undefined) throw new Error(`unsupported resource type ${typeKey(apiVersion, kind)}`);
    return reader(value);
  };
  return ({ path, text }) => {
    try {
      return documentsOf(text).flatMap((document) => read(strictly(parseYaml(document))));
    } catch (error) {
      throw new Error(`error loading ${path}: ${errorMessage(error)}`, { cause: error });
    }
  };
}

type ReadValue = (value: JsonObject) => readonly ManifestObject[];

function readersOf(definition: ResourceDefinition): readonly (readonly [string, ReadValue])[] {
  const { group, kind, listKind = `${kind}List` } = definition;
  const [{ name, schema }] = definition.versions;
  if (schema.type !== 'struct') throw new Error(`${kind} is not a built-in kind`);
  const apiVersion = groupVersion(group, name);
  const decode = compileDecoder(schema);
  const validate = compileValidator(schema);
  const one = (value: JsonObject): ManifestObject => {
    const object = decoded(decode, value);
    definition.setDefaults?.(object);
    const rules = definition.strategy.validate?.(object, undefined) ?? [];
    const errors = reportedErrors(
      {
        metadata: validateMetadata(definition, object),
        schema: validate(object),
        rules: 'next' in rules ? runWithoutYielding(rules) : rules,
      },
      definition.strategy.errorOrder,
    ).map(fieldErrorText);
    if (errors.length === 0) return { kind, object };
    throw new Error(`${kind} "${nameOf(object)}": ${errors.length === 1 ? errors.join('') : `[${errors.join(', ')}]`}`);
  };
  const many = ({ items }: JsonObject): readonly ManifestObject[] =>
    (Array.isArray(items) ? items : []).map((item) => {
      if (!isObject(item)) throw new Error(`an item of a ${listKind} must be an object`);
      return one({ ...item, apiVersion, kind });
    });
  return [
    [typeKey(apiVersion, kind), (value) => [one(value)]],
    [typeKey(apiVersion, listKind), many],
  ];
}

function decoded(decode: ReturnType<typeof compileDecoder>, value: JsonObject): JsonObject {
  try {
    const { value: object, unknown } = decode(value);
    if (unknown.length > 0) throw strictError(unknown.map((field) => `unknown field "${field}"`));
    return object;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new Error(`${error.path}: ${error.message}`, { cause: error });
  }
}

function strictly({ value, duplicates }: ParsedJson): JsonValue {
  if (duplicates.length > 0) throw strictError(duplicates.map((field) => `duplicate field "${field}"`));
  return value;
}

/** Kubernetes' text. */
function strictError(problems: readonly string[]): Error {
  return new Error(`strict decoding error: ${problems.join(', ')}`);
}

function typeKey(apiVersion: JsonValue | undefined, kind: string): string {
  return `${typeof apiVersion === 'string' ? apiVersion : ''}, Kind=${kind}`;
}
