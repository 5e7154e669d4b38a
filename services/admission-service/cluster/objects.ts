import { setMaxListeners } from 'node:events';
import type { ObjectReader } from '@pilothouse/admission/objects.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Client } from '@pilothouse/client/client.js';
import type { Collection } from '@pilothouse/client/collection.js';
import type { ApiObject, ResourceNames, ResourceType } from '@pilothouse/client/resource-type.js';
import type { Timing } from '@pilothouse/client/timing.js';
import { NoVerdictError } from '@pilothouse/runtime/admission-api/service.js';
import { createInformerCache, type InformerCache } from './informer-cache.js';

/**
 * Reads the objects that plugins need, from informers and by requests to the API server. Reads reject with a NoVerdictError when the
 * API server does not answer.
 */
export interface ClusterObjects extends ObjectReader {
  /** Why the informers are not synced; undefined once they are. */
  readonly unready: () => string | undefined;
  /** Resolves once the informers are synced. Rejects if the signal is aborted before. */
  readonly hasSynced: Promise<void>;
  /** Resolves when the signal is aborted and the informers have stopped. */
  readonly ended: Promise<void>;
}

export interface ClusterObjectsOptions {
  readonly client: Client;
  /** The types to read, in the domain of the API server. Others have no informer. */
  readonly types: readonly ResourceType[];
  /** Milliseconds that a read waits for the informers to sync. */
  readonly syncTimeout: number;
  readonly timing: Timing;
  /** Receives each failure of an informer and the milliseconds until its retry. */
  readonly onError: (error: unknown, retryIn: number) => void;
  /** Stops the informers. */
  readonly signal: AbortSignal;
}

interface Followed {
  readonly type: ResourceType;
  readonly cache: InformerCache<ApiObject>;
}

/** Runs an informer for each type. */
export function clusterObjects(options: ClusterObjectsOptions): ClusterObjects {
  const { client, types, ...following } = options;
  // Each pending request adds a listener.
  setMaxListeners(0, options.signal);
  const followed = new Map<string, Followed>();
  for (const type of types) {
    const key = keyOf(type);
    if (followed.has(key)) continue;
    followed.set(key, { type, cache: createInformerCache(client.all(type), { ...following, what: type.resource }) });
  }
  const caches = [...followed.values()].map(({ cache }) => cache);
  const hasSynced = Promise.all(caches.map((cache) => cache.hasSynced)).then(() => undefined);
  // The caller may ignore the promise: a rejection must not be unhandled.
  hasSynced.catch(() => undefined);
  const followedOf = (type: ResourceNames): Followed => {
    const found = followed.get(keyOf(type));
    if (found === undefined) throw new Error(`no plugin declares that it reads ${type.resource}`);
    return found;
  };
  const collectionOf = (type: ResourceType, namespace = ''): Collection<ApiObject> =>
    type.scope === 'Cluster' ? client.of(type) : client.of(type).namespace(namespace);
  return {
    // The caller's type names the type of the objects.
    async get<T>(
      named: ResourceNames<T>,
      { namespace, name, signal, live = false }: Parameters<ObjectReader['get']>[1],
    ) {
      const { type, cache } = followedOf(named);
      if (!live) return (await cache.get(namespace, name, signal)) as T | undefined;
      return (await orNoVerdict(() => unlessMissing(collectionOf(type, namespace).get(name, { signal })))) as
        T | undefined;
    },
    async list<T>(named: ResourceNames<T>, { namespace, signal, live = false }: Parameters<ObjectReader['list']>[1]) {
      const { type, cache } = followedOf(named);
      if (!live) return (await cache.list(namespace, signal)) as readonly unknown[] as readonly T[];
      const source = namespace === undefined ? client.all(type) : collectionOf(type, namespace);
      return (await orNoVerdict(() => source.list({ signal }))).items as readonly unknown[] as readonly T[];
    },
    unready: () => caches.map((cache) => cache.unready()).find((why) => why !== undefined),
    hasSynced,
    ended: Promise.all(caches.map((cache) => cache.ended)).then(() => undefined),
  };
}

function keyOf({ group, resource }: ResourceNames): string {
  return `${resource}.${group}`;
}

/** Undefined if the object does not exist (404) or its name is invalid (400). */
async function unlessMissing<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof StatusError && (error.code === 404 || error.code === 400)) return undefined;
    throw error;
  }
}

/** Makes a request. A failure becomes a NoVerdictError, so that the failure policy applies instead of a denial. */
async function orNoVerdict<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    const why = errorMessage(error);
    throw new NoVerdictError('unavailable', `the request to the API server failed: ${why}`, { cause: error });
  }
}
