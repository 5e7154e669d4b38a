// Generated from proto/storage/v1/storage.proto by `npm run generate`. Do not edit.
import { apiVersionField, boolean, int64, kindField, quantity, text, type Int64 } from '../../schema/common.js';
import type { ListSchema, Schema, StructSchema } from '../../schema/schema.js';
import { labelSelectorSchema, listMetaSchema, objectMetaSchema, type LabelSelector, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** What a CSI volume driver needs and can do. The object's name is that of the driver. */
export type CSIDriver = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. The name has at most 63 characters. */
  metadata: ObjectMeta;
  /** The driver's needs and abilities. */
  spec: CSIDriverSpec;
};

export const csiDriverSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.CSIDriver',
  description: 'What a CSI volume driver needs and can do. The object\'s name is that of the driver.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata. The name has at most 63 characters.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'The driver\'s needs and abilities.', schema: () => csiDriverSpecSchema, presence: 'always', required: true, immutable: false },
  ],
};

/** A list of CSIDrivers. */
export type CSIDriverList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The CSIDrivers. */
  items: CSIDriver[];
};

const csiDriverListItems: ListSchema = { type: 'list', items: () => csiDriverSchema, listType: 'atomic', keys: [] };

export const csiDriverListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.CSIDriverList',
  description: 'A list of CSIDrivers.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The CSIDrivers.', schema: () => csiDriverListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** A CSI driver's needs and abilities. */
export type CSIDriverSpec = {
  /** Whether volumes must be attached to a node before they are mounted there. When false, attaching is skipped. It cannot be changed. */
  attachRequired?: boolean;
  /** Whether the driver is told of the pod when a volume is mounted: its name, namespace and uid, and whether the volume is ephemeral. It cannot be changed. */
  podInfoOnMount?: boolean;
  /** The kinds of volumes that the driver supports: `Persistent`, by claims, and `Ephemeral`, which are written inside a pod and live as long as it does. It cannot be changed. */
  volumeLifecycleModes?: string[];
  /** Whether the scheduler looks at the capacity that the driver reports in CSIStorageCapacity objects. */
  storageCapacity?: boolean;
  /** When a volume's owner and permissions are set to a pod's group before it is mounted: `ReadWriteOnceWithFSType`, if it has a type of file system and the access mode ReadWriteOnce; `File`, always; `None`, never. It cannot be changed. */
  fsGroupPolicy?: string;
  /** Tokens of the pod's service account that the driver is handed when a volume is mounted. The audiences differ, and at most one is empty. */
  tokenRequests?: TokenRequest[];
  /** Whether the driver is called from time to time to bring mounted volumes up to date. Later calls may only change what is in them. */
  requiresRepublish?: boolean;
  /** Whether the driver's volumes can each be mounted with an SELinux context of its own. */
  seLinuxMount?: boolean;
};

const csiDriverSpecVolumeLifecycleModesItem: Schema = { type: 'string', enum: ['Persistent', 'Ephemeral'] };

const csiDriverSpecVolumeLifecycleModes: ListSchema = { type: 'list', items: () => csiDriverSpecVolumeLifecycleModesItem, listType: 'set', keys: [] };

const csiDriverSpecFsGroupPolicy: Schema = { type: 'string', enum: ['File', 'None', 'ReadWriteOnceWithFSType'] };

const csiDriverSpecTokenRequests: ListSchema = { type: 'list', items: () => tokenRequestSchema, listType: 'atomic', keys: [] };

