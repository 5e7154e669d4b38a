import type { DeleteOptions, Revision, Store, WriteResult } from './store.js';

export interface TrackedWrites {
  /** The wrapped store. */
  readonly store: Store;
  /**
   * Tracks a collection from now on, by its key prefix of one or two segments. Returns the newest revision written to it
   * through the store; 0 before the first write.
   */
  readonly track: (prefix: string) => () => Revision;
}

/**
 * Tracks the newest revisions written through a store. A reader that accepts stale state, but not older than the writes
 * acknowledged here, compares its revision with them.
 */
export function trackWrites(store: Store): TrackedWrites {
  const tracked = new Map<string, { latest: Revision }>();
  const record = (prefix: string, revision: Revision): void => {
    const found = tracked.get(prefix);
    if (found !== undefined && found.latest < revision) found.latest = revision;
  };
  return {
    store: withWriteHook(store, (revision, ...keys) => {
      for (const key of keys) {
        const first = key.indexOf('/', 1) + 1;
        record(key.slice(0, first), revision);
        record(key.slice(0, key.indexOf('/', first) + 1), revision);
      }
    }),
    track(prefix) {
      const found = tracked.get(prefix) ?? { latest: 0 };
      tracked.set(prefix, found);
      return () => found.latest;
    },
  };
}

/**
 * Wraps a store so that each successful write is answered only after `then` resolves for its revision, its key, and the keys
 * of the changes that are joined to it.
 */
export function withWriteHook(
  store: Store,
  then: (revision: Revision, key: string, ...joined: readonly string[]) => Promise<void> | void,
): Store {
  const hooked = async (
    key: string,
    { joined = [] }: DeleteOptions = {},
    write: Promise<WriteResult>,
  ): Promise<WriteResult> => {
    const result = await write;
    if (result.ok) await then(result.revision, key, ...joined.map((change) => change.key));
    return result;
  };
  return {
    get provesProgress() {
      return store.provesProgress;
    },
    requestProgress: () => store.requestProgress(),
    get: (key, options) => store.get(key, options),
    list: (prefix, options) => store.list(prefix, options),
    create: (key, value, options) => hooked(key, options, store.create(key, value, options)),
    update: (key, value, expected, options) => hooked(key, options, store.update(key, value, expected, options)),
    delete: (key, expected, options) => hooked(key, options, store.delete(key, expected, options)),
    watch: (prefix, options) => store.watch(prefix, options),
    currentRevision: (options) => store.currentRevision(options),
    compact: (revision) => store.compact(revision),
    close: () => store.close(),
  };
}
