import { setMaxListeners } from 'node:events';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ServiceAccount } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { PriorityClass } from '@pilothouse/apimachinery/generated/scheduling/v1.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Client } from '@pilothouse/client/client.js';
import { serviceAccounts } from '@pilothouse/client/core.js';
import { inDomain } from '@pilothouse/client/resource-type.js';
import { priorityClasses } from '@pilothouse/client/scheduling.js';
import type { Timing } from '@pilothouse/client/timing.js';
import { NoVerdictError } from '@pilothouse/runtime/admission-api/service.js';
import type { PriorityClasses } from '../plugins/priority/plugin.js';
import { createInformerCache, type InformerCache } from './informer-cache.js';
import type { Needs } from './needs.js';

/**
 * Reads the objects that plugins need, from informers and by requests to the API server. Functions reject with a
 * NoVerdictError when the API server does not answer.
 */
export interface Cluster {
  readonly account: (namespace: string, name: string, signal: AbortSignal) => Promise<ServiceAccount | undefined>;
  readonly classes: PriorityClasses;
  /** Why the informers are not synced; undefined once they are. */
  readonly unready: () => string | undefined;
  /** Resolves once the informers are synced. Rejects if the signal is aborted before. */
  readonly hasSynced: Promise<void>;
  /** Resolves when the signal is aborted and the informers have stopped. */
  readonly ended: Promise<void>;
}

export interface ClusterOptions {
  readonly client: Client;
  readonly domain: Domain;
  /** The types to read. Other types have no informer. */
  readonly needs: Needs;
  /** Milliseconds that a lookup waits for the informers to sync. */
  readonly syncTimeout: number;
  readonly timing: Timing;
  /** Receives each failure of an informer and the milliseconds until its retry. */
  readonly onError: (error: unknown, retryIn: number) => void;
  /** Stops the informers. */
  readonly signal: AbortSignal;
}

/** The service account that a controller creates in each new namespace. */
const DEFAULT_ACCOUNT = 'default';
/** Live lookups of a missing default account, as in Kubernetes. `interval` is in milliseconds. Other accounts get one lookup. */
const LOOKUPS = { attempts: 10, interval: 100 };

/** Runs an informer for each needed type. A cache miss causes a live lookup, since the object may be new. */
export function followCluster(options: ClusterOptions): Cluster {
  const { client, domain, needs, syncTimeout, timing, onError, signal } = options;
  // Each pending request adds a listener.
  setMaxListeners(0, signal);
  const following = { syncTimeout, timing, onError, signal };
  const accounts = needs.accounts
    ? createInformerCache(client.all(serviceAccounts), { ...following, what: 'service accounts' })
    : NOTHING;
  const type = inDomain(priorityClasses, domain);
  const classes = needs.classes
    ? createInformerCache(client.all(type), { ...following, what: 'priority classes' })
    : NOTHING;
  const hasSynced = Promise.all([accounts.hasSynced, classes.hasSynced]).then(() => undefined);
  // The caller may ignore the promise: a rejection must not be unhandled.
  hasSynced.catch(() => undefined);
  return {
    async account(namespace, name, asking) {
      const known = (await accounts.objects(asking)).get(`${namespace}/${name}`);
      if (known !== undefined) return known;
      const collection = client.of(serviceAccounts).namespace(namespace);
      const attempts = name === DEFAULT_ACCOUNT ? LOOKUPS.attempts : 1;
      for (let attempt = 1; ; attempt++) {
        const found = await orNoVerdict(() => unlessMissing(collection.get(name, { signal: asking })));
        if (found !== undefined || attempt === attempts) return found;
        await timing.sleep(LOOKUPS.interval, asking);
      }
    },
    classes: {
      async get(name, asking) {
        const known = (await classes.objects(asking)).get(name);
        if (known !== undefined) return known;
        return orNoVerdict(() => unlessMissing(client.of(type).get(name, { signal: asking })));
      },
      cached: async (asking) => [...(await classes.objects(asking)).values()] as PriorityClass[],
      live: async (asking) => (await orNoVerdict(() => client.of(type).list({ signal: asking }))).items,
    },
    unready: () => accounts.unready() ?? classes.unready(),
    hasSynced,
    ended: Promise.all([accounts.ended, classes.ended]).then(() => undefined),
  };
}

const NOTHING: InformerCache<never> = {
  objects: async () => new Map<string, never>(),
  unready: () => undefined,
  hasSynced: Promise.resolve(),
  ended: Promise.resolve(),
};

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
