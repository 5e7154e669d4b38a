import type { Revision, Store, WriteResult } from './store.js';

export interface TrackedWrites {
  /** The wrapped store. */
  readonly store: Store;
  /** The newest revision written through it; 0 before the first write. */
  readonly latest: () => Revision;
}

/**
 * Tracks the newest revision written through a store. A reader that accepts stale state, but not older than the writes
 * acknowledged here, compares its revision with `latest`.
 */
export function trackWrites(store: Store): TrackedWrites {
  let latest = 0;
  const record = (revision: Revision): void => {
    latest = Math.max(latest, revision);
  };
  return { latest: () => latest, store: withWriteHook(store, record) };
}

/** Wraps a store so that each successful write is answered only after `then` resolves for its revision. */
export function withWriteHook(store: Store, then: (revision: Revision) => Promise<void> | void): Store {
  const hooked = async (write: Promise<WriteResult>): Promise<WriteResult> => {
    const result = await write;
    if (result.ok) await then(result.revision);
    return result;
  };
  return {
    get provesProgress() {
      return store.provesProgress;
    },
    requestProgress: () => store.requestProgress(),
    get: (key, options) => store.get(key, options),
    list: (prefix, options) => store.list(prefix, options),
    create: (key, value, options) => hooked(store.create(key, value, options)),
    update: (key, value, expected, options) => hooked(store.update(key, value, expected, options)),
    delete: (key, expected, options) => hooked(store.delete(key, expected, options)),
    watch: (prefix, options) => store.watch(prefix, options),
    currentRevision: (options) => store.currentRevision(options),
    compact: (revision) => store.compact(revision),
    close: () => store.close(),
  };
}
