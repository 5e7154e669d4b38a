import type { JsonObject } from '../json/value.js';

/**
 * The type of API objects as data: one discriminated union for decoding, defaulting, validation, the protobuf codec,
 * OpenAPI, patches and server-side apply. Built-in types are generated from `proto/`.
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
  /** The allowed values. */
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

/** Base64 text in JSON, where a list of numbers is also accepted; bytes in protobuf. */
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
 * Untyped JSON. `encoding` is its form in protobuf: the `raw` bytes of a RawExtension (field 1; any value but null), of
 * a FieldsV1 (field 1; an object), or of a JSON (field 1; no bytes for null).
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
  /** Server-side apply treats it as atomic. */
  readonly atomic: boolean;
}

/**
 * A message that JSON represents by one of its fields: a struct, a list or a boolean, selected by the type of the
 * value. A value of another type is an error if a boolean is allowed, and absent otherwise, as in Kubernetes.
 */
export interface ChoiceSchema {
  readonly type: 'choice';
  /** The name in OpenAPI. */
  readonly name: string;
  readonly description: string;
  /** At most one struct, one list and one boolean, by number. Next to a struct, protobuf has the boolean as true. */
  readonly alternatives: readonly Alternative[];
}

export interface Alternative {
  /** The protobuf field number. */
  readonly number: number;
  readonly schema: () => Schema;
}

/** A custom object. Its type is an OpenAPI v3 schema, which `structural/` interprets. */
export interface CustomSchema {
  readonly type: 'custom';
  /** The name in OpenAPI, such as `io.example.v1.Widget`. */
  readonly name: string;
  /** The schema of the definition; `{}` if there is none. */
  readonly source: Readonly<JsonObject>;
  readonly compilePattern: CompilePattern;
}

/**
 * Compiles a regular expression in RE2 syntax, which matches in linear time. It is a parameter, so that the library is
 * loaded only for custom resources.
 */
export type CompilePattern = (pattern: string) => (text: string) => boolean;

/** The list type of a custom kind. */
export interface CustomListSchema {
  readonly type: 'customList';
  readonly name: string;
  readonly kind: string;
  readonly item: CustomSchema;
}

/** The type of a root object. */
export type ObjectSchema = StructSchema | CustomSchema;

/** A type that OpenAPI documents publish by name. */
export type PublishedSchema = ObjectSchema | CustomListSchema;

export interface Field {
  /** The JSON name. */
  readonly name: string;
  /** The protobuf field number; 0 for `kind` and `apiVersion`, which are in the envelope. */
  readonly number: number;
  /** The numbers of the protobuf messages around the field, outermost first, which JSON inlines. */
  readonly inside?: readonly number[];
  readonly description: string;
  /** A function, so that types may be recursive. */
  readonly schema: () => Schema;
  /**
   * The meaning of an absent or zero value:
   *
   * - `implicit`: a zero value means absent, and is dropped;
   * - `explicit`: an explicit zero value is kept;
   * - `always`: written even when zero (`{}`, `[]`, `""`, `0`).
   */
  readonly presence: 'implicit' | 'explicit' | 'always';
  /** A missing value is rejected with 422. */
  readonly required: boolean;
  /** A change is rejected with 422. */
  readonly immutable: boolean;
  /** Immutability rules do not apply below, because it is part of a template. */
  readonly changeable?: true;
  /** Server-side apply tracks the members of the field although its struct is atomic. */
  readonly granular?: true;
  /** The default of an absent field, as JSON text such as `"Opaque"`, `0` or `["Persistent"]`. */
  readonly default?: string;
  /** The patch strategy; absent means replace. */
  readonly patchStrategy?: 'merge' | 'retainKeys' | 'merge,retainKeys' | 'replace';
  readonly patchMergeKey?: string;
}

export interface ListSchema {
  readonly type: 'list';
  readonly items: () => Schema;
  readonly listType: 'atomic' | 'set' | 'map';
  /** The keys of a `map` list. */
  readonly keys: readonly string[];
  /** Protobuf wraps the list in its own message, as field 1. */
  readonly wrapped?: boolean;
}

export interface MapSchema {
  readonly type: 'map';
  readonly values: () => Schema;
  readonly atomic: boolean;
  readonly keyFormat?: StringFormat;
}
