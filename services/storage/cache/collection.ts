import {
  CompactedError,
  unreadableEntry,
  UnreadableError,
  type Attributes,
  type Entry,
  type Revision,
  type StoreEvent,
} from '../store.js';
import { READS_ENCRYPTED } from '../encryption/providers.js';
import { ENCRYPTED, startsWith } from '../encryption/transformer.js';
import { eventRevision } from '../event.js';
import { createHistory, type History, type HistoryOptions } from './history.js';
import { createLabelIndex, type LabelIndex } from './label-index.js';
import { createWatcherGroups, type WatcherGroups } from './watcher-groups.js';
import { createSnapshots } from './snapshots.js';
import { createTree, type EntryTree } from './tree.js';
import { sizeOf } from './entry-size.js';

/** A collection of the watch cache: a key prefix and how to extract attributes. */
export interface CollectionOptions {
  /** The prefix of its keys, such as `/configmaps/`. No other collection shares it. */
  readonly prefix: string;
  /** Extracts the labels and selectable fields of an entry. */
  readonly extract: (entry: Entry) => Attributes;
}

const NO_ATTRIBUTES: Attributes = { labels: {}, fields: {} };

/**
 * Wraps `extract` so that it does not throw. A stored value that is not an object is reported and matches no selector; the
 * other entries are served.
 */
export function safeExtract(
  extract: CollectionOptions['extract'],
  onError: (error: unknown) => void,
): CollectionOptions['extract'] {
  return (entry) => {
    try {
      return extract(entry);
    } catch (error) {
      onError(new Error(`the value of ${entry.key} is not an object`, { cause: error }));
      return NO_ATTRIBUTES;
    }
  };
}

/**
 * The objects of one resource in memory, with the recent history and the watchers. What load() replaces is a function's result, since
 * V8 gives an object literal with accessors a hidden class and a dictionary of its own: a kilobyte for each of thousands of kinds.
 */
export interface Collection {
  readonly prefix: string;
  /** A number that grows with each change of the state. */
  readonly version: () => number;
  /** The current state. Read-only. */
  readonly tree: () => EntryTree;
  /** Size of all values. */
  readonly bytes: () => number;
  readonly labels: () => LabelIndex;
  /** The number of present keys with a prefix, if it is that of the collection or of a namespace with keys. */
  readonly sizeOf: (prefix: string) => number | undefined;
  readonly history: () => Pick<History, 'oldest' | 'since'>;
  readonly watchers: WatcherGroups;
  /** Replaces the state with what was read at `revision`. Watchers get CompactedError, so that they relist. */
  readonly load: (entries: readonly Entry[], revision: Revision) => void;
  readonly apply: (event: StoreEvent) => void;
  /** The state at `revision`, which must have been reached. Undefined if the history starts later. */
  readonly stateAt: (revision: Revision) => EntryTree | undefined;
  /** Drops history beyond its limits. */
  readonly trim: () => void;
  /** Drops states before `revision`. */
  readonly forget: (revision: Revision) => void;
  /** Whether the collection has held an entry since its last load whose value cannot be read. */
  readonly hasUnreadable: () => boolean;
  /** The keys of entries whose values cannot be read: a copy, so that its reader may postpone and repair them. */
  readonly unreadable: () => readonly string[];
  /** Moves a key to the end of {@link unreadable}. */
  readonly postpone: (key: string) => void;
  /** Replaces an entry whose value could not be read before. Watchers get CompactedError, so that they relist. */
  readonly repair: (entry: Entry) => void;
  /** The entry with its attributes, in the form that the collection holds. */
  readonly withAttributes: (entry: Entry) => Entry;
}

