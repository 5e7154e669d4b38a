// Generated from proto/core/v1/core.proto, proto/core/v1/event.proto, proto/core/v1/node.proto by `npm run generate`. Do not edit.
import { apiVersionField, boolean, bytes, int32, int64, kindField, microTime, quantity, text, time, type Int64 } from '../../schema/common.js';
import type { ListSchema, MapSchema, Schema, StructSchema } from '../../schema/schema.js';
import { listMetaSchema, objectMetaSchema, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** A room for names: objects in different namespaces may share a name, and go when their namespace does. */
export type Namespace = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** What the namespace should be. */
  spec: NamespaceSpec;
  /** What the namespace is at present. Set by the system. */
  status: NamespaceStatus;
};

export const namespaceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Namespace',
  description: 'A room for names: objects in different namespaces may share a name, and go when their namespace does.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'What the namespace should be.', schema: () => namespaceSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'What the namespace is at present. Set by the system.', schema: () => namespaceStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** What a namespace should be. */
export type NamespaceSpec = {
  /** Names of those who must act before the namespace may go. */
  finalizers?: string[];
};

const namespaceSpecFinalizers: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const namespaceSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NamespaceSpec',
  description: 'What a namespace should be.',
  atomic: false,
  fields: [
    { name: 'finalizers', number: 1, description: 'Names of those who must act before the namespace may go.', schema: () => namespaceSpecFinalizers, presence: 'implicit', required: false, immutable: false },
  ],
};

/** What a namespace is at present. */
export type NamespaceStatus = {
  /** `Active`, or `Terminating` once its deletion was requested. */
  phase?: string;
  /** How far the deletion has come. */
  conditions?: NamespaceCondition[];
};

const namespaceStatusPhase: Schema = { type: 'string', enum: ['Active', 'Terminating'] };

const namespaceStatusConditions: ListSchema = { type: 'list', items: () => namespaceConditionSchema, listType: 'map', keys: ['type'] };

export const namespaceStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NamespaceStatus',
  description: 'What a namespace is at present.',
  atomic: false,
  fields: [
    { name: 'phase', number: 1, description: '`Active`, or `Terminating` once its deletion was requested.', schema: () => namespaceStatusPhase, presence: 'implicit', required: false, immutable: false },
    { name: 'conditions', number: 2, description: 'How far the deletion has come.', schema: () => namespaceStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
  ],
};

/** One aspect of the state of a namespace. */
export type NamespaceCondition = {
  /** Name of the aspect. */
  type: string;
  /** `True`, `False` or `Unknown`. */
  status: string;
  /** When the status last changed. */
  lastTransitionTime?: string;
  /** Why it last changed, in one CamelCase word for programs. */
  reason?: string;
  /** Why it last changed, for people. */
  message?: string;
};

export const namespaceConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NamespaceCondition',
  description: 'One aspect of the state of a namespace.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Name of the aspect.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 2, description: '`True`, `False` or `Unknown`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'lastTransitionTime', number: 4, description: 'When the status last changed.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 5, description: 'Why it last changed, in one CamelCase word for programs.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 6, description: 'Why it last changed, for people.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A list of namespaces. */
export type NamespaceList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The namespaces. */
  items: Namespace[];
};

const namespaceListItems: ListSchema = { type: 'list', items: () => namespaceSchema, listType: 'atomic', keys: [] };

export const namespaceListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NamespaceList',
  description: 'A list of namespaces.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The namespaces.', schema: () => namespaceListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** Configuration as keys and values, for programs to read. */
export type ConfigMap = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** When true, the data can no longer be changed, only the metadata. */
  immutable?: boolean;
  /** Texts by key. Keys consist of letters, digits, `-`, `_` and `.`, and none may also be in `binaryData`. */
  data?: { [key: string]: string };
  /** Bytes by key, for what is not UTF-8 text. Keys are as in `data`, and none may be in both. */
  binaryData?: { [key: string]: string };
};

