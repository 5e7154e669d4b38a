import type { Revision } from '../store.js';
import { createCollection, type Collection, type CollectionOptions } from './collection.js';
import type { HistoryOptions } from './history.js';

export interface CollectionsOptions {
  /** Collections that exist from the start. */
  readonly fixed: readonly CollectionOptions[];
  /** Returns the collection for a key outside the fixed ones. When absent, such keys are not cached. */
  readonly dynamic?: (key: string) => CollectionOptions | undefined;
  readonly history: HistoryOptions;
  /** The revision of the last applied event. */
  readonly revision: () => Revision;
}

/** All collections of a cache. Lookup by key takes constant time. */
export interface Collections {
  readonly all: () => Iterable<Collection>;
  /** The collection of a key or key prefix. A dynamic one is created on first use. */
  readonly of: (key: string) => Collection | undefined;
  /** Records that dynamic collections created from now on had no events before or at `revision`. */
  readonly loaded: (revision: Revision) => void;
}

/**
 * Dynamic collections hold custom resources. They are created when their first key appears, whether or not the resource
 * is already served, so that adding a resource needs no read of the store.
 */
export function createCollections({ fixed, dynamic, history, revision }: CollectionsOptions): Collections {
  const byPrefix = new Map<string, Collection>();
  let loadedAt: Revision = 0;

  function add(options: CollectionOptions): Collection {
    const collection = createCollection(options, history, revision);
    byPrefix.set(options.prefix, collection);
    return collection;
  }

  function addDynamic(key: string): Collection | undefined {
    const options = dynamic?.(key);
    if (options === undefined) return undefined;
    const collection = add(options);
    collection.load(undefined, loadedAt);
    return collection;
  }

  for (const options of fixed) add(options);
  return {
    all: () => byPrefix.values(),
    of(key) {
      const first = key.indexOf('/', 1) + 1;
      const second = first === 0 ? 0 : key.indexOf('/', first) + 1;
      return (
        byPrefix.get(key.slice(0, first)) ??
        byPrefix.get(key.slice(0, second)) ??
        byPrefix.get('') ??
        (second === 0 ? undefined : addDynamic(key))
      );
    },
    loaded(at) {
      loadedAt = at;
    },
  };
}
