import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ResourceDefinition } from '../definition/definition.js';
import { csiDrivers } from './csi-drivers.js';
import { csiNodes } from './csi-nodes.js';
import { csiStorageCapacities } from './csi-storage-capacities.js';
import { storageClasses } from './storage-classes.js';
import { volumeAttachments } from './volume-attachments.js';
import { volumeAttributesClasses } from './volume-attributes-classes.js';

/** The kinds of the group `storage.k8s.io`. */
export function storageKinds(domain: Domain): readonly ResourceDefinition[] {
  return [
    csiDrivers(domain),
    csiNodes(domain),
    csiStorageCapacities(domain),
    storageClasses(domain),
    volumeAttachments(domain),
    volumeAttributesClasses(domain),
  ];
}
