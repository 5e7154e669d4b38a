import type { Revision } from '../store.js';
import { createCollection, type Collection, type CollectionOptions } from './collection.js';
import type { HistoryOptions } from './history.js';

export interface CollectionsOptions {
  /** Collections that exist from the start. */
  readonly fixed: readonly CollectionOptions[];
  /** Finds the collection of a key that belongs to no fixed one; such keys are not cached when absent. */
  readonly dynamic?: (key: string) => CollectionOptions | undefined;
  readonly history: HistoryOptions;
  /** The revision up to which events have been applied. */
  readonly revision: () => Revision;
}

/** All collections of a cache. Finding the one of a key takes constant time. */
export interface Collections {
  readonly all: () => Iterable<Collection>;
  /** The collection of a key or of a key prefix; a dynamic one is created at its first use. */
  readonly of: (key: string) => Collection | undefined;
  /** Dynamic collections that are created from now on have had no event since `revision`. */
  readonly loaded: (revision: Revision) => void;
}

/**
 * Dynamic collections hold kinds that are unknown when the process starts. They exist as soon as a key of theirs is seen, whether
 * its kind is served yet or not, so that nothing has to be read when a kind is added.
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
    collection.load([], loadedAt);
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
