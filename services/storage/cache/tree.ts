import type { Entry } from '../store.js';
import { createKeyMap, type SortedMap } from '../sorted-map.js';

/** Entries in key order. */
export type EntryTree = SortedMap<string, Entry>;

/** An empty tree; see {@link createKeyMap}. */
export function createTree(): { readonly tree: EntryTree; readonly noticeKey: (key: string) => void } {
  const { map, noticeKey } = createKeyMap<Entry>();
  return { tree: map, noticeKey };
}

export interface TreeRange {
  readonly prefix: string;
  /** The prefix itself, or a key after it. */
  readonly start: string;
  readonly limit: number;
  /** The exact number of remaining entries is not needed; any positive number will do. */
  readonly uncounted: boolean;
}

/** Up to `limit` entries of the range, and the number of remaining ones. */
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

/** If both the first and the last key have the prefix, all keys have it. */
function hasPrefix(key: string | undefined, prefix: string): boolean {
  return key?.startsWith(prefix) === true;
}

/** The number of keys with the prefix from `start` on. */
function countFrom(tree: EntryTree, start: string, prefix: string): number {
  const highest = tree.maxKey();
  if (highest === undefined) return 0;
  if (highest.startsWith(prefix)) return tree.forRange(start, highest, true);
  return tree.forRange(start, afterPrefix(prefix), false);
}

/** A text that sorts after every key with the prefix and before the next other key. */
function afterPrefix(prefix: string): string {
  return `${prefix}\u{10ffff}\u{10ffff}`;
}
