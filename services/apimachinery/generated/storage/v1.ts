// Generated from proto/storage/v1/class.proto, proto/storage/v1/csi_node.proto, proto/storage/v1/storage.proto, proto/storage/v1/volume_attachment.proto by `npm run generate`. Do not edit.
import { apiVersionField, boolean, int32, int64, kindField, quantity, text, time, type Int64 } from '../../schema/common.js';
import type { ResourceNames } from '../../schema/resource-names.js';
import type { ListSchema, MapSchema, Schema, StructSchema } from '../../schema/schema.js';
import { persistentVolumeSpecSchema, topologySelectorTermSchema, type PersistentVolumeSpec, type TopologySelectorTerm } from '../core/v1.js';
import { labelSelectorSchema, listMetaSchema, objectMetaSchema, type LabelSelector, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** StorageClass describes a class of storage from which volumes are provisioned on demand. Claims name their class. */
export type StorageClass = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Name of the provisioner of the class's volumes. Required. Cannot be updated. */
  provisioner: string;
  /** Parameters of the provisioner, at most 512 keys and 256 KiB. Cannot be updated. */
  parameters?: { [key: string]: string };
  /** Reclaim policy of the volumes of the class: `Delete` or `Retain`. Defaults to `Delete`. Cannot be updated. */
  reclaimPolicy?: string;
  /** Mount options of the volumes of the class. They are not validated: a mount fails if one of them is wrong. */
  mountOptions?: string[];
  /** Whether volumes of the class can be expanded. */
  allowVolumeExpansion?: boolean;
  /** When volumes are provisioned and bound: `Immediate`, or `WaitForFirstConsumer` when a pod uses the claim. Defaults to `Immediate`. Cannot be updated. */
  volumeBindingMode?: string;
  /** Topologies in which volumes of the class can be provisioned. Empty means everywhere. */
  allowedTopologies?: TopologySelectorTerm[];
};

const storageClassParameters: MapSchema = { type: 'map', values: () => text, atomic: false };

const storageClassReclaimPolicy: Schema = { type: 'string', enum: ['Delete', 'Recycle', 'Retain'] };

const storageClassMountOptions: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const storageClassVolumeBindingMode: Schema = { type: 'string', enum: ['Immediate', 'WaitForFirstConsumer'] };

const storageClassAllowedTopologies: ListSchema = { type: 'list', items: () => topologySelectorTermSchema, listType: 'atomic', keys: [] };

export const storageClassSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.StorageClass',
  description: 'StorageClass describes a class of storage from which volumes are provisioned on demand. Claims name their class.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'provisioner', number: 2, description: 'Name of the provisioner of the class\'s volumes. Required. Cannot be updated.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'parameters', number: 3, description: 'Parameters of the provisioner, at most 512 keys and 256 KiB. Cannot be updated.', schema: () => storageClassParameters, presence: 'implicit', required: false, immutable: false },
    { name: 'reclaimPolicy', number: 4, description: 'Reclaim policy of the volumes of the class: `Delete` or `Retain`. Defaults to `Delete`. Cannot be updated.', schema: () => storageClassReclaimPolicy, presence: 'explicit', required: false, immutable: false, default: '"Delete"' },
    { name: 'mountOptions', number: 5, description: 'Mount options of the volumes of the class. They are not validated: a mount fails if one of them is wrong.', schema: () => storageClassMountOptions, presence: 'implicit', required: false, immutable: false },
    { name: 'allowVolumeExpansion', number: 6, description: 'Whether volumes of the class can be expanded.', schema: () => boolean, presence: 'explicit', required: false, immutable: false },
    { name: 'volumeBindingMode', number: 7, description: 'When volumes are provisioned and bound: `Immediate`, or `WaitForFirstConsumer` when a pod uses the claim. Defaults to `Immediate`. Cannot be updated.', schema: () => storageClassVolumeBindingMode, presence: 'explicit', required: false, immutable: false, default: '"Immediate"' },
    { name: 'allowedTopologies', number: 8, description: 'Topologies in which volumes of the class can be provisioned. Empty means everywhere.', schema: () => storageClassAllowedTopologies, presence: 'implicit', required: false, immutable: false },
  ],
};

