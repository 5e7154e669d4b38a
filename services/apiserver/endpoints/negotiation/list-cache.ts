import type { Entry } from '@pilothouse/storage/store.js';

/** Cache of the encoded items of short lists, for all resources. */
export interface ListCache {
  /**
   * The items as `make` encodes them; the same chunks as before while no entry has changed. `form` is an object for
   * each way to encode.
   */
  readonly itemsOf: (
    form: object,
    entries: readonly Entry[],
    make: () => Iterable<Uint8Array>,
  ) => readonly Uint8Array[];
}

interface Items {
  readonly entries: readonly Entry[];
  /** Undefined until the same items are asked for again, and after eviction: most lists are asked for once. */
  chunks: readonly Uint8Array[] | undefined;
  size: number;
}

/** About 25 pages of 500 objects. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Creates a cache with a limit in bytes and FIFO eviction. Items are found by their first entry and compared by
 * identity, since a store hands out the same entry until its object changes. Clients that ask for the same page thus
 * share its bytes, whatever else is written.
 */
export function createListCache(maxBytes = MAX_BYTES): ListCache {
  const forms = new WeakMap<object, WeakMap<Entry, Items>>();
  const kept: Items[] = [];
  let size = 0;

  function keep(items: Items, chunks: readonly Uint8Array[]): void {
    items.chunks = chunks;
    items.size = chunks.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
    kept.push(items);
    size += items.size;
    while (size > maxBytes) {
      const oldest = kept.shift();
      if (oldest === undefined) break;
      size -= oldest.size;
      oldest.chunks = undefined;
    }
  }

  return {
    itemsOf(form, entries, make) {
      const [first] = entries;
      if (first === undefined) return [...make()];
      let lists = forms.get(form);
      if (lists === undefined) forms.set(form, (lists = new WeakMap()));
      const known = lists.get(first);
      if (known !== undefined && isSame(known.entries, entries)) {
        if (known.chunks !== undefined) return known.chunks;
        const chunks = [...make()];
        keep(known, chunks);
        return chunks;
      }
      lists.set(first, { entries, chunks: undefined, size: 0 });
      return [...make()];
    },
  };
}

function isSame(a: readonly Entry[], b: readonly Entry[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}
