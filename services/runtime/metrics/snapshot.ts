import type { MergeRule, MetricDefinition } from './definition.js';

/** The metrics of a process at one time, as plain data that can be sent to another process. */
export type Snapshot = readonly MetricSnapshot[];

export interface MetricSnapshot extends Pick<MetricDefinition, 'name' | 'type' | 'labels' | 'buckets'> {
  /** The exposed text. */
  readonly help: string;
  readonly merge: MergeRule;
  readonly samples: readonly SampleSnapshot[];
}

/** The value for one set of labels, in the order of the metric. */
export interface SampleSnapshot {
  readonly labels: readonly string[];
  readonly value: number | Counts;
}

/** Values in each bucket of a histogram; the last one is +Inf. */
export interface Counts {
  readonly counts: readonly number[];
  readonly sum: number;
}

/** The metrics of several processes as those of one. */
export function mergeSnapshots(snapshots: readonly Snapshot[]): Snapshot {
  const merged = new Map<string, MetricSnapshot & { readonly byLabels: Map<string, SampleSnapshot> }>();
  for (const metric of snapshots.flat()) {
    let known = merged.get(metric.name);
    if (known === undefined) {
      known = { ...metric, byLabels: new Map() };
      merged.set(metric.name, known);
    }
    const { merge, byLabels } = known;
    for (const each of metric.samples) {
      // Label values do not contain NUL.
      const key = each.labels.join('\0');
      const former = byLabels.get(key);
      byLabels.set(key, former === undefined ? each : { ...each, value: mergeValues(merge, former.value, each.value) });
    }
  }
  return [...merged.values()].map(({ byLabels, ...metric }) => ({ ...metric, samples: [...byLabels.values()] }));
}

/** Values of one metric have one form. */
function mergeValues(rule: MergeRule, a: SampleSnapshot['value'], b: SampleSnapshot['value']): SampleSnapshot['value'] {
  if (typeof a === 'number' || typeof b === 'number') return RULES[rule](Number(a), Number(b));
  return { counts: a.counts.map((count, index) => count + (b.counts[index] ?? 0)), sum: a.sum + b.sum };
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
