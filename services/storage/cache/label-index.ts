import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import { keyOrder } from '../key-order.js';
import type { Attributes, Entry, ListOptions } from '../store.js';
import { STEP_ENTRIES, type EntryTree, type TreeRange } from './tree.js';

/** Inverted index from label and value to keys, so that a selector reads only matching objects. */
export interface LabelIndex {
  readonly add: (entry: Entry) => void;
  readonly remove: (entry: Entry) => void;
  /** Keys of entries with this label and one of the values, unordered. */
  readonly find: (label: string, values: readonly string[]) => string[];
}

export function createLabelIndex(): LabelIndex {
  const keys = new Map<string, Set<string>>();
  return {
    add({ key, attributes }) {
      forEachLabel(attributes, (text) => {
        const found = keys.get(text);
        if (found === undefined) keys.set(text, new Set([key]));
        else found.add(key);
      });
    },
    remove({ key, attributes }) {
      forEachLabel(attributes, (text) => {
        const found = keys.get(text);
        found?.delete(key);
        if (found?.size === 0) keys.delete(text);
      });
    },
    find: (label, values) => values.flatMap((value) => [...(keys.get(labelText(label, value)) ?? [])]),
  };
}

function forEachLabel(attributes: Attributes | undefined, visit: (text: string) => void): void {
  if (attributes === undefined) return;
  for (const label of Object.keys(attributes.labels)) visit(labelText(label, attributes.labels[label] ?? ''));
}

/** A label key and value cannot contain `=`. */
function labelText(label: string, value: string): string {
  return `${label}=${value}`;
}

/** The keys that the label index finds, unordered; undefined if a scan is as fast. */
export function indexedKeys(
  tree: EntryTree,
  labels: LabelIndex,
  { label, values }: NonNullable<ListOptions['where']>,
): string[] | undefined {
  const keys = labels.find(label, values);
  return keys.length * 4 > tree.size ? undefined : keys;
}

/** The entries of keys of the tree, in a range. The tree must not change between the steps. */
export function* readKeys(
  tree: EntryTree,
  keys: readonly string[],
  { prefix, start, limit }: TreeRange,
): Steps<{ entries: Entry[]; remaining: number }> {
  const order = keyOrder(keys);
  const wanted = keys.filter((key) => key.startsWith(prefix) && order(key, start) >= 0).sort(order);
  const entries: Entry[] = [];
  for (const key of wanted.slice(0, limit)) {
    if (entries.length % STEP_ENTRIES === 0) yield;
    const entry = tree.get(key);
    if (entry !== undefined) entries.push(entry);
  }
  return { entries, remaining: Math.max(0, wanted.length - limit) };
}
