import { CompactedError, type Attributes, type Entry, type Revision, type StoreEvent } from '../store.js';
import { eventRevision } from '../event.js';
import { createHistory, type History, type HistoryOptions } from './history.js';
import { createLabelIndex, type LabelIndex } from './label-index.js';
import { createScopes, type Scopes } from './scopes.js';
import { createSnapshots } from './snapshots.js';
import { createTree, type EntryTree } from './tree.js';

/** What the cache is told of a collection. */
export interface CollectionOptions {
  /** What its keys begin with, and no others, such as `/configmaps/`. */
  readonly prefix: string;
  /** What selectors will see of an entry. */
  readonly extract: (entry: Entry) => Attributes;
}

/** The objects of one resource in memory, with their recent past and those who watch them. */
export interface Collection {
  readonly prefix: string;
  /** The present state. Only to be read. */
  readonly tree: EntryTree;
  readonly labels: LabelIndex;
  readonly history: Pick<History, 'oldest' | 'since'>;
  readonly scopes: Scopes;
  /** Puts what was read at `revision` in place of everything; those who watch are told to relist. */
  readonly load: (entries: readonly Entry[], revision: Revision) => void;
  readonly apply: (event: StoreEvent) => void;
  /** The state as of `revision`, which has been reached. Undefined where the history does not go back so far. */
  readonly stateAt: (revision: Revision) => EntryTree | undefined;
  /** Forgets of the past what is too old. */
  readonly trim: () => void;
  /** Forgets states before `revision`. */
  readonly forget: (revision: Revision) => void;
  /** An entry in the form in which the collection keeps them. */
  readonly withAttributes: (entry: Entry) => Entry;
}

/** An empty collection. `revision` tells how far events have been applied. */
export function createCollection(
  { prefix, extract }: CollectionOptions,
  historyOptions: HistoryOptions,
  revision: () => Revision,
): Collection {
  let { tree, noticeKey } = createTree();
  let labels = createLabelIndex();
  let history = createHistory(0, historyOptions);
  let snapshots = createSnapshots();
  const scopes = createScopes(revision);

  /** The entry as it is kept. A spread would give each entry a hidden class of its own. */
  const withAttributes = (entry: Entry): Entry => {
    if (entry.attributes !== undefined) return entry;
    const { key, revision } = entry;
    return { key, value: ownBytes(entry.value), revision, attributes: extract(entry) };
  };

  function put(entry: Entry): void {
    noticeKey(entry.key);
    tree.set(entry.key, entry);
    labels.add(entry);
  }

  return {
    prefix,
    scopes,
    withAttributes,
    get tree() {
      return tree;
    },
    get labels() {
      return labels;
    },
    get history() {
      return history;
    },
    load(entries, loaded) {
      ({ tree, noticeKey } = createTree());
      labels = createLabelIndex();
      history = createHistory(loaded, historyOptions);
      snapshots = createSnapshots();
      for (const entry of entries) put(withAttributes(entry));
      scopes.endAll(new CompactedError(loaded, loaded + 1));
    },
    apply(event) {
      const key = event.type === 'put' ? event.entry.key : event.key;
      // The entry that is here already, so that its attributes are extracted once.
      const known = tree.get(key);
      const previous = known ?? (event.previous && withAttributes(event.previous));
      if (known !== undefined) labels.remove(known);
      if (event.type === 'put') {
        const entry = withAttributes(event.entry);
        put(entry);
        record({ type: 'put', entry, previous }, key);
      } else {
        tree.delete(key);
        record({ ...event, previous: previous ?? event.previous }, key);
      }
    },
    stateAt(wanted) {
      if (wanted < history.oldest - 1) return undefined;
      return snapshots.at(wanted, tree, history);
    },
    trim() {
      history.trim();
      snapshots.forget(history.oldest - 1);
    },
    forget(wanted) {
      history.forget(wanted);
      snapshots.forget(history.oldest - 1);
    },
  };

  function record(event: StoreEvent, key: string): void {
    history.append(event);
    scopes.dispatch(key, event);
    snapshots.passed(eventRevision(event));
    snapshots.forget(history.oldest - 1);
  }
}

/** The bytes, copied where a larger buffer would stay in memory for their sake. */
function ownBytes(value: Uint8Array): Uint8Array {
  if (value.buffer.byteLength === value.byteLength) return value;
  const copy = Buffer.allocUnsafeSlow(value.byteLength);
  copy.set(value);
  return copy;
}
