import type { Revision } from '../store.js';
import { eventKey } from '../event.js';
import type { History } from './history.js';
import type { EntryTree } from './tree.js';

/** Past states that a list requested, cached for its following pages. */
export interface Snapshots {
  /**
   * The state at `revision`, after which `history` must hold every event. Read-only. Undefined if undoing the events
   * would block the event loop for too long.
   */
  readonly at: (revision: Revision, present: EntryTree, history: History) => EntryTree | undefined;
  /** Records that the current state includes an event at `revision`. */
  readonly advance: (revision: Revision) => void;
  /** Drops snapshots before `revision`. */
  readonly forget: (revision: Revision) => void;
}

/** Number of cached snapshots (LRU). */
const MAX_SNAPSHOTS = 32;
/** Beyond this number of events, reading from the store is faster. */
const MAX_UNDONE_EVENTS = 20_000;

export function createSnapshots(): Snapshots {
  /** By revision, in LRU order: the most recently used is last. */
  const snapshots = new Map<Revision, EntryTree>();
  /** The revision of the last event. The state at any later revision is the current one. */
  let lastEvent = 0;

  function keep(revision: Revision, tree: EntryTree): EntryTree {
    snapshots.delete(revision);
    snapshots.set(revision, tree);
    for (const oldest of snapshots.keys()) {
      if (snapshots.size <= MAX_SNAPSHOTS) break;
      snapshots.delete(oldest);
    }
    return tree;
  }

  return {
    advance(revision) {
      lastEvent = revision;
    },
    forget(oldest) {
      for (const revision of snapshots.keys()) if (revision < oldest) snapshots.delete(revision);
    },
    at(revision, present, history) {
      const known = snapshots.get(revision);
      if (known !== undefined) return keep(revision, known);
      const undone = revision < lastEvent ? [...history.since(revision + 1)] : [];
      if (undone.length > MAX_UNDONE_EVENTS) return undefined;
      const tree = present.clone();
      for (const event of undone.reverse()) {
        if (event.previous === undefined) tree.delete(eventKey(event));
        else tree.set(event.previous.key, event.previous);
      }
      return keep(revision, tree);
    },
  };
}
