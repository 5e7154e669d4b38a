import type { MetricDefinition } from './definition.js';

/** The value of a metric for one set of labels, in the order of its definition. */
export interface Sample {
  readonly labels: readonly string[];
  readonly value: number | Distribution;
}

/** A metric and its current samples. */
export interface Metric {
  readonly definition: MetricDefinition;
  readonly read: () => Iterable<Sample> | Promise<Iterable<Sample>>;
}

/** A mutable number: counting costs one addition. */
export interface Cell {
  value: number;
}

/** A metric with stored values. Frequent callers keep the cell of their labels. */
export interface Series<Value> extends Metric {
  readonly at: (...labels: readonly string[]) => Value;
  /** Removes the cells of matching labels. Later updates of those cells are lost. */
  readonly forget: (isGone: (labels: readonly string[]) => boolean) => void;
}

/** The buckets of a histogram. */
export class Distribution {
  /** Values in each bucket; the last one is +Inf. */
  readonly counts: number[];
  sum = 0;
  /** Private, so that a copy for another process is without it. */
  readonly #bounds: readonly number[];

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  get bounds(): readonly number[] {
    return this.#bounds;
  }

  observe(value: number): void {
    const { counts } = this;
    const bounds = this.#bounds;
    let index = 0;
    while (index < bounds.length && value > (bounds[index] ?? Infinity)) index += 1;
    counts[index] = (counts[index] ?? 0) + 1;
    this.sum += value;
  }
}

/** Counters or gauges. A metric without labels starts at 0. */
export function numbers(definition: MetricDefinition): Series<Cell> {
  return seriesOf(
    definition,
    () => ({ value: 0 }),
    ({ value }) => value,
  );
}

export function histogram(definition: MetricDefinition): Series<Distribution> {
  return seriesOf(
    definition,
    () => new Distribution(definition.buckets ?? []),
    (value) => value,
  );
}

/** A metric whose value is computed when it is read. */
export function reading(definition: MetricDefinition, read: Metric['read']): Metric {
  return { definition, read };
}

function seriesOf<Value>(
  definition: MetricDefinition,
  make: () => Value,
  valueOf: (value: Value) => Sample['value'],
): Series<Value> {
  const byLabels = new Map<string, { readonly labels: readonly string[]; readonly value: Value }>();
  const at = (...labels: readonly string[]): Value => {
    // Label values do not contain NUL.
    const key = labels.join('\0');
    let found = byLabels.get(key);
    if (found === undefined) {
      if (labels.length !== definition.labels.length) throw new Error(`${definition.name} has different labels`);
      found = { labels, value: make() };
      byLabels.set(key, found);
    }
    return found.value;
  };
  if (definition.labels.length === 0) at();
  return {
    definition,
    at,
    forget(isGone) {
      for (const [key, { labels }] of byLabels) if (isGone(labels)) byLabels.delete(key);
    },
    *read() {
      for (const { labels, value } of byLabels.values()) yield { labels, value: valueOf(value) };
    },
  };
}
