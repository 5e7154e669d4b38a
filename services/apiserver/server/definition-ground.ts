import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { CustomResourceDefinition } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import type { Entry } from '@pilothouse/storage/store.js';
import { notServed } from '../endpoints/resources.js';
import { hasCondition } from '../registry/apiextensions/condition.js';
import { objectKey } from '../registry/keys.js';
import type { Resource } from '../registry/resource.js';
import type { AdmissionGround } from '../registry/write.js';

export interface DefinitionGroundOptions {
  /** CustomResourceDefinitions. */
  readonly definitions: Resource;
  readonly name: string;
  readonly uid: string;
  /** The newest state that this server has seen. */
  readonly latest: () => Entry;
}

/**
 * Makes the function that finds the state of a definition in which custom objects can be created. A creation rests on it, so that no
 * server creates an object once the deletion of the definition has begun: the objects that are removed with it are all there are.
 */
export function definitionGround(options: DefinitionGroundOptions): (signal: AbortSignal) => Promise<AdmissionGround> {
  const { definitions, name, uid, latest } = options;
  const { definition, store, stored } = definitions;
  const key = objectKey(definition, '', name);
  /** States in which objects can be created: the cache gives the same one until it changes. */
  const open = new WeakSet<Entry>();

  function groundOf(entry: Entry, signal: AbortSignal): AdmissionGround {
    if (!open.has(entry)) {
      const found = stored.decode(entry) as CustomResourceDefinition;
      if (found.metadata.uid !== uid) throw notServed();
      if (hasCondition(found, 'Terminating')) throw terminating();
      open.add(entry);
    }
    const renewed = async (): Promise<AdmissionGround> => {
      const newest = (await store.get(key, { signal })).entry;
      if (newest === undefined) throw notServed();
      return groundOf(newest, signal);
    };
    return { key, revision: entry.revision, renewed };
  }
  return async (signal) => groundOf(latest(), signal);
}

/** In Kubernetes' words. */
function terminating(): StatusError {
  const message = 'create not allowed while custom resource definition is terminating';
  return new StatusError('MethodNotAllowed', message, { details: {} });
}
