import { setTimeout } from 'node:timers/promises';
import type { Entry, Revision, Store } from './store.js';

export interface FollowOptions {
  readonly store: Pick<Store, 'list' | 'watch'>;
  readonly prefix: string;
  /** Called once for each entry that is new, changed or gone; undefined for gone. It must not throw. */
  readonly change: (key: string, entry: Entry | undefined) => void;
  /** Called after the changes of one batch, or of a whole load. */
  readonly settle?: () => void;
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
}

/** Milliseconds until a store that failed is asked again. */
const RETRY_AFTER = 500;

export function createFollower(options: FollowOptions): Follower {
  const { store, prefix, change, settle, onError } = options;
  // A signal of its own, since Node reports many listeners of one signal as a leak.
  const signal = AbortSignal.any([options.signal]);
  const keys = new Set<string>();
  const waiting = new Set<{ readonly revision: Revision; readonly resolve: () => void }>();
  let at: Revision = 0;
  let isCurrent = false;

  function set(key: string, entry: Entry | undefined): void {
    if (entry === undefined) keys.delete(key);
    else keys.add(key);
    change(key, entry);
  }

  function advance(revision: Revision): void {
    settle?.();
    at = Math.max(at, revision);
    for (const waiter of waiting) if (waiter.revision <= at) waiter.resolve();
  }

  async function load(): Promise<void> {
    const { entries, revision } = await store.list(prefix, { signal });
    const gone = new Set(keys);
    for (const entry of entries) gone.delete(entry.key);
    for (const key of gone) set(key, undefined);
    for (const entry of entries) set(entry.key, entry);
    isCurrent = true;
    advance(revision);
  }

  async function watch(): Promise<void> {
    for await (const { events, revision } of store.watch(prefix, { from: at + 1, signal })) {
      for (const event of events) {
        if (event.type === 'put') set(event.entry.key, event.entry);
        else set(event.key, undefined);
      }
      advance(revision);
    }
  }

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      try {
        await load();
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
  };
}
