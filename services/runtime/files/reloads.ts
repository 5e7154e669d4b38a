import type { MetricDefinition } from '../metrics/definition.js';
import { numbers, type Metric } from '../metrics/series.js';
import type { ReloadStatus } from './watched.js';

/** Counts how files are read anew while a program runs. */
export interface Reloads {
  /** Counts for one file, or those that belong together, by the flag that names it, without dashes before it. */
  readonly of: (file: string) => (status: ReloadStatus) => void;
  readonly metrics: readonly Metric[];
}

const LABELS = ['file', 'status'] as const;

/** Named as Kubernetes names those of its configuration files. */
export const RELOAD_METRICS = {
  reloads: {
    name: 'config_automatic_reloads_total',
    type: 'counter',
    help: 'Changes of files that were read anew (success), or are of no use, so that what was read before counts (failure).',
    labels: LABELS,
    stability: 'ALPHA',
  },
  lastReload: {
    name: 'config_automatic_reload_last_timestamp_seconds',
    type: 'gauge',
    help: 'When that happened last, in seconds since 1970.',
    labels: LABELS,
    stability: 'ALPHA',
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

export function createReloads(now: () => Date): Reloads {
  const count = numbers(RELOAD_METRICS.reloads);
  const last = numbers(RELOAD_METRICS.lastReload);
  return {
    of(file) {
      const cells = { success: count.at(file, 'success'), failure: count.at(file, 'failure') };
      return (status) => {
        cells[status].value += 1;
        last.at(file, status).value = now().getTime() / 1000;
      };
    },
    metrics: [count, last],
  };
}
