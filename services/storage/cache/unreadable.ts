import { UnreadableListError, type Entry, type ListResult, type Store } from '../store.js';
import type { Collection } from './collection.js';

/** Limit of the problems that one error names. */
const MAX_NAMED = 100;
/** Milliseconds between two attempts to read values that could not be read. */
const REPAIR_INTERVAL = 5_000;
/** Failures of one collection, after which its other values wait for the next turn. */
const MAX_FAILURES = 10;

/** The list. Throws UnreadableListError if a value of it cannot be read: a list without it would be wrong. */
export function readable<List extends Pick<ListResult, 'entries'>>(list: List): List {
  const problems: NonNullable<Entry['problem']>[] = [];
  for (const { problem } of list.entries) {
    if (problem !== undefined && problems.push(problem) === MAX_NAMED) break;
  }
  if (problems.length > 0) throw new UnreadableListError(problems);
  return list;
}

/**
 * Reads values again that could not be read, until they can: a key service may have been down, or a key was added to the
 * configuration. Returns a function that stops.
 */
export function keepRepairing(
  store: Pick<Store, 'get'>,
  collections: () => Iterable<Collection>,
  interval = REPAIR_INTERVAL,
): () => void {
  let isBusy = false;

  async function repair(collection: Collection): Promise<void> {
    let failures = 0;
    for (const key of collection.unreadable()) {
      const read = (await store.get(key)).entry;
      // Without the encryption layer only the collection recognizes an encrypted value.
      const entry = read && collection.withAttributes(read);
      if (entry !== undefined && entry.problem === undefined) collection.repair(entry);
      else {
        collection.postpone(key);
        if (++failures >= MAX_FAILURES) return;
      }
    }
  }

  async function repairAll(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    try {
      for (const collection of collections()) await repair(collection);
    } catch {
      // The store is unavailable. The next attempt follows.
    } finally {
      isBusy = false;
    }
  }

  const timer = setInterval(() => void repairAll(), interval).unref();
  return () => clearInterval(timer);
}
