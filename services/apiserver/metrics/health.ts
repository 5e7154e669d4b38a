import type { MetricDefinition } from '@pilothouse/runtime/metrics/definition.js';
import { createExposition } from '@pilothouse/runtime/metrics/exposition.js';
import { numbers } from '@pilothouse/runtime/metrics/series.js';
import type { ServerMetrics } from './server-metrics.js';

/** Metrics of `/metrics/slis`, with Kubernetes' names (component SLIs). */
const SLI_METRICS = {
  state: {
    name: 'kubernetes_healthcheck',
    type: 'gauge',
    help: 'This metric records the result of a single healthcheck.',
    labels: ['name', 'type'],
    stability: 'STABLE',
  },
  checks: {
    name: 'kubernetes_healthchecks_total',
    type: 'counter',
    help: 'This metric records the results of all healthcheck.',
    labels: ['name', 'type', 'status'],
    stability: 'STABLE',
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

/** Outcomes of health checks. Scraped often, they tell the availability of the server. */
export interface HealthCounts {
  /** Counts a check of an endpoint such as `livez`. */
  readonly checked: (endpoint: string, check: string, isOk: boolean) => void;
  readonly expose: ServerMetrics['expose'];
}

export function createHealthCounts(): HealthCounts {
  const state = numbers(SLI_METRICS.state);
  const checks = numbers(SLI_METRICS.checks);
  return {
    checked(endpoint, check, isOk) {
      state.at(check, endpoint).value = isOk ? 1 : 0;
      checks.at(check, endpoint, isOk ? 'success' : 'error').value += 1;
    },
    expose: createExposition([state, checks], { ofProcess: false }),
  };
}
