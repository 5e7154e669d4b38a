import type { Revision, Store, WatchBatch, WatchOptions } from '../store.js';
import type { Collection } from './collection.js';
import type { Heartbeats } from './heartbeats.js';
import { eventKey } from './history.js';
import { valueBytes } from './scopes.js';
import { createWatcher, type Watcher } from './watcher.js';

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
  return { [Symbol.asyncIterator]: () => deferred(() => start(collection, prefix, options, deps)) };
}

type Batches = AsyncIterator<WatchBatch, undefined>;

/** The iterator that `open` resolves to, opened at the first call of next. */
function deferred(open: () => Promise<Batches>): Batches {
  let inner: Batches | undefined;
  return {
    async next() {
      inner ??= await open();
      return inner.next();
    },
    async return() {
      await inner?.return?.();
      return { done: true, value: undefined };
    },
  };
}

async function start(collection: Collection, prefix: string, options: WatchOptions, deps: WatchDeps): Promise<Batches> {
  const { from, signal } = options;
  if (deps.closing.aborted || signal.aborted) return nothing();
  await deps.ready(signal);
  return from < collection.history.oldest
    ? catchUp(collection, prefix, options, deps)
    : watchFrom(collection, prefix, options, deps);
}

async function* nothing(): AsyncGenerator<WatchBatch, undefined> {}

/** The store's own past reaches further back: it brings the watch to where the cache can go on. */
async function* catchUp(
  collection: Collection,
  prefix: string,
  options: WatchOptions,
  deps: WatchDeps,
): AsyncGenerator<WatchBatch, undefined> {
  const { signal } = options;
  let { from } = options;
  // The history moves on meanwhile.
  while (from < collection.history.oldest) {
    for await (const batch of deps.store.watch(prefix, { from, signal })) {
      yield batch;
      from = batch.revision + 1;
      if (from >= collection.history.oldest) break;
    }
    if (signal.aborted || deps.closing.aborted) return;
  }
  yield* { [Symbol.asyncIterator]: () => watchFrom(collection, prefix, { ...options, from }, deps) };
}

/** A watcher that has what the history holds from its start on, and gets the rest as it comes. */
function watchFrom(
  { scopes, history }: Collection,
  prefix: string,
  { from, signal, heartbeat }: WatchOptions,
  { revision, heartbeats }: WatchDeps,
): Watcher {
  const onAbort = (): void => watcher.end();
  const beat = (): void => {
    scopes.flush();
    watcher.push({ revision: revision(), events: [] }, 0);
  };
  const removeHeartbeat = heartbeat === undefined ? undefined : heartbeats.add(heartbeat, beat);
  const watcher = createWatcher({
    from,
    onEnd() {
      removeHeartbeat?.();
      signal.removeEventListener('abort', onAbort);
      scopes.remove(prefix, watcher);
    },
  });
  scopes.add(prefix, watcher);
  const past = history.since(from).filter((event) => eventKey(event).startsWith(prefix));
  if (past.length > 0) watcher.push({ revision: revision(), events: past }, valueBytes(past));
  if (signal.aborted) watcher.end();
  else signal.addEventListener('abort', onAbort, { once: true });
  return watcher;
}
