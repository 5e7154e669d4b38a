import type { Revision, Store, WriteResult } from './store.js';

export interface NotedWrites {
  /** The store itself, but for what it notes. */
  readonly store: Store;
  /** The newest revision that was written through it; 0 before the first one. */
  readonly latest: () => Revision;
}

/**
 * Notes what is written through a store. A reader who is content with a state that may be old, but not older than what was
 * acknowledged here, compares the two.
 */
export function noteWrites(store: Store): NotedWrites {
  let latest = 0;
  const note = (revision: Revision): void => {
    latest = Math.max(latest, revision);
  };
  return { latest: () => latest, store: afterWrites(store, note) };
}

/** The store itself, but that a write which succeeded is answered only after `then` was told its revision and is done. */
export function afterWrites(store: Store, then: (revision: Revision) => Promise<void> | void): Store {
  const told = async (write: Promise<WriteResult>): Promise<WriteResult> => {
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
    create: (key, value, options) => told(store.create(key, value, options)),
    update: (key, value, expected, options) => told(store.update(key, value, expected, options)),
    delete: (key, expected, options) => told(store.delete(key, expected, options)),
    watch: (prefix, options) => store.watch(prefix, options),
    currentRevision: (options) => store.currentRevision(options),
    compact: (revision) => store.compact(revision),
    close: () => store.close(),
  };
}
