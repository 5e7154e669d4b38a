import type { PersistentVolumeClaim, Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { persistentVolumeClaims, persistentVolumes, pods } from '@pilothouse/client/core.js';
import { volumeAttributesClasses } from '@pilothouse/client/storage.js';
import { protectionController } from './controller.js';

/** Claims that scheduled Pods use. A kubelet does not start a Pod whose claim is terminating. */
export const claimProtection = protectionController({
  name: 'pvc-protection',
  type: persistentVolumeClaims,
  finalizer: 'pvc-protection',
  async isUsed({ metadata: { namespace = '', name = '' } }, client, signal) {
    const { items } = await client.of(pods).namespace(namespace).list({ signal });
    return items.some((pod) => usesClaim(pod, name));
  },
  update: (claim, client, signal) =>
    client
      .of(persistentVolumeClaims)
      .namespace(claim.metadata.namespace ?? '')
      .update(claim, { signal }),
});

/** Volumes that are bound to a claim. */
export const volumeProtection = protectionController({
  name: 'pv-protection',
  type: persistentVolumes,
  finalizer: 'pv-protection',
  isUsed: async ({ status }) => status.phase === 'Bound',
  update: (volume, client, signal) => client.of(persistentVolumes).update(volume, { signal }),
});

/** Classes that claims or volumes name. */
export const attributesClassProtection = protectionController({
  name: 'vac-protection',
  type: volumeAttributesClasses,
  finalizer: 'vac-protection',
  async isUsed({ metadata: { name = '' } }, client, signal) {
    const claims = await client.all(persistentVolumeClaims).list({ signal });
    if (claims.items.some((claim) => namesClass(claim, name))) return true;
    const volumes = await client.of(persistentVolumes).list({ signal });
    return volumes.items.some(({ spec }) => spec.volumeAttributesClassName === name);
  },
  update: (attributesClass, client, signal) => client.of(volumeAttributesClasses).update(attributesClass, { signal }),
});

/** Whether a scheduled Pod has the claim as a volume, directly or as an ephemeral one. */
export function usesClaim({ metadata, spec }: Pod, claim: string): boolean {
  if ((spec.nodeName ?? '') === '') return false;
  return (spec.volumes ?? []).some(
    ({ name, persistentVolumeClaim, ephemeral }) =>
      persistentVolumeClaim?.claimName === claim ||
      (ephemeral !== undefined && `${metadata.name ?? ''}-${name}` === claim),
  );
}

function namesClass({ spec, status }: PersistentVolumeClaim, name: string): boolean {
  const { currentVolumeAttributesClassName, modifyVolumeStatus } = status;
  const names = [
    spec.volumeAttributesClassName,
    currentVolumeAttributesClassName,
    modifyVolumeStatus?.targetVolumeAttributesClassName,
  ];
  return names.includes(name);
}
