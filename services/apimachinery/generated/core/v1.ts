// Generated from proto/core/v1/core.proto by `npm run generate`. Do not edit.
import { apiVersionField, boolean, bytes, kindField, text, time } from '../../schema/common.js';
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
