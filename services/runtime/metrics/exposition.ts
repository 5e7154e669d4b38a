import type { Gauge } from 'prom-client';
import { metricHelp, type MetricDefinition } from './definition.js';
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

type Labels = Readonly<Record<string, string>>;

/** `sharedLabels` is what the library writes only once for each object that it is given. */
interface Value {
  readonly value: number;
  readonly metricName?: string;
  readonly labels: Labels;
  readonly sharedLabels: Labels;
}

const NONE: Labels = {};

/** A metric as the library's registry knows it, which asks it for nothing but its values. */
export function registered({ definition, read }: Metric): Gauge {
  const { name, type } = definition;
  const help = metricHelp(definition);
  const valuesOf = valuesIn(definition);
  const metric = {
    name,
    type,
    help,
    async get() {
      // The registry may have renamed it meanwhile.
      return { name: metric.name, type, help, values: [...(await read())].flatMap(valuesOf) };
    },
  };
  return metric as unknown as Gauge;
}

function valuesIn({ name, labels: names, buckets = [] }: MetricDefinition): (sample: Sample) => readonly Value[] {
  const labelsOf = new WeakMap<readonly string[], Labels>();
  const limits = [...buckets.map(String), '+Inf'].map((le): Labels => ({ le }));
  const [bucketName, sumName, countName] = [`${name}_bucket`, `${name}_sum`, `${name}_count`];
  return ({ labels: texts, value }) => {
    let sharedLabels = labelsOf.get(texts);
    if (sharedLabels === undefined) {
      sharedLabels = Object.fromEntries(names.map((label, index) => [label, texts[index] ?? '']));
      labelsOf.set(texts, sharedLabels);
    }
    if (typeof value === 'number') return [{ labels: NONE, sharedLabels, value }];
    const values: Value[] = [];
    let count = 0;
    for (const [index, labels] of limits.entries()) {
      count += value.counts[index] ?? 0;
      values.push({ metricName: bucketName, labels, sharedLabels, value: count });
    }
    values.push({ metricName: sumName, labels: NONE, sharedLabels, value: value.sum });
    values.push({ metricName: countName, labels: NONE, sharedLabels, value: count });
    return values;
  };
}
