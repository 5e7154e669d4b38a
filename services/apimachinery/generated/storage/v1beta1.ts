// Generated from proto/storage/v1beta1/storage.proto by `npm run generate`. Do not edit.
import { apiVersionField, kindField, quantity, text } from '../../schema/common.js';
import type { ListSchema, MapSchema, Schema, StructSchema } from '../../schema/schema.js';
import { labelSelectorSchema, listMetaSchema, objectMetaSchema, type LabelSelector, type ListMeta, type ObjectMeta } from '../meta/v1.js';

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
  name: 'io.k8s.api.storage.v1beta1.CSIStorageCapacity',
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
  name: 'io.k8s.api.storage.v1beta1.CSIStorageCapacityList',
  description: 'CSIStorageCapacityList is a list of CSIStorageCapacities.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of CSIStorageCapacities.', schema: () => csiStorageCapacityListItems, presence: 'always', required: true, immutable: false },
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
  name: 'io.k8s.api.storage.v1beta1.VolumeAttributesClass',
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
  name: 'io.k8s.api.storage.v1beta1.VolumeAttributesClassList',
  description: 'VolumeAttributesClassList is a list of VolumeAttributesClasses.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of VolumeAttributesClasses.', schema: () => volumeAttributesClassListItems, presence: 'always', required: true, immutable: false },
  ],
};
