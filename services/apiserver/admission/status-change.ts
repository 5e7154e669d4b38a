import type { ChangeStatus } from '@pilothouse/admission/capabilities.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import type { AdmissionPrecondition } from '@pilothouse/kinds/definition/precondition.js';
import type { Store } from '@pilothouse/storage/store.js';
import { objectKey } from '../registry/keys.js';
import { prepareUpdate, updateObject } from '../registry/update.js';
import { NO_ADMISSION } from '../registry/write.js';
import type { ResourceLookup } from './resource-lookup.js';

export interface StatusChangeOptions {
  readonly resourceOf: ResourceLookup;
  readonly storeOf: (definition: ResourceDefinition) => Store;
}

/** The capability `changeStatus` over the store. */
export function statusChange({ resourceOf, storeOf }: StatusChangeOptions): ChangeStatus {
  return async (type, read, { manager, admitted, change }) => {
    const resource = resourceOf(type);
    const { definition, store, stored, mutex } = resource;
    // The caller's type names the type of the objects.
    type Read = typeof read;
    const { namespace = '', name = '' } = metadataOf(read as JsonObject);
    const { signal } = admitted;
    const request = {
      name,
      namespace,
      manager,
      signal,
      subresource: 'status',
      dryRun: false,
      admission: NO_ADMISSION,
      change: (live: JsonObject) => change(live as Read) ?? live,
    };
    if (storeOf(definition) !== storeOf(resourceOf(admitted.resource).definition)) {
      await unlessAbsent(updateObject(resource, request));
      return undefined;
    }
    const key = objectKey(definition, namespace, name);

    async function conditionOf(object: JsonObject): Promise<AdmissionPrecondition | undefined> {
      if (change(object as Read) === undefined) return undefined;
      const revision = Number(metadataOf(object).resourceVersion);
      const { value } = await prepareUpdate(resource, object, request);
      return {
        key,
        revision,
        change: { value, isBusy: () => mutex.isLocked(key), inTurn: (write) => mutex.run(key, write) },
        async refreshed() {
          const { entry } = await store.get(key, { signal });
          return entry && conditionOf(stored.decode(entry));
        },
      };
    }

    return conditionOf(read as JsonObject);
  };
}

async function unlessAbsent(update: Promise<unknown>): Promise<void> {
  try {
    await update;
  } catch (error) {
    if (!(error instanceof StatusError) || error.reason !== 'NotFound') throw error;
  }
}
