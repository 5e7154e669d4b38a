import sortedBTree, { type ISortedMap } from 'sorted-btree';
import { byteOrder, needsByteOrder, unitOrder } from './key-order.js';

/**
 * Ordered map (B-tree). Clones are cheap: they share unchanged nodes. The library's own type has a different name for
 * each kind of module resolution, so no declaration here uses it.
 */
export interface SortedMap<K, V> extends ISortedMap<K, V> {
  /** With `reused`, every entry is returned in that array. */
  readonly entries: (first?: K, reused?: (K | V)[]) => IterableIterator<[K, V]>;
  readonly clone: () => SortedMap<K, V>;
}

type BTreeConstructor = typeof sortedBTree.default;

/**
 * The default import of a CommonJS module is the module itself in Node, and its `default` export under loaders that
 * compile ES modules to CommonJS (tsx, ts-jest, Babel). Accepts both.
 */
const BTree: BTreeConstructor = 'default' in sortedBTree ? sortedBTree.default : sortedBTree;

/** An empty map. `compare` must be a total order. */
export function createSortedMap<K, V>(compare: (a: K, b: K) => number): SortedMap<K, V> {
  return new BTree<K, V>(undefined, compare);
}

/**
 * An empty map of store keys in byte order. It uses the faster UTF-16 order until a key requires byte order. Call
 * `noticeKey` before a key is set.
 */
export function createKeyMap<V>(): { readonly map: SortedMap<string, V>; readonly noticeKey: (key: string) => void } {
  let order = unitOrder;
  return {
    map: createSortedMap<string, V>((a, b) => order(a, b)),
    noticeKey(key) {
      // The present keys compare alike in both orders.
      if (order === unitOrder && needsByteOrder(key)) order = byteOrder;
    },
  };
}
