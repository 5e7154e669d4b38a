import type { PersistentVolumeClaim } from '@pilothouse/apimachinery/generated/core/v1.js';
import { copyObject } from '@pilothouse/apimachinery/json/value.js';
import { inDomain } from '@pilothouse/client/resource-type.js';
import { storageClasses } from '@pilothouse/client/storage.js';
import { hasStorageClass } from '@pilothouse/kinds/core/volume/storage-class-name.js';
import { isDefaultClass } from '@pilothouse/kinds/storage/default-class.js';
import { definePlugin } from '../../plugin.js';
import { newestDefault } from '../newest-default.js';

/** Sets the default StorageClass in a new claim without a class. */
export const defaultStorageClass = definePlugin({
  name: 'DefaultStorageClass',
  isDefault: true,
  reads: [storageClasses],
  create({ domain, objects }) {
    const type = inDomain(storageClasses, domain);
    return {
      name: 'DefaultStorageClass',
      rules: [{ operations: ['CREATE'], groups: [''], versions: ['*'], resources: ['persistentvolumeclaims'] }],
      async admit({ object, signal }) {
        if (object === undefined) return undefined;
        // The rules match only claims.
        const claim = object as PersistentVolumeClaim;
        if (hasStorageClass(claim)) return undefined;
        const all = await objects.list(type, { signal });
        const defaults = all.map(({ metadata }) => metadata).filter((metadata) => isDefaultClass(metadata, domain));
        const storageClassName = newestDefault(defaults);
        if (storageClassName === undefined) return undefined;
        return Object.assign(copyObject(claim), { spec: Object.assign(copyObject(claim.spec), { storageClassName }) });
      },
    };
  },
});