export const storageClassNames: ResourceNames = { resource: 'storageclasses', singular: 'storageclass', kind: 'StorageClass', shortNames: ['sc'], categories: [], scope: 'Cluster' };

/** StorageClassList is a list of StorageClasses. */
export type StorageClassList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of StorageClasses. */
  items: StorageClass[];
};

const storageClassListItems: ListSchema = { type: 'list', items: () => storageClassSchema, listType: 'atomic', keys: [] };

export const storageClassListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.StorageClassList',
  description: 'StorageClassList is a list of StorageClasses.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of StorageClasses.', schema: () => storageClassListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** VolumeAttributesClass describes mutable attributes of the volumes of a driver, such as their throughput. Claims name their class, and can change it. */
export type VolumeAttributesClass = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Name of the CSI driver. Required. Cannot be updated. */
  driverName: string;
  /** Attributes of the volumes, which the driver interprets: at most 512 keys and 256 KiB. At least one is required. Cannot be updated. */
  parameters?: { [key: string]: string };
};

const volumeAttributesClassParameters: MapSchema = { type: 'map', values: () => text, atomic: false };

export const volumeAttributesClassSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.VolumeAttributesClass',
  description: 'VolumeAttributesClass describes mutable attributes of the volumes of a driver, such as their throughput. Claims name their class, and can change it.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'driverName', number: 2, description: 'Name of the CSI driver. Required. Cannot be updated.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'parameters', number: 3, description: 'Attributes of the volumes, which the driver interprets: at most 512 keys and 256 KiB. At least one is required. Cannot be updated.', schema: () => volumeAttributesClassParameters, presence: 'implicit', required: false, immutable: false },
  ],
};

export const volumeAttributesClassNames: ResourceNames = { resource: 'volumeattributesclasses', singular: 'volumeattributesclass', kind: 'VolumeAttributesClass', shortNames: ['vac'], categories: [], scope: 'Cluster' };

/** VolumeAttributesClassList is a list of VolumeAttributesClasses. */
export type VolumeAttributesClassList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of VolumeAttributesClasses. */
  items: VolumeAttributesClass[];
};

const volumeAttributesClassListItems: ListSchema = { type: 'list', items: () => volumeAttributesClassSchema, listType: 'atomic', keys: [] };

export const volumeAttributesClassListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.VolumeAttributesClassList',
  description: 'VolumeAttributesClassList is a list of VolumeAttributesClasses.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of VolumeAttributesClasses.', schema: () => volumeAttributesClassListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** CSINode lists the CSI drivers of a node. Its name is the name of the node, which should own it. The kubelet writes it. */
export type CSINode = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. The name is the name of the node. */
  metadata: ObjectMeta;
  /** Specification of the CSINode. */
  spec: CSINodeSpec;
};

export const csiNodeSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.CSINode',
  description: 'CSINode lists the CSI drivers of a node. Its name is the name of the node, which should own it. The kubelet writes it.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata. The name is the name of the node.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Specification of the CSINode.', schema: () => csiNodeSpecSchema, presence: 'always', required: true, immutable: false },
  ],
};

export const csiNodeNames: ResourceNames = { resource: 'csinodes', singular: 'csinode', kind: 'CSINode', shortNames: [], categories: [], scope: 'Cluster' };

/** CSINodeList is a list of CSINodes. */
export type CSINodeList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of CSINodes. */
  items: CSINode[];
};

const csiNodeListItems: ListSchema = { type: 'list', items: () => csiNodeSchema, listType: 'atomic', keys: [] };

