import { sizeOf } from './entry-size.js';
import type { Revision, StoreEvent, WatchBatch } from '../store.js';
import type { Watcher } from './watcher.js';

/** The watchers of one prefix. They share the same batch objects, so that each batch is encoded only once. */
interface Group {
  readonly watchers: Set<Watcher>;
  pending: StoreEvent[];
  /** No batch before this time. Infinity from a batch to the beginning of its pause. */
  due: number;
}

/**
 * Milliseconds from the end of one batch to the next, for each watcher of the group: about twice what a watcher on its own connection
 * costs, so that most of the time is left for the writes that cause events. They share the next batch, and so one write for each
 * connection. The pause begins when the watches have written: a pause from the beginning would be over by then on a slow host, and
 * each turn of a write would wait for another batch.
 */
const PAUSE = 0.02;
/** Shorter pauses would cost more than they save. */
const SHORTEST_PAUSE = 1;
const LONGEST_PAUSE = 20;

/** The watchers of a collection, grouped by prefix. */
export interface WatcherGroups {
  /** Delivers pending events of the prefix, then adds the watcher. */
  readonly add: (prefix: string, watcher: Watcher) => void;
  readonly remove: (prefix: string, watcher: Watcher) => void;
  /** Queues the event for the groups whose prefix matches the key. Other groups cost nothing. */
  readonly dispatch: (key: string, event: StoreEvent) => void;
  /** Number of watchers of the key, or of a prefix of it. */
  readonly countOf: (key: string) => number;
  /** Delivers all pending events. */
  readonly flush: () => void;
  /** Delivers the pending events of each group whose pause is over at `now`, in milliseconds. */
  readonly deliverDue: (now: number) => void;
  /**
   * Begins the pause of each large group that {@link deliverDue} served. Returns the milliseconds until the pause of a group with
   * pending events is over, 0 if one has no pause; undefined if no events are pending.
   */
  readonly pauseFrom: (now: number) => number | undefined;
  readonly endAll: (error?: Error) => void;
}

/** `revision` returns the revision of the last dispatched event. */
export function createWatcherGroups(revision: () => Revision): WatcherGroups {
  const groups = new Map<string, Group>();
  /** The number of groups for each prefix length, which limits the prefixes to look up for a key. */
  const lengths = new Map<number, number>();
  const pending = new Set<Group>();
  /** Groups whose pause has not begun. */
  let served: Group[] = [];

  function deliver(group: Group): void {
    pending.delete(group);
    if (group.pending.length === 0) return;
    const batch: WatchBatch = { revision: revision(), events: group.pending };
    group.pending = [];
    const bytes = valueBytes(batch.events);
    for (const watcher of group.watchers) watcher.push(batch, bytes);
  }

  return {
    add(prefix, watcher) {
      const before = groups.get(prefix);
      if (before !== undefined) deliver(before);
      // Delivery may have ended the group's last watcher and removed the group.
      let group = groups.get(prefix);
      if (group === undefined) {
        group = { watchers: new Set(), pending: [], due: 0 };
        groups.set(prefix, group);
        lengths.set(prefix.length, (lengths.get(prefix.length) ?? 0) + 1);
      }
      group.watchers.add(watcher);
    },
    remove(prefix, watcher) {
      const group = groups.get(prefix);
      if (group === undefined || !group.watchers.delete(watcher) || group.watchers.size > 0) return;
      groups.delete(prefix);
      pending.delete(group);
      const left = (lengths.get(prefix.length) ?? 0) - 1;
      if (left > 0) lengths.set(prefix.length, left);
      else lengths.delete(prefix.length);
    },
    dispatch(key, event) {
      for (const length of lengths.keys()) {
        if (length > key.length) continue;
        const group = groups.get(length === key.length ? key : key.slice(0, length));
        if (group === undefined) continue;
        group.pending.push(event);
        pending.add(group);
      }
    },
    countOf(key) {
      let count = 0;
      for (const length of lengths.keys()) count += groups.get(key.slice(0, length))?.watchers.size ?? 0;
      return count;
    },
    flush() {
      for (const group of pending) deliver(group);
    },
    deliverDue(now) {
      for (const group of pending) {
        if (group.due > now) continue;
        if (PAUSE * group.watchers.size >= SHORTEST_PAUSE) {
          group.due = Infinity;
          served.push(group);
        }
        deliver(group);
      }
    },
    pauseFrom(now) {
      for (const group of served) group.due = now + Math.min(PAUSE * group.watchers.size, LONGEST_PAUSE);
      served = [];
      let wait: number | undefined;
      for (const { due } of pending) wait = Math.min(wait ?? Infinity, Math.max(0, due - now));
      return wait;
    },
    endAll(error) {
      for (const group of groups.values()) for (const watcher of group.watchers) watcher.end(error);
    },
  };
}

/** Total bytes of the values in the events. */
export function valueBytes(events: readonly StoreEvent[]): number {
  return events.reduce((sum, event) => sum + (event.type === 'put' ? sizeOf(event.entry) : 0), 0);
}
