// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type { CSIDriver, CSIStorageCapacity } from '@pilothouse/apimachinery/generated/storage/v1.js';
import type { ClusterType, NamespacedType } from './resource-type.js';

/** CSIDriver describes a CSI volume driver that is deployed in the cluster. Its name is the name of the driver. */
export const csiDrivers: ClusterType<CSIDriver> = {
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSIDriver',
  resource: 'csidrivers',
  scope: 'Cluster',
};

/** CSIStorageCapacity is the capacity of one storage class in one topology segment, as a driver reports it. A missing object and a missing or zero capacity mean that no capacity is available. */
export const csiStorageCapacities: NamespacedType<CSIStorageCapacity> = {
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSIStorageCapacity',
  resource: 'csistoragecapacities',
  scope: 'Namespaced',
};
