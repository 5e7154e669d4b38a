import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import type { FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import type { Verb } from '../request/info.js';

/**
 * All there is to know of a resource: from it come its paths, storage, discovery, OpenAPI and tables. A new kind is a
 * message in `proto/`, a definition and, only if it has rules of its own, a strategy. `Kind` is the generated type of
 * its objects; functions are written as methods so that definitions of all kinds can stand in one list.
 */
export interface ResourceDefinition<Kind extends JsonObject = JsonObject> {
  /** Empty for the core group. */
  readonly group: string;
  /** Those served, the preferred one first. */
  readonly versions: readonly [VersionDefinition, ...VersionDefinition[]];
  /** The plural name in paths, such as `configmaps`. */
  readonly resource: string;
  readonly singular: string;
  readonly kind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly scope: 'Namespaced' | 'Cluster';
  /** What can be done with it, in the order of discovery. */
  readonly verbs: readonly Verb[];
  /** Of tables, between name and age. */
  readonly columns: readonly Column<Kind>[];
  /** What field selectors can name besides `metadata.name` and `metadata.namespace`. */
  readonly selectableFields: Readonly<Record<string, SelectableField<Kind>>>;
  readonly strategy: Strategy<Kind>;
  readonly subresources: Readonly<Record<string, Subresource<Kind>>>;
}

/** What most resources can do. */
export const ALL_VERBS: readonly Verb[] = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
];

export interface VersionDefinition {
  readonly name: string;
  readonly schema: StructSchema;
}

/** A field that selectors can name. */
export interface SelectableField<Kind extends JsonObject = JsonObject> {
  value(object: Kind): string;
}

export interface Column<Kind extends JsonObject = JsonObject> {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean';
  readonly description: string;
  /** 0 is always shown; 1 only in wide output. */
  readonly priority: number;
  cell(object: Kind): JsonValue;
}

/**
 * The rules of a kind that the schema cannot say. On a write they run in the order in which they stand here. `prepare…`
 * may change the object it is given, nothing else may; all of them see normalised objects and are pure.
 */
export interface Strategy<Kind extends JsonObject = JsonObject> {
  /** What is wrong with a name; empty where nothing is. `prefix` when it is a generateName. */
  readonly nameErrors: (name: string, prefix: boolean) => readonly string[];
  prepareForCreate?(object: Kind): void;
  /** `old` is the live object. */
  prepareForUpdate?(object: Kind, old: Kind): void;
  /** After the schema's own validation; `old` is absent on create. */
  validate?(object: Kind, old: Kind | undefined): readonly FieldError[];
  /** Whether a PUT to a name that does not exist creates it. */
  readonly createOnUpdate: boolean;
  /** The body that answers a delete: a Status, or the object that was deleted. */
  readonly deleteReturns: 'status' | 'object';
  /** Makes an object terminating; it is removed once this says it is finished. Absent means finalizers alone decide. */
  readonly termination?: Termination<Kind>;
}

export interface Termination<Kind extends JsonObject = JsonObject> {
  /** Marks the object (already given its deletionTimestamp). */
  begin(object: Kind): void;
  /** True when nothing but `metadata.finalizers` holds the object back. */
  isFinished(object: Kind): boolean;
}

/** A part of an object with a path of its own, written by PUT and PATCH with the whole object. */
export interface Subresource<Kind extends JsonObject = JsonObject> {
  readonly verbs: readonly ('get' | 'update' | 'patch')[];
  /** Takes over into `object` what the subresource may not change; runs in place of the strategy's. */
  prepareForUpdate(object: Kind, old: Kind): void;
  validate?(object: Kind, old: Kind): readonly FieldError[];
}
