export const STORES = ['embedded', 'ephemeral', 'etcd', 'etcd-new'] as const;
/** Where the measured server keeps its objects. `etcd-new` is what ETCD_NEW names. */
export type StoreName = (typeof STORES)[number];

export interface Measurement {
  readonly value: number;
  readonly unit: string;
  /** What one must know to read the value. */
  readonly note?: string;
}

/** One line of the table. `target` and `peer` are in the unit that the measurement returns. */
export interface Row {
  readonly name: string;
  readonly target: number;
  readonly better: 'lower' | 'higher';
  /** What kube-apiserver 1.20 on etcd 3.4 reached on a machine of two cores. */
  readonly peer?: number;
}

/** Rows that are measured on the same thing, such as a server with many objects, one after the other. */
export interface Group {
  readonly rows: readonly Row[];
  /** Measures the rows that are wanted, in order; `report` is told of each that can be measured with this store. */
  readonly measure: (store: StoreName, isWanted: (row: Row) => boolean, report: Report) => Promise<void>;
}

export type Report = (row: Row, result: Measurement | Error) => void;

export interface GroupOptions<Subject> {
  /** What all rows are measured on; undefined where the store is not for them. */
  readonly start: (store: StoreName) => Promise<Subject | undefined>;
  readonly stop: (subject: Subject) => Promise<void>;
  readonly rows: readonly MeasuredRow<Subject>[];
}

export interface MeasuredRow<Subject> extends Row {
  readonly run: (subject: Subject) => Promise<Measurement>;
}

export function group<Subject>({ start, stop, rows }: GroupOptions<Subject>): Group {
  return {
    rows,
    async measure(store, isWanted, report) {
      const wanted = rows.filter(isWanted);
      if (wanted.length === 0) return;
      const subject = await start(store);
      if (subject === undefined) return;
      try {
        for (const row of wanted) report(row, await row.run(subject).catch(asError));
      } finally {
        await stop(subject);
      }
    },
  };
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** How well the value does beside another one: 1 as well, 2 twice as well. */
export function ratio({ better }: Row, value: number, other: number): number {
  return better === 'higher' ? value / other : other / value;
}

/** The middle value of `runs` measurements, one after the other. */
export async function medianOf(runs: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  while (values.length < runs) values.push(await measure());
  return values.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN;
}

const RUNS = 7;
const RUN_MS = 200;

/** How long one call takes in this process, in the middle of seven runs. It does not depend on the store. */
export async function microsecondsEach(call: () => void): Promise<Measurement> {
  const measure = async (): Promise<number> => {
    const began = performance.now();
    let done = 0;
    for (; performance.now() - began < RUN_MS; done++) call();
    return ((performance.now() - began) * 1000) / done;
  };
  return { value: await medianOf(RUNS, measure), unit: 'µs' };
}
