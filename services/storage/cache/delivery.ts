import type { WatcherGroups } from './watcher-groups.js';

/**
 * Delivers events to watchers at the end of the event-loop turn, so that events of one turn share a batch. A group of many watchers
 * pauses after a batch: see {@link WatcherGroups.deliverDue}.
 */
export interface Delivery {
  /** The watchers have pending events. */
  readonly soon: (watchers: WatcherGroups) => void;
}

export function createDelivery(): Delivery {
  const pending = new Set<WatcherGroups>();
  let isScheduled = false;
  let timer: NodeJS.Timeout | undefined;

  function deliver(): void {
    isScheduled = false;
    clearTimeout(timer);
    timer = undefined;
    const now = performance.now();
    let wait = Infinity;
    for (const watchers of pending) {
      const left = watchers.deliverDue(now);
      if (left === undefined) pending.delete(watchers);
      else wait = Math.min(wait, left);
    }
    if (pending.size > 0) timer = setTimeout(deliver, wait);
  }

  return {
    soon(watchers) {
      pending.add(watchers);
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(deliver);
    },
  };
}
