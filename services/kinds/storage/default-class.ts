import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ObjectMeta } from '@pilothouse/apimachinery/generated/meta/v1.js';

/** Whether an annotation makes a StorageClass the default. The one with `beta` is deprecated. */
export function isDefaultClass({ annotations = {} }: ObjectMeta, { label }: Domain): boolean {
  return ['storageclass', 'storageclass.beta'].some(
    (prefix) => annotations[`${prefix}.${label}/is-default-class`] === 'true',
  );
}
