import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { metadataOf, withOwnMetadata } from '@pilothouse/apimachinery/meta/object.js';
import type { ServerPlugin } from '../admission.js';

/** The name part of the finalizer, by resource. */
const PROTECTION: ReadonlyMap<string, string> = new Map([
  ['persistentvolumes', 'pv-protection'],
  ['persistentvolumeclaims', 'pvc-protection'],
  ['volumeattributesclasses', 'vac-protection'],
]);

/** Adds a finalizer to new volumes, claims and their classes. A controller removes it once the object is not in use. */
export function storageObjectInUseProtection(domain: Domain): ServerPlugin {
  const rule = { operations: ['CREATE'], versions: ['*'] } as const;
  return {
    name: 'StorageObjectInUseProtection',
    rules: [
      { ...rule, groups: [''], resources: ['persistentvolumes', 'persistentvolumeclaims'] },
      { ...rule, groups: [domain.group('storage')], resources: ['volumeattributesclasses'] },
    ],
    async admit({ definition, object }) {
      const name = PROTECTION.get(definition.resource);
      if (object === undefined || name === undefined) return undefined;
      const finalizer = domain.key(name);
      const { finalizers = [] } = metadataOf(object);
      if (finalizers.includes(finalizer)) return undefined;
      const protectedObject = withOwnMetadata(object);
      metadataOf(protectedObject).finalizers = [...finalizers, finalizer];
      return protectedObject;
    },
  };
}
