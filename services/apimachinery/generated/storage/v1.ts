// Generated from proto/storage/v1/storage.proto by `npm run generate`. Do not edit.
import { apiVersionField, boolean, int64, kindField, quantity, text, type Int64 } from '../../schema/common.js';
import type { ResourceNames } from '../../schema/resource-names.js';
import type { ListSchema, Schema, StructSchema } from '../../schema/schema.js';
import { labelSelectorSchema, listMetaSchema, objectMetaSchema, type LabelSelector, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** CSIDriver describes a CSI volume driver that is deployed in the cluster. Its name is the name of the driver. */
export type CSIDriver = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. The name is the CSI name of the driver, at most 63 characters. */
  metadata: ObjectMeta;
  /** Specification of the driver. */
  spec: CSIDriverSpec;
};

export const csiDriverSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.CSIDriver',
  description: 'CSIDriver describes a CSI volume driver that is deployed in the cluster. Its name is the name of the driver.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata. The name is the CSI name of the driver, at most 63 characters.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Specification of the driver.', schema: () => csiDriverSpecSchema, presence: 'always', required: true, immutable: false },
  ],
};

export const csiDriverNames: ResourceNames = { resource: 'csidrivers', singular: 'csidriver', kind: 'CSIDriver', shortNames: [], categories: [], scope: 'Cluster' };

/** CSIDriverList is a list of CSIDrivers. */
export type CSIDriverList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of CSIDrivers. */
  items: CSIDriver[];
};

const csiDriverListItems: ListSchema = { type: 'list', items: () => csiDriverSchema, listType: 'atomic', keys: [] };

export const csiDriverListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.CSIDriverList',
  description: 'CSIDriverList is a list of CSIDrivers.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of CSIDrivers.', schema: () => csiDriverListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** CSIDriverSpec is the specification of a CSI driver. */
export type CSIDriverSpec = {
  /** Whether volumes of the driver must be attached to a node before they are mounted. Defaults to true. Cannot be updated. */
  attachRequired?: boolean;
  /** Whether the driver receives the name, namespace, UID and service account of the pod when a volume is mounted. Defaults to false. */
  podInfoOnMount?: boolean;
  /** Kinds of volumes that the driver supports: `Persistent` for volumes with claims, and `Ephemeral` for volumes that live as long as their pod. Defaults to `Persistent`. Cannot be updated. */
  volumeLifecycleModes?: string[];
  /** Whether the scheduler considers the capacity that the driver reports in CSIStorageCapacity objects. Defaults to false. */
  storageCapacity?: boolean;
  /** When ownership and permissions of a volume are changed to the `fsGroup` of a pod: `ReadWriteOnceWithFSType`, `File` (always) or `None` (never). Defaults to `ReadWriteOnceWithFSType`. */
  fsGroupPolicy?: string;
  /** Tokens of the pod's service account that the kubelet passes to the driver when it mounts a volume. Audiences must be unique, and at most one can be empty. */
  tokenRequests?: TokenRequest[];
  /** Whether the driver wants to be called periodically to update mounted volumes. Such calls should change only the contents of a volume. Defaults to false. */
  requiresRepublish?: boolean;
  /** Whether volumes of the driver support mounting with an SELinux context. Defaults to false. */
  seLinuxMount?: boolean;
  /** Seconds between updates of the allocatable capacity of the driver on a node, at least 10. When absent, the capacity is not updated. */
  nodeAllocatableUpdatePeriodSeconds?: Int64;
  /** Whether tokens of `tokenRequests` are passed to the driver in the secrets of the call instead of the volume context. It can be set only together with `tokenRequests`. Defaults to false. */
  serviceAccountTokenInSecrets?: boolean;
  /** Whether pods with volumes of the driver are kept off nodes on which the driver is missing. It needs the feature gate `VolumeLimitScaling`, which is off. Defaults to false. */
  preventPodSchedulingIfMissing?: boolean;
};

const csiDriverSpecVolumeLifecycleModesItem: Schema = { type: 'string', enum: ['Persistent', 'Ephemeral'] };

const csiDriverSpecVolumeLifecycleModes: ListSchema = { type: 'list', items: () => csiDriverSpecVolumeLifecycleModesItem, listType: 'set', keys: [] };

const csiDriverSpecFsGroupPolicy: Schema = { type: 'string', enum: ['File', 'None', 'ReadWriteOnceWithFSType'] };

const csiDriverSpecTokenRequests: ListSchema = { type: 'list', items: () => tokenRequestSchema, listType: 'atomic', keys: [] };

