import { CompactedError, type Entry, type Revision, type Store, type WatchBatch } from '../store.js';

export interface FeedOptions {
  readonly store: Store;
  /** What all keys of interest begin with. */
  readonly prefix: string;
  readonly signal: AbortSignal;
  /** Called when the state begins to be read. */
  readonly onLoad: () => Load;
  /** What came after. */
  readonly onBatch: (batch: WatchBatch) => void;
  /** Told that the state is lost until the next load. */
  readonly onLost: (error: unknown) => void;
  readonly onError: (error: unknown) => void;
  /** Milliseconds to wait before the store is asked again. */
  readonly retryAfter: number;
}

/** The state as it is read, which takes the place of all that came before once it is finished. It may never be. */
export interface Load {
  /** Told of each entry as it comes. Whoever holds on to its value holds on to the whole answer that it came in. */
  readonly add: (entry: Entry) => void;
  /** All of it has come, and is of that revision. */
  readonly finish: (revision: Revision) => void;
}

/** Entries read at a time while loading. */
const PAGE = 5000;

/**
 * Reads the state, then follows it for as long as the signal is not aborted. Where the store has forgotten what comes
 * next, it reads the state anew; where the store does not answer, it tries again.
 */
export async function runFeed(options: FeedOptions): Promise<void> {
  const { store, prefix, signal, onBatch, onLost, onError } = options;
  let next: Revision | undefined;
  while (!signal.aborted) {
    try {
      next ??= (await load(options)) + 1;
      for await (const batch of store.watch(prefix, { from: next, signal })) {
        onBatch(batch);
        next = batch.revision + 1;
      }
      if (signal.aborted) return;
      throw new Error('the watch ended by itself');
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

/** Reads all entries at one revision, and returns it. */
async function load({ store, prefix, signal, onLoad }: FeedOptions): Promise<Revision> {
  const { add, finish } = onLoad();
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
    for (const entry of page.entries) if (entry.key !== start) add(entry);
    start = page.entries.at(-1)?.key;
    if (page.remaining === 0) break;
  }
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
