import type { PathSet } from '@pilothouse/apimachinery/fieldpath/path-set.js';
import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { ResourceNames } from '@pilothouse/apimachinery/schema/resource-names.js';
import type { ObjectSchema, StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import type { FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import type { User } from '@pilothouse/token-authenticators/user.js';
import type { ObjectAction, VirtualAction } from './action.js';
import type { Locate } from './connect.js';
import type { Converter } from './converter.js';
import type { Release } from './releases.js';
import type { Verb } from './verb.js';
import type { Mapping } from './mapping.js';
import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import type { ErrorOrder } from './error-order.js';
import type { AdmissionPrecondition } from './precondition.js';
import type { WriteAccess } from './write-access.js';

/**
 * The definition of a resource, from which paths, storage, discovery, OpenAPI and tables follow. A new kind is a
 * message in `proto/`, which has its names, and a definition. `Kind` is the generated type of its objects. Functions
 * are methods, so that definitions of all kinds fit into one list.
 */
export interface ResourceDefinition<Kind extends JsonObject = JsonObject> extends ResourceNames {
  /** Empty for the core group. */
  readonly group: string;
  /** The preferred version first. */
  readonly versions: readonly [VersionDefinition, ...VersionDefinition[]];
  /**
   * The storage version, on which strategy, columns and other functions operate; the first version by default. Another
   * version may become it only after a release that serves both.
   */
  readonly storageVersion?: string;
  /** The kind of its lists; by default its own with the suffix `List`. */
  readonly listKind?: string;
  /** The supported verbs, in discovery's order. */
  readonly verbs: readonly Verb[];
  /** All table columns; if empty, name and creation time. */
  readonly columns: readonly Column<Kind>[];
  /** Fields for field selectors, in addition to `metadata.name` and `metadata.namespace`. */
  readonly selectableFields: Readonly<Record<string, SelectableField<Kind>>>;
  /** Sets defaults that the schema cannot express, on every decoded object. */
  setDefaults?(object: Kind): void;
  /** Maps write-only fields of an applied config to the stored fields. The config is type-checked and not modified. */
  storedConfig?(config: JsonObject): JsonObject;
  readonly strategy: Strategy<Kind>;
  readonly subresources: Readonly<Record<string, Subresource<Kind>>>;
  /** The resource that stores the objects, if it is another one. */
  readonly storedAs?: StoredAs<Kind>;
  /** The feature gate without which the kind is not served; absent for most kinds. */
  readonly gate?: string;
  /** The definition of a custom kind, which can be removed while requests run. */
  readonly origin?: Origin;
}

/** The CustomResourceDefinition of a custom kind. */
export interface Origin {
  /** Aborted when this form of the kind is no longer served. Watches then end, and clients resume them. */
  readonly retired: AbortSignal;
  /** Converts between versions; absent if they differ only in name. */
  readonly converter?: Converter;
  /**
   * The precondition for creating objects: the state of the definition. Undefined if the definition is in another
   * store. Throws a StatusError if objects cannot be created.
   */
  precondition(name: string, signal: AbortSignal): Promise<AdmissionPrecondition | undefined>;
}

/** A virtual resource: it stores no objects. POST of its kind to its collection returns the same kind or a Status. */
export interface VirtualResource extends ResourceNames, Pick<ResourceDefinition, 'group' | 'verbs'> {
  readonly virtual: true;
  readonly versions: readonly [VirtualVersion, ...VirtualVersion[]];
  /** Returns a Status if set, otherwise the same kind. */
  readonly answers?: 'status';
  /** As in a strategy. */
  readonly bypassesUnreachedAdmission?: true;
  readonly perform: VirtualAction;
  readonly subresources: Readonly<Record<string, never>>;
}

export interface VirtualVersion extends VersionDefinition {
  readonly schema: StructSchema;
}

/** A resource with a path and an entry in discovery. */
export type ServedDefinition = ResourceDefinition | VirtualResource;

/**
 * Objects that another resource stores, such as Events, which two groups serve. That resource's definition has the
 * versions. The conversion is lossless.
 */
export interface StoredAs<Kind extends JsonObject = JsonObject> extends Conversion<Kind> {
  readonly group: string;
  readonly resource: string;
  readonly kind: string;
  /** The storage version. */
  readonly version: string;
}

/**
 * A conversion between two forms of an object, lossless unless it is marked. Both functions return new objects in normal form, without kind
 * and apiVersion. The input may have or lack these. Results may share parts with the input.
 */
export interface Conversion<Kind extends JsonObject = JsonObject> {
  /** A round trip loses details, as in Kubernetes. A second one changes nothing. */
  readonly lossy?: true;
  fromStored(object: JsonObject): Kind;
  toStored(object: Kind): JsonObject;
}

/** The verbs of most resources. */
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
  readonly schema: ObjectSchema;
  /** The release that first served it; required for a resource with several versions. */
  readonly since?: Release;
  /** Not served, and only read from the store, which may hold older objects. */
  readonly served?: false;
  /**
   * The conversion from and to the storage version; absent if the schemas are the same. Fields in `resetFields` and
   * view configs have the same names in both.
   */
  readonly conversion?: Conversion;
  /** Overrides for this version of a custom kind. */
  readonly own?: Pick<ResourceDefinition, 'columns' | 'selectableFields' | 'strategy' | 'subresources'>;
  /** Maps between stored entries and objects of this version. A custom kind converts them itself. */
  readonly mapping?: Mapping;
  readonly deprecated?: Deprecation;
  /** The warning for each request to a deprecated version of a custom kind. */
  readonly deprecationWarning?: string;
}

/** The deprecation of a version. */
export interface Deprecation {
  readonly since: Release;
  readonly removedIn: Release;
  /** The replacement, if any. */
  readonly replacement?: { readonly group: string; readonly version: string; readonly kind: string };
}

/** A field that selectors can name. */
export interface SelectableField<Kind extends JsonObject = JsonObject> {
  value(object: Kind): string;
}

export interface Column<Kind extends JsonObject = JsonObject> {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  /** As in OpenAPI; `name` for the column with the object's name. */
  readonly format?: string;
  readonly description: string;
  /** 0 is always shown; 1 only in wide output. */
  readonly priority: number;
  cell(object: Kind, now: Date): JsonValue;
}

/** The errors of rules. Rules that can take more than some milliseconds run in steps. */
export type RuleFindings = readonly FieldError[] | Steps<readonly FieldError[]>;

/**
 * The rules of a kind that the schema cannot express. A write runs them in this order. Only `prepare…` may change its
 * object. All see normalised objects and are pure.
 */
export interface Strategy<Kind extends JsonObject = JsonObject> {
  /** Validates a name. `prefix` is true for a generateName. `object` is absent where only the name is known. */
  nameErrors(name: string, prefix: boolean, object?: Kind): readonly string[];
  /** `user` is the user of the request; absent for objects that the server creates. */
  prepareForCreate?(object: Kind, user?: User): void;
  /** `old` is the live object. */
  prepareForUpdate?(object: Kind, old: Kind, now: Date): void;
  /** Loads what the rules need for `object`. */
  ready?(object: Kind): Promise<void>;
  /** Runs after schema validation, which found `found`. `old` is absent on create. */
  validate?(object: Kind, old: Kind | undefined, found?: readonly FieldError[]): RuleFindings;
  /**
   * Errors that depend on the user's permissions and on the namespace; reported first. Skipped for writes of the server
   * itself. `found` are the other errors.
   */
  permissions?(
    object: Kind,
    old: Kind | undefined,
    access: WriteAccess,
    found: readonly FieldError[],
  ): Promise<readonly FieldError[]>;
  /** The order of reported errors; by default as found. */
  readonly errorOrder?: ErrorOrder;
  /** Warnings for a valid object; `old` is absent on create. */
  warnings?(object: Kind, old: Kind | undefined): readonly string[];
  /**
   * Warnings for violations that `validate` tolerates in an update (ratcheting), after a call with that object. Also
   * sent if the update is refused.
   */
  passed?(object: Kind): readonly string[];
  /** Fields that writes to the main resource leave unchanged. Such a write does not make the manager their owner. */
  readonly resetFields?: PathSet;
  /** A server-computed field. */
  readonly computed?: ComputedField<Kind>;
  /** Whether a PUT to a name that does not exist creates it. */
  readonly createOnUpdate: boolean;
  /** Whether a PUT requires a resourceVersion. */
  readonly updateNeedsVersion?: true;
  /** The response body of a delete: a Status, or the deleted object. */
  readonly deleteReturns: 'status' | 'object';
  /**
   * The grace period in seconds of the first delete. `wanted` is the client's value, if any. Less than 0 counts as 1.
   * Absent for kinds without graceful deletion.
   */
  gracePeriod?(object: Kind, wanted: number | undefined): number;
  /** Makes an object terminating, and removes it once `isFinished`. By default only finalizers delay the removal. */
  readonly termination?: Termination<Kind>;
  /** Finalizers may lack a domain, as Kubernetes allows for kinds outside of its own groups. */
  readonly allowsBareFinalizers?: true;
  /**
   * A delete whose options name no policy orphans the dependents, unless finalizers say otherwise. `warning` is sent with
   * such a delete.
   */
  readonly orphansDependents?: { readonly warning?: string };
  /** Objects of the kind own nothing, so the garbage collector never waits for dependents. */
  readonly ownsNothing?: true;
  /**
   * Writes are admitted even if a required admission service has not yet answered its first Describe call. Only for
   * kinds without side effects that servers and controllers need to elect a leader, report a failure or ask about
   * users.
   */
  readonly bypassesUnreachedAdmission?: true;
  /** Seconds after its last write at which an object expires. */
  readonly ttl?: number;
}

/**
 * A top-level field computed from all objects of the resource. The server sets it on every write; a controller rewrites
 * the object when others change. Clients can neither set nor own it.
 */
export interface ComputedField<Kind extends JsonObject = JsonObject> {
  readonly name: string;
  /** Whether the field is computed for the object, which is not yet validated. */
  applies(object: Kind): boolean;
  /** `all` are the stored objects of the resource. Returns the object's own value if it is invalid. */
  compute(object: Kind, all: readonly Kind[]): JsonValue;
  /** The warning that the client's value was ignored. */
  readonly warning: string;
}

export interface Termination<Kind extends JsonObject = JsonObject> {
  /**
   * Marks the object, which already has a deletionTimestamp. It gets no deletionGracePeriodSeconds and keeps its
   * generation.
   */
  begin(object: Kind, now: Date): void;
  /** True if only `metadata.finalizers` delay the removal. */
  isFinished(object: Kind): boolean;
}

/** A path below an object. */
export type Subresource<Kind extends JsonObject = JsonObject> =
  PartSubresource<Kind> | ViewSubresource<Kind> | ActionSubresource | ConnectSubresource;

/** A part of an object, written by PUT and PATCH with the whole object. */
export interface PartSubresource<Kind extends JsonObject = JsonObject> {
  readonly type: 'part';
  readonly verbs: readonly ('get' | 'update' | 'patch')[];
  /** Restores in `object` the fields that the subresource cannot change. Runs in place of the strategy's method. */
  prepareForUpdate(object: Kind, old: Kind, now: Date): void;
  /** As in the strategy, for writes to this subresource. */
  readonly resetFields?: PathSet;
  validate?(object: Kind, old: Kind, found?: readonly FieldError[]): RuleFindings;
  /** As in the strategy. */
  permissions?(object: Kind, old: Kind, access: WriteAccess): Promise<readonly FieldError[]>;
  /** Warnings for a valid object. */
  warnings?(object: Kind, old: Kind): readonly string[];
  passed?(object: Kind): readonly string[];
}

/** A part of an object that is read and written as another kind, such as Scale. The strategy's rules apply. */
export interface ViewSubresource<Kind extends JsonObject = JsonObject> extends OwnKind {
  readonly type: 'view';
  readonly verbs: readonly ('get' | 'update' | 'patch')[];
  /** Validation runs on the whole object after `put`. Otherwise it runs on the view before `put`. */
  readonly validatesWhole?: true;
  /** Table columns, whose cells are computed from the view. */
  readonly columns: readonly Column[];
  /** Throws a StatusError if the object cannot be read as the view. */
  refuseRead?(object: Kind): void;
  /** The view of the object, without `kind`, `apiVersion` and metadata. Shares no mutable parts. */
  show(object: Kind): JsonObject;
  /** Writes the view into the object. */
  put(object: Kind, view: JsonObject): void;
  /** The part of an applied config that a view stands for. The view may omit all fields. It is not normalised. */
  config(view: JsonObject): JsonObject;
}

/** An action on an object: POST of a kind of its own. */
export interface ActionSubresource extends OwnKind {
  readonly type: 'action';
  readonly verbs: readonly ['create'];
  /** Older versions of the kind, with the same meaning. */
  readonly formerVersions?: readonly string[];
  /** Returns a Status if set, otherwise the same kind. */
  readonly answers?: 'status';
  readonly perform: ObjectAction;
}

/** A connection to a running program. The kind is that of its options, which are in the query. */
export interface ConnectSubresource extends OwnKind {
  readonly type: 'connect';
  readonly verbs: readonly ('create' | 'delete' | 'get' | 'patch' | 'update')[];
  /** What the client gets: a log, an upgraded connection, or the response of a server to its request. */
  readonly mode: 'log' | 'upgrade' | 'proxy';
  readonly locate: Locate;
}

/** A kind other than the resource's. */
export interface OwnKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly schema: StructSchema;
}
