// Generated from proto/storage/v1beta1/storage.proto by `npm run generate`. Do not edit.
import { apiVersionField, kindField, quantity } from '../../schema/common.js';
import type { ListSchema, Schema, StructSchema } from '../../schema/schema.js';
import { labelSelectorSchema, listMetaSchema, objectMetaSchema, type LabelSelector, type ListMeta, type ObjectMeta } from '../meta/v1.js';

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
  name: 'io.k8s.api.storage.v1beta1.CSIStorageCapacity',
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
  name: 'io.k8s.api.storage.v1beta1.CSIStorageCapacityList',
  description: 'A list of CSIStorageCapacities.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The CSIStorageCapacities.', schema: () => csiStorageCapacityListItems, presence: 'always', required: true, immutable: false },
  ],
};
