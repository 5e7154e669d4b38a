import type { Readable } from '@pilothouse/client/collection.js';
import { createInformer } from '@pilothouse/client/informer.js';
import type { ApiObject } from '@pilothouse/client/resource-type.js';
import type { Timing } from '@pilothouse/client/timing.js';
import { NoVerdictError } from '@pilothouse/runtime/admission-api/service.js';

/** A copy of all objects of one type. */
export interface Followed<T> {
  /** By `namespace/name`, or the name alone. Waits for the first list; rejects with a NoVerdictError where that takes too long. */
  readonly objects: (signal: AbortSignal) => Promise<ReadonlyMap<string, T>>;
  /** Why they are not known yet. */
  readonly unready: () => string | undefined;
  readonly hasSynced: Promise<void>;
  readonly ended: Promise<void>;
}

export interface FollowOptions {
  /** The objects, as messages call them. */
  readonly what: string;
  /** Milliseconds that `objects` waits. */
  readonly patience: number;
  readonly timing: Timing;
  readonly onError: (error: unknown, retryIn: number) => void;
  readonly signal: AbortSignal;
}

/** Follows what an API server has of one type until the signal is aborted. */
export function follow<T extends ApiObject>(source: Readable<T>, options: FollowOptions): Followed<T> {
  const { what, patience, timing, onError, signal } = options;
  const informer = createInformer({ source, timing, onError });
  let isSynced = false;
  const noted = informer.hasSynced.then(
    () => (isSynced = true),
    () => false,
  );
  const problem = `the ${what} have not been read yet`;
  return {
    async objects(asking) {
      if (!isSynced && patience > 0) await within(noted, patience, timing, asking);
      if (!isSynced) throw new NoVerdictError('unavailable', problem);
      return informer.objects;
    },
    unready: () => (isSynced ? undefined : problem),
    hasSynced: informer.hasSynced,
    ended: drive(informer.changes(signal)),
  };
}

/** Resolves when the promise does, when so many milliseconds have passed, or when nobody waits any more. */
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