export const csiDriverSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.CSIDriverSpec',
  description: 'A CSI driver\'s needs and abilities.',
  atomic: false,
  fields: [
    { name: 'attachRequired', number: 1, description: 'Whether volumes must be attached to a node before they are mounted there. When false, attaching is skipped. It cannot be changed.', schema: () => boolean, presence: 'explicit', required: false, immutable: true, default: 'true' },
    { name: 'podInfoOnMount', number: 2, description: 'Whether the driver is told of the pod when a volume is mounted: its name, namespace and uid, and whether the volume is ephemeral. It cannot be changed.', schema: () => boolean, presence: 'explicit', required: false, immutable: true, default: 'false' },
    { name: 'volumeLifecycleModes', number: 3, description: 'The kinds of volumes that the driver supports: `Persistent`, by claims, and `Ephemeral`, which are written inside a pod and live as long as it does. It cannot be changed.', schema: () => csiDriverSpecVolumeLifecycleModes, presence: 'implicit', required: false, immutable: true, default: '["Persistent"]' },
    { name: 'storageCapacity', number: 4, description: 'Whether the scheduler looks at the capacity that the driver reports in CSIStorageCapacity objects.', schema: () => boolean, presence: 'explicit', required: false, immutable: false, default: 'false' },
    { name: 'fsGroupPolicy', number: 5, description: 'When a volume\'s owner and permissions are set to a pod\'s group before it is mounted: `ReadWriteOnceWithFSType`, if it has a type of file system and the access mode ReadWriteOnce; `File`, always; `None`, never. It cannot be changed.', schema: () => csiDriverSpecFsGroupPolicy, presence: 'explicit', required: false, immutable: true, default: '"ReadWriteOnceWithFSType"' },
    { name: 'tokenRequests', number: 6, description: 'Tokens of the pod\'s service account that the driver is handed when a volume is mounted. The audiences differ, and at most one is empty.', schema: () => csiDriverSpecTokenRequests, presence: 'implicit', required: false, immutable: false },
    { name: 'requiresRepublish', number: 7, description: 'Whether the driver is called from time to time to bring mounted volumes up to date. Later calls may only change what is in them.', schema: () => boolean, presence: 'explicit', required: false, immutable: false, default: 'false' },
    { name: 'seLinuxMount', number: 8, description: 'Whether the driver\'s volumes can each be mounted with an SELinux context of its own.', schema: () => boolean, presence: 'explicit', required: false, immutable: false, default: 'false' },
  ],
};

/** A token of a service account that a driver asks for. */
export type TokenRequest = {
  /** Whom the token is for. Empty stands for the API server's own audience. */
  audience: string;
  /** Seconds for which the token holds: from 10 minutes to 2^32 seconds. */
  expirationSeconds?: Int64;
};

export const tokenRequestSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.TokenRequest',
  description: 'A token of a service account that a driver asks for.',
  atomic: false,
  fields: [
    { name: 'audience', number: 1, description: 'Whom the token is for. Empty stands for the API server\'s own audience.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'expirationSeconds', number: 2, description: 'Seconds for which the token holds: from 10 minutes to 2^32 seconds.', schema: () => int64, presence: 'explicit', required: false, immutable: false },
  ],
};

/** How much storage of one class can be provisioned in one part of the cluster, as a driver reports it. No object, no capacity and a capacity of zero all mean that there is none. */
export type CSIStorageCapacity = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. The name means nothing. */
  metadata: ObjectMeta;
  /** The nodes that can reach the storage: all of them when empty, none when absent. It cannot be changed. */
  nodeTopology?: LabelSelector;
  /** Name of the storage class that is meant. When the class is gone, the object is obsolete. It cannot be changed. */
  storageClassName: string;
  /** Bytes that are free for new volumes. Absent when that is not known. */
  capacity?: string;
  /** Bytes that one new volume can have at most. */
  maximumVolumeSize?: string;
};

const csiStorageCapacityStorageClassName: Schema = { type: 'string', format: 'dnsSubdomain' };

export const csiStorageCapacitySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.CSIStorageCapacity',
  description: 'How much storage of one class can be provisioned in one part of the cluster, as a driver reports it. No object, no capacity and a capacity of zero all mean that there is none.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata. The name means nothing.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'nodeTopology', number: 2, description: 'The nodes that can reach the storage: all of them when empty, none when absent. It cannot be changed.', schema: () => labelSelectorSchema, presence: 'explicit', required: false, immutable: true },
    { name: 'storageClassName', number: 3, description: 'Name of the storage class that is meant. When the class is gone, the object is obsolete. It cannot be changed.', schema: () => csiStorageCapacityStorageClassName, presence: 'always', required: true, immutable: true },
    { name: 'capacity', number: 4, description: 'Bytes that are free for new volumes. Absent when that is not known.', schema: () => quantity, presence: 'explicit', required: false, immutable: false },
    { name: 'maximumVolumeSize', number: 5, description: 'Bytes that one new volume can have at most.', schema: () => quantity, presence: 'explicit', required: false, immutable: false },
  ],
};

/** A list of CSIStorageCapacities. */
export type CSIStorageCapacityList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The CSIStorageCapacities. */
  items: CSIStorageCapacity[];
};

const csiStorageCapacityListItems: ListSchema = { type: 'list', items: () => csiStorageCapacitySchema, listType: 'atomic', keys: [] };

export const csiStorageCapacityListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storage.v1.CSIStorageCapacityList',
  description: 'A list of CSIStorageCapacities.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The CSIStorageCapacities.', schema: () => csiStorageCapacityListItems, presence: 'always', required: true, immutable: false },
  ],
};
