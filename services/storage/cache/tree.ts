import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
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
  /** The number of entries with the prefix, if known. */
  readonly size?: number | undefined;
}

/** Entries that are read in one step: about a millisecond. */
export const STEP_ENTRIES = 10_000;

/** Up to `limit` entries of the range, and the number of remaining ones. The tree must not change between the steps. */
export function* readTree(
  tree: EntryTree,
  { prefix, start, limit, uncounted, size }: TreeRange,
): Steps<{ entries: Entry[]; remaining: number }> {
  const entries: Entry[] = [];
  const [endKey, end] = pairAfter(tree, prefix) ?? [];
  // The end is found by identity: comparing each key with the prefix takes most of the time of a long list.
  for (const [key, entry] of tree.entries(start, [])) {
    if (entry === end || (entries.length === 0 && !key.startsWith(prefix))) break;
    if (entries.length === limit) {
      if (uncounted) return { entries, remaining: 1 };
      const isCounted = size !== undefined && start === prefix;
      return { entries, remaining: isCounted ? size - limit : countBetween(tree, key, endKey) };
    }
    entries.push(entry);
    if (entries.length % STEP_ENTRIES === 0) yield;
  }
  return { entries, remaining: 0 };
}

/** The first key after all keys with the prefix, and its entry. */
function pairAfter(tree: EntryTree, prefix: string): [key: string, entry: Entry] | undefined {
  let pair = tree.nextHigherPair(`${prefix}\u{10ffff}`);
  while (pair?.[0].startsWith(prefix) === true) pair = tree.nextHigherPair(pair[0]);
  return pair;
}

/** How many keys there are from `start` on and before `end`; to the last one if that is undefined. */
function countBetween(tree: EntryTree, start: string, end: string | undefined): number {
  if (end !== undefined) return tree.forRange(start, end, false);
  return tree.forRange(start, tree.maxKey() ?? start, true);
}
