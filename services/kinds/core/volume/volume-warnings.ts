import type { PersistentVolume } from '@pilothouse/apimachinery/generated/core/v1.js';
import { fieldPath, keyPath } from '@pilothouse/apimachinery/status/field-error.js';
import { nodeTermWarnings } from '../node-labels.js';
import { CLASS_ANNOTATION } from './storage-class-name.js';

const ANNOTATIONS = [
  [CLASS_ANNOTATION, 'deprecated since v1.8; use "storageClassName" attribute instead'],
  ['volume.beta.kubernetes.io/mount-options', 'deprecated since v1.31; use "mountOptions" attribute instead'],
] as const;

/** Deprecated volume types. */
const TYPES = [
  ['cephfs', 'cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['photonPersistentDisk', 'photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['scaleIO', 'scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['storageos', 'storageOS', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['rbd', 'rbd', 'deprecated in v1.28, non-functional in v1.31+'],
] as const;

/** Warnings for a volume (Kubernetes' GetWarningsForPersistentVolume, with its texts). */
export function volumeWarnings({ metadata: { annotations = {} }, spec }: PersistentVolume): string[] {
  const recycled =
    'The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.';
  const terms = spec.nodeAffinity?.required?.nodeSelectorTerms ?? [];
  const path = 'spec.nodeAffinity.required.nodeSelectorTerms';
  return [
    ...ANNOTATIONS.filter(([key]) => annotations[key] !== undefined).map(
      ([key, text]) => `${keyPath('metadata.annotations', key)}: ${text}`,
    ),
    ...(spec.persistentVolumeReclaimPolicy === 'Recycle' ? [`spec.persistentVolumeReclaimPolicy: ${recycled}`] : []),
    ...terms.flatMap((term, index) => [...nodeTermWarnings(term, keyPath(path, index))]),
    ...TYPES.filter(([type]) => spec[type] !== undefined).map(
      ([, name, text]) => `${fieldPath('spec', name)}: ${text}`,
    ),
  ];
}
