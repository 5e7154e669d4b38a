import type { Gauge, RegistryContentType } from 'prom-client';
import { metricHelp, type MetricDefinition } from './definition.js';
import type { Metric, Sample } from './series.js';

export type MetricsFormat = 'text' | 'openmetrics';

export interface Exposition {
  readonly text: string;
  readonly contentType: string;
}

/**
 * Exposes metrics in the Prometheus text format or OpenMetrics, with those of the process unless `ofProcess` is false. The
 * client library is loaded on the first request, and process metrics are collected from then on.
 */
export function createExposition(
  metrics: readonly Metric[],
  { ofProcess = true } = {},
): (format: MetricsFormat) => Promise<Exposition> {
  const writers = new Map<MetricsFormat, Promise<() => Promise<Exposition>>>();
  return async (format) => {
    let writer = writers.get(format);
    if (writer === undefined) {
      writer = createWriter(metrics, { format, ofProcess });
      writers.set(format, writer);
    }
    return (await writer)();
  };
}

/** One registry for each format, because the library renames metrics in it for OpenMetrics. */
async function createWriter(
  metrics: readonly Metric[],
  { format, ofProcess }: { readonly format: MetricsFormat; readonly ofProcess: boolean },
): Promise<() => Promise<Exposition>> {
  const [contentType, registries] = await Promise.all([contentTypeOf(format), import('./registry.js')]);
  const registry = (ofProcess ? registries.processRegistry : registries.emptyRegistry)(contentType);
  for (const metric of metrics) registry.registerMetric(registered(metric));
  return async () => ({ text: await registry.metrics(), contentType });
}

export async function contentTypeOf(format: MetricsFormat): Promise<RegistryContentType> {
  const { Registry } = await import('prom-client');
  return format === 'text' ? Registry.PROMETHEUS_CONTENT_TYPE : Registry.OPENMETRICS_CONTENT_TYPE;
}

type Labels = Readonly<Record<string, string>>;

/** `sharedLabels`: the library serialises them once for each object. */
export interface RenderedValue {
  readonly value: number;
  readonly metricName?: string;
  readonly labels: Labels;
  readonly sharedLabels: Labels;
}

/** A metric as the library's registry reads it. */
export interface Rendered extends Pick<MetricDefinition, 'name' | 'type' | 'help'> {
  readonly values: readonly RenderedValue[];
}

const NONE: Labels = {};

/** A metric as an object for the library's registry. */
export function registered({ definition, read }: Metric): Gauge {
  const valuesOf = valuesIn(definition);
  const { name, type } = definition;
  return rendered({ name, type, help: metricHelp(definition) }, async () => [...(await read())].flatMap(valuesOf));
}

/** An object for the library's registry, which only reads its values. */
export function rendered(
  { name, type, help }: Omit<Rendered, 'values'>,
  read: () => Promise<Rendered['values']>,
): Gauge {
  const metric = {
    name,
    type,
    help,
    // The registry may have renamed the metric.
    get: async (): Promise<Rendered> => ({ name: metric.name, type, help, values: await read() }),
  };
  return metric as unknown as Gauge;
}

function valuesIn({
  name,
  labels: names,
  buckets = [],
}: MetricDefinition): (sample: Sample) => readonly RenderedValue[] {
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
    const values: RenderedValue[] = [];
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
