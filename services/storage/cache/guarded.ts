import type { Attributes, Entry } from '../store.js';
import type { CollectionOptions } from './collection.js';

const NONE: Attributes = { labels: {}, fields: {} };

/**
 * An extraction that does not fail. A value that somebody else put into the store, and that is no object, costs only
 * itself: it is told of, and no selector finds it; all others are served.
 */
export function guarded(
  extract: CollectionOptions['extract'],
  onError: (error: unknown) => void,
): CollectionOptions['extract'] {
  return (entry: Entry) => {
    try {
      return extract(entry);
    } catch (error) {
      onError(new Error(`the entry ${entry.key} does not hold an object`, { cause: error }));
      return NONE;
    }
  };
}