export const csiNodeListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.CSINodeList',
  description: 'CSINodeList is a list of CSINodes.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of CSINodes.', schema: () => csiNodeListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** CSINodeSpec describes the CSI drivers of a node. */
export type CSINodeSpec = {
  /** Drivers of the node, one for each name. Can be empty. */
  drivers: CSINodeDriver[];
};

const csiNodeSpecDrivers: ListSchema = { type: 'list', items: () => csiNodeDriverSchema, listType: 'map', keys: ['name'] };

export const csiNodeSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.CSINodeSpec',
  description: 'CSINodeSpec describes the CSI drivers of a node.',
  atomic: false,
  fields: [
    { name: 'drivers', number: 1, description: 'Drivers of the node, one for each name. Can be empty.', schema: () => csiNodeSpecDrivers, presence: 'always', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
  ],
};

/** CSINodeDriver describes a CSI driver of a node. */
export type CSINodeDriver = {
  /** Name of the driver, as in CSIDriver: a DNS subdomain of at most 63 characters. */
  name: string;
  /** Name of the node from the point of view of the driver, at most 256 characters. Cannot be updated. */
  nodeID: string;
  /** Keys of the node labels that the driver supports as topologies. Cannot be updated. */
  topologyKeys: string[];
  /** Volume resources of the node that are available for the driver. */
  allocatable?: VolumeNodeResources;
};

const csiNodeDriverTopologyKeys: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const csiNodeDriverSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.CSINodeDriver',
  description: 'CSINodeDriver describes a CSI driver of a node.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the driver, as in CSIDriver: a DNS subdomain of at most 63 characters.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'nodeID', number: 2, description: 'Name of the node from the point of view of the driver, at most 256 characters. Cannot be updated.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'topologyKeys', number: 3, description: 'Keys of the node labels that the driver supports as topologies. Cannot be updated.', schema: () => csiNodeDriverTopologyKeys, presence: 'always', required: false, immutable: false },
    { name: 'allocatable', number: 4, description: 'Volume resources of the node that are available for the driver.', schema: () => volumeNodeResourcesSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** VolumeNodeResources is the number of volumes that a node supports. */
export type VolumeNodeResources = {
  /** Maximum number of volumes of the driver that the node can attach. Absent means that the number is not limited. */
  count?: number;
};

export const volumeNodeResourcesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.VolumeNodeResources',
  description: 'VolumeNodeResources is the number of volumes that a node supports.',
  atomic: false,
  fields: [
    { name: 'count', number: 1, description: 'Maximum number of volumes of the driver that the node can attach. Absent means that the number is not limited.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
  ],
};

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

/** VolumeAttachment is the intent to attach a volume to a node, or to detach it. */
export type VolumeAttachment = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Desired attachment. Cannot be updated. */
  spec: VolumeAttachmentSpec;
  /** Status of the attachment, which the attacher writes. */
  status: VolumeAttachmentStatus;
};

export const volumeAttachmentSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.VolumeAttachment',
  description: 'VolumeAttachment is the intent to attach a volume to a node, or to detach it.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Desired attachment. Cannot be updated.', schema: () => volumeAttachmentSpecSchema, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 3, description: 'Status of the attachment, which the attacher writes.', schema: () => volumeAttachmentStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const volumeAttachmentNames: ResourceNames = { resource: 'volumeattachments', singular: 'volumeattachment', kind: 'VolumeAttachment', shortNames: [], categories: [], scope: 'Cluster' };

/** VolumeAttachmentList is a list of VolumeAttachments. */
export type VolumeAttachmentList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of VolumeAttachments. */
  items: VolumeAttachment[];
};

const volumeAttachmentListItems: ListSchema = { type: 'list', items: () => volumeAttachmentSchema, listType: 'atomic', keys: [] };

export const volumeAttachmentListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.VolumeAttachmentList',
  description: 'VolumeAttachmentList is a list of VolumeAttachments.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of VolumeAttachments.', schema: () => volumeAttachmentListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** VolumeAttachmentSpec is the specification of an attachment. */
