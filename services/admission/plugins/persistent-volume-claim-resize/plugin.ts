import type { PersistentVolumeClaim } from '@pilothouse/apimachinery/generated/core/v1.js';
import { compareQuantities, parseQuantity } from '@pilothouse/apimachinery/quantity/quantity.js';
import { inDomain } from '@pilothouse/client/resource-type.js';
import { storageClasses } from '@pilothouse/client/storage.js';
import { storageClassOf } from '@pilothouse/kinds/core/volume/storage-class-name.js';
import { forbidden } from '../../forbidden.js';
import { definePlugin } from '../../plugin.js';

/** Refuses a larger request of a claim unless the claim is bound and its StorageClass allows the expansion. */
export const persistentVolumeClaimResize = definePlugin({
  name: 'PersistentVolumeClaimResize',
  isDefault: true,
  reads: [storageClasses],
  create({ domain, objects }) {
    const type = inDomain(storageClasses, domain);
    const canExpand = async (name: string, signal: AbortSignal): Promise<boolean> =>
      name !== '' && (await objects.get(type, { name, signal }))?.allowVolumeExpansion === true;
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
  },
});

function sizeOf({ spec }: PersistentVolumeClaim): ReturnType<typeof parseQuantity> {
  return parseQuantity(spec.resources.requests?.['storage'] ?? '0');
}
