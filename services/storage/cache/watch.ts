import type { OnBatch, Revision, Store, StoreEvent, Watch, WatchBatch, WatchOptions } from '../store.js';
import type { Collection } from './collection.js';
import type { Heartbeats } from './heartbeats.js';
import { eventKey, eventRevision } from '../event.js';
import { valueBytes } from './watcher-groups.js';
import { Watcher } from './watcher.js';

export interface WatchDeps {
  readonly store: Store;
  /** Aborted when the cache closes. */
  readonly closing: AbortSignal;
  /** Resolves once the state is loaded. */
  readonly ready: (signal: AbortSignal) => Promise<void>;
  /** The revision of the last applied event. */
  readonly revision: () => Revision;
  readonly heartbeats: Heartbeats;
}

/** A watch of a collection, served from the history and then from new events. It starts when it is iterated. */
export function watchCollection(collection: Collection, prefix: string, options: WatchOptions, deps: WatchDeps): Watch {
  return new CachedWatch(catchUp({ deps, collection, prefix }, options));
}

interface WatchTarget {
  readonly deps: WatchDeps;
  readonly collection: Collection;
  readonly prefix: string;
}

/** Yields the backlog and returns the watcher that continues; undefined when the watch has ended. */
type CatchUp = AsyncGenerator<WatchBatch, Watcher | undefined, undefined>;

/** Backlog events, or the first part of them. */
interface Backlog {
  readonly batch: WatchBatch;
  /** Total bytes of the values. */
  readonly bytes: number;
  readonly isAll: boolean;
}

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** Size limits of one backlog batch. One revision is never split. */
const BACKLOG_EVENTS = 1000;
const BACKLOG_BYTES = 1024 * 1024;
/** Heartbeat interval of the store watch during catch-up, in milliseconds. */
const CATCH_UP_HEARTBEAT = 1000;

/** First the backlog, then live events. The backlog generator is released once it is done. */
class CachedWatch implements Watch, AsyncIterableIterator<WatchBatch, undefined> {
  #first: CatchUp | undefined;
  #watcher: Watcher | undefined = undefined;
  #isReturned = false;

  constructor(catchUp: CatchUp) {
    this.#first = catchUp;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Not async: an async function would add a promise for each step. */
  next(): Promise<IteratorResult<WatchBatch, undefined>> {
    if (this.#first !== undefined) return this.#begin(this.#first);
    return this.#watcher === undefined ? Promise.resolve(DONE) : this.#watcher.next();
  }

  async each(onBatch: OnBatch): Promise<void> {
    while (this.#first !== undefined) {
      const step = await this.#step(this.#first);
      if (step !== undefined) await onBatch(step);
    }
    return this.#watcher?.each(onBatch);
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#isReturned = true;
    this.#watcher?.end();
    await this.#first?.return(undefined);
    return DONE;
  }

  async #begin(catchUp: CatchUp): Promise<IteratorResult<WatchBatch, undefined>> {
    const value = await this.#step(catchUp);
    return value === undefined ? this.next() : { done: false, value };
  }

  /** The next batch of the backlog; undefined at its end, when live events follow. */
  async #step(catchUp: CatchUp): Promise<WatchBatch | undefined> {
    const step = await catchUp.next();
    if (step.done !== true) return step.value;
    this.#first = undefined;
    this.#watcher = step.value;
    if (this.#isReturned) this.#watcher?.end();
    return undefined;
  }
}

/**
 * Brings a watch up to date. A watch that is far behind reads the history in pieces, so that a slow reader holds only
 * one piece. Where the history starts later, it reads from the store, whose history is longer.
 */
async function* catchUp(target: WatchTarget, options: WatchOptions): CatchUp {
  const { collection, prefix } = target;
  const { store, closing, ready } = target.deps;
  const { signal } = options;
  const isOver = (): boolean => closing.aborted || signal.aborted;
  if (isOver()) return undefined;
  try {
    await ready(signal);
  } catch (error) {
    if (!isOver()) throw error;
  }
  let { from } = options;
  // A watcher that joined after close would wait for ever.
  while (!isOver()) {
    const backlog = backlogFrom(target, from);
    if (backlog?.isAll === true) return watchFrom(target, { ...options, from }, backlog);
    if (backlog !== undefined) {
      yield backlog.batch;
      from = backlog.batch.revision + 1;
      continue;
    }
    // Without heartbeats, the store watch would last until the next event, although the cache could take over.
    for await (const batch of store.watch(prefix, { from, signal, heartbeat: CATCH_UP_HEARTBEAT })) {
      yield batch;
      from = batch.revision + 1;
      if (from >= collection.history().oldest()) break;
    }
  }
  return undefined;
}

/** The history of the prefix from `from` on; undefined if the history starts later. */
function backlogFrom({ collection, prefix, deps }: WatchTarget, from: Revision): Backlog | undefined {
  const history = collection.history();
  if (from < history.oldest()) return undefined;
  const events: StoreEvent[] = [];
  let bytes = 0;
  let last = 0;
  for (const event of history.since(from)) {
    if (!eventKey(event).startsWith(prefix)) continue;
    const at = eventRevision(event);
    // A batch must hold all events of its revision.
    if (at > last && (events.length >= BACKLOG_EVENTS || bytes >= BACKLOG_BYTES)) {
      return { batch: { revision: last, events }, bytes, isAll: false };
    }
    events.push(event);
    bytes += valueBytes([event]);
    last = at;
  }
  return { batch: { revision: deps.revision(), events }, bytes, isAll: true };
}

/** A watcher that starts with the backlog and then receives live events. */
function watchFrom(
  { collection: { watchers }, prefix, deps: { revision, heartbeats } }: WatchTarget,
  { from, signal, heartbeat }: WatchOptions,
  { batch, bytes }: Backlog,
): Watcher {
  const beat = (): void => {
    watchers.flush();
    watcher.push({ revision: revision(), events: [] }, 0);
  };
  const watcher = new Watcher({
    from,
    onEnd() {
      heartbeats.remove(beat);
      signal.removeEventListener('abort', watcher);
      watchers.remove(prefix, watcher);
    },
  });
  if (heartbeat !== undefined) heartbeats.add(heartbeat, beat);
  watchers.add(prefix, watcher);
  if (batch.events.length > 0) watcher.push(batch, bytes);
  if (signal.aborted) watcher.end();
  else signal.addEventListener('abort', watcher, { once: true });
  return watcher;
}