export type VolumeAttachmentSpec = {
  /** Name of the CSI driver that handles the attachment. */
  attacher: string;
  /** Volume that is attached. */
  source: VolumeAttachmentSource;
  /** Node to which the volume is attached. */
  nodeName: string;
};

export const volumeAttachmentSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.VolumeAttachmentSpec',
  description: 'VolumeAttachmentSpec is the specification of an attachment.',
  atomic: false,
  fields: [
    { name: 'attacher', number: 1, description: 'Name of the CSI driver that handles the attachment.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'source', number: 2, description: 'Volume that is attached.', schema: () => volumeAttachmentSourceSchema, presence: 'always', required: true, immutable: false },
    { name: 'nodeName', number: 3, description: 'Node to which the volume is attached.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** VolumeAttachmentSource is a volume that is attached. Exactly one field is set. */
export type VolumeAttachmentSource = {
  /** Name of the PersistentVolume. */
  persistentVolumeName?: string;
  /** Specification of a volume that is a part of a pod, after a migration to CSI. It has neither a claim nor a capacity. */
  inlineVolumeSpec?: PersistentVolumeSpec;
};

export const volumeAttachmentSourceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.VolumeAttachmentSource',
  description: 'VolumeAttachmentSource is a volume that is attached. Exactly one field is set.',
  atomic: false,
  fields: [
    { name: 'persistentVolumeName', number: 1, description: 'Name of the PersistentVolume.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'inlineVolumeSpec', number: 2, description: 'Specification of a volume that is a part of a pod, after a migration to CSI. It has neither a claim nor a capacity.', schema: () => persistentVolumeSpecSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** VolumeAttachmentStatus is the status of an attachment. */
export type VolumeAttachmentStatus = {
  /** Whether the volume is attached. */
  attached: boolean;
  /** Information that the attachment returned and later calls need, at most 256 KiB. */
  attachmentMetadata?: { [key: string]: string };
  /** Last error of the attachment, if any. */
  attachError?: VolumeError;
  /** Last error of the detachment, if any. */
  detachError?: VolumeError;
};

const volumeAttachmentStatusAttachmentMetadata: MapSchema = { type: 'map', values: () => text, atomic: false };

export const volumeAttachmentStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.VolumeAttachmentStatus',
  description: 'VolumeAttachmentStatus is the status of an attachment.',
  atomic: false,
  fields: [
    { name: 'attached', number: 1, description: 'Whether the volume is attached.', schema: () => boolean, presence: 'always', required: true, immutable: false },
    { name: 'attachmentMetadata', number: 2, description: 'Information that the attachment returned and later calls need, at most 256 KiB.', schema: () => volumeAttachmentStatusAttachmentMetadata, presence: 'implicit', required: false, immutable: false },
    { name: 'attachError', number: 3, description: 'Last error of the attachment, if any.', schema: () => volumeErrorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'detachError', number: 4, description: 'Last error of the detachment, if any.', schema: () => volumeErrorSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** VolumeError is an error of a volume operation. */
export type VolumeError = {
  /** Time of the error. */
  time?: string;
  /** Text of the error, at most 1024 bytes. It may be logged, and so should not contain secrets. */
  message?: string;
  /** Error code of gRPC. Not negative. */
  errorCode?: number;
};

export const volumeErrorSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.VolumeError',
  description: 'VolumeError is an error of a volume operation.',
  atomic: false,
  fields: [
    { name: 'time', number: 1, description: 'Time of the error.', schema: () => time, presence: 'implicit', required: false, immutable: false },
    { name: 'message', number: 2, description: 'Text of the error, at most 1024 bytes. It may be logged, and so should not contain secrets.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'errorCode', number: 3, description: 'Error code of gRPC. Not negative.', schema: () => int32, presence: 'explicit', required: false, immutable: false },
  ],
};
