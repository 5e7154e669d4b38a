import type { Readable } from '@pilothouse/client/collection.js';
import { createInformer } from '@pilothouse/client/informer.js';
import type { ApiObject } from '@pilothouse/client/resource-type.js';
import type { Timing } from '@pilothouse/client/timing.js';
import { NoVerdictError } from '@pilothouse/runtime/admission-api/service.js';

/** A cache of all objects of one type. */
export interface InformerCache<T> {
  /** By `namespace/name`, or name. Waits for the first list. Rejects with a NoVerdictError after the sync timeout. */
  readonly objects: (signal: AbortSignal) => Promise<ReadonlyMap<string, T>>;
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
  return {
    async objects(asking) {
      if (!isSynced && syncTimeout > 0) await within(synced, syncTimeout, timing, asking);
      if (!isSynced) throw new NoVerdictError('unavailable', problem);
      return informer.objects;
    },
    unready: () => (isSynced ? undefined : problem),
    hasSynced: informer.hasSynced,
    ended: drive(informer.changes(signal)),
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

async function drive(changes: AsyncIterable<unknown>): Promise<void> {
  const iterator = changes[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}
