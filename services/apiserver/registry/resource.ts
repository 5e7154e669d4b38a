import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { compileDecoder, type Decoded } from '@pilothouse/apimachinery/schema/decode.js';
import { compileValidator } from '@pilothouse/apimachinery/schema/validate.js';
import type { FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import type { GroupResource } from '@pilothouse/apimachinery/status/status-error.js';
import type { Attributes, Entry, Store } from '../storage/store.js';
import { extractAttributes } from './attributes.js';
import type { ResourceDefinition, VersionDefinition } from './definition.js';
import type { Environment } from './environment.js';
import { listSchemaOf } from './list-schema.js';
import { protobufForm, type ProtobufForm } from './protobuf-form.js';
import { storedForm, type StoredForm, type TypeMeta } from './stored-form.js';

/** A definition made ready for one of its versions: its compiled functions, and where its objects are. */
export interface Resource extends TypeMeta {
  readonly definition: ResourceDefinition;
  readonly version: VersionDefinition;
  /** As errors name it. */
  readonly groupResource: GroupResource;
  /** JSON from outside as a normalised object; throws DecodeError. */
  readonly decode: (value: JsonObject) => Decoded;
  /** What the schema finds wrong with a normalised object; `old` is what it replaces. */
  readonly validate: (object: JsonObject, old?: JsonObject) => FieldError[];
  /** One object, and lists of them, in protobuf. */
  readonly protobuf: ProtobufForm;
  readonly protobufList: ProtobufForm;
  /** Between objects and entries of the store. */
  readonly stored: StoredForm;
  /** What selectors see of an entry: its own attributes, or else what is extracted now. */
  readonly attributesOf: (entry: Entry) => Attributes;
  readonly store: Store;
  readonly environment: Environment;
}

export interface ResourceOptions {
  readonly store: Store;
  readonly environment: Environment;
}

export function groupVersion(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}

/** One Resource for each version that the definition serves, the preferred one first. */
export function createResources(definition: ResourceDefinition, options: ResourceOptions): Resource[] {
  const { group, resource, kind, versions } = definition;
  const extract = extractAttributes(definition);
  const storage: TypeMeta = { kind, apiVersion: groupVersion(group, versions[0].name) };
  return versions.map((version) => {
    const served: TypeMeta = { kind, apiVersion: groupVersion(group, version.name) };
    return {
      ...options,
      ...served,
      definition,
      version,
      groupResource: { group, resource },
      decode: lazily(() => compileDecoder(version.schema)),
      validate: lazily(() => compileValidator(version.schema)),
      protobuf: protobufForm(version.schema, served),
      protobufList: protobufForm(listSchemaOf(version.schema, kind), { ...served, kind: `${kind}List` }),
      stored: storedForm(storage, served),
      attributesOf: (entry) => entry.attributes ?? extract(entry),
    };
  });
}

/** Compiles a function at its first call, so that kinds which nobody uses cost nothing at start. */
function lazily<Args extends unknown[], Result>(compile: () => (...args: Args) => Result): (...args: Args) => Result {
  let compiled: ((...args: Args) => Result) | undefined;
  return (...args) => (compiled ??= compile())(...args);
}
