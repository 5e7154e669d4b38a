import type { PersistentVolumeSpec, SecretReference } from '@pilothouse/apimachinery/generated/core/v1.js';

export interface VolumeSecret {
  readonly namespace: string;
  readonly name: string;
}

/**
 * The secrets of a volume that kubelets read. Without a namespace of its own, a reference is to the namespace of the claim.
 * Secrets of CSI controllers do not count.
 */
export function* kubeletSecrets(spec: PersistentVolumeSpec): Generator<VolumeSecret> {
  const claimed = spec.claimRef?.namespace ?? '';
  const { azureFile, csi } = spec;
  if (azureFile !== undefined) {
    const { secretNamespace, secretName } = azureFile;
    yield* named({ name: secretName, namespace: secretNamespace || claimed });
  }
  for (const reference of [csi?.nodePublishSecretRef, csi?.nodeStageSecretRef, csi?.nodeExpandSecretRef]) {
    yield* named(reference);
  }
  // Kubernetes completes the namespace for these sources only.
  const { cephfs, flexVolume, rbd, scaleIO, iscsi, cinder, storageos } = spec;
  for (const { secretRef } of present([cephfs, flexVolume, rbd, scaleIO, iscsi])) {
    yield* named(secretRef && { ...secretRef, namespace: secretRef.namespace || claimed });
  }
  for (const { secretRef } of present([cinder, storageos])) yield* named(secretRef);
}

function present<Source>(sources: readonly (Source | undefined)[]): Source[] {
  return sources.filter((source) => source !== undefined);
}

function* named({ name = '', namespace = '' }: SecretReference = {}): Generator<VolumeSecret> {
  if (name !== '') yield { namespace, name };
}
