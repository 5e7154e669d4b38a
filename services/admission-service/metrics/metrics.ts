import { createReloads, type Reloads } from '@pilothouse/runtime/files/reloads.js';
import { registered } from '@pilothouse/runtime/metrics/exposition.js';
import type { Metric } from '@pilothouse/runtime/metrics/series.js';
import { processRegistry } from '@pilothouse/runtime/metrics/registry.js';
import type { MetricsText } from '@pilothouse/runtime/metrics/server.js';
import { Counter, Histogram, Registry } from 'prom-client';
import type { Reviewed } from '../service/service.js';

/** Metrics of the service. */
export interface AdmissionMetrics extends MetricsText {
  readonly reloads: Reloads;
  /** Exposes a metric of a plugin. */
  readonly add: (metric: Metric) => void;
  readonly reviewed: (reviewed: Pick<Reviewed, 'plugin' | 'phase' | 'operation' | 'result' | 'milliseconds'>) => void;
}

/** Seconds. A decision from the cache takes less than the first bucket. CEL rules take half a second at most. */
const BUCKETS = [0.0005, 0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5];

export function createMetrics(): AdmissionMetrics {
  const registry = processRegistry(Registry.PROMETHEUS_CONTENT_TYPE);
  const registers = [registry];
  const reloads = createReloads(() => new Date());
  const add = (metric: Metric): void => registry.registerMetric(registered(metric));
  for (const metric of reloads.metrics) add(metric);
  const reviews = new Counter({
    registers,
    name: 'admission_plugin_reviews_total',
    help: 'Reviews by plugin and result: admitted, changed, refused, or failed if the plugin could not decide',
    labelNames: ['plugin', 'phase', 'operation', 'result'] as const,
  });
  const duration = new Histogram({
    registers,
    name: 'admission_plugin_duration_seconds',
    help: 'Duration of a review in seconds, by plugin and phase',
    labelNames: ['plugin', 'phase'] as const,
    buckets: BUCKETS,
  });
  return {
    reloads,
    add,
    reviewed({ plugin, phase, operation, result, milliseconds }) {
      reviews.inc({ plugin, phase, operation, result });
      duration.observe({ plugin, phase }, milliseconds / 1000);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
