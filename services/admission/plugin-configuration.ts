import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { text } from '@pilothouse/apimachinery/schema/common.js';
import type { Field } from '@pilothouse/apimachinery/schema/schema.js';
import type { FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { field, struct, valueReader } from '@pilothouse/runtime/files/document.js';

/** The fields of a configuration. */
export interface ConfigurationFields<T extends JsonObject> {
  /** The name of the type, for messages. */
  readonly kind: string;
  /** The fields besides `apiVersion` and `kind`. */
  readonly fields: readonly Field[];
  /** Validation beyond the types of the fields. */
  readonly check: (value: T) => readonly FieldError[];
}

/** A kind of configuration of a plugin, with the names and fields that Kubernetes gives it. */
export interface ConfigurationKind<T extends JsonObject> extends ConfigurationFields<T> {
  /** The group without the API domain, such as `pod-security.admission.config`. */
  readonly group: string;
  /** The accepted versions. They have the same fields. */
  readonly versions: readonly string[];
}

/** The value of a configuration, and where it is, for messages. */
export interface ConfigurationValue {
  readonly value: JsonObject;
  readonly source: string;
}

/** Reads a configuration with an apiVersion and a kind. Throws an Error with one line for each invalid or unknown field. */
export function readConfiguration<T extends JsonObject>(
  { group, versions, ...of }: ConfigurationKind<T>,
  { value, source }: ConfigurationValue,
  domain: Domain,
): T {
  const accepted = versions.map((version) => `${domain.group(group)}/${version}`);
  const { apiVersion, kind } = value;
  if (kind !== of.kind || !accepted.some((each) => each === apiVersion)) {
    throw new Error(`${source}: must have the kind ${of.kind} and the apiVersion ${accepted.join(' or ')}`);
  }
  const fields = [field('apiVersion', text, 'required'), field('kind', text, 'required'), ...of.fields];
  return readFields({ ...of, fields }, { value, source });
}

/** Reads a configuration that is no API object. Throws like {@link readConfiguration}. */
export function readFields<T extends JsonObject>(
  { kind, fields, check }: ConfigurationFields<T>,
  { value, source }: ConfigurationValue,
): T {
  return valueReader<T>({ schema: struct(kind, fields), check })({ value, duplicates: [] }, source);
}
