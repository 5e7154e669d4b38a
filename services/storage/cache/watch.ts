import type { Revision, Store, StoreEvent, WatchBatch, WatchOptions } from '../store.js';
import type { Collection } from './collection.js';
import type { Heartbeats } from './heartbeats.js';
import { eventKey, eventRevision } from '../event.js';
import { valueBytes } from './scopes.js';
import { Watcher } from './watcher.js';

export interface WatchDeps {
  readonly store: Store;
  /** Aborted when the cache closes. */
  readonly closing: AbortSignal;
  /** Resolves once the state is there. */
  readonly ready: (signal: AbortSignal) => Promise<void>;
  /** How far events have been applied. */
  readonly revision: () => Revision;
  readonly heartbeats: Heartbeats;
}

/** A watch of a collection, served from its history and from what comes. Nothing is done before it is iterated. */
export function watchCollection(
  collection: Collection,
  prefix: string,
  options: WatchOptions,
  deps: WatchDeps,
): AsyncIterable<WatchBatch> {
  return new Followed(start({ deps, collection, prefix }, options));
}

interface Place {
  readonly deps: WatchDeps;
  readonly collection: Collection;
  readonly prefix: string;
}

/** What a watch begins with, and at the end whoever goes on; undefined where it is over. */
type Beginning = AsyncGenerator<WatchBatch, Watcher | undefined, undefined>;

/** What came before, or the first part of it where that is much. */
interface Past {
  readonly batch: WatchBatch;
  /** Those of the values. */
  readonly bytes: number;
  readonly isAll: boolean;
}

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** So much of the past, or a little more, is handed out at a time. */
const PAST_EVENTS = 1000;
const PAST_BYTES = 1024 * 1024;
/** Milliseconds after which a store that brings a watch up to the cache tells, again and again, how far it is. */
const CATCH_UP_HEARTBEAT = 1000;

/** The beginning, then the watcher. Nothing of the beginning stays in memory. */
class Followed implements AsyncIterableIterator<WatchBatch, undefined> {
  #first: Beginning | undefined;
  #watcher: Watcher | undefined = undefined;
  #isLeft = false;

  constructor(beginning: Beginning) {
    this.#first = beginning;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Not an async function, whose promise would follow another one. */
  next(): Promise<IteratorResult<WatchBatch, undefined>> {
    if (this.#first !== undefined) return this.#begin(this.#first);
    return this.#watcher === undefined ? Promise.resolve(DONE) : this.#watcher.next();
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#isLeft = true;
    this.#watcher?.end();
    await this.#first?.return(undefined);
    return DONE;
  }

  async #begin(first: Beginning): Promise<IteratorResult<WatchBatch, undefined>> {
    const step = await first.next();
    if (step.done !== true) return step;
    this.#first = undefined;
    this.#watcher = step.value;
    if (this.#isLeft) this.#watcher?.end();
    return this.next();
  }
}

/**
 * Brings a watch to where it gets what comes. One that is far behind gets there from the history, a piece at a time, so that
 * a slow reader holds no more than that, and from the store, whose own past reaches further back.
 */
async function* start(place: Place, options: WatchOptions): Beginning {
  const { collection, prefix } = place;
  const { store, closing, ready } = place.deps;
  const { signal } = options;
  const isOver = (): boolean => closing.aborted || signal.aborted;
  if (isOver()) return undefined;
  try {
    await ready(signal);
  } catch (error) {
    if (!isOver()) throw error;
  }
  let { from } = options;
  // Whoever joined after the cache has closed would wait for ever.
  while (!isOver()) {
    const past = pastFrom(place, from);
    if (past?.isAll === true) return watchFrom(place, { ...options, from }, past);
    if (past !== undefined) {
      yield past.batch;
      from = past.batch.revision + 1;
      continue;
    }
    // Without heartbeats it would go on until there is an event, though the cache could have taken over.
    for await (const batch of store.watch(prefix, { from, signal, heartbeat: CATCH_UP_HEARTBEAT })) {
      yield batch;
      from = batch.revision + 1;
      if (from >= collection.history.oldest) break;
    }
  }
  return undefined;
}

/** What the history holds of the prefix from `from` on; undefined where it does not reach back so far. */
function pastFrom({ collection: { history }, prefix, deps }: Place, from: Revision): Past | undefined {
  if (from < history.oldest) return undefined;
  const events: StoreEvent[] = [];
  let bytes = 0;
  let last = 0;
  for (const event of history.since(from)) {
    if (!eventKey(event).startsWith(prefix)) continue;
    const at = eventRevision(event);
    // A batch holds all events of its revision.
    if (at > last && (events.length >= PAST_EVENTS || bytes >= PAST_BYTES)) {
      return { batch: { revision: last, events }, bytes, isAll: false };
    }
    events.push(event);
    bytes += valueBytes([event]);
    last = at;
  }
  return { batch: { revision: deps.revision(), events }, bytes, isAll: true };
}

/** A watcher that has all of the past, and gets the rest as it comes. */
function watchFrom(
  { collection: { scopes }, prefix, deps: { revision, heartbeats } }: Place,
  { from, signal, heartbeat }: WatchOptions,
  { batch, bytes }: Past,
): Watcher {
  const beat = (): void => {
    scopes.flush();
    watcher.push({ revision: revision(), events: [] }, 0);
  };
  const watcher = new Watcher({
    from,
    onEnd() {
      heartbeats.remove(beat);
      signal.removeEventListener('abort', watcher);
      scopes.remove(prefix, watcher);
    },
  });
  if (heartbeat !== undefined) heartbeats.add(heartbeat, beat);
  scopes.add(prefix, watcher);
  if (batch.events.length > 0) watcher.push(batch, bytes);
  if (signal.aborted) watcher.end();
  else signal.addEventListener('abort', watcher, { once: true });
  return watcher;
}
