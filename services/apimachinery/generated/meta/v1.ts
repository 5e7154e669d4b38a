// Generated from proto/meta/v1/meta.proto by `npm run generate`. Do not edit.
import type { JsonObject, JsonValue } from '../../json/value.js';
import { apiVersionField, boolean, fieldsV1, int32, int64, kindField, rawExtension, text, time, type Int64 } from '../../schema/common.js';
import type { ListSchema, MapSchema, Schema, StructSchema } from '../../schema/schema.js';

/** Which type an object has. */
export type TypeMeta = {
  /** Name of the type, such as `ConfigMap`. It cannot be changed. */
  kind?: string;
  /** Group and version of the type, such as `apps/v1`, or `v1` in the core group. */
  apiVersion?: string;
};

export const typeMetaSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.TypeMeta',
  description: 'Which type an object has.',
  atomic: false,
  fields: [
    { name: 'kind', number: 1, description: 'Name of the type, such as `ConfigMap`. It cannot be changed.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'apiVersion', number: 2, description: 'Group and version of the type, such as `apps/v1`, or `v1` in the core group.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A kind together with its group and version. */
export type GroupVersionKind = {
  /** API group; empty for the core group. */
  group: string;
  /** Version of the group. */
  version: string;
  /** Name of the kind. */
  kind: string;
};

export const groupVersionKindSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.GroupVersionKind',
  description: 'A kind together with its group and version.',
  atomic: false,
  fields: [
    { name: 'group', number: 1, description: 'API group; empty for the core group.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'version', number: 2, description: 'Version of the group.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'kind', number: 3, description: 'Name of the kind.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** What every stored object says about itself. */
export type ObjectMeta = {
  /** Name of the object, unique among objects of its kind in its namespace. It cannot be changed. */
  name?: string;
  /** Beginning of a name that the server completes with a random ending. Used only when `name` is empty. */
  generateName?: string;
  /** Namespace of the object; empty for cluster-wide kinds. It cannot be changed. */
  namespace?: string;
  /** Deprecated: a path to the object. The server no longer sets it. */
  selfLink?: string;
  /** Identifier that no other object ever has, not even a later one of the same name. Set by the server. */
  uid?: string;
  /** Opaque version of the object, for lists, watches and updates that must not overwrite others. Set by the server. */
  resourceVersion?: string;
  /** Counts the changes of the desired state. Set by the server. */
  generation?: Int64;
  /** When the object was created. Set by the server. */
  creationTimestamp?: string;
  /** When the object is to be gone, once its finalizers are. Set by the server when deletion is requested. */
  deletionTimestamp?: string;
  /** Seconds the object is given to end by itself. Set only together with `deletionTimestamp`. */
  deletionGracePeriodSeconds?: Int64;
  /** Short texts by which objects are organised and selected. */
  labels?: { [key: string]: string };
  /** Texts kept for tools and people; they cannot be selected on. */
  annotations?: { [key: string]: string };
  /** Objects this one depends on. It is deleted once all of them are gone. */
  ownerReferences?: OwnerReference[];
  /** Names of those who must act before the object may go. While it is being deleted, names can only be taken away. */
  finalizers?: string[];
  /** Deprecated: name of a cluster. The server clears it. */
  clusterName?: string;
  /** Who set which fields. Kept by the server for server-side apply. */
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
  description: 'What every stored object says about itself.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the object, unique among objects of its kind in its namespace. It cannot be changed.', schema: () => text, presence: 'implicit', required: false, immutable: true },
    { name: 'generateName', number: 2, description: 'Beginning of a name that the server completes with a random ending. Used only when `name` is empty.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'namespace', number: 3, description: 'Namespace of the object; empty for cluster-wide kinds. It cannot be changed.', schema: () => text, presence: 'implicit', required: false, immutable: true },
    { name: 'selfLink', number: 4, description: 'Deprecated: a path to the object. The server no longer sets it.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'uid', number: 5, description: 'Identifier that no other object ever has, not even a later one of the same name. Set by the server.', schema: () => text, presence: 'implicit', required: false, immutable: true },
    { name: 'resourceVersion', number: 6, description: 'Opaque version of the object, for lists, watches and updates that must not overwrite others. Set by the server.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'generation', number: 7, description: 'Counts the changes of the desired state. Set by the server.', schema: () => objectMetaGeneration, presence: 'implicit', required: false, immutable: false },
    { name: 'creationTimestamp', number: 8, description: 'When the object was created. Set by the server.', schema: () => time, presence: 'implicit', required: false, immutable: true },
    { name: 'deletionTimestamp', number: 9, description: 'When the object is to be gone, once its finalizers are. Set by the server when deletion is requested.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'deletionGracePeriodSeconds', number: 10, description: 'Seconds the object is given to end by itself. Set only together with `deletionTimestamp`.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'labels', number: 11, description: 'Short texts by which objects are organised and selected.', schema: () => objectMetaLabels, presence: 'implicit', required: false, immutable: false },
    { name: 'annotations', number: 12, description: 'Texts kept for tools and people; they cannot be selected on.', schema: () => objectMetaAnnotations, presence: 'implicit', required: false, immutable: false },
    { name: 'ownerReferences', number: 13, description: 'Objects this one depends on. It is deleted once all of them are gone.', schema: () => objectMetaOwnerReferences, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'uid' },
    { name: 'finalizers', number: 14, description: 'Names of those who must act before the object may go. While it is being deleted, names can only be taken away.', schema: () => objectMetaFinalizers, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge' },
    { name: 'clusterName', number: 15, description: 'Deprecated: name of a cluster. The server clears it.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'managedFields', number: 17, description: 'Who set which fields. Kept by the server for server-side apply.', schema: () => objectMetaManagedFields, presence: 'implicit', required: false, immutable: false },
  ],
};

/** What a list says about itself. */
export type ListMeta = {
  /** Deprecated: a path to the list. The server no longer sets it. */
  selfLink?: string;
  /** Version at which the list was read; a watch can begin there. */
  resourceVersion?: string;
  /** Token that fetches the next part of the list; empty at the end. */
  continue?: string;
  /** How many items are left after this part; absent when unknown or none. */
  remainingItemCount?: Int64;
};

export const listMetaSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta',
  description: 'What a list says about itself.',
  atomic: false,
  fields: [
    { name: 'selfLink', number: 1, description: 'Deprecated: a path to the list. The server no longer sets it.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'resourceVersion', number: 2, description: 'Version at which the list was read; a watch can begin there.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'continue', number: 3, description: 'Token that fetches the next part of the list; empty at the end.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'remainingItemCount', number: 4, description: 'How many items are left after this part; absent when unknown or none.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
  ],
};

/** Names an object that owns this one, in the same namespace or cluster-wide. */
export type OwnerReference = {
  /** Group and version of the owner. */
  apiVersion: string;
  /** Kind of the owner. */
  kind: string;
  /** Name of the owner. */
  name: string;
  /** Identifier of the owner. */
  uid: string;
  /** Whether this owner is the one that manages the object; at most one is. */
  controller?: boolean;
  /** Whether the owner, deleted in the foreground, waits for this object to go first. */
  blockOwnerDeletion?: boolean;
};

export const ownerReferenceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference',
  description: 'Names an object that owns this one, in the same namespace or cluster-wide.',
  atomic: true,
  fields: [
    { name: 'apiVersion', number: 5, description: 'Group and version of the owner.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'kind', number: 1, description: 'Kind of the owner.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'name', number: 3, description: 'Name of the owner.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'uid', number: 4, description: 'Identifier of the owner.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'controller', number: 6, description: 'Whether this owner is the one that manages the object; at most one is.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'blockOwnerDeletion', number: 7, description: 'Whether the owner, deleted in the foreground, waits for this object to go first.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** One manager, and the fields it set in one way. */
export type ManagedFieldsEntry = {
  /** Who set the fields. */
  manager?: string;
  /** How they were set: `Apply` or `Update`. */
  operation?: string;
  /** Group and version of the type that the field names belong to. */
  apiVersion?: string;
  /** When the fields were last set. */
  time?: string;
  /** Form of the field set; `FieldsV1` is the only one. */
  fieldsType?: string;
  /** The fields that were set. */
  fieldsV1?: JsonObject;
  /** Subresource through which they were set; empty for the resource itself. */
  subresource?: string;
};

const managedFieldsEntryOperation: Schema = { type: 'string', enum: ['Apply', 'Update'] };

export const managedFieldsEntrySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.ManagedFieldsEntry',
  description: 'One manager, and the fields it set in one way.',
  atomic: false,
  fields: [
    { name: 'manager', number: 1, description: 'Who set the fields.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'operation', number: 2, description: 'How they were set: `Apply` or `Update`.', schema: () => managedFieldsEntryOperation, presence: 'implicit', required: false, immutable: false },
    { name: 'apiVersion', number: 3, description: 'Group and version of the type that the field names belong to.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'time', number: 4, description: 'When the fields were last set.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'fieldsType', number: 6, description: 'Form of the field set; `FieldsV1` is the only one.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'fieldsV1', number: 7, description: 'The fields that were set.', schema: () => fieldsV1, presence: 'explicit', required: false, immutable: false },
    { name: 'subresource', number: 8, description: 'Subresource through which they were set; empty for the resource itself.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Selects objects by their labels; every requirement must hold. An empty selector matches all objects. */
export type LabelSelector = {
  /** Labels with the value each must have. */
  matchLabels?: { [key: string]: string };
  /** Further requirements. */
  matchExpressions?: LabelSelectorRequirement[];
};

const labelSelectorMatchLabels: MapSchema = { type: 'map', values: () => text, atomic: false };

const labelSelectorMatchExpressions: ListSchema = { type: 'list', items: () => labelSelectorRequirementSchema, listType: 'atomic', keys: [] };

export const labelSelectorSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector',
  description: 'Selects objects by their labels; every requirement must hold. An empty selector matches all objects.',
  atomic: true,
  fields: [
    { name: 'matchLabels', number: 1, description: 'Labels with the value each must have.', schema: () => labelSelectorMatchLabels, presence: 'implicit', required: false, immutable: false },
    { name: 'matchExpressions', number: 2, description: 'Further requirements.', schema: () => labelSelectorMatchExpressions, presence: 'implicit', required: false, immutable: false },
  ],
};

/** One requirement on one label. */
export type LabelSelectorRequirement = {
  /** Key of the label. */
  key: string;
  /** How the label relates to the values: `In`, `NotIn`, `Exists` or `DoesNotExist`. */
  operator: string;
  /** The values; given for `In` and `NotIn`, and only for these. */
  values?: string[];
};

const labelSelectorRequirementValues: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const labelSelectorRequirementSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement',
  description: 'One requirement on one label.',
  atomic: false,
  fields: [
    { name: 'key', number: 1, description: 'Key of the label.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'operator', number: 2, description: 'How the label relates to the values: `In`, `NotIn`, `Exists` or `DoesNotExist`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'values', number: 3, description: 'The values; given for `In` and `NotIn`, and only for these.', schema: () => labelSelectorRequirementValues, presence: 'implicit', required: false, immutable: false },
  ],
};

/** One requirement on one field. */
export type FieldSelectorRequirement = {
  /** Path of the field, as field selectors name it. */
  key: string;
  /** How the field relates to the values: `In`, `NotIn`, `Exists` or `DoesNotExist`. */
  operator: string;
  /** The values; given for `In` and `NotIn`, and only for these. */
  values?: string[];
};

const fieldSelectorRequirementValues: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const fieldSelectorRequirementSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.FieldSelectorRequirement',
  description: 'One requirement on one field.',
  atomic: false,
  fields: [
    { name: 'key', number: 1, description: 'Path of the field, as field selectors name it.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'operator', number: 2, description: 'How the field relates to the values: `In`, `NotIn`, `Exists` or `DoesNotExist`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'values', number: 3, description: 'The values; given for `In` and `NotIn`, and only for these.', schema: () => fieldSelectorRequirementValues, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Result of a call that returns no other object. */
export type Status = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** `Success` or `Failure`. */
  status?: string;
  /** What happened, for people. */
  message?: string;
  /** Why it failed, in one word for programs. */
  reason?: string;
  /** More about the cause. */
  details?: StatusDetails;
  /** HTTP status code that fits; 0 when none was chosen. */
  code?: number;
};

export const statusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.Status',
  description: 'Result of a call that returns no other object.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 2, description: '`Success` or `Failure`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 3, description: 'What happened, for people.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 4, description: 'Why it failed, in one word for programs.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'details', number: 5, description: 'More about the cause.', schema: () => statusDetailsSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'code', number: 6, description: 'HTTP status code that fits; 0 when none was chosen.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
  ],
};

/** More about the cause of a Status. */
export type StatusDetails = {
  /** Name of the object concerned. */
  name?: string;
  /** API group of the object concerned. */
  group?: string;
  /** Kind or resource of the object concerned. */
  kind?: string;
  /** Identifier of the object concerned. */
  uid?: string;
  /** The single causes of a failure. */
  causes?: StatusCause[];
  /** Seconds to wait before trying again or doing something else. */
  retryAfterSeconds?: number;
};

const statusDetailsCauses: ListSchema = { type: 'list', items: () => statusCauseSchema, listType: 'atomic', keys: [] };

export const statusDetailsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.StatusDetails',
  description: 'More about the cause of a Status.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the object concerned.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'group', number: 2, description: 'API group of the object concerned.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'kind', number: 3, description: 'Kind or resource of the object concerned.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'uid', number: 6, description: 'Identifier of the object concerned.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'causes', number: 4, description: 'The single causes of a failure.', schema: () => statusDetailsCauses, presence: 'implicit', required: false, immutable: false },
    { name: 'retryAfterSeconds', number: 5, description: 'Seconds to wait before trying again or doing something else.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
  ],
};

/** One cause of a failure. */
export type StatusCause = {
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, for people. */
  message?: string;
  /** Path of the field at fault, such as `items[0].name`. */
  field?: string;
};

export const statusCauseSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.StatusCause',
  description: 'One cause of a failure.',
  atomic: false,
  fields: [
    { name: 'reason', number: 1, description: 'Why, in one word for programs.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 2, description: 'Why, for people.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'field', number: 3, description: 'Path of the field at fault, such as `items[0].name`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** How an object is to be deleted. */
export type DeleteOptions = {
  kind?: string;
  apiVersion?: string;
  /** Seconds the object is given to end by itself; 0 means at once, absent means what its kind does by default. */
  gracePeriodSeconds?: Int64;
  /** What must hold for the deletion to happen. */
  preconditions?: Preconditions;
  /** Deprecated: use `propagationPolicy`. Whether dependents are left in place. */
  orphanDependents?: boolean;
  /** What happens to dependents: `Orphan`, `Background` or `Foreground`. */
  propagationPolicy?: string;
  /** `All` processes the request but keeps nothing. */
  dryRun?: string[];
  /** Delete even an object that the store can no longer read. */
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
};

const deleteOptionsDryRun: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const deleteOptionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions',
  description: 'How an object is to be deleted.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'gracePeriodSeconds', number: 1, description: 'Seconds the object is given to end by itself; 0 means at once, absent means what its kind does by default.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'preconditions', number: 2, description: 'What must hold for the deletion to happen.', schema: () => preconditionsSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'orphanDependents', number: 3, description: 'Deprecated: use `propagationPolicy`. Whether dependents are left in place.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'propagationPolicy', number: 4, description: 'What happens to dependents: `Orphan`, `Background` or `Foreground`.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'dryRun', number: 5, description: '`All` processes the request but keeps nothing.', schema: () => deleteOptionsDryRun, presence: 'implicit', required: false, immutable: false },
    { name: 'ignoreStoreReadErrorWithClusterBreakingPotential', number: 6, description: 'Delete even an object that the store can no longer read.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** What must hold before an operation is carried out. */
export type Preconditions = {
  /** Identifier the object must have. */
  uid?: string;
  /** Version the object must have. */
  resourceVersion?: string;
};

export const preconditionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.Preconditions',
  description: 'What must hold before an operation is carried out.',
  atomic: false,
  fields: [
    { name: 'uid', number: 1, description: 'Identifier the object must have.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'resourceVersion', number: 2, description: 'Version the object must have.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** How an object is to be created. */
export type CreateOptions = {
  kind?: string;
  apiVersion?: string;
  /** `All` processes the request but keeps nothing. */
  dryRun?: string[];
  /** Who makes the change. */
  fieldManager?: string;
  /** What to do about unknown and duplicate fields: `Ignore`, `Warn` or `Strict`. */
  fieldValidation?: string;
};

const createOptionsDryRun: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const createOptionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.CreateOptions',
  description: 'How an object is to be created.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'dryRun', number: 1, description: '`All` processes the request but keeps nothing.', schema: () => createOptionsDryRun, presence: 'implicit', required: false, immutable: false },
    { name: 'fieldManager', number: 3, description: 'Who makes the change.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'fieldValidation', number: 4, description: 'What to do about unknown and duplicate fields: `Ignore`, `Warn` or `Strict`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** How an object is to be replaced. */
export type UpdateOptions = {
  kind?: string;
  apiVersion?: string;
  /** `All` processes the request but keeps nothing. */
  dryRun?: string[];
  /** Who makes the change. */
  fieldManager?: string;
  /** What to do about unknown and duplicate fields: `Ignore`, `Warn` or `Strict`. */
  fieldValidation?: string;
};

const updateOptionsDryRun: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const updateOptionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.UpdateOptions',
  description: 'How an object is to be replaced.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'dryRun', number: 1, description: '`All` processes the request but keeps nothing.', schema: () => updateOptionsDryRun, presence: 'implicit', required: false, immutable: false },
    { name: 'fieldManager', number: 2, description: 'Who makes the change.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'fieldValidation', number: 3, description: 'What to do about unknown and duplicate fields: `Ignore`, `Warn` or `Strict`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** How an object is to be patched. */
export type PatchOptions = {
  kind?: string;
  apiVersion?: string;
  /** `All` processes the request but keeps nothing. */
  dryRun?: string[];
  /** Whether server-side apply takes over fields that others manage. */
  force?: boolean;
  /** Who makes the change; required for server-side apply. */
  fieldManager?: string;
  /** What to do about unknown and duplicate fields: `Ignore`, `Warn` or `Strict`. */
  fieldValidation?: string;
};

const patchOptionsDryRun: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const patchOptionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.PatchOptions',
  description: 'How an object is to be patched.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'dryRun', number: 1, description: '`All` processes the request but keeps nothing.', schema: () => patchOptionsDryRun, presence: 'implicit', required: false, immutable: false },
    { name: 'force', number: 2, description: 'Whether server-side apply takes over fields that others manage.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'fieldManager', number: 3, description: 'Who makes the change; required for server-side apply.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'fieldValidation', number: 4, description: 'What to do about unknown and duplicate fields: `Ignore`, `Warn` or `Strict`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** How an object is to be read. */
export type GetOptions = {
  kind?: string;
  apiVersion?: string;
  /** How new the answer must be. */
  resourceVersion?: string;
};

export const getOptionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.GetOptions',
  description: 'How an object is to be read.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'resourceVersion', number: 1, description: 'How new the answer must be.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Which objects are to be listed or watched. */
export type ListOptions = {
  kind?: string;
  apiVersion?: string;
  /** Selects by labels; empty selects all. */
  labelSelector?: string;
  /** Selects by fields; empty selects all. */
  fieldSelector?: string;
  /** Send changes as they happen in place of a list. */
  watch?: boolean;
  /** Whether a watch may send bookmarks. */
  allowWatchBookmarks?: boolean;
  /** Version that a list is read at, or that a watch begins after. */
  resourceVersion?: string;
  /** How `resourceVersion` limits a list: `Exact` or `NotOlderThan`. */
  resourceVersionMatch?: string;
  /** Seconds after which the call ends. */
  timeoutSeconds?: Int64;
  /** Greatest number of items in one answer; 0 means all. */
  limit?: Int64;
  /** Token from the part of the list before. */
  continue?: string;
  /** Begin a watch with the objects that exist. */
  sendInitialEvents?: boolean;
};

export const listOptionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.ListOptions',
  description: 'Which objects are to be listed or watched.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'labelSelector', number: 1, description: 'Selects by labels; empty selects all.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'fieldSelector', number: 2, description: 'Selects by fields; empty selects all.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'watch', number: 3, description: 'Send changes as they happen in place of a list.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'allowWatchBookmarks', number: 9, description: 'Whether a watch may send bookmarks.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'resourceVersion', number: 4, description: 'Version that a list is read at, or that a watch begins after.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'resourceVersionMatch', number: 10, description: 'How `resourceVersion` limits a list: `Exact` or `NotOlderThan`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'timeoutSeconds', number: 5, description: 'Seconds after which the call ends.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'limit', number: 7, description: 'Greatest number of items in one answer; 0 means all.', schema: () => int64, presence: 'implicit', required: false, immutable: false },
    { name: 'continue', number: 8, description: 'Token from the part of the list before.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'sendInitialEvents', number: 11, description: 'Begin a watch with the objects that exist.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** The versions of the core group. */
export type APIVersions = {
  kind?: string;
  apiVersion?: string;
  /** Versions that are served. */
  versions: string[];
  /** Addresses of the server by the network a client comes from. */
  serverAddressByClientCIDRs: ServerAddressByClientCIDR[];
};

const apiVersionsVersions: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const apiVersionsServerAddressByClientCIDRs: ListSchema = { type: 'list', items: () => serverAddressByClientCIDRSchema, listType: 'atomic', keys: [] };

export const apiVersionsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.APIVersions',
  description: 'The versions of the core group.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'versions', number: 1, description: 'Versions that are served.', schema: () => apiVersionsVersions, presence: 'always', required: true, immutable: false },
    { name: 'serverAddressByClientCIDRs', number: 2, description: 'Addresses of the server by the network a client comes from.', schema: () => apiVersionsServerAddressByClientCIDRs, presence: 'always', required: true, immutable: false },
  ],
};

/** The groups that are served, without the core group. */
export type APIGroupList = {
  kind?: string;
  apiVersion?: string;
  /** The groups. */
  groups: APIGroup[];
};

const apiGroupListGroups: ListSchema = { type: 'list', items: () => apiGroupSchema, listType: 'atomic', keys: [] };

export const apiGroupListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.APIGroupList',
  description: 'The groups that are served, without the core group.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'groups', number: 1, description: 'The groups.', schema: () => apiGroupListGroups, presence: 'always', required: true, immutable: false },
  ],
};

/** One group and its versions. */
export type APIGroup = {
  kind?: string;
  apiVersion?: string;
  /** Name of the group. */
  name: string;
  /** Versions that are served. */
  versions: GroupVersionForDiscovery[];
  /** Version that clients should use. */
  preferredVersion: GroupVersionForDiscovery;
  /** Addresses of the server by the network a client comes from. */
  serverAddressByClientCIDRs?: ServerAddressByClientCIDR[];
};

const apiGroupVersions: ListSchema = { type: 'list', items: () => groupVersionForDiscoverySchema, listType: 'atomic', keys: [] };

const apiGroupServerAddressByClientCIDRs: ListSchema = { type: 'list', items: () => serverAddressByClientCIDRSchema, listType: 'atomic', keys: [] };

export const apiGroupSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.APIGroup',
  description: 'One group and its versions.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'name', number: 1, description: 'Name of the group.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'versions', number: 2, description: 'Versions that are served.', schema: () => apiGroupVersions, presence: 'always', required: true, immutable: false },
    { name: 'preferredVersion', number: 3, description: 'Version that clients should use.', schema: () => groupVersionForDiscoverySchema, presence: 'always', required: false, immutable: false },
    { name: 'serverAddressByClientCIDRs', number: 4, description: 'Addresses of the server by the network a client comes from.', schema: () => apiGroupServerAddressByClientCIDRs, presence: 'implicit', required: false, immutable: false },
  ],
};

/** An address for clients of one network. */
export type ServerAddressByClientCIDR = {
  /** Network of the client. */
  clientCIDR: string;
  /** Host name or address, with an optional port. */
  serverAddress: string;
};

export const serverAddressByClientCIDRSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.ServerAddressByClientCIDR',
  description: 'An address for clients of one network.',
  atomic: false,
  fields: [
    { name: 'clientCIDR', number: 1, description: 'Network of the client.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'serverAddress', number: 2, description: 'Host name or address, with an optional port.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** A version, spelled with its group and alone. */
export type GroupVersionForDiscovery = {
  /** Group and version, such as `apps/v1`. */
  groupVersion: string;
  /** The version alone. */
  version: string;
};

export const groupVersionForDiscoverySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.GroupVersionForDiscovery',
  description: 'A version, spelled with its group and alone.',
  atomic: false,
  fields: [
    { name: 'groupVersion', number: 1, description: 'Group and version, such as `apps/v1`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'version', number: 2, description: 'The version alone.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** One resource of a group and version. */
export type APIResource = {
  /** Name in the plural, as in paths. */
  name: string;
  /** Name in the singular. */
  singularName: string;
  /** Whether its objects live in namespaces. */
  namespaced: boolean;
  /** Group of its objects where it differs from that of the list. */
  group?: string;
  /** Version of its objects where it differs from that of the list. */
  version?: string;
  /** Kind of its objects. */
  kind: string;
  /** What can be done with it. */
  verbs: string[];
  /** Short names for command lines. */
  shortNames?: string[];
  /** Groups of resources it belongs to, such as `all`. */
  categories?: string[];
  /** Changes when the version in which objects are stored does. */
  storageVersionHash?: string;
};

const apiResourceVerbs: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [], wrapped: true };

const apiResourceShortNames: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const apiResourceCategories: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const apiResourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.APIResource',
  description: 'One resource of a group and version.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name in the plural, as in paths.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'singularName', number: 6, description: 'Name in the singular.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'namespaced', number: 2, description: 'Whether its objects live in namespaces.', schema: () => boolean, presence: 'always', required: true, immutable: false },
    { name: 'group', number: 8, description: 'Group of its objects where it differs from that of the list.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'version', number: 9, description: 'Version of its objects where it differs from that of the list.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'kind', number: 3, description: 'Kind of its objects.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'verbs', number: 4, description: 'What can be done with it.', schema: () => apiResourceVerbs, presence: 'always', required: true, immutable: false },
    { name: 'shortNames', number: 5, description: 'Short names for command lines.', schema: () => apiResourceShortNames, presence: 'implicit', required: false, immutable: false },
    { name: 'categories', number: 7, description: 'Groups of resources it belongs to, such as `all`.', schema: () => apiResourceCategories, presence: 'implicit', required: false, immutable: false },
    { name: 'storageVersionHash', number: 10, description: 'Changes when the version in which objects are stored does.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** The resources of one group and version. */
export type APIResourceList = {
  kind?: string;
  apiVersion?: string;
  /** Group and version of the resources. */
  groupVersion: string;
  /** The resources. */
  resources: APIResource[];
};

const apiResourceListResources: ListSchema = { type: 'list', items: () => apiResourceSchema, listType: 'atomic', keys: [] };

export const apiResourceListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.APIResourceList',
  description: 'The resources of one group and version.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'groupVersion', number: 1, description: 'Group and version of the resources.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'resources', number: 2, description: 'The resources.', schema: () => apiResourceListResources, presence: 'always', required: true, immutable: false },
  ],
};

/** An object of any kind, reduced to its metadata. */
export type PartialObjectMetadata = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
};

export const partialObjectMetadataSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.PartialObjectMetadata',
  description: 'An object of any kind, reduced to its metadata.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** A list of objects reduced to their metadata. */
export type PartialObjectMetadataList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The objects. */
  items: PartialObjectMetadata[];
};

const partialObjectMetadataListItems: ListSchema = { type: 'list', items: () => partialObjectMetadataSchema, listType: 'atomic', keys: [] };

export const partialObjectMetadataListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.PartialObjectMetadataList',
  description: 'A list of objects reduced to their metadata.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The objects.', schema: () => partialObjectMetadataListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** One change, as a watch sends it. */
export type WatchEvent = {
  /** `ADDED`, `MODIFIED`, `DELETED`, `BOOKMARK` or `ERROR`. */
  type: string;
  /** The object after the change, or before its deletion; a Status for errors. */
  object?: JsonValue;
};

export const watchEventSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.WatchEvent',
  description: 'One change, as a watch sends it.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: '`ADDED`, `MODIFIED`, `DELETED`, `BOOKMARK` or `ERROR`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'object', number: 2, description: 'The object after the change, or before its deletion; a Status for errors.', schema: () => rawExtension, presence: 'explicit', required: true, immutable: false },
  ],
};

/** One aspect of the current state of an object. */
export type Condition = {
  /** Name of the aspect, in CamelCase or with a prefix such as `example.com/Ready`. */
  type: string;
  /** `True`, `False` or `Unknown`. */
  status: string;
  /** The generation of the object that the condition was found for. */
  observedGeneration?: Int64;
  /** When the status last changed. */
  lastTransitionTime?: string;
  /** Why it last changed, in one CamelCase word for programs. */
  reason: string;
  /** Why it last changed, for people. */
  message: string;
};

const conditionType: Schema = { type: 'string', maxLength: 316 };

const conditionStatus: Schema = { type: 'string', enum: ['True', 'False', 'Unknown'] };

const conditionObservedGeneration: Schema = { type: 'integer', format: 'int64', minimum: 0 };

const conditionReason: Schema = { type: 'string', maxLength: 1024 };

const conditionMessage: Schema = { type: 'string', maxLength: 32768 };

export const conditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.apimachinery.pkg.apis.meta.v1.Condition',
  description: 'One aspect of the current state of an object.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Name of the aspect, in CamelCase or with a prefix such as `example.com/Ready`.', schema: () => conditionType, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 2, description: '`True`, `False` or `Unknown`.', schema: () => conditionStatus, presence: 'always', required: true, immutable: false },
    { name: 'observedGeneration', number: 3, description: 'The generation of the object that the condition was found for.', schema: () => conditionObservedGeneration, presence: 'implicit', required: false, immutable: false },
    { name: 'lastTransitionTime', number: 4, description: 'When the status last changed.', schema: () => time, presence: 'implicit', required: true, immutable: false },
    { name: 'reason', number: 5, description: 'Why it last changed, in one CamelCase word for programs.', schema: () => conditionReason, presence: 'always', required: true, immutable: false },
    { name: 'message', number: 6, description: 'Why it last changed, for people.', schema: () => conditionMessage, presence: 'always', required: false, immutable: false },
  ],
};
