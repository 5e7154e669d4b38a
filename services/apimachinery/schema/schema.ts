import type { JsonObject } from '../json/value.js';

/**
 * The shape of every API type, as one discriminated union. All that must know a type reads it: decoding, defaulting,
 * validation, the protobuf codec, OpenAPI, patches and server-side apply. Built-in types come from `proto/`.
 */
export type Schema =
  | StringSchema
  | BooleanSchema
  | IntegerSchema
  | NumberSchema
  | BytesSchema
  | TimeSchema
  | QuantitySchema
  | IntOrStringSchema
  | AnySchema
  | StructSchema
  | ChoiceSchema
  | ListSchema
  | MapSchema;

/** Text formats that validation checks; each is a function in `names/`. */
export type StringFormat = 'dnsLabel' | 'dnsSubdomain' | 'qualifiedName' | 'labelValue' | 'configKey' | 'uuid';

export interface StringSchema {
  readonly type: 'string';
  readonly format?: StringFormat;
  /** The only values allowed. */
  readonly enum?: readonly string[];
  readonly maxLength?: number;
}

export interface BooleanSchema {
  readonly type: 'boolean';
}

export interface IntegerSchema {
  readonly type: 'integer';
  readonly format: 'int32' | 'int64';
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface NumberSchema {
  readonly type: 'number';
}

/** Base64 text in JSON, where a list of numbers is read too; bytes in protobuf. */
export interface BytesSchema {
  readonly type: 'bytes';
}

/** RFC 3339 text in JSON: whole seconds, or exactly six decimals when `micro`. */
export interface TimeSchema {
  readonly type: 'time';
  readonly micro: boolean;
}

export interface QuantitySchema {
  readonly type: 'quantity';
}

export interface IntOrStringSchema {
  readonly type: 'intOrString';
}

/**
 * Untyped JSON. `encoding` says how protobuf carries it: as the `raw` bytes of a RawExtension (field 1), which may be any
 * value but null, of a FieldsV1 (field 1), which must be an object, or of a JSON (field 1), which has no bytes for null.
 */
export interface AnySchema {
  readonly type: 'any';
  readonly encoding: 'rawExtension' | 'fieldsV1' | 'json';
}

export interface StructSchema {
  readonly type: 'struct';
  /** The name in OpenAPI, such as `io.k8s.api.core.v1.ConfigMap`. */
  readonly name: string;
  readonly description: string;
  /** In the order in which they are written. */
  readonly fields: readonly Field[];
  /** Server-side apply treats it as one value. */
  readonly atomic: boolean;
}

/**
 * A message of which JSON has one field in its place: a struct, a list or a boolean, as the type of the value tells. A value
 * of another type is an error where the value may be a boolean, and absent where it may not, as in Kubernetes.
 */
export interface ChoiceSchema {
  readonly type: 'choice';
  /** The name in OpenAPI. */
  readonly name: string;
  readonly description: string;
  /** One struct, one list and one boolean at most, by their numbers. Beside a struct protobuf has the boolean as true. */
  readonly alternatives: readonly Alternative[];
}

export interface Alternative {
  /** The protobuf field number. */
  readonly number: number;
  readonly schema: () => Schema;
}

/**
 * The object of a custom kind. Its type is an OpenAPI v3 schema, which `structural/` reads.
 */
export interface CustomSchema {
  readonly type: 'custom';
  /** The name in OpenAPI, such as `io.example.v1.Widget`. */
  readonly name: string;
  /** As its definition gives it; `{}` where there is none. */
  readonly source: Readonly<JsonObject>;
  readonly compilePattern: CompilePattern;
}

/**
 * Compiles a regular expression in the syntax of RE2, which matches in linear time. It is passed in, so that its library is loaded
 * only where there are custom kinds.
 */
export type CompilePattern = (pattern: string) => (text: string) => boolean;

/** The list of a custom kind. */
export interface CustomListSchema {
  readonly type: 'customList';
  readonly name: string;
  readonly kind: string;
  readonly item: CustomSchema;
}

/** The type of a whole object. */
export type ObjectSchema = StructSchema | CustomSchema;

/** A type that OpenAPI documents publish under its name. */
export type PublishedSchema = ObjectSchema | CustomListSchema;

export interface Field {
  /** The JSON name. */
  readonly name: string;
  /** The protobuf field number; 0 for `kind` and `apiVersion`, which protobuf carries in its envelope. */
  readonly number: number;
  /** The number of the message that protobuf has around the field, all of whose fields JSON has at this level. */
  readonly inside?: number;
  readonly description: string;
  /** A function, so that types may refer to one another and to themselves. */
  readonly schema: () => Schema;
  /**
   * What an absent or zero value is:
   * - `implicit`: a zero value means absent, and is dropped;
   * - `explicit`: a zero value that was given is kept;
   * - `always`: written even when zero (`{}`, `[]`, `""`, `0`).
   */
  readonly presence: 'implicit' | 'explicit' | 'always';
  /** Validation refuses its absence with 422. */
  readonly required: boolean;
  /** Validation refuses a change of it with 422. */
  readonly immutable: boolean;
  /** Nothing below it is held to be immutable, whatever its own type says: it is part of a template. */
  readonly changeable?: true;
  /** Set when absent. A JSON text, such as `"Opaque"`, `0` or `["Persistent"]`. */
  readonly default?: string;
  /** How a strategic merge patch treats it; absent means replace. */
  readonly patchStrategy?: 'merge' | 'retainKeys' | 'merge,retainKeys';
  readonly patchMergeKey?: string;
}

export interface ListSchema {
  readonly type: 'list';
  readonly items: () => Schema;
  readonly listType: 'atomic' | 'set' | 'map';
  /** The key fields of a `map` list. */
  readonly keys: readonly string[];
  /** Protobuf carries the list inside a message of its own, as field 1. */
  readonly wrapped?: boolean;
}

export interface MapSchema {
  readonly type: 'map';
  readonly values: () => Schema;
  readonly atomic: boolean;
  readonly keyFormat?: StringFormat;
}
