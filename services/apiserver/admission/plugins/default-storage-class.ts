import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { PersistentVolumeClaim } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { StorageClass } from '@pilothouse/apimachinery/generated/storage/v1.js';
import { copyObject } from '@pilothouse/apimachinery/json/value.js';
import { hasStorageClass } from '@pilothouse/kinds/core/volume/storage-class-name.js';
import { isDefaultClass } from '@pilothouse/kinds/storage/default-class.js';
import { everyObject } from '../../registry/every-object.js';
import type { Resource } from '../../registry/resource.js';
import type { AdmissionPlugin } from '../admission.js';
import { newestDefault } from './newest-default.js';

/** Sets the default StorageClass in a new claim without a class. */
export function defaultStorageClass(classes: Resource, domain: Domain): AdmissionPlugin {
  return {
    name: 'DefaultStorageClass',
    rules: [{ operations: ['CREATE'], groups: [''], versions: ['*'], resources: ['persistentvolumeclaims'] }],
    async admit({ object, signal }) {
      if (object === undefined) return undefined;
      // The rules match only claims.
      const claim = object as PersistentVolumeClaim;
      if (hasStorageClass(claim)) return undefined;
      const all = (await everyObject(classes, { signal })) as StorageClass[];
      const defaults = all.map(({ metadata }) => metadata).filter((metadata) => isDefaultClass(metadata, domain));
      const storageClassName = newestDefault(defaults);
      if (storageClassName === undefined) return undefined;
      return Object.assign(copyObject(claim), { spec: Object.assign(copyObject(claim.spec), { storageClassName }) });
    },
  };
}
