import { createReloads, type Reloads } from '@pilothouse/runtime/files/reloads.js';
import type { MetricDefinition } from '@pilothouse/runtime/metrics/definition.js';
import { createExposition, type Expose } from '@pilothouse/runtime/metrics/exposition.js';
import { histogram, numbers, type Metric } from '@pilothouse/runtime/metrics/series.js';
import { createSnapshot } from '@pilothouse/runtime/metrics/read.js';
import type { Reviewed } from '../service/service.js';

/** Metrics of the service. */
export interface AdmissionMetrics {
  readonly reloads: Reloads;
  /** Exposes a metric of a plugin. */
  readonly add: (metric: Metric) => void;
  readonly reviewed: (reviewed: Pick<Reviewed, 'plugin' | 'phase' | 'operation' | 'result' | 'milliseconds'>) => void;
  readonly expose: Expose;
}

const REVIEWS = {
  name: 'admission_plugin_reviews_total',
  type: 'counter',
  help: 'Reviews by plugin and result: admitted, changed, refused, or failed if the plugin could not decide',
  labels: ['plugin', 'phase', 'operation', 'result'],
  stability: 'ALPHA',
} as const satisfies MetricDefinition;

const DURATION = {
  name: 'admission_plugin_duration_seconds',
  type: 'histogram',
  help: 'Duration of a review in seconds, by plugin and phase',
  labels: ['plugin', 'phase'],
  // A decision from the cache takes less than the first bucket. CEL rules take half a second at most.
  buckets: [0.0005, 0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5],
  stability: 'ALPHA',
} as const satisfies MetricDefinition;

export function createMetrics(): AdmissionMetrics {
  const reloads = createReloads(() => new Date());
  const reviews = numbers(REVIEWS);
  const duration = histogram(DURATION);
  const metrics: Metric[] = [...reloads.metrics, reviews, duration];
  return {
    reloads,
    add: (metric) => void metrics.push(metric),
    reviewed({ plugin, phase, operation, result, milliseconds }) {
      reviews.at(plugin, phase, operation, result).value += 1;
      duration.at(plugin, phase).observe(milliseconds / 1000);
    },
    expose: createExposition(createSnapshot(() => metrics)),
  };
}