const configMapData: MapSchema = { type: 'map', values: () => text, atomic: false, keyFormat: 'configKey' };

const configMapBinaryData: MapSchema = { type: 'map', values: () => bytes, atomic: false, keyFormat: 'configKey' };

export const configMapSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ConfigMap',
  description: 'Configuration as keys and values, for programs to read.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'immutable', number: 4, description: 'When true, the data can no longer be changed, only the metadata.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'data', number: 2, description: 'Texts by key. Keys consist of letters, digits, `-`, `_` and `.`, and none may also be in `binaryData`.', schema: () => configMapData, presence: 'implicit', required: false, immutable: false },
    { name: 'binaryData', number: 3, description: 'Bytes by key, for what is not UTF-8 text. Keys are as in `data`, and none may be in both.', schema: () => configMapBinaryData, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A list of ConfigMaps. */
export type ConfigMapList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The ConfigMaps. */
  items: ConfigMap[];
};

const configMapListItems: ListSchema = { type: 'list', items: () => configMapSchema, listType: 'atomic', keys: [] };

export const configMapListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ConfigMapList',
  description: 'A list of ConfigMaps.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The ConfigMaps.', schema: () => configMapListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** Confidential data as keys and values. */
export type Secret = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** When true, the data can no longer be changed, only the metadata. */
  immutable?: boolean;
  /** Bytes by key. Keys consist of letters, digits, `-`, `_` and `.`. */
  data?: { [key: string]: string };
  /** Texts by key that are merged into `data` on writing and win over it. Never returned. */
  stringData?: { [key: string]: string };
  /** What the data is for, so that programs can tell. It cannot be changed. */
  type?: string;
};

const secretData: MapSchema = { type: 'map', values: () => bytes, atomic: false, keyFormat: 'configKey' };

const secretStringData: MapSchema = { type: 'map', values: () => text, atomic: false };

export const secretSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Secret',
  description: 'Confidential data as keys and values.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'immutable', number: 5, description: 'When true, the data can no longer be changed, only the metadata.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'data', number: 2, description: 'Bytes by key. Keys consist of letters, digits, `-`, `_` and `.`.', schema: () => secretData, presence: 'implicit', required: false, immutable: false },
    { name: 'stringData', number: 4, description: 'Texts by key that are merged into `data` on writing and win over it. Never returned.', schema: () => secretStringData, presence: 'implicit', required: false, immutable: false },
    { name: 'type', number: 3, description: 'What the data is for, so that programs can tell. It cannot be changed.', schema: () => text, presence: 'implicit', required: false, immutable: true, default: '"Opaque"' },
  ],
};

/** A list of Secrets. */
export type SecretList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The Secrets. */
  items: Secret[];
};

const secretListItems: ListSchema = { type: 'list', items: () => secretSchema, listType: 'atomic', keys: [] };

export const secretListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.SecretList',
  description: 'A list of Secrets.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The Secrets.', schema: () => secretListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** An identity for programs, with the secrets they may use. */
export type ServiceAccount = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Secrets that pods of this account may use. They limit pods only where the account's annotation says so. */
  secrets?: ObjectReference[];
  /** Secrets with which the images of its pods are pulled. */
  imagePullSecrets?: LocalObjectReference[];
  /** Whether its pods are given an API token; a pod can decide otherwise. */
  automountServiceAccountToken?: boolean;
};

const serviceAccountSecrets: ListSchema = { type: 'list', items: () => objectReferenceSchema, listType: 'map', keys: ['name'] };

const serviceAccountImagePullSecrets: ListSchema = { type: 'list', items: () => localObjectReferenceSchema, listType: 'atomic', keys: [] };

export const serviceAccountSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ServiceAccount',
  description: 'An identity for programs, with the secrets they may use.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'secrets', number: 2, description: 'Secrets that pods of this account may use. They limit pods only where the account\'s annotation says so.', schema: () => serviceAccountSecrets, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
    { name: 'imagePullSecrets', number: 3, description: 'Secrets with which the images of its pods are pulled.', schema: () => serviceAccountImagePullSecrets, presence: 'implicit', required: false, immutable: false },
    { name: 'automountServiceAccountToken', number: 4, description: 'Whether its pods are given an API token; a pod can decide otherwise.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A list of ServiceAccounts. */
export type ServiceAccountList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The ServiceAccounts. */
  items: ServiceAccount[];
};

