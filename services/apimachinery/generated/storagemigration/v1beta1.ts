// Generated from proto/storagemigration/v1beta1/storage_version_migration.proto by `npm run generate`. Do not edit.
import { apiVersionField, kindField, text } from '../../schema/common.js';
import type { ResourceNames } from '../../schema/resource-names.js';
import type { ListSchema, StructSchema } from '../../schema/schema.js';
import { conditionSchema, groupResourceSchema, listMetaSchema, objectMetaSchema, type Condition, type GroupResource, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** StorageVersionMigration is a request to write all objects of a resource again, so that they are stored in the present storage version. */
export type StorageVersionMigration = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Specification of the migration. */
  spec: StorageVersionMigrationSpec;
  /** Status of the migration. Read-only. */
  status: StorageVersionMigrationStatus;
};

export const storageVersionMigrationSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storagemigration.v1beta1.StorageVersionMigration',
  description: 'StorageVersionMigration is a request to write all objects of a resource again, so that they are stored in the present storage version.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Specification of the migration.', schema: () => storageVersionMigrationSpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'Status of the migration. Read-only.', schema: () => storageVersionMigrationStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const storageVersionMigrationNames: ResourceNames = { resource: 'storageversionmigrations', singular: 'storageversionmigration', kind: 'StorageVersionMigration', shortNames: [], categories: [], scope: 'Cluster' };

/** StorageVersionMigrationList is a list of StorageVersionMigrations. */
export type StorageVersionMigrationList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The StorageVersionMigrations. */
  items: StorageVersionMigration[];
};

const storageVersionMigrationListItems: ListSchema = { type: 'list', items: () => storageVersionMigrationSchema, listType: 'atomic', keys: [] };

export const storageVersionMigrationListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storagemigration.v1beta1.StorageVersionMigrationList',
  description: 'StorageVersionMigrationList is a list of StorageVersionMigrations.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The StorageVersionMigrations.', schema: () => storageVersionMigrationListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** StorageVersionMigrationSpec is the specification of a StorageVersionMigration. */
export type StorageVersionMigrationSpec = {
  /** The resource. It cannot be changed. */
  resource: GroupResource;
};

export const storageVersionMigrationSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storagemigration.v1beta1.StorageVersionMigrationSpec',
  description: 'StorageVersionMigrationSpec is the specification of a StorageVersionMigration.',
  atomic: false,
  fields: [
    { name: 'resource', number: 1, description: 'The resource. It cannot be changed.', schema: () => groupResourceSchema, presence: 'always', required: true, immutable: false },
  ],
};

/** StorageVersionMigrationStatus is the status of a StorageVersionMigration. */
export type StorageVersionMigrationStatus = {
  /** Conditions of the migration: `Running`, `Succeeded` or `Failed`. */
  conditions?: Condition[];
  /** Version of the resource at the start of the migration. It cannot be changed once it is set. */
  resourceVersion?: string;
};

const storageVersionMigrationStatusConditions: ListSchema = { type: 'list', items: () => conditionSchema, listType: 'map', keys: ['type'] };

export const storageVersionMigrationStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.storagemigration.v1beta1.StorageVersionMigrationStatus',
  description: 'StorageVersionMigrationStatus is the status of a StorageVersionMigration.',
  atomic: false,
  fields: [
    { name: 'conditions', number: 1, description: 'Conditions of the migration: `Running`, `Succeeded` or `Failed`.', schema: () => storageVersionMigrationStatusConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'type' },
    { name: 'resourceVersion', number: 2, description: 'Version of the resource at the start of the migration. It cannot be changed once it is set.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};