export const csiDriverSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.CSIDriverSpec',
  description: 'CSIDriverSpec is the specification of a CSI driver.',
  atomic: false,
  fields: [
    { name: 'attachRequired', number: 1, description: 'Whether volumes of the driver must be attached to a node before they are mounted. Defaults to true. Cannot be updated.', schema: () => boolean, presence: 'explicit', required: false, immutable: true, default: 'true' },
    { name: 'podInfoOnMount', number: 2, description: 'Whether the driver receives the name, namespace, UID and service account of the pod when a volume is mounted. Defaults to false.', schema: () => boolean, presence: 'explicit', required: false, immutable: false, default: 'false' },
    { name: 'volumeLifecycleModes', number: 3, description: 'Kinds of volumes that the driver supports: `Persistent` for volumes with claims, and `Ephemeral` for volumes that live as long as their pod. Defaults to `Persistent`. Cannot be updated.', schema: () => csiDriverSpecVolumeLifecycleModes, presence: 'implicit', required: false, immutable: true, default: '["Persistent"]' },
    { name: 'storageCapacity', number: 4, description: 'Whether the scheduler considers the capacity that the driver reports in CSIStorageCapacity objects. Defaults to false.', schema: () => boolean, presence: 'explicit', required: false, immutable: false, default: 'false' },
    { name: 'fsGroupPolicy', number: 5, description: 'When ownership and permissions of a volume are changed to the `fsGroup` of a pod: `ReadWriteOnceWithFSType`, `File` (always) or `None` (never). Defaults to `ReadWriteOnceWithFSType`.', schema: () => csiDriverSpecFsGroupPolicy, presence: 'explicit', required: false, immutable: false, default: '"ReadWriteOnceWithFSType"' },
    { name: 'tokenRequests', number: 6, description: 'Tokens of the pod\'s service account that the kubelet passes to the driver when it mounts a volume. Audiences must be unique, and at most one can be empty.', schema: () => csiDriverSpecTokenRequests, presence: 'implicit', required: false, immutable: false },
    { name: 'requiresRepublish', number: 7, description: 'Whether the driver wants to be called periodically to update mounted volumes. Such calls should change only the contents of a volume. Defaults to false.', schema: () => boolean, presence: 'explicit', required: false, immutable: false, default: 'false' },
    { name: 'seLinuxMount', number: 8, description: 'Whether volumes of the driver support mounting with an SELinux context. Defaults to false.', schema: () => boolean, presence: 'explicit', required: false, immutable: false, default: 'false' },
    { name: 'nodeAllocatableUpdatePeriodSeconds', number: 9, description: 'Seconds between updates of the allocatable capacity of the driver on a node, at least 10. When absent, the capacity is not updated.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
    { name: 'serviceAccountTokenInSecrets', number: 10, description: 'Whether tokens of `tokenRequests` are passed to the driver in the secrets of the call instead of the volume context. It can be set only together with `tokenRequests`. Defaults to false.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'preventPodSchedulingIfMissing', number: 11, description: 'Whether pods with volumes of the driver are kept off nodes on which the driver is missing. It needs the feature gate `VolumeLimitScaling`, which is off. Defaults to false.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
  ],
};

/** TokenRequest describes a service account token for a driver. */
export type TokenRequest = {
  /** Intended audience of the token. Empty means the audience of the API server. */
  audience: string;
  /** Duration of validity in seconds, from 10 minutes to 2^32 seconds. */
  expirationSeconds?: Int64;
};

export const tokenRequestSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.TokenRequest',
  description: 'TokenRequest describes a service account token for a driver.',
  atomic: false,
  fields: [
    { name: 'audience', number: 1, description: 'Intended audience of the token. Empty means the audience of the API server.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'expirationSeconds', number: 2, description: 'Duration of validity in seconds, from 10 minutes to 2^32 seconds.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
  ],
};

/** CSIStorageCapacity is the capacity of one storage class in one topology segment, as a driver reports it. A missing object and a missing or zero capacity mean that no capacity is available. */
export type CSIStorageCapacity = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. The name has no meaning. */
  metadata: ObjectMeta;
  /** Nodes that have access to the storage. Absent means none, and empty means all nodes. Cannot be updated. */
  nodeTopology?: LabelSelector;
  /** Name of the StorageClass that the capacity applies to. If the class is missing, the object is obsolete. Cannot be updated. */
  storageClassName: string;
  /** Total capacity in bytes for new volumes. Absent if it is unknown. */
  capacity?: string;
  /** Maximum size in bytes of a new volume. Absent if it is unknown. */
  maximumVolumeSize?: string;
};

const csiStorageCapacityStorageClassName: Schema = { type: 'string', format: 'dnsSubdomain' };

export const csiStorageCapacitySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.CSIStorageCapacity',
  description: 'CSIStorageCapacity is the capacity of one storage class in one topology segment, as a driver reports it. A missing object and a missing or zero capacity mean that no capacity is available.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata. The name has no meaning.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'nodeTopology', number: 2, description: 'Nodes that have access to the storage. Absent means none, and empty means all nodes. Cannot be updated.', schema: () => labelSelectorSchema, presence: 'explicit', required: false, immutable: true },
    { name: 'storageClassName', number: 3, description: 'Name of the StorageClass that the capacity applies to. If the class is missing, the object is obsolete. Cannot be updated.', schema: () => csiStorageCapacityStorageClassName, presence: 'always', required: true, immutable: true },
    { name: 'capacity', number: 4, description: 'Total capacity in bytes for new volumes. Absent if it is unknown.', schema: () => quantity, presence: 'explicit', required: false, immutable: false },
    { name: 'maximumVolumeSize', number: 5, description: 'Maximum size in bytes of a new volume. Absent if it is unknown.', schema: () => quantity, presence: 'explicit', required: false, immutable: false },
  ],
};

export const csiStorageCapacityNames: ResourceNames = { resource: 'csistoragecapacities', singular: 'csistoragecapacity', kind: 'CSIStorageCapacity', shortNames: [], categories: [], scope: 'Namespaced' };

/** CSIStorageCapacityList is a list of CSIStorageCapacities. */
export type CSIStorageCapacityList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of CSIStorageCapacities. */
  items: CSIStorageCapacity[];
};

const csiStorageCapacityListItems: ListSchema = { type: 'list', items: () => csiStorageCapacitySchema, listType: 'atomic', keys: [] };

export const csiStorageCapacityListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.CSIStorageCapacityList',
  description: 'CSIStorageCapacityList is a list of CSIStorageCapacities.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of CSIStorageCapacities.', schema: () => csiStorageCapacityListItems, presence: 'always', required: true, immutable: false },
  ],
};
