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
import { follow, type Followed } from './follow.js';
import type { Needs } from './needs.js';

/** What plugins know of the API server's objects. Functions reject with a NoVerdictError where that is not known at present. */
export interface Cluster {
  readonly account: (namespace: string, name: string, signal: AbortSignal) => Promise<ServiceAccount | undefined>;
  readonly classes: PriorityClasses;
  /** Undefined once everything has been read, else what has not. */
  readonly unready: () => string | undefined;
  /** Resolves once everything has been read; rejects when that can happen no more. */
  readonly hasSynced: Promise<void>;
  /** Resolves when the signal has been aborted and nothing is under way. */
  readonly ended: Promise<void>;
}

export interface ClusterOptions {
  readonly client: Client;
  readonly domain: Domain;
  /** What is asked for; the rest is not read at all. */
  readonly needs: Needs;
  /** Milliseconds that questions wait for what has not been read yet. */
  readonly patience: number;
  readonly timing: Timing;
  /** Told of every failure, and of how many milliseconds pass before the next attempt. */
  readonly onError: (error: unknown, retryIn: number) => void;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** The account that a new namespace soon has. */
const DEFAULT_ACCOUNT = 'default';
/** How often, and with how many milliseconds between, it is asked for where nobody knows it, as in Kubernetes; others only once. */
const LOOKUPS = { attempts: 10, interval: 100 };

/** Follows the objects that plugins decide by; what is not among them is asked for, since it may just have been made. */
export function followCluster(options: ClusterOptions): Cluster {
  const { client, domain, needs, patience, timing, onError, signal } = options;
  // Everything that waits for an answer listens to it.
  setMaxListeners(0, signal);
  const following = { patience, timing, onError, signal };
  const accounts = needs.accounts
    ? follow(client.all(serviceAccounts), { ...following, what: 'service accounts' })
    : NOTHING;
  const type = inDomain(priorityClasses, domain);
  const classes = needs.classes ? follow(client.all(type), { ...following, what: 'priority classes' }) : NOTHING;
  const hasSynced = Promise.all([accounts.hasSynced, classes.hasSynced]).then(() => undefined);
  // Nobody has to wait for it.
  hasSynced.catch(() => undefined);
  return {
    async account(namespace, name, asking) {
      const known = (await accounts.objects(asking)).get(`${namespace}/${name}`);
      if (known !== undefined) return known;
      const collection = client.of(serviceAccounts).namespace(namespace);
      const attempts = name === DEFAULT_ACCOUNT ? LOOKUPS.attempts : 1;
      for (let attempt = 1; ; attempt++) {
        const found = await answered(() => unlessMissing(collection.get(name, { signal: asking })));
        if (found !== undefined || attempt === attempts) return found;
        await timing.sleep(LOOKUPS.interval, asking);
      }
    },
    classes: {
      async named(name, asking) {
        const known = (await classes.objects(asking)).get(name);
        if (known !== undefined) return known;
        return answered(() => unlessMissing(client.of(type).get(name, { signal: asking })));
      },
      all: async (asking) => [...(await classes.objects(asking)).values()] as PriorityClass[],
      newest: async (asking) => (await answered(() => client.of(type).list({ signal: asking }))).items,
    },
    unready: () => accounts.unready() ?? classes.unready(),
    hasSynced,
    ended: Promise.all([accounts.ended, classes.ended]).then(() => undefined),
  };
}

const NOTHING: Followed<never> = {
  objects: async () => new Map<string, never>(),
  unready: () => undefined,
  hasSynced: Promise.resolve(),
  ended: Promise.resolve(),
};

/** Undefined for what is not there, and for what cannot be: a name that no object can have is answered with 400. */
async function unlessMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof StatusError && (error.code === 404 || error.code === 400)) return undefined;
    throw error;
  }
}

/** An API server that does not answer is no reason to refuse anything: it is not known whether to. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const why = errorMessage(error);
    throw new NoVerdictError('unavailable', `the API server cannot be asked: ${why}`, { cause: error });
  }
}
