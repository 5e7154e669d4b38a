import type { PersistentVolumeClaim } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { StorageClass } from '@pilothouse/apimachinery/generated/storage/v1.js';
import { compareQuantities, parseQuantity } from '@pilothouse/apimachinery/quantity/quantity.js';
import { storageClassOf } from '@pilothouse/kinds/core/volume/storage-class-name.js';
import { objectKey } from '../../registry/keys.js';
import type { Resource } from '../../registry/resource.js';
import type { ServerPlugin } from '../admission.js';
import { forbidden } from '@pilothouse/admission/forbidden.js';

/** Refuses a larger request of a claim unless the claim is bound and its StorageClass allows the expansion. */
export function persistentVolumeClaimResize(classes: Resource): ServerPlugin {
  const { definition, store, stored } = classes;
  const canExpand = async (name: string, signal: AbortSignal): Promise<boolean> => {
    if (name === '') return false;
    const { entry } = await store.get(objectKey(definition, '', name), { signal });
    return entry !== undefined && (stored.decode(entry) as StorageClass).allowVolumeExpansion === true;
  };
  return {
    name: 'PersistentVolumeClaimResize',
    rules: [{ operations: ['UPDATE'], groups: [''], versions: ['*'], resources: ['persistentvolumeclaims'] }],
    async validate(attributes) {
      const { object, old, signal } = attributes;
      if (object === undefined || old === undefined) return;
      // The rules match only claims.
      const [claim, before] = [object, old] as [PersistentVolumeClaim, PersistentVolumeClaim];
      if (compareQuantities(sizeOf(claim), sizeOf(before)) <= 0) return;
      if (before.status.phase !== 'Bound') {
        throw forbidden(attributes, 'Only bound persistent volume claims can be expanded');
      }
      const name = storageClassOf(claim);
      if (name === storageClassOf(before) && (await canExpand(name, signal))) return;
      const why =
        'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';
      throw forbidden(attributes, why);
    },
  };
}

function sizeOf({ spec }: PersistentVolumeClaim): ReturnType<typeof parseQuantity> {
  return parseQuantity(spec.resources.requests?.['storage'] ?? '0');
}
