import { histogram, numbers, type Cell, type Distribution, type Metric } from '@pilothouse/runtime/metrics/series.js';
import { METRICS } from './table.js';

/** Told of the sizes in bytes of events that were sent to one watcher. */
export type CountEvents = (sizes: readonly number[]) => void;

export interface WatchEventCounts {
  readonly metrics: readonly Metric[];
  readonly of: (group: string, version: string, kind: string) => CountEvents;
}

export function createWatchEventCounts(): WatchEventCounts {
  const total = numbers(METRICS.watchEvents);
  const sizes = histogram(METRICS.watchEventSizes);
  return {
    metrics: [total, sizes],
    of(group, version, kind) {
      let events: Cell | undefined;
      let bytes: Distribution | undefined;
      return (sent) => {
        // There is nothing to tell of what nobody watches.
        events ??= total.at(group, version, kind);
        bytes ??= sizes.at(group, version, kind);
        events.value += sent.length;
        for (const size of sent) bytes.observe(size);
      };
    },
  };
}
