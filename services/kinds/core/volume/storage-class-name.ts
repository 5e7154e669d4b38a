import type { ObjectMeta } from '@pilothouse/apimachinery/generated/meta/v1.js';

/** The deprecated annotation that names the StorageClass of a volume or claim. It takes precedence over the field. */
export const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

/** The name of the StorageClass of a volume or claim; empty without a class. */
export function storageClassOf(object: {
  readonly metadata: ObjectMeta;
  readonly spec: { readonly storageClassName?: string };
}): string {
  return object.metadata.annotations?.[CLASS_ANNOTATION] ?? object.spec.storageClassName ?? '';
}

/** Whether a claim names a class, which can be the empty one. */
export function hasStorageClass({ metadata, spec }: Parameters<typeof storageClassOf>[0]): boolean {
  return metadata.annotations?.[CLASS_ANNOTATION] !== undefined || spec.storageClassName !== undefined;
}
