import { metadataOf, withOwnMetadata } from '@pilothouse/apimachinery/meta/object.js';
import { definePlugin } from '../../plugin.js';

/** The name part of the finalizer, by resource. */
const PROTECTION: ReadonlyMap<string, string> = new Map([
  ['persistentvolumes', 'pv-protection'],
  ['persistentvolumeclaims', 'pvc-protection'],
  ['volumeattributesclasses', 'vac-protection'],
]);

/** Adds a finalizer to new volumes, claims and their classes. A controller removes it once the object is not in use. */
export const storageObjectInUseProtection = definePlugin({
  name: 'StorageObjectInUseProtection',
  isDefault: true,
  create({ domain }) {
    const rule = { operations: ['CREATE'], versions: ['*'] } as const;
    return {
      name: 'StorageObjectInUseProtection',
      rules: [
        { ...rule, groups: [''], resources: ['persistentvolumes', 'persistentvolumeclaims'] },
        { ...rule, groups: [domain.group('storage')], resources: ['volumeattributesclasses'] },
      ],
      admit({ resource, object }) {
        const name = PROTECTION.get(resource.resource);
        if (object === undefined || name === undefined) return undefined;
        const finalizer = domain.key(name);
        const { finalizers = [] } = metadataOf(object);
        if (finalizers.includes(finalizer)) return undefined;
        const protectedObject = withOwnMetadata(object);
        metadataOf(protectedObject).finalizers = [...finalizers, finalizer];
        return protectedObject;
      },
    };
  },
});
