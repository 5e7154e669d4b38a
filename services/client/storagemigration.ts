// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type { StorageVersionMigration } from '@pilothouse/apimachinery/generated/storagemigration/v1beta1.js';
import type { ClusterType, PartType } from './resource-type.js';

/** StorageVersionMigration is a request to write all objects of a resource again, so that they are stored in the present storage version. */
export const storageVersionMigrations: ClusterType<StorageVersionMigration, { readonly status: PartType }> = {
  group: 'storagemigration.k8s.io',
  version: 'v1beta1',
  kind: 'StorageVersionMigration',
  resource: 'storageversionmigrations',
  scope: 'Cluster',
  subresources: { status: { type: 'part' } },
};
