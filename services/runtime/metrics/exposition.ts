import type { Gauge, MetricObject, MetricValueWithName } from 'prom-client';
import { metricHelp } from './definition.js';
import type { Metric, Sample } from './series.js';

export type MetricsFormat = 'text' | 'openmetrics';

export interface Exposition {
  readonly text: string;
  readonly contentType: string;
}

/**
 * Tells of metrics and of the process, in Prometheus' text format or as OpenMetrics. The library that writes them is loaded
 * when somebody first asks, and what it tells of the process itself is counted from then on.
 */
export function createExposition(metrics: readonly Metric[]): (format: MetricsFormat) => Promise<Exposition> {
  const writers = new Map<MetricsFormat, Promise<() => Promise<Exposition>>>();
  return async (format) => {
    let writer = writers.get(format);
    if (writer === undefined) {
      writer = createWriter(metrics, format);
      writers.set(format, writer);
    }
    return (await writer)();
  };
}

/** Each format has a registry of its own, since the library renames what is in one for OpenMetrics. */
async function createWriter(metrics: readonly Metric[], format: MetricsFormat): Promise<() => Promise<Exposition>> {
  const [{ Registry }, { processRegistry }] = await Promise.all([import('prom-client'), import('./registry.js')]);
  const contentType = format === 'text' ? Registry.PROMETHEUS_CONTENT_TYPE : Registry.OPENMETRICS_CONTENT_TYPE;
  const registry = processRegistry(contentType);
  for (const metric of metrics) registry.registerMetric(registered(metric));
  return async () => ({ text: await registry.metrics(), contentType });
}

/** A metric as the registry knows it, which asks it for nothing but its values. */
function registered({ definition, read }: Metric): Gauge {
  const { name, type, labels } = definition;
  const help = metricHelp(definition);
  const metric = {
    name,
    type,
    help,
    async get() {
      const values = [...(await read())].flatMap((sample) => valuesOf(name, labels, sample));
      // The registry may have renamed it meanwhile.
      return { name: metric.name, type, help, values };
    },
  };
  return metric as unknown as Gauge & MetricObject;
}

type Value = Pick<MetricValueWithName<string>, 'value' | 'labels'> & { readonly metricName?: string };

function valuesOf(name: string, names: readonly string[], { labels: texts, value }: Sample): Value[] {
  const labels = Object.fromEntries(names.map((label, index) => [label, texts[index] ?? '']));
  if (typeof value === 'number') return [{ labels, value }];
  let count = 0;
  const buckets = value.counts.map((inBucket, index): Value => {
    count += inBucket;
    const bound = value.bounds[index];
    const le = bound === undefined ? '+Inf' : String(bound);
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: value.sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
