import { metricHelp, type MetricDefinition } from './definition.js';
import type { Metric } from './series.js';
import type { MetricSnapshot, Snapshot } from './snapshot.js';

/**
 * Reads the metrics that `metrics` returns, and those of this process unless `ofProcess` is false. Process metrics are collected from the first
 * call on.
 */
export function createSnapshot(metrics: () => readonly Metric[], { ofProcess = true } = {}): () => Promise<Snapshot> {
  let process: Promise<() => Promise<Snapshot>> | undefined;
  const readProcess = async (): Promise<Snapshot> => {
    process ??= import('./process-metrics.js').then(({ collectProcessMetrics }) => collectProcessMetrics());
    return (await process)();
  };
  return async () => {
    const own = metrics().map(async ({ definition, read }) => ({
      ...headOf(definition),
      samples: [...(await read())],
    }));
    return (await Promise.all([...own, ...(ofProcess ? [readProcess()] : [])])).flat();
  };
}

function headOf(definition: MetricDefinition): Omit<MetricSnapshot, 'samples'> {
  const { name, type, labels, buckets, merge = 'sum' } = definition;
  return { name, type, labels, merge, help: metricHelp(definition), ...(buckets && { buckets }) };
}
