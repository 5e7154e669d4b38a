import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ObjectMeta } from '@pilothouse/apimachinery/generated/meta/v1.js';

/** Whether annotations, of which one is the former beta, make a StorageClass the default. */
export function isDefaultClass({ annotations = {} }: ObjectMeta, { label }: Domain): boolean {
  return ['storageclass', 'storageclass.beta'].some(
    (prefix) => annotations[`${prefix}.${label}/is-default-class`] === 'true',
  );
}
