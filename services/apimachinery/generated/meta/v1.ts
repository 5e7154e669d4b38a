// Generated from proto/meta/v1/meta.proto by `npm run generate`. Do not edit.
import type { JsonObject, JsonValue } from '../../json/value.js';
import { apiVersionField, boolean, fieldsV1, int32, int64, kindField, rawExtension, text, time, type Int64 } from '../../schema/common.js';
import type { ListSchema, MapSchema, Schema, StructSchema } from '../../schema/schema.js';

/** TypeMeta describes the type of an object. */
export type TypeMeta = {
  /** Name of the REST resource type of the object, such as `ConfigMap`. Cannot be updated. */
  kind?: string;
  /** Version of the schema of the object, such as `apps/v1`, or `v1` in the core group. */
  apiVersion?: string;
};

export const typeMetaSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.TypeMeta',
  description: 'TypeMeta describes the type of an object.',
  atomic: false,
  fields: [
    { name: 'kind', number: 1, description: 'Name of the REST resource type of the object, such as `ConfigMap`. Cannot be updated.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'apiVersion', number: 2, description: 'Version of the schema of the object, such as `apps/v1`, or `v1` in the core group.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** GroupVersionKind identifies a kind. */
export type GroupVersionKind = {
  /** API group. Empty for the core group. */
  group: string;
  /** Version of the group. */
  version: string;
  /** Name of the kind. */
  kind: string;
};

export const groupVersionKindSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.GroupVersionKind',
  description: 'GroupVersionKind identifies a kind.',
  atomic: false,
  fields: [
    { name: 'group', number: 1, description: 'API group. Empty for the core group.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'version', number: 2, description: 'Version of the group.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'kind', number: 3, description: 'Name of the kind.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** ObjectMeta is metadata that all persisted objects have. */
export type ObjectMeta = {
  /** Name of the object, unique within its namespace. Required on creation, unless `generateName` is set. Cannot be updated. */
  name?: string;
  /** Prefix from which the server generates a unique name, if `name` is empty. */
  generateName?: string;
  /** Namespace that the name is unique within. Empty for cluster-scoped objects. Cannot be updated. */
  namespace?: string;
  /** Deprecated. The server no longer sets it. */
  selfLink?: string;
  /** Identifier of the object, unique in time and space. Populated by the server. Read-only. */
  uid?: string;
  /** Opaque version of the object. Clients use it for optimistic concurrency, for change detection and to start a watch. Populated by the server. Read-only. */
  resourceVersion?: string;
  /** Sequence number of the desired state. It grows with each change of the desired state. Populated by the server. Read-only. */
  generation?: Int64;
  /** CreationTimestamp is a timestamp: the time when the server created the object. Read-only. */
  creationTimestamp?: string;
  /** Time at which the object is deleted, once `finalizers` is empty. Set by the server when a graceful deletion is requested. Read-only. */
  deletionTimestamp?: string;
  /** Seconds that the object has to terminate gracefully. Set only together with `deletionTimestamp`. It may only be shortened. Read-only. */
  deletionGracePeriodSeconds?: Int64;
  /** Map of keys and values that organize and select objects. */
  labels?: { [key: string]: string };
  /** Map of keys and arbitrary values that tools store. Annotations cannot be used in selectors. */
  annotations?: { [key: string]: string };
  /** Objects that this object depends on. When all of them are deleted, this object is garbage collected. At most one owner has `controller` set to true. */
  ownerReferences?: OwnerReference[];
  /** Identifiers that must be removed before the object is deleted. The component that is responsible for an entry removes it. While the object is being deleted, entries can only be removed. */
  finalizers?: string[];
  /** Fields that each manager set, for server-side apply. The server maintains it. */
  managedFields?: ManagedFieldsEntry[];
};

const objectMetaGeneration: Schema = { type: 'integer', format: 'int64', minimum: 0 };

const objectMetaLabels: MapSchema = { type: 'map', values: () => text, atomic: false };

const objectMetaAnnotations: MapSchema = { type: 'map', values: () => text, atomic: false };

const objectMetaOwnerReferences: ListSchema = { type: 'list', items: () => ownerReferenceSchema, listType: 'map', keys: ['uid'] };

const objectMetaFinalizers: ListSchema = { type: 'list', items: () => text, listType: 'set', keys: [] };

const objectMetaManagedFields: ListSchema = { type: 'list', items: () => managedFieldsEntrySchema, listType: 'atomic', keys: [] };

export const objectMetaSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta',
  description: 'ObjectMeta is metadata that all persisted objects have.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the object, unique within its namespace. Required on creation, unless `generateName` is set. Cannot be updated.', schema: () => text, presence: 'implicit', required: false, immutable: true },
    { name: 'generateName', number: 2, description: 'Prefix from which the server generates a unique name, if `name` is empty.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'namespace', number: 3, description: 'Namespace that the name is unique within. Empty for cluster-scoped objects. Cannot be updated.', schema: () => text, presence: 'implicit', required: false, immutable: true },
    { name: 'selfLink', number: 4, description: 'Deprecated. The server no longer sets it.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'uid', number: 5, description: 'Identifier of the object, unique in time and space. Populated by the server. Read-only.', schema: () => text, presence: 'implicit', required: false, immutable: true },
    { name: 'resourceVersion', number: 6, description: 'Opaque version of the object. Clients use it for optimistic concurrency, for change detection and to start a watch. Populated by the server. Read-only.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'generation', number: 7, description: 'Sequence number of the desired state. It grows with each change of the desired state. Populated by the server. Read-only.', schema: () => objectMetaGeneration, presence: 'implicit', required: false, immutable: false },
    { name: 'creationTimestamp', number: 8, description: 'CreationTimestamp is a timestamp: the time when the server created the object. Read-only.', schema: () => time, presence: 'implicit', required: false, immutable: true },
    { name: 'deletionTimestamp', number: 9, description: 'Time at which the object is deleted, once `finalizers` is empty. Set by the server when a graceful deletion is requested. Read-only.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'deletionGracePeriodSeconds', number: 10, description: 'Seconds that the object has to terminate gracefully. Set only together with `deletionTimestamp`. It may only be shortened. Read-only.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'labels', number: 11, description: 'Map of keys and values that organize and select objects.', schema: () => objectMetaLabels, presence: 'implicit', required: false, immutable: false },
    { name: 'annotations', number: 12, description: 'Map of keys and arbitrary values that tools store. Annotations cannot be used in selectors.', schema: () => objectMetaAnnotations, presence: 'implicit', required: false, immutable: false },
    { name: 'ownerReferences', number: 13, description: 'Objects that this object depends on. When all of them are deleted, this object is garbage collected. At most one owner has `controller` set to true.', schema: () => objectMetaOwnerReferences, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'uid' },
    { name: 'finalizers', number: 14, description: 'Identifiers that must be removed before the object is deleted. The component that is responsible for an entry removes it. While the object is being deleted, entries can only be removed.', schema: () => objectMetaFinalizers, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge' },
    { name: 'managedFields', number: 17, description: 'Fields that each manager set, for server-side apply. The server maintains it.', schema: () => objectMetaManagedFields, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ListMeta is metadata that all lists have. */
export type ListMeta = {
  /** Deprecated. The server no longer sets it. */
  selfLink?: string;
  /** Version at which the list was read. A watch can start from it. */
  resourceVersion?: string;
  /** Token for the next page of the list. Empty for the last page. */
  continue?: string;
  /** Number of items that follow this page. Absent if it is unknown, or if the request has a label or field selector. */
  remainingItemCount?: Int64;
  /** Shard that the list is limited to. It needs the feature gate `ShardedListAndWatch`, which is off. */
  shardInfo?: ShardInfo;
};

export const listMetaSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta',
  description: 'ListMeta is metadata that all lists have.',
  atomic: false,
  fields: [
    { name: 'selfLink', number: 1, description: 'Deprecated. The server no longer sets it.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'resourceVersion', number: 2, description: 'Version at which the list was read. A watch can start from it.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'continue', number: 3, description: 'Token for the next page of the list. Empty for the last page.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'remainingItemCount', number: 4, description: 'Number of items that follow this page. Absent if it is unknown, or if the request has a label or field selector.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'shardInfo', number: 5, description: 'Shard that the list is limited to. It needs the feature gate `ShardedListAndWatch`, which is off.', schema: () => shardInfoSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** OwnerReference identifies an owning object, which is in the same namespace or cluster-scoped. */
export type OwnerReference = {
  /** API version of the owner. */
  apiVersion: string;
  /** Kind of the owner. */
  kind: string;
  /** Name of the owner. */
  name: string;
  /** UID of the owner. */
  uid: string;
  /** Whether this reference points to the managing controller. */
  controller?: boolean;
  /** Whether a foreground deletion of the owner waits until this object is gone. Defaults to false. */
  blockOwnerDeletion?: boolean;
};

export const ownerReferenceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference',
  description: 'OwnerReference identifies an owning object, which is in the same namespace or cluster-scoped.',
  atomic: true,
  fields: [
    { name: 'apiVersion', number: 5, description: 'API version of the owner.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'kind', number: 1, description: 'Kind of the owner.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'name', number: 3, description: 'Name of the owner.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'uid', number: 4, description: 'UID of the owner.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'controller', number: 6, description: 'Whether this reference points to the managing controller.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'blockOwnerDeletion', number: 7, description: 'Whether a foreground deletion of the owner waits until this object is gone. Defaults to false.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** ManagedFieldsEntry describes a set of fields and the manager that set them. */
export type ManagedFieldsEntry = {
  /** Name of the workflow that manages the fields. */
  manager?: string;
  /** Type of the operation that led to this entry: `Apply` or `Update`. */
  operation?: string;
  /** API version that the set of fields applies to. */
  apiVersion?: string;
  /** Time when the entry was added, or a field was added, changed or removed. */
  time?: string;
  /** Format of the set of fields. The only value is `FieldsV1`. */
  fieldsType?: string;
  /** Set of fields in the format `FieldsV1`. */
  fieldsV1?: JsonObject;
  /** Subresource that was used to set the fields. Empty for the main resource. */
  subresource?: string;
};

const managedFieldsEntryOperation: Schema = { type: 'string', enum: ['Apply', 'Update'] };

export const managedFieldsEntrySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.ManagedFieldsEntry',
  description: 'ManagedFieldsEntry describes a set of fields and the manager that set them.',
  atomic: false,
  fields: [
    { name: 'manager', number: 1, description: 'Name of the workflow that manages the fields.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'operation', number: 2, description: 'Type of the operation that led to this entry: `Apply` or `Update`.', schema: () => managedFieldsEntryOperation, presence: 'implicit', required: false, immutable: false },
    { name: 'apiVersion', number: 3, description: 'API version that the set of fields applies to.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'time', number: 4, description: 'Time when the entry was added, or a field was added, changed or removed.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'fieldsType', number: 6, description: 'Format of the set of fields. The only value is `FieldsV1`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'fieldsV1', number: 7, description: 'Set of fields in the format `FieldsV1`.', schema: () => fieldsV1, presence: 'explicit', required: false, immutable: false },
    { name: 'subresource', number: 8, description: 'Subresource that was used to set the fields. Empty for the main resource.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** LabelSelector is a label query over a set of resources. All requirements must hold. An empty selector matches all objects; a null selector matches none. */
export type LabelSelector = {
  /** Map of labels and the values that they must have. */
  matchLabels?: { [key: string]: string };
  /** List of further requirements. */
  matchExpressions?: LabelSelectorRequirement[];
};

const labelSelectorMatchLabels: MapSchema = { type: 'map', values: () => text, atomic: false };

const labelSelectorMatchExpressions: ListSchema = { type: 'list', items: () => labelSelectorRequirementSchema, listType: 'atomic', keys: [] };

export const labelSelectorSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector',
  description: 'LabelSelector is a label query over a set of resources. All requirements must hold. An empty selector matches all objects; a null selector matches none.',
  atomic: true,
  fields: [
    { name: 'matchLabels', number: 1, description: 'Map of labels and the values that they must have.', schema: () => labelSelectorMatchLabels, presence: 'implicit', required: false, immutable: false },
    { name: 'matchExpressions', number: 2, description: 'List of further requirements.', schema: () => labelSelectorMatchExpressions, presence: 'implicit', required: false, immutable: false },
  ],
};

/** LabelSelectorRequirement relates a label to a set of values. */
export type LabelSelectorRequirement = {
  /** Label key that the requirement applies to. */
  key: string;
  /** Relation of the key to the values: `In`, `NotIn`, `Exists` or `DoesNotExist`. */
  operator: string;
  /** Values of the requirement. Must be non-empty for `In` and `NotIn`, and empty for `Exists` and `DoesNotExist`. */
  values?: string[];
};

const labelSelectorRequirementValues: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const labelSelectorRequirementSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement',
  description: 'LabelSelectorRequirement relates a label to a set of values.',
  atomic: false,
  fields: [
    { name: 'key', number: 1, description: 'Label key that the requirement applies to.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'operator', number: 2, description: 'Relation of the key to the values: `In`, `NotIn`, `Exists` or `DoesNotExist`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'values', number: 3, description: 'Values of the requirement. Must be non-empty for `In` and `NotIn`, and empty for `Exists` and `DoesNotExist`.', schema: () => labelSelectorRequirementValues, presence: 'implicit', required: false, immutable: false },
  ],
};

/** FieldSelectorRequirement relates a field to a set of values. */
export type FieldSelectorRequirement = {
  /** Field selector key that the requirement applies to. */
  key: string;
  /** Relation of the key to the values: `In`, `NotIn`, `Exists` or `DoesNotExist`. The list of operators may grow. */
  operator: string;
  /** Values of the requirement. Must be non-empty for `In` and `NotIn`, and empty for `Exists` and `DoesNotExist`. */
  values?: string[];
};

const fieldSelectorRequirementValues: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const fieldSelectorRequirementSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.FieldSelectorRequirement',
  description: 'FieldSelectorRequirement relates a field to a set of values.',
  atomic: false,
  fields: [
    { name: 'key', number: 1, description: 'Field selector key that the requirement applies to.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'operator', number: 2, description: 'Relation of the key to the values: `In`, `NotIn`, `Exists` or `DoesNotExist`. The list of operators may grow.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'values', number: 3, description: 'Values of the requirement. Must be non-empty for `In` and `NotIn`, and empty for `Exists` and `DoesNotExist`.', schema: () => fieldSelectorRequirementValues, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Status is the result of a call that returns no other object. */
export type Status = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** Status of the operation: `Success` or `Failure`. */
  status?: string;
  /** Human-readable description of the status. */
  message?: string;
  /** Machine-readable reason of a failure. It clarifies the HTTP status code and does not override it. */
  reason?: string;
  /** Extended data of the reason. */
  details?: StatusDetails;
  /** Suggested HTTP status code. 0 if it is not set. */
  code?: number;
};

export const statusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.Status',
  description: 'Status is the result of a call that returns no other object.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 2, description: 'Status of the operation: `Success` or `Failure`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 3, description: 'Human-readable description of the status.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 4, description: 'Machine-readable reason of a failure. It clarifies the HTTP status code and does not override it.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'details', number: 5, description: 'Extended data of the reason.', schema: () => statusDetailsSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'code', number: 6, description: 'Suggested HTTP status code. 0 if it is not set.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
  ],
};

/** StatusDetails holds further properties of a Status. */
export type StatusDetails = {
  /** Name of the object that the reason is about. */
  name?: string;
  /** API group of the object that the reason is about. */
  group?: string;
  /** Kind or resource of the object that the reason is about. */
  kind?: string;
  /** UID of the object that the reason is about. */
  uid?: string;
  /** Causes of the failure, if there are several or they are detailed. */
  causes?: StatusCause[];
  /** Seconds after which the operation should be retried, or an alternative action taken. */
  retryAfterSeconds?: number;
};

const statusDetailsCauses: ListSchema = { type: 'list', items: () => statusCauseSchema, listType: 'atomic', keys: [] };

export const statusDetailsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.StatusDetails',
  description: 'StatusDetails holds further properties of a Status.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the object that the reason is about.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'group', number: 2, description: 'API group of the object that the reason is about.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'kind', number: 3, description: 'Kind or resource of the object that the reason is about.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'uid', number: 6, description: 'UID of the object that the reason is about.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'causes', number: 4, description: 'Causes of the failure, if there are several or they are detailed.', schema: () => statusDetailsCauses, presence: 'implicit', required: false, immutable: false },
    { name: 'retryAfterSeconds', number: 5, description: 'Seconds after which the operation should be retried, or an alternative action taken.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
  ],
};

/** StatusCause is one cause of a failure. */
export type StatusCause = {
  /** Machine-readable description of the cause. */
  reason?: string;
  /** Human-readable description of the cause. */
  message?: string;
  /** Path of the field that caused the failure, such as `items[0].name`. */
  field?: string;
};

export const statusCauseSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.StatusCause',
  description: 'StatusCause is one cause of a failure.',
  atomic: false,
  fields: [
    { name: 'reason', number: 1, description: 'Machine-readable description of the cause.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 2, description: 'Human-readable description of the cause.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'field', number: 3, description: 'Path of the field that caused the failure, such as `items[0].name`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** DeleteOptions are the options of a deletion. */
export type DeleteOptions = {
  kind?: string;
  apiVersion?: string;
  /** Seconds before the object is deleted. Zero deletes immediately. Defaults to the grace period of the kind. */
  gracePeriodSeconds?: Int64;
  /** Conditions that must hold for the deletion. Otherwise the server responds with 409 Conflict. */
  preconditions?: Preconditions;
  /** Deprecated: use `propagationPolicy`. Whether dependents are orphaned. It cannot be set together with `propagationPolicy`. */
  orphanDependents?: boolean;
  /** Whether and how garbage collection is performed: `Orphan` keeps dependents, `Background` deletes them afterwards, `Foreground` deletes them first. Defaults to the finalizers of the object and the policy of the kind. */
  propagationPolicy?: string;
  /** Modifications that are not persisted. The only value is `All`: the request is processed, and nothing is stored. */
  dryRun?: string[];
  /** Whether an object is deleted that cannot be read from the store, because it fails to decode or decrypt. The deletion skips finalizers and preconditions. Defaults to false. */
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
};

const deleteOptionsDryRun: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const deleteOptionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions',
  description: 'DeleteOptions are the options of a deletion.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'gracePeriodSeconds', number: 1, description: 'Seconds before the object is deleted. Zero deletes immediately. Defaults to the grace period of the kind.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'preconditions', number: 2, description: 'Conditions that must hold for the deletion. Otherwise the server responds with 409 Conflict.', schema: () => preconditionsSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'orphanDependents', number: 3, description: 'Deprecated: use `propagationPolicy`. Whether dependents are orphaned. It cannot be set together with `propagationPolicy`.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'propagationPolicy', number: 4, description: 'Whether and how garbage collection is performed: `Orphan` keeps dependents, `Background` deletes them afterwards, `Foreground` deletes them first. Defaults to the finalizers of the object and the policy of the kind.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'dryRun', number: 5, description: 'Modifications that are not persisted. The only value is `All`: the request is processed, and nothing is stored.', schema: () => deleteOptionsDryRun, presence: 'implicit', required: false, immutable: false },
    { name: 'ignoreStoreReadErrorWithClusterBreakingPotential', number: 6, description: 'Whether an object is deleted that cannot be read from the store, because it fails to decode or decrypt. The deletion skips finalizers and preconditions. Defaults to false.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** Preconditions must hold before an operation is carried out. */
export type Preconditions = {
  /** UID that the object must have. */
  uid?: string;
  /** resourceVersion that the object must have. */
  resourceVersion?: string;
};

export const preconditionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.Preconditions',
  description: 'Preconditions must hold before an operation is carried out.',
  atomic: false,
  fields: [
    { name: 'uid', number: 1, description: 'UID that the object must have.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'resourceVersion', number: 2, description: 'resourceVersion that the object must have.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** CreateOptions are the options of a creation. */
export type CreateOptions = {
  kind?: string;
  apiVersion?: string;
  /** Modifications that are not persisted. The only value is `All`: the request is processed, and nothing is stored. */
  dryRun?: string[];
  /** Name of the actor that makes the changes, at most 128 printable characters. */
  fieldManager?: string;
  /** What the server does about unknown and duplicate fields: `Ignore`, `Warn` or `Strict`. Defaults to `Warn`. */
  fieldValidation?: string;
};

const createOptionsDryRun: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const createOptionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.CreateOptions',
  description: 'CreateOptions are the options of a creation.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'dryRun', number: 1, description: 'Modifications that are not persisted. The only value is `All`: the request is processed, and nothing is stored.', schema: () => createOptionsDryRun, presence: 'implicit', required: false, immutable: false },
    { name: 'fieldManager', number: 3, description: 'Name of the actor that makes the changes, at most 128 printable characters.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'fieldValidation', number: 4, description: 'What the server does about unknown and duplicate fields: `Ignore`, `Warn` or `Strict`. Defaults to `Warn`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** UpdateOptions are the options of an update. */
export type UpdateOptions = {
  kind?: string;
  apiVersion?: string;
  /** Modifications that are not persisted. The only value is `All`: the request is processed, and nothing is stored. */
  dryRun?: string[];
  /** Name of the actor that makes the changes, at most 128 printable characters. */
  fieldManager?: string;
  /** What the server does about unknown and duplicate fields: `Ignore`, `Warn` or `Strict`. Defaults to `Warn`. */
  fieldValidation?: string;
};

const updateOptionsDryRun: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const updateOptionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.UpdateOptions',
  description: 'UpdateOptions are the options of an update.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'dryRun', number: 1, description: 'Modifications that are not persisted. The only value is `All`: the request is processed, and nothing is stored.', schema: () => updateOptionsDryRun, presence: 'implicit', required: false, immutable: false },
    { name: 'fieldManager', number: 2, description: 'Name of the actor that makes the changes, at most 128 printable characters.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'fieldValidation', number: 3, description: 'What the server does about unknown and duplicate fields: `Ignore`, `Warn` or `Strict`. Defaults to `Warn`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** PatchOptions are the options of a patch. */
export type PatchOptions = {
  kind?: string;
  apiVersion?: string;
  /** Modifications that are not persisted. The only value is `All`: the request is processed, and nothing is stored. */
  dryRun?: string[];
  /** Whether an apply request takes over fields that other managers own. Must be unset for other patches. */
  force?: boolean;
  /** Name of the actor that makes the changes, at most 128 printable characters. Required for apply requests. */
  fieldManager?: string;
  /** What the server does about unknown and duplicate fields: `Ignore`, `Warn` or `Strict`. Defaults to `Warn`. */
  fieldValidation?: string;
};

const patchOptionsDryRun: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const patchOptionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.PatchOptions',
  description: 'PatchOptions are the options of a patch.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'dryRun', number: 1, description: 'Modifications that are not persisted. The only value is `All`: the request is processed, and nothing is stored.', schema: () => patchOptionsDryRun, presence: 'implicit', required: false, immutable: false },
    { name: 'force', number: 2, description: 'Whether an apply request takes over fields that other managers own. Must be unset for other patches.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'fieldManager', number: 3, description: 'Name of the actor that makes the changes, at most 128 printable characters. Required for apply requests.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'fieldValidation', number: 4, description: 'What the server does about unknown and duplicate fields: `Ignore`, `Warn` or `Strict`. Defaults to `Warn`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** GetOptions are the options of a read. */
export type GetOptions = {
  kind?: string;
  apiVersion?: string;
  /** Constraint on the version that the request may be served from. */
  resourceVersion?: string;
};

export const getOptionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.GetOptions',
  description: 'GetOptions are the options of a read.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'resourceVersion', number: 1, description: 'Constraint on the version that the request may be served from.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ListOptions are the options of a list or watch. */
export type ListOptions = {
  kind?: string;
  apiVersion?: string;
  /** Selector that restricts the objects by their labels. Defaults to everything. */
  labelSelector?: string;
  /** Selector that restricts the objects by their fields. Defaults to everything. */
  fieldSelector?: string;
  /** Whether changes are streamed as add, update and remove notifications instead of a list. */
  watch?: boolean;
  /** Whether the server may send events of the type `BOOKMARK`. Ignored if the request is no watch. */
  allowWatchBookmarks?: boolean;
  /** Constraint on the version that a list is served from, or the version that a watch starts after. */
  resourceVersion?: string;
  /** How `resourceVersion` is applied to lists: `Exact` or `NotOlderThan`. */
  resourceVersionMatch?: string;
  /** Duration of the call in seconds. */
  timeoutSeconds?: Int64;
  /** Maximum number of items in one response. 0 means no limit. */
  limit?: Int64;
  /** Token from the previous page of the list. Other parameters must be identical to those of the first page. */
  continue?: string;
  /** Whether a watch starts with synthetic events for the existing objects, followed by a bookmark. */
  sendInitialEvents?: boolean;
  /** Selector that limits the objects to a shard. It needs the feature gate `ShardedListAndWatch`, which is off. */
  shardSelector?: string;
};

export const listOptionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.ListOptions',
  description: 'ListOptions are the options of a list or watch.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'labelSelector', number: 1, description: 'Selector that restricts the objects by their labels. Defaults to everything.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'fieldSelector', number: 2, description: 'Selector that restricts the objects by their fields. Defaults to everything.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'watch', number: 3, description: 'Whether changes are streamed as add, update and remove notifications instead of a list.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'allowWatchBookmarks', number: 9, description: 'Whether the server may send events of the type `BOOKMARK`. Ignored if the request is no watch.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'resourceVersion', number: 4, description: 'Constraint on the version that a list is served from, or the version that a watch starts after.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'resourceVersionMatch', number: 10, description: 'How `resourceVersion` is applied to lists: `Exact` or `NotOlderThan`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'timeoutSeconds', number: 5, description: 'Duration of the call in seconds.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'limit', number: 7, description: 'Maximum number of items in one response. 0 means no limit.', schema: () => int64, presence: 'implicit', required: false, immutable: false },
    { name: 'continue', number: 8, description: 'Token from the previous page of the list. Other parameters must be identical to those of the first page.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'sendInitialEvents', number: 11, description: 'Whether a watch starts with synthetic events for the existing objects, followed by a bookmark.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'shardSelector', number: 15, description: 'Selector that limits the objects to a shard. It needs the feature gate `ShardedListAndWatch`, which is off.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** APIVersions lists the versions of the core group. */
export type APIVersions = {
  kind?: string;
  apiVersion?: string;
  /** API versions that are available. */
  versions: string[];
  /** Server addresses by client network. */
  serverAddressByClientCIDRs: ServerAddressByClientCIDR[];
};

const apiVersionsVersions: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const apiVersionsServerAddressByClientCIDRs: ListSchema = { type: 'list', items: () => serverAddressByClientCIDRSchema, listType: 'atomic', keys: [] };

export const apiVersionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.APIVersions',
  description: 'APIVersions lists the versions of the core group.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'versions', number: 1, description: 'API versions that are available.', schema: () => apiVersionsVersions, presence: 'always', required: true, immutable: false },
    { name: 'serverAddressByClientCIDRs', number: 2, description: 'Server addresses by client network.', schema: () => apiVersionsServerAddressByClientCIDRs, presence: 'always', required: true, immutable: false },
  ],
};

/** APIGroupList lists the API groups, without the core group. */
export type APIGroupList = {
  kind?: string;
  apiVersion?: string;
  /** List of API groups. */
  groups: APIGroup[];
};

const apiGroupListGroups: ListSchema = { type: 'list', items: () => apiGroupSchema, listType: 'atomic', keys: [] };

export const apiGroupListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.APIGroupList',
  description: 'APIGroupList lists the API groups, without the core group.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'groups', number: 1, description: 'List of API groups.', schema: () => apiGroupListGroups, presence: 'always', required: true, immutable: false },
  ],
};

/** APIGroup is the name, the versions and the preferred version of an API group. */
export type APIGroup = {
  kind?: string;
  apiVersion?: string;
  /** Name of the group. */
  name: string;
  /** Versions that are supported in the group. */
  versions: GroupVersionForDiscovery[];
  /** Version that the API server prefers. */
  preferredVersion: GroupVersionForDiscovery;
  /** Server addresses by client network. */
  serverAddressByClientCIDRs?: ServerAddressByClientCIDR[];
};

const apiGroupVersions: ListSchema = { type: 'list', items: () => groupVersionForDiscoverySchema, listType: 'atomic', keys: [] };

const apiGroupServerAddressByClientCIDRs: ListSchema = { type: 'list', items: () => serverAddressByClientCIDRSchema, listType: 'atomic', keys: [] };

export const apiGroupSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.APIGroup',
  description: 'APIGroup is the name, the versions and the preferred version of an API group.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'name', number: 1, description: 'Name of the group.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'versions', number: 2, description: 'Versions that are supported in the group.', schema: () => apiGroupVersions, presence: 'always', required: true, immutable: false },
    { name: 'preferredVersion', number: 3, description: 'Version that the API server prefers.', schema: () => groupVersionForDiscoverySchema, presence: 'always', required: false, immutable: false },
    { name: 'serverAddressByClientCIDRs', number: 4, description: 'Server addresses by client network.', schema: () => apiGroupServerAddressByClientCIDRs, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ServerAddressByClientCIDR is the server address for clients of one network. */
export type ServerAddressByClientCIDR = {
  /** CIDR that the IP address of the client is in. */
  clientCIDR: string;
  /** Address of the server: an IP address or hostname, with an optional port. */
  serverAddress: string;
};

export const serverAddressByClientCIDRSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.ServerAddressByClientCIDR',
  description: 'ServerAddressByClientCIDR is the server address for clients of one network.',
  atomic: false,
  fields: [
    { name: 'clientCIDR', number: 1, description: 'CIDR that the IP address of the client is in.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'serverAddress', number: 2, description: 'Address of the server: an IP address or hostname, with an optional port.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** GroupVersionForDiscovery is a group and version in two forms. */
export type GroupVersionForDiscovery = {
  /** API group and version in the form `group/version`. */
  groupVersion: string;
  /** Version in the form `version`. */
  version: string;
};

export const groupVersionForDiscoverySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.GroupVersionForDiscovery',
  description: 'GroupVersionForDiscovery is a group and version in two forms.',
  atomic: false,
  fields: [
    { name: 'groupVersion', number: 1, description: 'API group and version in the form `group/version`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'version', number: 2, description: 'Version in the form `version`.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** APIResource describes a resource and whether it is namespaced. */
export type APIResource = {
  /** Plural name of the resource. */
  name: string;
  /** Singular name of the resource. */
  singularName: string;
  /** Whether the resource is namespaced. */
  namespaced: boolean;
  /** Preferred group of the resource. Empty means the group of the list. */
  group?: string;
  /** Preferred version of the resource. Empty means the version of the list. */
  version?: string;
  /** Kind of the resource, such as `ConfigMap`. */
  kind: string;
  /** Supported verbs, such as `get`, `list`, `watch`, `create` and `delete`. */
  verbs: string[];
  /** Suggested short names of the resource. */
  shortNames?: string[];
  /** Grouped resources that the resource belongs to, such as `all`. */
  categories?: string[];
  /** Hash of the version in which objects are stored. Clients can detect a change of that version with it. */
  storageVersionHash?: string;
};

const apiResourceVerbs: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [], wrapped: true };

const apiResourceShortNames: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const apiResourceCategories: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const apiResourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.APIResource',
  description: 'APIResource describes a resource and whether it is namespaced.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Plural name of the resource.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'singularName', number: 6, description: 'Singular name of the resource.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'namespaced', number: 2, description: 'Whether the resource is namespaced.', schema: () => boolean, presence: 'always', required: true, immutable: false },
    { name: 'group', number: 8, description: 'Preferred group of the resource. Empty means the group of the list.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'version', number: 9, description: 'Preferred version of the resource. Empty means the version of the list.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'kind', number: 3, description: 'Kind of the resource, such as `ConfigMap`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'verbs', number: 4, description: 'Supported verbs, such as `get`, `list`, `watch`, `create` and `delete`.', schema: () => apiResourceVerbs, presence: 'always', required: true, immutable: false },
    { name: 'shortNames', number: 5, description: 'Suggested short names of the resource.', schema: () => apiResourceShortNames, presence: 'implicit', required: false, immutable: false },
    { name: 'categories', number: 7, description: 'Grouped resources that the resource belongs to, such as `all`.', schema: () => apiResourceCategories, presence: 'implicit', required: false, immutable: false },
    { name: 'storageVersionHash', number: 10, description: 'Hash of the version in which objects are stored. Clients can detect a change of that version with it.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** APIResourceList lists the resources of one group and version. */
export type APIResourceList = {
  kind?: string;
  apiVersion?: string;
  /** Group and version of the list. */
  groupVersion: string;
  /** Resources with their names, verbs and scope. */
  resources: APIResource[];
};

const apiResourceListResources: ListSchema = { type: 'list', items: () => apiResourceSchema, listType: 'atomic', keys: [] };

export const apiResourceListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.APIResourceList',
  description: 'APIResourceList lists the resources of one group and version.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'groupVersion', number: 1, description: 'Group and version of the list.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'resources', number: 2, description: 'Resources with their names, verbs and scope.', schema: () => apiResourceListResources, presence: 'always', required: true, immutable: false },
  ],
};

/** PartialObjectMetadata is an object of any kind, reduced to its metadata. */
export type PartialObjectMetadata = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
};

export const partialObjectMetadataSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.PartialObjectMetadata',
  description: 'PartialObjectMetadata is an object of any kind, reduced to its metadata.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** PartialObjectMetadataList is a list of objects, reduced to their metadata. */
export type PartialObjectMetadataList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** Objects of the list. */
  items: PartialObjectMetadata[];
};

const partialObjectMetadataListItems: ListSchema = { type: 'list', items: () => partialObjectMetadataSchema, listType: 'atomic', keys: [] };

export const partialObjectMetadataListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.PartialObjectMetadataList',
  description: 'PartialObjectMetadataList is a list of objects, reduced to their metadata.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'Objects of the list.', schema: () => partialObjectMetadataListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** WatchEvent is a single event of a watched resource. */
export type WatchEvent = {
  /** Type of the event: `ADDED`, `MODIFIED`, `DELETED`, `BOOKMARK` or `ERROR`. */
  type: string;
  /** Object of the event: its new state, its last state before a deletion, only its resourceVersion for a bookmark, or a Status for an error. */
  object?: JsonValue;
};

export const watchEventSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.WatchEvent',
  description: 'WatchEvent is a single event of a watched resource.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the event: `ADDED`, `MODIFIED`, `DELETED`, `BOOKMARK` or `ERROR`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'object', number: 2, description: 'Object of the event: its new state, its last state before a deletion, only its resourceVersion for a bookmark, or a Status for an error.', schema: () => rawExtension, presence: 'explicit', required: true, immutable: false },
  ],
};

/** Condition is one observation of the state of an API resource. */
export type Condition = {
  /** Type of the condition in CamelCase, with an optional prefix such as `example.com/`. */
  type: string;
  /** Status of the condition: `True`, `False` or `Unknown`. */
  status: string;
  /** Generation that the condition was set for. A value below `metadata.generation` means that the condition is out of date. */
  observedGeneration?: Int64;
  /** Time of the last change of `status`. */
  lastTransitionTime?: string;
  /** Machine-readable reason for the last transition, one word in CamelCase. */
  reason: string;
  /** Human-readable details about the last transition. */
  message: string;
};

const conditionType: Schema = { type: 'string', maxLength: 316 };

const conditionStatus: Schema = { type: 'string', enum: ['False', 'True', 'Unknown'] };

const conditionObservedGeneration: Schema = { type: 'integer', format: 'int64', minimum: 0 };

const conditionReason: Schema = { type: 'string', maxLength: 1024 };

const conditionMessage: Schema = { type: 'string', maxLength: 32768 };

export const conditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.Condition',
  description: 'Condition is one observation of the state of an API resource.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Type of the condition in CamelCase, with an optional prefix such as `example.com/`.', schema: () => conditionType, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 2, description: 'Status of the condition: `True`, `False` or `Unknown`.', schema: () => conditionStatus, presence: 'always', required: true, immutable: false },
    { name: 'observedGeneration', number: 3, description: 'Generation that the condition was set for. A value below `metadata.generation` means that the condition is out of date.', schema: () => conditionObservedGeneration, presence: 'implicit', required: false, immutable: false },
    { name: 'lastTransitionTime', number: 4, description: 'Time of the last change of `status`.', schema: () => time, presence: 'implicit', required: true, immutable: false },
    { name: 'reason', number: 5, description: 'Machine-readable reason for the last transition, one word in CamelCase.', schema: () => conditionReason, presence: 'always', required: true, immutable: false },
    { name: 'message', number: 6, description: 'Human-readable details about the last transition.', schema: () => conditionMessage, presence: 'always', required: false, immutable: false },
  ],
};

/** ShardInfo describes the shard of a list. */
export type ShardInfo = {
  /** Shard selector of the request. */
  selector: string;
};

export const shardInfoSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.ShardInfo',
  description: 'ShardInfo describes the shard of a list.',
  atomic: false,
  fields: [
    { name: 'selector', number: 1, description: 'Shard selector of the request.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** GroupResource names a resource of a group in any version. */
export type GroupResource = {
  /** API group. Empty for the core group. */
  group: string;
  /** Plural name of the resource, such as `pods`. */
  resource: string;
};

export const groupResourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.GroupResource',
  description: 'GroupResource names a resource of a group in any version.',
  atomic: false,
  fields: [
    { name: 'group', number: 1, description: 'API group. Empty for the core group.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'resource', number: 2, description: 'Plural name of the resource, such as `pods`.', schema: () => text, presence: 'always', required: false, immutable: false },
  ],
};
