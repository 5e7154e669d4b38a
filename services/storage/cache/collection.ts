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
import { Contents } from './contents.js';
import { createHistory, type History, type HistoryOptions } from './history.js';
import type { LabelIndex } from './label-index.js';
import { createWatcherGroups, type WatcherGroups } from './watcher-groups.js';
import { createSnapshots } from './snapshots.js';
import type { EntryTree } from './tree.js';

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
  /** Replaces the state with what was read at `revision`; nothing when absent. Watchers get CompactedError, so that they relist. */
  readonly load: (contents: Contents | undefined, revision: Revision) => void;
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
  let contents = new Contents(prefix);
  let history = createHistory(0, historyOptions);
  let snapshots = createSnapshots();
  let version = 0;
  const watchers = createWatcherGroups(revision);

  /** An explicit literal: a spread would give each entry its own hidden class. */
  const withAttributes = (entry: Entry): Entry => {
    if (entry.attributes !== undefined || entry.problem !== undefined) return entry;
    const { key, revision } = entry;
    // A server without its encryption configuration.
    if (startsWith(entry.value, ENCRYPTED)) {
      return unreadableEntry(key, revision, new UnreadableError(key, READS_ENCRYPTED));
    }
    const [value, attributes] = [ownBytes(entry.value), extract(entry)];
    return { key, value, revision, attributes, sameFor: undefined, derived: undefined };
  };

  return {
    prefix,
    watchers,
    withAttributes,
    version: () => version,
    tree: () => contents.tree,
    bytes: () => contents.bytes,
    labels: () => contents.labels,
    sizeOf: (listed) => contents.sizeOf(listed),
    history: () => history,
    hasUnreadable: () => contents.hasUnreadable,
    unreadable: () => [...contents.unreadable],
    postpone(key) {
      if (contents.unreadable.delete(key)) contents.unreadable.add(key);
    },
    repair(entry) {
      const known = contents.tree.get(entry.key);
      if (known?.revision !== entry.revision) return;
      version += 1;
      contents.put(withAttributes(entry), known);
      const loaded = revision();
      watchers.endAll(new CompactedError(loaded, loaded + 1));
    },
    load(loaded, at) {
      version += 1;
      contents = loaded ?? new Contents(prefix);
      history = createHistory(at, historyOptions);
      snapshots = createSnapshots();
      watchers.endAll(new CompactedError(at, at + 1));
    },
    apply(event) {
      version += 1;
      const key = event.type === 'put' ? event.entry.key : event.key;
      // Reuses the cached entry, so that its attributes are extracted only once.
      const known = contents.tree.get(key);
      const previous = known ?? (event.previous && withAttributes(event.previous));
      if (event.type === 'put') {
        const entry = withAttributes(event.entry);
        contents.put(entry, known);
        record({ type: 'put', entry, previous }, key);
      } else {
        if (known !== undefined) contents.delete(known);
        record({ ...event, previous: previous ?? event.previous }, key);
      }
    },
    stateAt(wanted) {
      if (wanted < history.oldest() - 1) return undefined;
      return snapshots.at(wanted, contents.tree, history);
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
