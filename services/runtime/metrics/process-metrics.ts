import { collectDefaultMetrics, Counter, Registry } from 'prom-client';
import type { MergeRule, MetricDefinition } from './definition.js';
import type { MetricSnapshot, SampleSnapshot, Snapshot } from './snapshot.js';

/** Interval in milliseconds at which event loop lag is sampled; each sample wakes the process. */
const LATENESS_PRECISION = 500;

/** How the client library names the rules of its metrics. It has none for those that it omits. */
const RULES: Readonly<Record<string, MergeRule>> = { sum: 'sum', min: 'min', omit: 'min' };

/** What the client library reads, which its types describe only in part. */
interface LibraryMetric extends Pick<MetricDefinition, 'name' | 'type' | 'help'> {
  readonly aggregator?: string;
  readonly values: readonly LibraryValue[];
}

/** A histogram has the values of its buckets in ascending order, the sum and the count for each set of labels. */
interface LibraryValue {
  readonly value: number;
  /** Name of a bucket, sum or count. */
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
}

/** Metrics of this process: `process_*` and `nodejs_*`. Collection starts now, but CPU time counts from the start of the process. */
export function collectProcessMetrics(): () => Promise<Snapshot> {
  const register = new Registry();
  const { user, system } = process.cpuUsage();
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: LATENESS_PRECISION });
  const used = {
    process_cpu_user_seconds_total: user,
    process_cpu_system_seconds_total: system,
    process_cpu_seconds_total: user + system,
  };
  for (const [name, micros] of Object.entries(used)) {
    const counter = register.getSingleMetric(name);
    if (counter instanceof Counter) counter.inc(micros / 1e6);
  }
  return async () => ((await register.getMetricsAsJSON()) as unknown as readonly LibraryMetric[]).map(snapshotOf);
}

function snapshotOf({ name, type, help, values, aggregator = '' }: LibraryMetric): MetricSnapshot {
  const labels = Object.keys(values[0]?.labels ?? {}).filter((label) => label !== BUCKET);
  const textsOf = (value: LibraryValue): string[] => labels.map((label) => String(value.labels[label] ?? ''));
  const head = { name, type, help, labels, merge: RULES[aggregator] ?? 'max' };
  return type === 'histogram'
    ? { ...head, buckets: bucketsOf(values), samples: distributionsOf(values, textsOf) }
    : { ...head, samples: values.map((each) => ({ labels: textsOf(each), value: each.value })) };
}

const BUCKET = 'le';

function bucketsOf(values: readonly LibraryValue[]): number[] {
  const bounds = new Set(values.flatMap(({ labels }) => (BUCKET in labels ? [Number(labels[BUCKET])] : [])));
  return [...bounds].filter(Number.isFinite);
}

function distributionsOf(
  values: readonly LibraryValue[],
  textsOf: (value: LibraryValue) => string[],
): SampleSnapshot[] {
  const samples: SampleSnapshot[] = [];
  let [upTo, sum]: [number[], number] = [[], 0];
  for (const each of values) {
    if (BUCKET in each.labels) {
      upTo.push(each.value);
    } else if (each.metricName?.endsWith('_sum') === true) {
      sum = each.value;
    } else {
      const counts = upTo.map((count, index) => count - (upTo[index - 1] ?? 0));
      samples.push({ labels: textsOf(each), value: { counts, sum } });
      upTo = [];
    }
  }
  return samples;
}
