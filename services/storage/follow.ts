import { setTimeout } from 'node:timers/promises';
import type { Entry, Revision, Store } from './store.js';

export interface FollowOptions {
  readonly store: Pick<Store, 'list' | 'watch'>;
  readonly prefix: string;
  /** Called once for each entry that is new, changed or gone; undefined for gone. It must not throw. */
  readonly change: (key: string, entry: Entry | undefined) => void;
  /** Called after the changes of one batch, or of a whole read. The view counts as having come so far once it resolves. */
  readonly settle?: () => void | Promise<void>;
  /** Called with failures; the follower tries again. */
  readonly onError: (error: unknown) => void;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** A view of a collection that is kept as the store has it, by a list and a watch. */
export interface Follower {
  /** Begins. Resolves once everything was read. */
  readonly start: () => Promise<void>;
  /** Whether changes arrive. What was read stays known while the store cannot be reached. */
  readonly isCurrent: () => boolean;
  /** How far the view has come; 0 before the first load. */
  readonly revision: () => Revision;
  /** Resolves once the view has come so far, or the signal is aborted. */
  readonly reached: (revision: Revision, until: AbortSignal) => Promise<void>;
  /** Resolves once the view is as new as every write that was acknowledged before the call. Rejects as the store's lists do. */
  readonly refresh: (signal: AbortSignal) => Promise<void>;
}

/** Milliseconds until a store that failed is asked again. */
const RETRY_AFTER = 500;

export function createFollower(options: FollowOptions): Follower {
  const { store, prefix, change, settle, onError } = options;
  // A signal of its own, since Node reports many listeners of one signal as a leak.
  const signal = AbortSignal.any([options.signal]);
  /** By key, the revisions of the entries that there are. */
  const known = new Map<string, Revision>();
  const waiting = new Set<{ readonly revision: Revision; readonly resolve: () => void }>();
  /** The newest revision whose changes were handed on, and the newest one that is settled. */
  let seen: Revision = 0;
  let at: Revision = 0;
  let isCurrent = false;

  function put(entry: Entry): void {
    if (known.get(entry.key) === entry.revision) return;
    known.set(entry.key, entry.revision);
    change(entry.key, entry);
  }

  function remove(key: string): void {
    if (known.delete(key)) change(key, undefined);
  }

  async function advance(revision: Revision): Promise<void> {
    seen = Math.max(seen, revision);
    await settle?.();
    at = Math.max(at, revision);
    for (const waiter of waiting) if (waiter.revision <= at) waiter.resolve();
  }

  async function read(until: AbortSignal): Promise<void> {
    const { entries, revision } = await store.list(prefix, { signal: until });
    // A watch may be ahead of it by now.
    if (revision >= seen) {
      const gone = new Set(known.keys());
      for (const entry of entries) gone.delete(entry.key);
      for (const key of gone) remove(key);
      for (const entry of entries) put(entry);
    }
    await advance(revision);
  }

  async function watch(): Promise<void> {
    for await (const { events, revision } of store.watch(prefix, { from: seen + 1, signal })) {
      // A read may be ahead of the watch.
      for (const event of events) {
        if (event.type === 'put') {
          if (event.entry.revision > seen) put(event.entry);
        } else if (event.revision > seen) remove(event.key);
      }
      await advance(revision);
    }
  }

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      try {
        await read(signal);
        isCurrent = true;
        await watch();
        // The store is closed.
        return;
      } catch (error) {
        if (!signal.aborted) onError(error);
      } finally {
        isCurrent = false;
      }
      await setTimeout(RETRY_AFTER, undefined, { ref: false });
    }
  }

  async function reached(revision: Revision, until: AbortSignal): Promise<void> {
    if (at >= revision || until.aborted) return;
    await new Promise<void>((done) => {
      const resolve = (): void => {
        waiting.delete(waiter);
        until.removeEventListener('abort', resolve);
        done();
      };
      const waiter = { revision, resolve };
      waiting.add(waiter);
      until.addEventListener('abort', resolve, { once: true });
    });
  }

  return {
    async start() {
      follow().catch(onError);
      await reached(1, signal);
    },
    isCurrent: () => isCurrent,
    revision: () => at,
    reached,
    refresh: read,
  };
}
