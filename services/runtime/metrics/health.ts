import type { MetricDefinition } from './definition.js';
import { createExposition, type Expose } from './exposition.js';
import { numbers, type Metric } from './series.js';
import { createSnapshot } from './read.js';
import type { Snapshot } from './snapshot.js';

/** Metrics of `/metrics/slis`, with Kubernetes' names (component SLIs). */
const SLI_METRICS = {
  state: {
    name: 'kubernetes_healthcheck',
    type: 'gauge',
    help: 'This metric records the result of a single healthcheck.',
    labels: ['name', 'type'],
    stability: 'STABLE',
    merge: 'min',
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
  readonly metrics: readonly Metric[];
  readonly expose: Expose;
}

const NAMES: ReadonlySet<string> = new Set(Object.values(SLI_METRICS).map(({ name }) => name));

/** Whether `/metrics/slis` exposes the metric, and `/metrics` does not. */
export function isOfHealth({ name }: Pick<MetricDefinition, 'name'>): boolean {
  return NAMES.has(name);
}

/** `gather` returns the metrics of all workers of the server, if there are several. */
export function createHealthCounts(gather?: () => Promise<Snapshot>): HealthCounts {
  const state = numbers(SLI_METRICS.state);
  const checks = numbers(SLI_METRICS.checks);
  return {
    checked(endpoint, check, isOk) {
      state.at(check, endpoint).value = isOk ? 1 : 0;
      checks.at(check, endpoint, isOk ? 'success' : 'error').value += 1;
    },
    metrics: [state, checks],
    expose: createExposition(
      gather === undefined
        ? createSnapshot(() => [state, checks], { ofProcess: false })
        : async () => (await gather()).filter(isOfHealth),
    ),
  };
}
