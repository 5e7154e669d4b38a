import type { Readable } from '@pilothouse/client/collection.js';
import { createInformer } from '@pilothouse/client/informer.js';
import type { ApiObject } from '@pilothouse/client/resource-type.js';
import type { Timing } from '@pilothouse/client/timing.js';
import { NoVerdictError } from '@pilothouse/runtime/admission-api/service.js';

/** A cache of all objects of one type. */
export interface InformerCache<T> {
  /** Waits for the first list. Rejects with a NoVerdictError after the sync timeout. */
  readonly get: (namespace: string | undefined, name: string, signal: AbortSignal) => Promise<T | undefined>;
  /** The objects of a namespace, or all, by name. The same array until one of them changes. Waits like `get`. */
  readonly list: (namespace: string | undefined, signal: AbortSignal) => Promise<readonly T[]>;
  /** Why the cache is not synced; undefined once it is. */
  readonly unready: () => string | undefined;
  readonly hasSynced: Promise<void>;
  readonly ended: Promise<void>;
}

export interface InformerCacheOptions {
  /** The objects in messages: `service accounts`. */
  readonly what: string;
  /** Milliseconds that `objects` waits for the first list. */
  readonly syncTimeout: number;
  readonly timing: Timing;
  readonly onError: (error: unknown, retryIn: number) => void;
  readonly signal: AbortSignal;
}

/** Lists that are kept at most, one for each namespace. Those of former namespaces go when it is reached. */
const MAX_LISTS = 4096;

/** Runs an informer until the signal is aborted. */
export function createInformerCache<T extends ApiObject>(
  source: Readable<T>,
  options: InformerCacheOptions,
): InformerCache<T> {
  const { what, syncTimeout, timing, onError, signal } = options;
  const informer = createInformer({ source, timing, onError });
  let isSynced = false;
  const synced = informer.hasSynced.then(
    () => (isSynced = true),
    () => false,
  );
  const problem = `the ${what} are not synced yet`;
  let version = 0;
  const lists = new Map<string, { version: number; readonly objects: readonly T[] }>();

  async function awaitSync(asking: AbortSignal): Promise<void> {
    if (!isSynced && syncTimeout > 0) await within(synced, syncTimeout, timing, asking);
    if (!isSynced) throw new NoVerdictError('unavailable', problem);
  }

  function listOf(namespace: string): readonly T[] {
    const known = lists.get(namespace);
    if (known?.version === version) return known.objects;
    const prefix = namespace === '' ? '' : `${namespace}/`;
    const entries = [...informer.objects].filter(([key]) => key.startsWith(prefix));
    const objects = entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object);
    if (known !== undefined && isSame(known.objects, objects)) {
      known.version = version;
      return known.objects;
    }
    if (lists.size >= MAX_LISTS) lists.clear();
    lists.set(namespace, { version, objects });
    return objects;
  }

  return {
    async get(namespace = '', name, asking) {
      await awaitSync(asking);
      return informer.objects.get(namespace === '' ? name : `${namespace}/${name}`);
    },
    async list(namespace = '', asking) {
      await awaitSync(asking);
      return listOf(namespace);
    },
    unready: () => (isSynced ? undefined : problem),
    hasSynced: informer.hasSynced,
    ended: drive(informer.changes(signal), () => (version += 1)),
  };
}

/** Resolves with the promise, after the timeout, or when the signal is aborted. */
async function within(
  promise: Promise<unknown>,
  milliseconds: number,
  timing: Timing,
  signal: AbortSignal,
): Promise<void> {
  const done = new AbortController();
  const limit = timing.sleep(milliseconds, AbortSignal.any([signal, done.signal])).catch(() => undefined);
  await Promise.race([promise, limit]);
  done.abort();
}

async function drive(changes: AsyncIterable<unknown>, onChange: () => void): Promise<void> {
  const iterator = changes[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true) onChange();
}

function isSame<T>(former: readonly T[], next: readonly T[]): boolean {
  return former.length === next.length && former.every((each, index) => each === next[index]);
}
