import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Decoded } from '@pilothouse/apimachinery/schema/decode.js';
import type { Type } from '@pilothouse/apimachinery/typed/type.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import type { Awaitable } from './awaitable.js';
import type { GroupVersionKind } from './matching/resource.js';
import type { GroupVersionResource } from './matching/rule.js';

/** The kinds that the server serves, and conversions of their objects. */
export interface ServedKinds {
  /** All kinds whose objects are stored. The same list until it changes. */
  readonly current: () => readonly ResourceDefinition[];
  /**
   * The object of the resource `from` in another version, without a change of the argument. Rejects with an Error if a
   * webhook that converts custom resources fails, and with the reason of the signal.
   */
  readonly convert: (object: JsonObject, conversion: Conversion) => Awaitable<JsonObject>;
  /** The form of the objects of a resource, or of a subresource. Undefined if it is not served. */
  readonly formOf: (resource: GroupVersionResource, subresource: string) => ObjectForm | undefined;
}

/** The form of the objects of a kind. */
export interface ObjectForm {
  /** The type for merging apply configurations; undefined for the options of a connection, which have no published schema. */
  readonly type: () => Type | undefined;
  /** The object in normal form: pruned and with defaults. Throws DecodeError. */
  readonly decode: (object: JsonObject) => Decoded;
  /** Whether the kind is custom. */
  readonly isCustom: boolean;
}

export interface Conversion {
  readonly from: GroupVersionResource;
  readonly to: GroupVersionKind;
  readonly signal: AbortSignal;
}
