import { histogram, numbers, type Cell, type Distribution, type Metric } from '@pilothouse/runtime/metrics/series.js';
import { METRICS } from './table.js';

/** Receives the sizes in bytes of events that were sent to a watcher. */
export type CountEvents = (sizes: readonly number[]) => void;

export interface WatchEventCounts {
  readonly metrics: readonly Metric[];
  readonly of: (group: string, version: string, kind: string) => CountEvents;
  /** Deletes the series of all other groups and kinds. */
  readonly keep: (kinds: readonly { readonly group: string; readonly kind: string }[]) => void;
}

export function createWatchEventCounts(): WatchEventCounts {
  const total = numbers(METRICS.watchEvents);
  const sizes = histogram(METRICS.watchEventSizes);
  return {
    metrics: [total, sizes],
    keep(kinds) {
      const names = new Set(kinds.map(({ group, kind }) => `${kind}.${group}`));
      for (const series of [total, sizes]) series.forget(([group, , kind]) => !names.has(`${kind}.${group}`));
    },
    of(group, version, kind) {
      let events: Cell | undefined;
      let bytes: Distribution | undefined;
      return (sent) => {
        // Created at the first event, so that kinds without watchers have no series.
        events ??= total.at(group, version, kind);
        bytes ??= sizes.at(group, version, kind);
        events.value += sent.length;
        for (const size of sent) bytes.observe(size);
      };
    },
  };
}
