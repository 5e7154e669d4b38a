/** A sample of a metric. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Samples by the name of their metric. */
export type Metrics = ReadonlyMap<string, readonly Sample[]>;

const LINE = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? (\S+)/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Reads the wanted metrics of a text in Prometheus' format. */
export function parseMetrics(text: string, wanted: ReadonlySet<string>): Metrics {
  const found = new Map<string, Sample[]>();
  for (const line of text.split('\n')) {
    const name = line.slice(0, line.search(/[{ ]/));
    if (!wanted.has(name)) continue;
    const [, , labels = '', value = ''] = LINE.exec(line) ?? [];
    const sample = {
      labels: Object.fromEntries([...labels.matchAll(LABEL)].map(([, key = '', text = '']) => [key, unescaped(text)])),
      value: Number(value.replace('Inf', 'Infinity')),
    };
    const samples = found.get(name);
    if (samples === undefined) found.set(name, [sample]);
    else samples.push(sample);
  }
  return found;
}

const unescaped = (text: string): string => text.replace(/\\(.)/g, (_, next: string) => (next === 'n' ? '\n' : next));

/** The sum of a metric; of the samples that match, if a test is given. */
export function sum(metrics: Metrics, name: string, matches: (sample: Sample) => boolean = () => true): number {
  return (metrics.get(name) ?? []).filter(matches).reduce((total, { value }) => total + value, 0);
}

/** The sums of a metric by a label. */
export function sumBy(metrics: Metrics, name: string, label: string): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { labels, value } of metrics.get(name) ?? []) {
    const key = labels[label] ?? '';
    sums.set(key, (sums.get(key) ?? 0) + value);
  }
  return sums;
}

/** A quantile of what a histogram counted between two readings, linear within a bucket; undefined without an observation. */
export function quantile(before: Metrics, after: Metrics, name: string, fraction: number): number | undefined {
  const isShort = ({ labels }: Sample): boolean => labels['verb'] !== 'WATCH' && labels['verb'] !== 'CONNECT';
  const countsOf = (metrics: Metrics): Map<number, number> => {
    const counts = new Map<number, number>();
    for (const sample of (metrics.get(`${name}_bucket`) ?? []).filter(isShort)) {
      const limit = Number((sample.labels['le'] ?? '').replace('+Inf', 'Infinity'));
      counts.set(limit, (counts.get(limit) ?? 0) + sample.value);
    }
    return counts;
  };
  const former = countsOf(before);
  const buckets = [...countsOf(after)]
    .map(([limit, count]) => ({ limit, count: count - (former.get(limit) ?? 0) }))
    .toSorted((a, b) => a.limit - b.limit);
  const total = buckets.at(-1)?.count ?? 0;
  if (total <= 0) return undefined;
  const wanted = total * fraction;
  let [low, below] = [0, 0];
  for (const { limit, count } of buckets) {
    if (count >= wanted) {
      return limit === Infinity || count === below ? low : low + ((limit - low) * (wanted - below)) / (count - below);
    }
    [low, below] = [limit, count];
  }
  return low;
}
