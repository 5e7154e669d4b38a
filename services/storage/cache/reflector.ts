import { createYielder } from '@pilothouse/runtime/event-loop/yielder.js';
import { CompactedError, type Entry, type Revision, type Store, type WatchBatch } from '../store.js';

export interface ReflectorOptions {
  readonly store: Store;
  /** The prefix of all cached keys. */
  readonly prefix: string;
  readonly signal: AbortSignal;
  /** Called when a load starts. */
  readonly onLoad: () => Load;
  /** Called with each batch after the load. */
  readonly onBatch: (batch: WatchBatch) => void;
  /** Called when the state is lost until the next load. */
  readonly onLost: (error: unknown) => void;
  readonly onError: (error: unknown) => void;
  /** Milliseconds before a retry. */
  readonly retryAfter: number;
}

/** A load in progress. `finish` makes it the current state; a load may never finish. */
export interface Load {
  /** Adds one entry. Holding its value keeps the whole response buffer alive. */
  readonly add: (entry: Entry) => void;
  /** All entries were added; they are the state at this revision. */
  readonly finish: (revision: Revision) => void;
}

/** Page size of a load. */
const PAGE = 5000;

/**
 * Reflector: lists the prefix, then watches it until the signal is aborted. It relists after a compaction and retries
 * after a failure.
 */
export async function runReflector(options: ReflectorOptions): Promise<void> {
  const { store, prefix, signal, onBatch, onLost, onError } = options;
  let next: Revision | undefined;
  while (!signal.aborted) {
    try {
      next ??= (await load(options)) + 1;
      for await (const batch of store.watch(prefix, { from: next, signal, holdsState: true })) {
        onBatch(batch);
        next = batch.revision + 1;
      }
      if (signal.aborted) return;
      throw new Error('the watch ended unexpectedly');
    } catch (error) {
      if (signal.aborted) return;
      onError(error);
      if (error instanceof CompactedError) {
        next = undefined;
        onLost(error);
      } else {
        await pause(options.retryAfter, signal);
      }
    }
  }
}

/** Lists all entries at one revision in time slices, and returns the revision. */
async function load({ store, prefix, signal, onLoad }: ReflectorOptions): Promise<Revision> {
  const { add, finish } = onLoad();
  const maybeYield = createYielder(() => performance.now());
  let revision: Revision | undefined;
  let start: string | undefined;
  for (;;) {
    const page = await store.list(prefix, {
      limit: PAGE,
      uncounted: true,
      signal,
      ...(start !== undefined && { start }),
      ...(revision !== undefined && { revision }),
    });
    revision = page.revision;
    for (const entry of page.entries) {
      if (entry.key !== start) add(entry);
      const turn = maybeYield();
      if (turn !== undefined) await turn;
    }
    start = page.entries.at(-1)?.key;
    if (page.remaining === 0) break;
  }
  signal.throwIfAborted();
  finish(revision);
  return revision;
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done, { once: true });
  });
}
