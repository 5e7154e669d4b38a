import type { WatcherGroups } from './watcher-groups.js';

/**
 * Delivers events to watchers at the end of the event-loop turn, so that events of one turn share a batch. A group of many watchers
 * pauses after a batch: see {@link WatcherGroups.pauseFrom}.
 */
export interface Delivery {
  /** The watchers have pending events. */
  readonly soon: (watchers: WatcherGroups) => void;
}

export function createDelivery(): Delivery {
  const pending = new Set<WatcherGroups>();
  let isScheduled = false;
  let timer: NodeJS.Timeout | undefined;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    clearTimeout(timer);
    timer = undefined;
    setImmediate(deliver);
    // The watches write in microtasks, which run before the next immediate.
    setImmediate(onDelivered);
  }
  function deliver(): void {
    const now = performance.now();
    for (const watchers of pending) watchers.deliverDue(now);
  }
  function onDelivered(): void {
    isScheduled = false;
    const now = performance.now();
    let wait = Infinity;
    for (const watchers of pending) {
      const left = watchers.pauseFrom(now);
      if (left === undefined) pending.delete(watchers);
      else wait = Math.min(wait, left);
    }
    if (pending.size > 0) timer = setTimeout(schedule, wait);
  }

  return {
    soon(watchers) {
      pending.add(watchers);
      schedule();
    },
  };
}
