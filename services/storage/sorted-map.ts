import sortedBTree, { type ISortedMap } from 'sorted-btree';
import { byteOrder, needsByteOrder, unitOrder } from './key-order.js';

/**
 * A map in the order of its keys. A clone is cheap: the two share what neither has changed since. (The library's own
 * type has another name for each way of resolving modules, and is therefore in none of our declarations.)
 */
export interface SortedMap<K, V> extends ISortedMap<K, V> {
  /** With an array, each entry is returned in that same array. */
  readonly entries: (first?: K, reused?: (K | V)[]) => IterableIterator<[K, V]>;
  readonly clone: () => SortedMap<K, V>;
}

type BTreeConstructor = typeof sortedBTree.default;

/**
 * The default import of a CommonJS module is the module in Node, and its `default` export under loaders that compile ES
 * modules to CommonJS (tsx, ts-jest, Babel). Accepts both.
 */
const BTree: BTreeConstructor = 'default' in sortedBTree ? sortedBTree.default : sortedBTree;

/** An empty map. `compare` must be a total order of the keys. */
export function createSortedMap<K, V>(compare: (a: K, b: K) => number): SortedMap<K, V> {
  return new BTree<K, V>(undefined, compare);
}

/**
 * An empty map from keys of a store. Its order is right for every key, and fast while no key needs more than ASCII does:
 * `noticeKey` must be called before a key is set.
 */
export function createKeyMap<V>(): { readonly map: SortedMap<string, V>; readonly noticeKey: (key: string) => void } {
  let order = unitOrder;
  return {
    map: createSortedMap<string, V>((a, b) => order(a, b)),
    noticeKey(key) {
      // The keys that are present compare alike in both orders.
      if (order === unitOrder && needsByteOrder(key)) order = byteOrder;
    },
  };
}
