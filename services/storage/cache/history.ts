import { eventRevision } from '../event.js';
import type { Revision, StoreEvent } from '../store.js';
import { sizeOf } from './entry-size.js';

export interface HistoryOptions {
  /** Milliseconds for which events are kept. */
  readonly age: number;
  /** Limit for the bytes that only the history keeps alive. */
  readonly bytes: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The cutoff events of a collection in order, limited by age and memory. */
export interface History {
  /** The first revision from which every event is present. */
  readonly oldest: () => Revision;
  readonly append: (event: StoreEvent) => void;
  /** Events from `from` on, which must not be before `oldest`. */
  readonly since: (from: Revision) => Iterable<StoreEvent>;
  /** Drops events beyond the age limit. */
  readonly trim: () => void;
  /** Drops states before `revision` and the events that led to it. */
  readonly forget: (revision: Revision) => void;
}

interface Item {
  readonly event: StoreEvent;
  readonly revision: Revision;
  readonly at: number;
  readonly bytes: number;
}

/** Approximate overhead of an event besides its values. */
const EVENT_BYTES = 200;

/** An empty history of events after `loaded`. */
export function createHistory(loaded: Revision, { age, bytes: maxBytes, now }: HistoryOptions): History {
  let items: (Item | undefined)[] = [];
  /** Index of the first event in `items`; earlier slots are empty. */
  let first = 0;
  let oldest = loaded + 1;
  let bytes = 0;

  function trim(): void {
    const cutoff = now() - age;
    drop((item) => item.at < cutoff || bytes > maxBytes);
  }

  /** Drops events from the front while `isExpired` holds. */
  function drop(isExpired: (item: Item) => boolean): void {
    for (let item = items[first]; item !== undefined && isExpired(item); item = items[first]) {
      bytes -= item.bytes;
      oldest = Math.max(oldest, item.revision + 1);
      items[first] = undefined;
      first += 1;
    }
    if (first > 1024 && first * 2 > items.length) {
      items = items.slice(first);
      first = 0;
    }
  }

  return {
    oldest: () => oldest,
    append(event) {
      const held = EVENT_BYTES + (event.previous === undefined ? 0 : sizeOf(event.previous));
      bytes += held;
      items.push({ event, revision: eventRevision(event), at: now(), bytes: held });
      if (bytes > maxBytes) trim();
    },
    *since(from) {
      let [low, high] = [first, items.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((items[middle]?.revision ?? 0) < from) low = middle + 1;
        else high = middle;
      }
      for (let item = items[low]; item !== undefined; item = items[++low]) yield item.event;
    },
    trim,
    forget(revision) {
      drop((item) => item.revision <= revision);
      oldest = Math.max(oldest, revision + 1);
    },
  };
}
