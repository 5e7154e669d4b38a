import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { text } from '@pilothouse/apimachinery/schema/common.js';
import type { Field } from '@pilothouse/apimachinery/schema/schema.js';
import type { FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { field, struct, valueReader } from '@pilothouse/runtime/files/document.js';

/** A kind of configuration of a plugin, with the names and fields that Kubernetes gives it. */
export interface ConfigurationKind<T extends JsonObject> {
  /** The group without the API domain, such as `pod-security.admission.config`. */
  readonly group: string;
  /** The accepted versions. They have the same fields. */
  readonly versions: readonly string[];
  readonly kind: string;
  /** The fields besides `apiVersion` and `kind`. */
  readonly fields: readonly Field[];
  /** Validation beyond the types of the fields. */
  readonly check: (value: T) => readonly FieldError[];
}

/** The value of a configuration, and where it is, for messages. */
export interface ConfigurationValue {
  readonly value: JsonObject;
  readonly source: string;
}

/** Reads the configuration of a plugin. Throws an Error with one line for each invalid or unknown field. */
export function readConfiguration<T extends JsonObject>(
  { group, versions, kind, fields, check }: ConfigurationKind<T>,
  { value, source }: ConfigurationValue,
  domain: Domain,
): T {
  const accepted = versions.map((version) => `${domain.group(group)}/${version}`);
  const { apiVersion } = value;
  if (!isObject(value) || value['kind'] !== kind || !accepted.some((each) => each === apiVersion)) {
    throw new Error(`${source}: must have the kind ${kind} and the apiVersion ${accepted.join(' or ')}`);
  }
  const schema = struct(kind, [field('apiVersion', text, 'required'), field('kind', text, 'required'), ...fields]);
  return valueReader<T>({ schema, check })({ value, duplicates: [] }, source);
}