/** An empty collection. `revision` returns the revision of the last applied event. */
export function createCollection(
  { prefix, extract }: CollectionOptions,
  historyOptions: HistoryOptions,
  revision: () => Revision,
): Collection {
  let { tree, noticeKey } = createTree();
  let labels = createLabelIndex();
  /** The number of keys in each namespace, since counting those of a range takes as long as reading them. */
  let sizes = new Map<string, number>();
  let history = createHistory(0, historyOptions);
  let snapshots = createSnapshots();
  let unreadable = new Set<string>();
  let hasUnreadable = false;
  let version = 0;
  let bytes = 0;
  const watchers = createWatcherGroups(revision);

  /** An explicit literal: a spread would give each entry its own hidden class. */
  const withAttributes = (entry: Entry): Entry => {
    if (entry.attributes !== undefined || entry.problem !== undefined) return entry;
    const { key, revision } = entry;
    // A server without its encryption configuration.
    if (startsWith(entry.value, ENCRYPTED)) {
      return unreadableEntry(key, revision, new UnreadableError(key, READS_ENCRYPTED));
    }
    return { key, value: ownBytes(entry.value), revision, attributes: extract(entry), sameFor: undefined };
  };

  function put(entry: Entry): void {
    noticeKey(entry.key);
    bytes += sizeOf(entry);
    if (entry.problem !== undefined) {
      unreadable.add(entry.key);
      hasUnreadable = true;
    }
    if (tree.set(entry.key, entry)) resize(entry.key, 1);
    labels.add(entry);
  }

  function resize(key: string, by: number): void {
    for (let slash = key.indexOf('/', prefix.length); slash !== -1; slash = key.indexOf('/', slash + 1)) {
      const namespace = key.slice(0, slash + 1);
      const size = (sizes.get(namespace) ?? 0) + by;
      if (size === 0) sizes.delete(namespace);
      else sizes.set(namespace, size);
    }
  }

  return {
    prefix,
    watchers,
    withAttributes,
    version: () => version,
    tree: () => tree,
    bytes: () => bytes,
    labels: () => labels,
    sizeOf: (listed) => (listed === prefix ? tree.size : sizes.get(listed)),
    history: () => history,
    hasUnreadable: () => hasUnreadable,
    unreadable: () => [...unreadable],
    postpone(key) {
      if (unreadable.delete(key)) unreadable.add(key);
    },
    repair(entry) {
      if (tree.get(entry.key)?.revision !== entry.revision) return;
      version += 1;
      unreadable.delete(entry.key);
      put(withAttributes(entry));
      const loaded = revision();
      watchers.endAll(new CompactedError(loaded, loaded + 1));
    },
    load(entries, loaded) {
      version += 1;
      bytes = 0;
      ({ tree, noticeKey } = createTree());
      labels = createLabelIndex();
      sizes = new Map();
      unreadable = new Set();
      hasUnreadable = false;
      history = createHistory(loaded, historyOptions);
      snapshots = createSnapshots();
      for (const entry of entries) put(withAttributes(entry));
      watchers.endAll(new CompactedError(loaded, loaded + 1));
    },
    apply(event) {
      version += 1;
      const key = event.type === 'put' ? event.entry.key : event.key;
      // Reuses the cached entry, so that its attributes are extracted only once.
      const known = tree.get(key);
      const previous = known ?? (event.previous && withAttributes(event.previous));
      if (known !== undefined) {
        labels.remove(known);
        bytes -= sizeOf(known);
        unreadable.delete(key);
      }
      if (event.type === 'put') {
        const entry = withAttributes(event.entry);
        put(entry);
        record({ type: 'put', entry, previous }, key);
      } else {
        if (tree.delete(key)) resize(key, -1);
        record({ ...event, previous: previous ?? event.previous }, key);
      }
    },
    stateAt(wanted) {
      if (wanted < history.oldest() - 1) return undefined;
      return snapshots.at(wanted, tree, history);
    },
    trim() {
      history.trim();
      snapshots.forget(history.oldest() - 1);
    },
    forget(wanted) {
      history.forget(wanted);
      snapshots.forget(history.oldest() - 1);
    },
  };

  function record(event: StoreEvent, key: string): void {
    history.append(event);
    watchers.dispatch(key, event);
    snapshots.advance(eventRevision(event));
    snapshots.forget(history.oldest() - 1);
  }
}

/** Copies the bytes if they are a view that would keep a larger buffer alive. */
function ownBytes(value: Uint8Array): Uint8Array {
  if (value.buffer.byteLength === value.byteLength) return value;
  const copy = Buffer.allocUnsafeSlow(value.byteLength);
  copy.set(value);
  return copy;
}
