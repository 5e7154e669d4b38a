import type { PathSet } from '@pilothouse/apimachinery/fieldpath/path-set.js';
import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { ResourceNames } from '@pilothouse/apimachinery/schema/resource-names.js';
import type { ObjectSchema, StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import type { FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import type { ObjectAction, VirtualAction } from './action.js';
import type { Converter } from './converter.js';
import type { Release } from './releases.js';
import type { Verb } from './verb.js';
import type { Mapping } from './mapping.js';
import type { Steps } from '@pilothouse/runtime/event-loop/steps.js';
import type { ErrorOrder } from './error-order.js';
import type { AdmissionPrecondition } from './precondition.js';

/**
 * All there is to know of a resource: from it come its paths, storage, discovery, OpenAPI and tables. A new kind is a
 * message in `proto/`, which says its names, and a definition. `Kind` is the generated type of
 * its objects; functions are written as methods so that definitions of all kinds can stand in one list.
 */
export interface ResourceDefinition<Kind extends JsonObject = JsonObject> extends ResourceNames {
  /** Empty for the core group. */
  readonly group: string;
  /** The preferred one first. */
  readonly versions: readonly [VersionDefinition, ...VersionDefinition[]];
  /**
   * The version in which objects are stored, and of which strategy, columns and whatever else knows fields are; the first
   * one when absent. Another one may become it only after a release that has both.
   */
  readonly storageVersion?: string;
  /** The kind of its lists; its own with `List` behind when absent. */
  readonly listKind?: string;
  /** What can be done with it, in the order of discovery. */
  readonly verbs: readonly Verb[];
  /** Of tables, all of them; name and the time of creation where there are none. */
  readonly columns: readonly Column<Kind>[];
  /** What field selectors can name besides `metadata.name` and `metadata.namespace`. */
  readonly selectableFields: Readonly<Record<string, SelectableField<Kind>>>;
  /** Fills in what the schema's defaults cannot say, into every object that is decoded. */
  setDefaults?(object: Kind): void;
  /**
   * The config of an apply in the fields that are stored, where the kind has others for writing alone. The config has its
   * type and is not changed.
   */
  storedConfig?(config: JsonObject): JsonObject;
  readonly strategy: Strategy<Kind>;
  readonly subresources: Readonly<Record<string, Subresource<Kind>>>;
  /** Where its objects are kept, when they are those of another resource. */
  readonly storedAs?: StoredAs<Kind>;
  /** What a custom kind depends on, which can go while requests are under way. */
  readonly origin?: Origin;
}

/** The CustomResourceDefinition of a custom kind. */
export interface Origin {
  /** Aborted when the kind is no longer served in this form. Watches end then, and clients resume them. */
  readonly retired: AbortSignal;
  /** Converts between its versions; absent where they differ in nothing but their names. */
  readonly converter?: Converter;
  /**
   * The state of the definition in which objects can be created; undefined where it is in another store. Throws a StatusError where
   * none can be created.
   */
  precondition(name: string, signal: AbortSignal): Promise<AdmissionPrecondition | undefined>;
}

/**
 * A resource that has no objects but is something that is done: POST of its kind to its collection, answered with the same
 * kind or with a Status. Of its own nothing is stored.
 */
export interface VirtualResource extends ResourceNames, Pick<ResourceDefinition, 'group' | 'verbs'> {
  readonly virtual: true;
  readonly versions: readonly [VirtualVersion, ...VirtualVersion[]];
  /** Answered with a Status where it is said, and else with the same kind. */
  readonly answers?: 'status';
  readonly perform: VirtualAction;
  readonly subresources: Readonly<Record<string, never>>;
}

export interface VirtualVersion extends VersionDefinition {
  readonly schema: StructSchema;
}

/** Whatever has a path of its own and is told of in discovery. */
export type ServedDefinition = ResourceDefinition | VirtualResource;

/**
 * The place and the form of objects that another resource keeps, such as Events, which two groups serve. That resource's
 * definition says which versions it has; the two functions lose nothing.
 */
export interface StoredAs<Kind extends JsonObject = JsonObject> extends Conversion<Kind> {
  readonly group: string;
  readonly resource: string;
  readonly kind: string;
  /** The stored version. */
  readonly version: string;
}

/**
 * From one form of an object to another and back, without loss. Both make new objects in normal form, without kind and
 * version, and may share parts with what they are given, which may have or lack these two.
 */
export interface Conversion<Kind extends JsonObject = JsonObject> {
  fromStored(object: JsonObject): Kind;
  toStored(object: Kind): JsonObject;
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
  readonly schema: ObjectSchema;
  /** The release that first served it; said where a resource has several versions. */
  readonly since?: Release;
  /** It is only read from the store, where it may be in use from before. */
  readonly served?: false;
  /**
   * From and to the storage version; absent where the schema says the same. What `resetFields` and the config of a view
   * name is called the same in both.
   */
  readonly conversion?: Conversion;
  /** What the version of a custom kind has in place of what the definition says of all versions. */
  readonly own?: Pick<ResourceDefinition, 'columns' | 'selectableFields' | 'strategy' | 'subresources'>;
  /** Between entries of the store and objects of this version, which a custom kind converts by itself. */
  readonly mapping?: Mapping;
  readonly deprecated?: Deprecation;
  /** The warning that every call of a deprecated version of a custom kind gets. */
  readonly deprecationWarning?: string;
}

/** That a version should no longer be used. */
export interface Deprecation {
  readonly since: Release;
  readonly removedIn: Release;
  /** What to use instead; nothing where it is absent. */
  readonly replacement?: { readonly group: string; readonly version: string; readonly kind: string };
}

/** A field that selectors can name. */
export interface SelectableField<Kind extends JsonObject = JsonObject> {
  value(object: Kind): string;
}

export interface Column<Kind extends JsonObject = JsonObject> {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  /** As in OpenAPI; `name` for the column that names the object. */
  readonly format?: string;
  readonly description: string;
  /** 0 is always shown; 1 only in wide output. */
  readonly priority: number;
  cell(object: Kind, now: Date): JsonValue;
}

/** What rules find. Those that can take more than some milliseconds are checked in steps. */
export type RuleFindings = readonly FieldError[] | Steps<readonly FieldError[]>;

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
  /** Resolves once the rules can run that depend on what is loaded late. `object` is about to be judged. */
  ready?(object: Kind): Promise<void>;
  /** After the schema's own validation, which found `found`; `old` is absent on create. */
  validate?(object: Kind, old: Kind | undefined, found?: readonly FieldError[]): RuleFindings;
  /** How errors of schema and rules are told; as they are found when absent. */
  readonly errorOrder?: ErrorOrder;
  /** What the client is told of a good object that had better be another one; `old` is absent on create. */
  warnings?(object: Kind, old: Kind | undefined): readonly string[];
  /** What `validate` lets pass in an update with a warning, of an object that it was called for. Also told where the update is refused. */
  passed?(object: Kind): readonly string[];
  /** Fields that writes to the resource itself leave as they are, whatever is sent: nobody comes to own them that way. */
  readonly resetFields?: PathSet;
  /** A field that the server computes, whatever is sent. */
  readonly computed?: ComputedField<Kind>;
  /** Whether a PUT to a name that does not exist creates it. */
  readonly createOnUpdate: boolean;
  /** Whether a PUT must say which version it replaces. */
  readonly updateNeedsVersion?: true;
  /** The body that answers a delete: a Status, or the object that was deleted. */
  readonly deleteReturns: 'status' | 'object';
  /**
   * Seconds that an object is given to end by itself when it is first deleted; `wanted` is what the client asked for, if
   * it did. Less than 0 counts as 1. Absent for kinds whose objects go at once.
   */
  gracePeriod?(object: Kind, wanted: number | undefined): number;
  /** Makes an object terminating; it is removed once this says it is finished. Absent means finalizers alone decide. */
  readonly termination?: Termination<Kind>;
  /** Finalizers may be names without a domain, as Kubernetes allows it for kinds that are not its own. */
  readonly allowsBareFinalizers?: true;
  /** True for kinds whose objects own nothing: the garbage collector is never asked to wait for what depends on them. */
  readonly ownsNothing?: true;
  /**
   * Writes are admitted even while a required admission service has not answered its first Describe call. Only for kinds that
   * change nothing by themselves, and without which servers and controllers can neither elect a leader nor report a failure.
   */
  readonly bypassesUnreachedAdmission?: true;
  /** Seconds after its last write at which an object deletes itself. */
  readonly ttl?: number;
}

/**
 * A field at the top of an object that follows from all objects of the resource. The server computes it in every write of
 * the object; a controller writes the object again when others change. Clients can neither set nor own it.
 */
export interface ComputedField<Kind extends JsonObject = JsonObject> {
  readonly name: string;
  /** Whether the object has it computed. The object is not validated yet. */
  applies(object: Kind): boolean;
  /** `all` are the stored objects of the resource. Returns the value of the object itself where it is invalid. */
  compute(object: Kind, all: readonly Kind[]): JsonValue;
  /** Tells a client that the value it sent was ignored. */
  readonly warning: string;
}

export interface Termination<Kind extends JsonObject = JsonObject> {
  /** Marks the object, which has its deletionTimestamp already. It gets no deletionGracePeriodSeconds and keeps its generation. */
  begin(object: Kind, now: Date): void;
  /** True when nothing but `metadata.finalizers` holds the object back. */
  isFinished(object: Kind): boolean;
}

/** What stands below an object's path. */
export type Subresource<Kind extends JsonObject = JsonObject> =
  PartSubresource<Kind> | ViewSubresource<Kind> | ActionSubresource | ConnectSubresource;

/** A part of an object with a path of its own, written by PUT and PATCH with the whole object. */
export interface PartSubresource<Kind extends JsonObject = JsonObject> {
  readonly type: 'part';
  readonly verbs: readonly ('get' | 'update' | 'patch')[];
  /** Takes over into `object` what the subresource may not change; runs in place of the strategy's. */
  prepareForUpdate(object: Kind, old: Kind): void;
  /** As in the strategy, for writes to the part. */
  readonly resetFields?: PathSet;
  validate?(object: Kind, old: Kind, found?: readonly FieldError[]): RuleFindings;
  passed?(object: Kind): readonly string[];
}

/** A kind of its own, as which a part of an object is read and written, such as Scale. The strategy's rules hold. */
export interface ViewSubresource<Kind extends JsonObject = JsonObject> extends KindOfItsOwn {
  readonly type: 'view';
  readonly verbs: readonly ('get' | 'update' | 'patch')[];
  /** Validation runs over the whole object after `put`. Otherwise it runs over the view before `put`. */
  readonly judgesWhole?: true;
  /** Of its tables, as those of a resource; their cells are made of the view. */
  readonly columns: readonly Column[];
  /** Throws a StatusError for an object that cannot be read as that kind. */
  refuseRead?(object: Kind): void;
  /** The object as that kind, but for `kind`, `apiVersion` and metadata. Shares nothing that could change. */
  show(object: Kind): JsonObject;
  /** Puts what the view says into the object. */
  put(object: Kind, view: JsonObject): void;
  /** What applying a view applies of the object, all of which the view may leave out. It is not normalised. */
  config(view: JsonObject): JsonObject;
}

/** Something that is done with an object: POST of a kind of its own. */
export interface ActionSubresource extends KindOfItsOwn {
  readonly type: 'action';
  readonly verbs: readonly ['create'];
  /** Further versions in which it may be asked for, all of which say the same. */
  readonly formerVersions?: readonly string[];
  /** Answered with a Status where it is said, and else with the same kind. */
  readonly answers?: 'status';
  readonly perform: ObjectAction;
}

/** A connection to a running program, which takes a node: it is told of in discovery, and cannot be had. */
export interface ConnectSubresource {
  readonly type: 'connect';
  readonly verbs: readonly ('create' | 'delete' | 'get' | 'patch' | 'update')[];
  /** Of its options, in the version of the resource. */
  readonly kind: string;
  /** Whether a path of what is reached follows. */
  readonly takesPath?: true;
}

/** A kind that is not the resource's. */
export interface KindOfItsOwn {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly schema: StructSchema;
}
