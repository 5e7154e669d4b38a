// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type { CSIDriver, CSIStorageCapacity } from '@pilothouse/apimachinery/generated/storage/v1.js';
import type { CSIStorageCapacity as CSIStorageCapacityV1beta1 } from '@pilothouse/apimachinery/generated/storage/v1beta1.js';
import type { ClusterType, NamespacedType } from './resource-type.js';

/** What a CSI volume driver needs and can do. The object's name is that of the driver. */
export const csiDrivers: ClusterType<CSIDriver> = {
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSIDriver',
  resource: 'csidrivers',
  scope: 'Cluster',
};

/** How much storage of one class can be provisioned in one part of the cluster, as a driver reports it. No object, no capacity and a capacity of zero all mean that there is none. */
export const csiStorageCapacities: NamespacedType<CSIStorageCapacity> = {
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSIStorageCapacity',
  resource: 'csistoragecapacities',
  scope: 'Namespaced',
};

/**
 * How much storage of one class can be provisioned in one part of the cluster, as a driver reports it. No object, no capacity and a capacity of zero all mean that there is none.
 * @deprecated since 1.24, removed in 1.27.
 */
export const csiStorageCapacitiesV1beta1: NamespacedType<CSIStorageCapacityV1beta1> = {
  group: 'storage.k8s.io',
  version: 'v1beta1',
  kind: 'CSIStorageCapacity',
  resource: 'csistoragecapacities',
  scope: 'Namespaced',
};
