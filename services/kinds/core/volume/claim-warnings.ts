import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import { fieldPath, keyPath } from '@pilothouse/apimachinery/status/field-error.js';
import { fraction } from '../pod/container-warnings.js';
import { CLASS_ANNOTATION } from './storage-class-name.js';

/** Warnings for a claim (Kubernetes' GetWarningsForPersistentVolumeClaim). */
export function claimWarnings({ metadata: { annotations = {} }, spec }: PersistentVolumeClaim): string[] {
  const text = `${keyPath('metadata.annotations', CLASS_ANNOTATION)}: deprecated since v1.8; use "storageClassName" attribute instead`;
  return [...(annotations[CLASS_ANNOTATION] === undefined ? [] : [text]), ...claimSpecWarnings(spec, 'spec')];
}

/** Warns of fractional bytes. */
export function* claimSpecWarnings({ resources }: PersistentVolumeClaimSpec, path: string): Generator<string, void> {
  for (const kind of ['requests', 'limits'] as const) {
    yield* fraction(resources[kind], 'storage', fieldPath(path, `resources.${kind}`));
  }
}
