// Generated from the catalog of kinds by `npm run generate`. Do not edit.
import type {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  StorageClass,
  VolumeAttachment,
  VolumeAttributesClass,
} from '@pilothouse/apimachinery/generated/storage/v1.js';
import type { ClusterType, NamespacedType, PartType } from './resource-type.js';

/** CSIDriver describes a CSI volume driver that is deployed in the cluster. Its name is the name of the driver. */
export const csiDrivers: ClusterType<CSIDriver> = {
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSIDriver',
  resource: 'csidrivers',
  scope: 'Cluster',
};

/** CSINode lists the CSI drivers of a node. Its name is the name of the node, which should own it. The kubelet writes it. */
export const csiNodes: ClusterType<CSINode> = {
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSINode',
  resource: 'csinodes',
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

/** StorageClass describes a class of storage from which volumes are provisioned on demand. Claims name their class. */
export const storageClasses: ClusterType<StorageClass> = {
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'StorageClass',
  resource: 'storageclasses',
  scope: 'Cluster',
};

/** VolumeAttachment is the intent to attach a volume to a node, or to detach it. */
export const volumeAttachments: ClusterType<VolumeAttachment, { readonly status: PartType }> = {
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'VolumeAttachment',
  resource: 'volumeattachments',
  scope: 'Cluster',
  subresources: { status: { type: 'part' } },
};

/** VolumeAttributesClass describes mutable attributes of the volumes of a driver, such as their throughput. Claims name their class, and can change it. */
export const volumeAttributesClasses: ClusterType<VolumeAttributesClass> = {
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'VolumeAttributesClass',
  resource: 'volumeattributesclasses',
  scope: 'Cluster',
};
