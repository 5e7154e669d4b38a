import type { ResourceNames } from '@pilothouse/apimachinery/schema/resource-names.js';
import type { AnySchema, IntegerSchema, StringFormat, StringSchema } from '@pilothouse/apimachinery/schema/schema.js';

/** A package: one generated file. */
export interface PackageModel {
  /** Such as `core/v1`: the folder of its .proto files, and the path of the generated file. */
  readonly path: string;
  readonly sources: readonly string[];
  readonly messages: readonly MessageModel[];
}

export interface MessageModel {
  readonly package: string;
  /** Such as `ConfigMap`. */
  readonly name: string;
  readonly openapiName: string;
  readonly description: string;
  readonly kind: boolean;
  /** For a resource kind, on the message of its preferred version. */
  readonly names?: ResourceNames;
  readonly atomic: boolean;
  /** JSON represents it by one of its fields. */
  readonly choice: boolean;
  readonly fields: readonly FieldModel[];
}

export interface FieldModel {
  readonly name: string;
  readonly number: number;
  /** The numbers of the protobuf messages around the field, outermost first. */
  readonly inside?: readonly number[];
  readonly description: string;
  readonly type: TypeModel;
  readonly presence: 'implicit' | 'explicit' | 'always';
  readonly required: boolean;
  readonly immutable: boolean;
  readonly changeable: boolean;
  /** Server-side apply tracks the members of the field although its message is atomic. */
  readonly granular: boolean;
  readonly default?: string;
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
}

/** A Schema in which structs and choices are referenced by name. */
export type TypeModel = ScalarModel | ListModel | MapModel | { readonly type: 'struct'; readonly message: MessageName };

export type ScalarModel =
  | StringSchema
  | { readonly type: 'boolean' | 'number' | 'bytes' | 'quantity' | 'intOrString' }
  | IntegerSchema
  | { readonly type: 'time'; readonly micro: boolean }
  | AnySchema;

export interface MessageName {
  readonly package: string;
  readonly name: string;
}

export interface ListModel {
  readonly type: 'list';
  readonly items: TypeModel;
  readonly listType: 'atomic' | 'set' | 'map';
  readonly keys: readonly string[];
  readonly wrapped?: boolean;
}

export interface MapModel {
  readonly type: 'map';
  readonly values: TypeModel;
  readonly atomic: boolean;
  readonly keyFormat?: StringFormat;
}
