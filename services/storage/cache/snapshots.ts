import type { Revision } from '../store.js';
import { eventKey } from '../event.js';
import type { History } from './history.js';
import type { EntryTree } from './tree.js';

/** States of the past that somebody asked for, kept for the pages that follow. */
export interface Snapshots {
  /**
   * The state as of `revision`, from which on `history` holds every event. Only to be read. Undefined where so much would
   * have to be undone that others had to wait for it.
   */
  readonly at: (revision: Revision, present: EntryTree, history: History) => EntryTree | undefined;
  /** Tells that the present state has moved on to an event at `revision`. */
  readonly passed: (revision: Revision) => void;
  /** Lets go of states before `revision`, which nobody may ask for any more. */
  readonly forget: (revision: Revision) => void;
}

/** Pages of so many lists at a time find their state ready. */
const KEPT = 32;
/** Undoing more events than this takes longer than asking the store. */
const MOST_UNDONE = 20_000;

export function createSnapshots(): Snapshots {
  /** By revision, the one that was used last at the end. */
  const kept = new Map<Revision, EntryTree>();
  /** The revision of the last event: states from here on are the present one. */
  let last = 0;

  function keep(revision: Revision, tree: EntryTree): EntryTree {
    kept.delete(revision);
    kept.set(revision, tree);
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT) break;
      kept.delete(oldest);
    }
    return tree;
  }

  return {
    passed(revision) {
      last = revision;
    },
    forget(oldest) {
      for (const revision of kept.keys()) if (revision < oldest) kept.delete(revision);
    },
    at(revision, present, history) {
      const known = kept.get(revision);
      if (known !== undefined) return keep(revision, known);
      const undone = revision < last ? [...history.since(revision + 1)] : [];
      if (undone.length > MOST_UNDONE) return undefined;
      const tree = present.clone();
      for (const event of undone.reverse()) {
        if (event.previous === undefined) tree.delete(eventKey(event));
        else tree.set(event.previous.key, event.previous);
      }
      return keep(revision, tree);
    },
  };
}
