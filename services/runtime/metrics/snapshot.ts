import type { Registry, RegistryContentType } from 'prom-client';
import type { MergeRule } from './definition.js';
import {
  contentTypeOf,
  registered,
  rendered,
  type Exposition,
  type MetricsFormat,
  type Rendered,
} from './exposition.js';
import type { Metric } from './series.js';

/** The metrics of a process at one time, as plain data that can be sent to another process. */
export type Snapshot = readonly MetricSnapshot[];

export interface MetricSnapshot extends Pick<Rendered, 'name' | 'type' | 'help'> {
  readonly merge: MergeRule;
  readonly values: readonly SnapshotValue[];
}

export interface SnapshotValue {
  readonly value: number;
  /** Name of a bucket, sum or count; that of the metric when absent. */
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** How the client library names the rules of its own metrics. It has none for those that it omits. */
const LIBRARY_RULES: Readonly<Record<string, MergeRule>> = { sum: 'sum', min: 'min', omit: 'min' };

/** Reads metrics, including those of this process. The client library is loaded on the first call. */
export function createSnapshot(metrics: readonly Metric[]): () => Promise<Snapshot> {
  const rules = new Map(metrics.map(({ definition: { name, merge = 'sum' } }) => [name, merge]));
  let registry: Promise<Registry> | undefined;
  return async () => {
    registry ??= load(metrics);
    const read = (await (await registry).getMetricsAsJSON()) as unknown as readonly ReadMetric[];
    return read.map(({ name, type, help, values, aggregator = '' }) => ({
      name,
      type,
      help,
      merge: rules.get(name) ?? LIBRARY_RULES[aggregator] ?? 'max',
      values: values.map(({ value, metricName, labels, sharedLabels }) => ({
        value,
        ...(metricName !== undefined && { metricName }),
        labels: { ...labels, ...sharedLabels },
      })),
    }));
  };
}

/** What the client library reads, which its types describe only in part. */
interface ReadMetric extends Rendered {
  readonly aggregator?: string;
}

async function load(metrics: readonly Metric[]): Promise<Registry> {
  const { processRegistry } = await import('./registry.js');
  const registry = processRegistry(await contentTypeOf('text'));
  for (const metric of metrics) registry.registerMetric(registered(metric));
  return registry as Registry;
}

/** The metrics of several processes as those of one. */
export function mergeSnapshots(snapshots: readonly Snapshot[]): Snapshot {
  const merged = new Map<string, MetricSnapshot & { readonly byLabels: Map<string, SnapshotValue> }>();
  for (const metric of snapshots.flat()) {
    let known = merged.get(metric.name);
    if (known === undefined) {
      known = { ...metric, byLabels: new Map() };
      merged.set(metric.name, known);
    }
    const { merge, byLabels } = known;
    for (const each of metric.values) {
      const key = JSON.stringify([each.metricName, Object.entries(each.labels)]);
      const former = byLabels.get(key);
      byLabels.set(key, former === undefined ? each : { ...each, value: RULES[merge](former.value, each.value) });
    }
  }
  return [...merged.values()].map(({ byLabels, ...metric }) => ({ ...metric, values: [...byLabels.values()] }));
}

const RULES: Readonly<Record<MergeRule, (a: number, b: number) => number>> = {
  sum: (a, b) => a + b,
  max: Math.max,
  min: Math.min,
};

/** What remains of the metrics of a process that has ended: a counter of several processes must not decrease. */
export function lastingMetrics(snapshot: Snapshot): Snapshot {
  return snapshot.filter(({ type }) => type !== 'gauge');
}

/** Exposes metrics that `gather` returns, such as those of several processes. */
export function createMergedExposition(
  gather: () => Promise<Snapshot>,
  isShown: (metric: MetricSnapshot) => boolean,
): (format: MetricsFormat) => Promise<Exposition> {
  return async (format) => {
    const [{ Registry }, contentType, snapshot] = await Promise.all([
      import('prom-client'),
      contentTypeOf(format),
      gather(),
    ]);
    const registry = new Registry<RegistryContentType>();
    registry.setContentType(contentType);
    for (const metric of snapshot.filter(isShown)) {
      const values = metric.values.map((value) => ({ ...value, sharedLabels: {} }));
      registry.registerMetric(rendered(metric, async () => values));
    }
    return { text: await registry.metrics(), contentType };
  };
}