const serviceAccountListItems: ListSchema = { type: 'list', items: () => serviceAccountSchema, listType: 'atomic', keys: [] };

export const serviceAccountListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ServiceAccountList',
  description: 'A list of ServiceAccounts.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The ServiceAccounts.', schema: () => serviceAccountListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** Names another object, or a part of it. */
export type ObjectReference = {
  /** Kind of the object. */
  kind?: string;
  /** Namespace of the object. */
  namespace?: string;
  /** Name of the object. */
  name?: string;
  /** Identifier of the object. */
  uid?: string;
  /** Group and version of the object. */
  apiVersion?: string;
  /** Version of the object that is meant. */
  resourceVersion?: string;
  /** The part of the object that is meant, such as `spec.containers{name}`. */
  fieldPath?: string;
};

export const objectReferenceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ObjectReference',
  description: 'Names another object, or a part of it.',
  atomic: true,
  fields: [
    { name: 'kind', number: 1, description: 'Kind of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'namespace', number: 2, description: 'Namespace of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'name', number: 3, description: 'Name of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'uid', number: 4, description: 'Identifier of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'apiVersion', number: 5, description: 'Group and version of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'resourceVersion', number: 6, description: 'Version of the object that is meant.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'fieldPath', number: 7, description: 'The part of the object that is meant, such as `spec.containers{name}`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Names another object in the same namespace. */
export type LocalObjectReference = {
  /** Name of the object. */
  name?: string;
};

export const localObjectReferenceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.LocalObjectReference',
  description: 'Names another object in the same namespace.',
  atomic: true,
  fields: [
    { name: 'name', number: 1, description: 'Name of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false, default: '""' },
  ],
};

/** A report of something that happened to an object. Events go by themselves after some time, and who reports may leave some out: they inform, and nothing should hang on them. */
export type Event = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** The object that it happened to. */
  involvedObject: ObjectReference;
  /** Why the object is in its state, in one CamelCase word for programs. */
  reason?: string;
  /** What happened, for people. */
  message?: string;
  /** Who reports it, in the old form. */
  source: EventSource;
  /** When it first happened, in the old form. */
  firstTimestamp?: string;
  /** When it last happened, in the old form. */
  lastTimestamp?: string;
  /** How often it happened, in the old form. */
  count?: number;
  /** `Normal` or `Warning`; there may be others one day. */
  type?: string;
  /** When it first happened. */
  eventTime?: string;
  /** How it went on; absent where it happened only once. */
  series?: EventSeries;
  /** What was done, or failed, about the object. */
  action?: string;
  /** A second object that had to do with it. */
  related?: ObjectReference;
  /** Name of the controller that reports it, such as `kubernetes.io/kubelet`. */
  reportingComponent: string;
  /** Identifier of the instance of the controller. */
  reportingInstance: string;
};

export const eventSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Event',
  description: 'A report of something that happened to an object. Events go by themselves after some time, and who reports may leave some out: they inform, and nothing should hang on them.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'involvedObject', number: 2, description: 'The object that it happened to.', schema: () => objectReferenceSchema, presence: 'always', required: false, immutable: false },
    { name: 'reason', number: 3, description: 'Why the object is in its state, in one CamelCase word for programs.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 4, description: 'What happened, for people.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'source', number: 5, description: 'Who reports it, in the old form.', schema: () => eventSourceSchema, presence: 'always', required: false, immutable: false },
    { name: 'firstTimestamp', number: 6, description: 'When it first happened, in the old form.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'lastTimestamp', number: 7, description: 'When it last happened, in the old form.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'count', number: 8, description: 'How often it happened, in the old form.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
    { name: 'type', number: 9, description: '`Normal` or `Warning`; there may be others one day.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'eventTime', number: 10, description: 'When it first happened.', schema: () => microTime, presence: 'implicit', required: false, immutable: false },
    { name: 'series', number: 11, description: 'How it went on; absent where it happened only once.', schema: () => eventSeriesSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'action', number: 12, description: 'What was done, or failed, about the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'related', number: 13, description: 'A second object that had to do with it.', schema: () => objectReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'reportingComponent', number: 14, description: 'Name of the controller that reports it, such as `kubernetes.io/kubelet`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'reportingInstance', number: 15, description: 'Identifier of the instance of the controller.', schema: () => text, presence: 'always', required: false, immutable: false },
  ],
};

/** How something went on happening. */
export type EventSeries = {
  /** How often it had happened by then. */
  count?: number;
  /** When it last happened. */
  lastObservedTime?: string;
};

export const eventSeriesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EventSeries',
  description: 'How something went on happening.',
  atomic: false,
  fields: [
    { name: 'count', number: 1, description: 'How often it had happened by then.', schema: () => int32, presence: 'implicit', required: false, immutable: false },
    { name: 'lastObservedTime', number: 2, description: 'When it last happened.', schema: () => microTime, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Who reports an event. */
export type EventSource = {
  /** Name of the program. */
  component?: string;
  /** Name of the node that it runs on. */
  host?: string;
};

export const eventSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EventSource',
  description: 'Who reports an event.',
  atomic: false,
  fields: [
    { name: 'component', number: 1, description: 'Name of the program.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'host', number: 2, description: 'Name of the node that it runs on.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A list of events. */
export type EventList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The events. */
  items: Event[];
};

const eventListItems: ListSchema = { type: 'list', items: () => eventSchema, listType: 'atomic', keys: [] };

export const eventListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.EventList',
  description: 'A list of events.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The events.', schema: () => eventListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** A machine of the cluster, on which pods run. */
export type Node = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** How the node is to be used. */
  spec: NodeSpec;
  /** What the node tells of itself. */
  status: NodeStatus;
};

export const nodeSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Node',
  description: 'A machine of the cluster, on which pods run.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'How the node is to be used.', schema: () => nodeSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'What the node tells of itself.', schema: () => nodeStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** How a node is to be used. */
export type NodeSpec = {
  /** The range of addresses for the pods of the node; the first of `podCIDRs`. */
  podCIDR?: string;
  /** The ranges of addresses for the pods of the node, at most one for each family of addresses. Once set they stay. */
  podCIDRs?: string[];
  /** How the cloud that the node is of calls it: `<provider>://<id>`. Once set it stays. */
  providerID?: string;
  /** Whether new pods are kept off the node. */
  unschedulable?: boolean;
  /** What keeps pods off the node that do not tolerate it. No two have the same key and effect. */
  taints?: Taint[];
  /** Deprecated: where the node's agent gets its configuration from. It is no longer kept. */
  configSource?: NodeConfigSource;
  /** Deprecated: a name that the node had outside of the cluster. It cannot be changed. */
  externalID?: string;
};

const nodeSpecPodCIDRs: ListSchema = { type: 'list', items: () => text, listType: 'set', keys: [] };

const nodeSpecTaints: ListSchema = { type: 'list', items: () => taintSchema, listType: 'atomic', keys: [] };

export const nodeSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeSpec',
  description: 'How a node is to be used.',
  atomic: false,
  fields: [
    { name: 'podCIDR', number: 1, description: 'The range of addresses for the pods of the node; the first of `podCIDRs`.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'podCIDRs', number: 7, description: 'The ranges of addresses for the pods of the node, at most one for each family of addresses. Once set they stay.', schema: () => nodeSpecPodCIDRs, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge' },
    { name: 'providerID', number: 3, description: 'How the cloud that the node is of calls it: `<provider>://<id>`. Once set it stays.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'unschedulable', number: 4, description: 'Whether new pods are kept off the node.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'taints', number: 5, description: 'What keeps pods off the node that do not tolerate it. No two have the same key and effect.', schema: () => nodeSpecTaints, presence: 'implicit', required: false, immutable: false },
    { name: 'configSource', number: 6, description: 'Deprecated: where the node\'s agent gets its configuration from. It is no longer kept.', schema: () => nodeConfigSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'externalID', number: 2, description: 'Deprecated: a name that the node had outside of the cluster. It cannot be changed.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** What a node tells of itself. */
export type NodeStatus = {
  /** What there is of each resource. */
  capacity?: { [key: string]: string };
  /** What of each resource is left for pods; the capacity unless it says otherwise. */
  allocatable?: { [key: string]: string };
  /** Deprecated: where in its life the node is. Nobody sets it. */
  phase?: string;
  /** Aspects of the state of the node. */
  conditions?: NodeCondition[];
  /** Where the node can be reached. Several may have the same type, so that a merging patch can lose some: replace all. */
  addresses?: NodeAddress[];
  /** Where the node's daemons listen. */
  daemonEndpoints: NodeDaemonEndpoints;
  /** What the node is made of. */
  nodeInfo: NodeSystemInfo;
  /** Images of containers that the node has. */
  images?: ContainerImage[];
  /** Attachable volumes that the node has mounted. */
  volumesInUse?: string[];
  /** Volumes that are attached to the node. */
  volumesAttached?: AttachedVolume[];
  /** Deprecated: how the node came to its configuration. It is no longer kept. */
  config?: NodeConfigStatus;
  /** What containers can be run by. */
  runtimeHandlers?: NodeRuntimeHandler[];
  /** What the container runtime can do. */
  features?: NodeFeatures;
};

const nodeStatusCapacity: MapSchema = { type: 'map', values: () => quantity, atomic: false };

const nodeStatusAllocatable: MapSchema = { type: 'map', values: () => quantity, atomic: false };

const nodeStatusConditions: ListSchema = { type: 'list', items: () => nodeConditionSchema, listType: 'map', keys: ['type'] };

const nodeStatusAddresses: ListSchema = { type: 'list', items: () => nodeAddressSchema, listType: 'map', keys: ['type'] };

const nodeStatusImages: ListSchema = { type: 'list', items: () => containerImageSchema, listType: 'atomic', keys: [] };

const nodeStatusVolumesInUse: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const nodeStatusVolumesAttached: ListSchema = { type: 'list', items: () => attachedVolumeSchema, listType: 'atomic', keys: [] };

const nodeStatusRuntimeHandlers: ListSchema = { type: 'list', items: () => nodeRuntimeHandlerSchema, listType: 'atomic', keys: [] };

export const nodeStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeStatus',
  description: 'What a node tells of itself.',
  atomic: false,
  fields: [
    { name: 'capacity', number: 1, description: 'What there is of each resource.', schema: () => nodeStatusCapacity, presence: 'implicit', required: false, immutable: false },
    { name: 'allocatable', number: 2, description: 'What of each resource is left for pods; the capacity unless it says otherwise.', schema: () => nodeStatusAllocatable, presence: 'implicit', required: false, immutable: false },
    { name: 'phase', number: 3, description: 'Deprecated: where in its life the node is. Nobody sets it.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'conditions', number: 4, description: 'Aspects of the state of the node.', schema: () => nodeStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
    { name: 'addresses', number: 5, description: 'Where the node can be reached. Several may have the same type, so that a merging patch can lose some: replace all.', schema: () => nodeStatusAddresses, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
    { name: 'daemonEndpoints', number: 6, description: 'Where the node\'s daemons listen.', schema: () => nodeDaemonEndpointsSchema, presence: 'always', required: false, immutable: false },
    { name: 'nodeInfo', number: 7, description: 'What the node is made of.', schema: () => nodeSystemInfoSchema, presence: 'always', required: false, immutable: false },
    { name: 'images', number: 8, description: 'Images of containers that the node has.', schema: () => nodeStatusImages, presence: 'implicit', required: false, immutable: false },
    { name: 'volumesInUse', number: 9, description: 'Attachable volumes that the node has mounted.', schema: () => nodeStatusVolumesInUse, presence: 'implicit', required: false, immutable: false },
    { name: 'volumesAttached', number: 10, description: 'Volumes that are attached to the node.', schema: () => nodeStatusVolumesAttached, presence: 'implicit', required: false, immutable: false },
    { name: 'config', number: 11, description: 'Deprecated: how the node came to its configuration. It is no longer kept.', schema: () => nodeConfigStatusSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'runtimeHandlers', number: 12, description: 'What containers can be run by.', schema: () => nodeStatusRuntimeHandlers, presence: 'implicit', required: false, immutable: false },
    { name: 'features', number: 13, description: 'What the container runtime can do.', schema: () => nodeFeaturesSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** Keeps pods off a node that do not tolerate it. */
export type Taint = {
  /** Name of the taint. */
  key: string;
  /** What goes with the name. */
  value?: string;
  /** What becomes of pods: `NoSchedule` lets no new ones in, `PreferNoSchedule` only when there is no other place, and `NoExecute` also drives out those that are there. */
  effect: string;
  /** When the taint was put on. */
  timeAdded?: string;
};

const taintKey: Schema = { type: 'string', format: 'qualifiedName' };

const taintValue: Schema = { type: 'string', format: 'labelValue' };

const taintEffect: Schema = { type: 'string', enum: ['NoSchedule', 'PreferNoSchedule', 'NoExecute'] };

export const taintSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.Taint',
  description: 'Keeps pods off a node that do not tolerate it.',
  atomic: false,
  fields: [
    { name: 'key', number: 1, description: 'Name of the taint.', schema: () => taintKey, presence: 'always', required: true, immutable: false },
    { name: 'value', number: 2, description: 'What goes with the name.', schema: () => taintValue, presence: 'implicit', required: false, immutable: false },
    { name: 'effect', number: 3, description: 'What becomes of pods: `NoSchedule` lets no new ones in, `PreferNoSchedule` only when there is no other place, and `NoExecute` also drives out those that are there.', schema: () => taintEffect, presence: 'always', required: true, immutable: false },
    { name: 'timeAdded', number: 4, description: 'When the taint was put on.', schema: () => time, presence: 'implicit', required: false, immutable: false },
  ],
};

/** One aspect of the state of a node. */
export type NodeCondition = {
  /** Name of the aspect. */
  type: string;
  /** `True`, `False` or `Unknown`. */
  status: string;
  /** When the node last told of it. */
  lastHeartbeatTime?: string;
  /** When the status last changed. */
  lastTransitionTime?: string;
  /** Why it last changed, in one CamelCase word for programs. */
  reason?: string;
  /** Why it last changed, for people. */
  message?: string;
};

export const nodeConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeCondition',
  description: 'One aspect of the state of a node.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: 'Name of the aspect.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 2, description: '`True`, `False` or `Unknown`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'lastHeartbeatTime', number: 3, description: 'When the node last told of it.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'lastTransitionTime', number: 4, description: 'When the status last changed.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 5, description: 'Why it last changed, in one CamelCase word for programs.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 6, description: 'Why it last changed, for people.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** One way to reach a node. */
export type NodeAddress = {
  /** `Hostname`, `InternalIP`, `ExternalIP`, `InternalDNS` or `ExternalDNS`. */
  type: string;
  /** The address. */
  address: string;
};

export const nodeAddressSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeAddress',
  description: 'One way to reach a node.',
  atomic: false,
  fields: [
    { name: 'type', number: 1, description: '`Hostname`, `InternalIP`, `ExternalIP`, `InternalDNS` or `ExternalDNS`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'address', number: 2, description: 'The address.', schema: () => text, presence: 'always', required: false, immutable: false },
  ],
};

/** Where a node's daemons listen. */
export type NodeDaemonEndpoints = {
  /** The node's agent. */
  kubeletEndpoint: DaemonEndpoint;
};

export const nodeDaemonEndpointsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeDaemonEndpoints',
  description: 'Where a node\'s daemons listen.',
  atomic: false,
  fields: [
    { name: 'kubeletEndpoint', number: 1, description: 'The node\'s agent.', schema: () => daemonEndpointSchema, presence: 'always', required: false, immutable: false },
  ],
};

/** Where one daemon listens. */
export type DaemonEndpoint = {
  /** Number of the port. */
  Port: number;
};

export const daemonEndpointSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.DaemonEndpoint',
  description: 'Where one daemon listens.',
  atomic: false,
  fields: [
    { name: 'Port', number: 1, description: 'Number of the port.', schema: () => int32, presence: 'always', required: false, immutable: false },
  ],
};

/** What a node is made of. */
export type NodeSystemInfo = {
  /** Identifier that the machine gives itself. */
  machineID: string;
  /** Identifier that the machine was built with. */
  systemUUID: string;
  /** Identifier of the last start. */
  bootID: string;
  /** Version of the kernel. */
  kernelVersion: string;
  /** Name and version of the operating system, for people. */
  osImage: string;
  /** Name and version of the container runtime, such as `containerd://1.7.0`. */
  containerRuntimeVersion: string;
  /** Version of the node's agent. */
  kubeletVersion: string;
  /** Deprecated: version of the network proxy. */
  kubeProxyVersion: string;
  /** Name of the operating system. */
  operatingSystem: string;
  /** Name of the processor's architecture. */
  architecture: string;
};

export const nodeSystemInfoSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeSystemInfo',
  description: 'What a node is made of.',
  atomic: false,
  fields: [
    { name: 'machineID', number: 1, description: 'Identifier that the machine gives itself.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'systemUUID', number: 2, description: 'Identifier that the machine was built with.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'bootID', number: 3, description: 'Identifier of the last start.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'kernelVersion', number: 4, description: 'Version of the kernel.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'osImage', number: 5, description: 'Name and version of the operating system, for people.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'containerRuntimeVersion', number: 6, description: 'Name and version of the container runtime, such as `containerd://1.7.0`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'kubeletVersion', number: 7, description: 'Version of the node\'s agent.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'kubeProxyVersion', number: 8, description: 'Deprecated: version of the network proxy.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'operatingSystem', number: 9, description: 'Name of the operating system.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'architecture', number: 10, description: 'Name of the processor\'s architecture.', schema: () => text, presence: 'always', required: false, immutable: false },
  ],
};

/** An image of containers that a node has. */
export type ContainerImage = {
  /** Names of the image. */
  names: string[];
  /** Its size in bytes. */
  sizeBytes?: Int64;
};

const containerImageNames: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const containerImageSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ContainerImage',
  description: 'An image of containers that a node has.',
  atomic: false,
  fields: [
    { name: 'names', number: 1, description: 'Names of the image.', schema: () => containerImageNames, presence: 'always', required: false, immutable: false },
    { name: 'sizeBytes', number: 2, description: 'Its size in bytes.', schema: () => int64, presence: 'implicit', required: false, immutable: false },
  ],
};

/** A volume that is attached to a node. */
export type AttachedVolume = {
  /** Name of the volume. */
  name: string;
  /** Where the volume's device is. */
  devicePath: string;
};

export const attachedVolumeSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.AttachedVolume',
  description: 'A volume that is attached to a node.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the volume.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'devicePath', number: 2, description: 'Where the volume\'s device is.', schema: () => text, presence: 'always', required: false, immutable: false },
  ],
};

/** Where a node's agent gets its configuration from. */
export type NodeConfigSource = {
  /** A ConfigMap. */
  configMap?: ConfigMapNodeConfigSource;
};

export const nodeConfigSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeConfigSource',
  description: 'Where a node\'s agent gets its configuration from.',
  atomic: false,
  fields: [
    { name: 'configMap', number: 2, description: 'A ConfigMap.', schema: () => configMapNodeConfigSourceSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A ConfigMap with the configuration of a node's agent. */
export type ConfigMapNodeConfigSource = {
  /** Namespace of the ConfigMap. */
  namespace: string;
  /** Name of the ConfigMap. */
  name: string;
  /** Identifier of the ConfigMap; only in a status. */
  uid?: string;
  /** Version of the ConfigMap; only in a status. */
  resourceVersion?: string;
  /** The key of the ConfigMap at which the configuration is. */
  kubeletConfigKey: string;
};

export const configMapNodeConfigSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.ConfigMapNodeConfigSource',
  description: 'A ConfigMap with the configuration of a node\'s agent.',
  atomic: false,
  fields: [
    { name: 'namespace', number: 1, description: 'Namespace of the ConfigMap.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'name', number: 2, description: 'Name of the ConfigMap.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'uid', number: 3, description: 'Identifier of the ConfigMap; only in a status.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'resourceVersion', number: 4, description: 'Version of the ConfigMap; only in a status.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'kubeletConfigKey', number: 5, description: 'The key of the ConfigMap at which the configuration is.', schema: () => text, presence: 'always', required: false, immutable: false },
  ],
};

/** How a node came to its configuration. */
export type NodeConfigStatus = {
  /** What it was told to use. */
  assigned?: NodeConfigSource;
  /** What it uses. */
  active?: NodeConfigSource;
  /** What it goes back to when it cannot use what it was told to. */
  lastKnownGood?: NodeConfigSource;
  /** What went wrong on the way, for people. */
  error?: string;
};

export const nodeConfigStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeConfigStatus',
  description: 'How a node came to its configuration.',
  atomic: false,
  fields: [
    { name: 'assigned', number: 1, description: 'What it was told to use.', schema: () => nodeConfigSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'active', number: 2, description: 'What it uses.', schema: () => nodeConfigSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'lastKnownGood', number: 3, description: 'What it goes back to when it cannot use what it was told to.', schema: () => nodeConfigSourceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'error', number: 4, description: 'What went wrong on the way, for people.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** What containers can be run by. */
export type NodeRuntimeHandler = {
  /** Its name; empty for the one that is used by default. */
  name: string;
  /** What it can do. */
  features?: NodeRuntimeHandlerFeatures;
};

export const nodeRuntimeHandlerSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeRuntimeHandler',
  description: 'What containers can be run by.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Its name; empty for the one that is used by default.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'features', number: 2, description: 'What it can do.', schema: () => nodeRuntimeHandlerFeaturesSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** What a runtime handler can do. */
export type NodeRuntimeHandlerFeatures = {
  /** Whether it mounts volumes read-only with all that is mounted in them. */
  recursiveReadOnlyMounts?: boolean;
  /** Whether it gives containers users of their own. */
  userNamespaces?: boolean;
};

export const nodeRuntimeHandlerFeaturesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeRuntimeHandlerFeatures',
  description: 'What a runtime handler can do.',
  atomic: false,
  fields: [
    { name: 'recursiveReadOnlyMounts', number: 1, description: 'Whether it mounts volumes read-only with all that is mounted in them.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'userNamespaces', number: 2, description: 'Whether it gives containers users of their own.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** What a container runtime can do. */
export type NodeFeatures = {
  /** Whether it knows policies for supplemental groups. */
  supplementalGroupsPolicy?: boolean;
};

export const nodeFeaturesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeFeatures',
  description: 'What a container runtime can do.',
  atomic: false,
  fields: [
    { name: 'supplementalGroupsPolicy', number: 1, description: 'Whether it knows policies for supplemental groups.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A list of nodes. */
export type NodeList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The nodes. */
  items: Node[];
};

const nodeListItems: ListSchema = { type: 'list', items: () => nodeSchema, listType: 'atomic', keys: [] };

export const nodeListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.core.v1.NodeList',
  description: 'A list of nodes.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The nodes.', schema: () => nodeListItems, presence: 'always', required: true, immutable: false },
  ],
};
