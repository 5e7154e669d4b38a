import sortedBTree, { type ISortedMap } from 'sorted-btree';
import type { Entry } from '../store.js';
import { byteOrder, needsByteOrder, unitOrder } from './order.js';

type BTreeConstructor = typeof sortedBTree.default;

/**
 * The default import of a CommonJS module is the module in Node, and its `default` export under loaders that compile ES
 * modules to CommonJS (tsx, ts-jest, Babel). Accepts both.
 */
const BTree: BTreeConstructor = 'default' in sortedBTree ? sortedBTree.default : sortedBTree;

/**
 * Entries in the order of their keys. A clone is cheap: the two share what neither has changed since. (The name of the
 * library's own type depends on the module resolution, so that the declarations do not mention it.)
 */
export interface EntryTree extends ISortedMap<string, Entry> {
  /** With an array, that one is handed out anew for each entry. */
  readonly entries: (first?: string, reused?: (string | Entry)[]) => IterableIterator<[string, Entry]>;
  readonly clone: () => EntryTree;
}

/** An empty tree whose order is right for every key, and fast while none needs more than ASCII does. */
export function createTree(): { readonly tree: EntryTree; readonly noticeKey: (key: string) => void } {
  let order = unitOrder;
  return {
    tree: new BTree<string, Entry>(undefined, (a, b) => order(a, b)),
    noticeKey(key) {
      // Keys that were there before compare alike in both orders.
      if (order === unitOrder && needsByteOrder(key)) order = byteOrder;
    },
  };
}

export interface TreeRange {
  readonly prefix: string;
  /** At or after the prefix. */
  readonly start: string;
  readonly limit: number;
  /** Any positive number will do for how many more there are. */
  readonly uncounted: boolean;
}

/** Up to `limit` entries of the range, and how many more it has. */
export function readTree(
  tree: EntryTree,
  { prefix, start, limit, uncounted }: TreeRange,
): { entries: Entry[]; remaining: number } {
  const entries: Entry[] = [];
  for (const [key, entry] of tree.entries(start, [])) {
    if (!key.startsWith(prefix)) break;
    if (entries.length === limit) {
      if (uncounted) return { entries, remaining: 1 };
      const isWhole = start === prefix && hasPrefix(tree.minKey(), prefix) && hasPrefix(tree.maxKey(), prefix);
      return { entries, remaining: isWhole ? tree.size - limit : countFrom(tree, key, prefix) };
    }
    entries.push(entry);
  }
  return { entries, remaining: 0 };
}

/** Where the first and the last key have a prefix, those between have it too. */
function hasPrefix(key: string | undefined, prefix: string): boolean {
  return key?.startsWith(prefix) === true;
}

/** How many keys with the prefix there are from `start` on. */
function countFrom(tree: EntryTree, start: string, prefix: string): number {
  const highest = tree.maxKey();
  if (highest === undefined) return 0;
  if (highest.startsWith(prefix)) return tree.forRange(start, highest, true);
  return tree.forRange(start, afterPrefix(prefix), false);
}

/** A text that comes after every key with the prefix, and before every other key after those. */
function afterPrefix(prefix: string): string {
  return `${prefix}\u{10ffff}\u{10ffff}`;
}
