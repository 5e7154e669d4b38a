import { setTimeout } from 'node:timers/promises';
import type { Entry, Revision, Store } from './store.js';

export interface FollowOptions {
  readonly store: Pick<Store, 'list' | 'watch'>;
  readonly prefix: string;
  /** Called once for each entry that was added, changed or deleted; undefined means deleted. It must not throw. */
  readonly change: (key: string, entry: Entry | undefined) => void;
  /** Called after the changes of one batch or of one full list. The follower's revision advances once it resolves. */
  readonly settle?: () => void | Promise<void>;
  /** Called with failures; the follower retries. */
  readonly onError: (error: unknown) => void;
  /** Stops the follower. */
  readonly signal: AbortSignal;
}

/** Reflector: keeps a view of a prefix up to date by a list and a watch. */
export interface Follower {
  /** Starts the follower. Resolves after the first list. */
  readonly start: () => Promise<void>;
  /** Whether the watch is running. The view keeps its last state while the store is unreachable. */
  readonly isCurrent: () => boolean;
  /** The revision of the view; 0 before the first list. */
  readonly revision: () => Revision;
  /** Resolves once the view is settled this revision or later, or the signal is aborted. */
  readonly reached: (revision: Revision, until: AbortSignal) => Promise<void>;
  /**
   * Resolves once the view contains every write acknowledged before the call (a linearizable read). Rejects as
   * Store.list does.
   */
  readonly refresh: (signal: AbortSignal) => Promise<void>;
}

/** Milliseconds before a retry. */
const RETRY_MS = 500;

export function createFollower(options: FollowOptions): Follower {
  const { store, prefix, change, settle, onError } = options;
  // Its own signal: Node reports many listeners on one signal as a leak.
  const signal = AbortSignal.any([options.signal]);
  /** The revision of each known entry, by key. */
  const known = new Map<string, Revision>();
  const waiting = new Set<{ readonly revision: Revision; readonly resolve: () => void }>();
  /** The newest revision passed to `change`, and the newest settled one. */
  let seen: Revision = 0;
  let settled: Revision = 0;
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
    settled = Math.max(settled, revision);
    for (const waiter of waiting) if (waiter.revision <= settled) waiter.resolve();
  }

  async function read(until: AbortSignal): Promise<void> {
    const { entries, revision } = await store.list(prefix, { signal: until });
    // The watch may already be ahead of this list.
    if (revision >= seen) {
      const removed = new Set(known.keys());
      for (const entry of entries) removed.delete(entry.key);
      for (const key of removed) remove(key);
      for (const entry of entries) put(entry);
    }
    await advance(revision);
  }

  async function watch(): Promise<void> {
    for await (const { events, revision } of store.watch(prefix, { from: seen + 1, signal })) {
      // A refresh may already be ahead of the watch.
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
      await setTimeout(RETRY_MS, undefined, { ref: false });
    }
  }

  async function reached(revision: Revision, until: AbortSignal): Promise<void> {
    if (settled >= revision || until.aborted) return;
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
    revision: () => settled,
    reached,
    refresh: read,
  };
}
