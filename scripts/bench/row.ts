import type { Target } from './target.js';

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
  /** A sentence for those who read the table: what is done, and what it tells. */
  readonly why: string;
  readonly better: 'lower' | 'higher';
  readonly target?: number;
  /** What kube-apiserver 1.20 on etcd 3.4 reached on a machine of two cores. */
  readonly peer?: number;
}

/** What came of a row; `peer` is there where another server was measured in the same run. */
export interface Result extends Measurement {
  readonly peer?: number;
}

export type Report = (row: Row, result: Result | Error) => void;

/** What is to be measured, and with what. */
export interface Run {
  readonly store: StoreName;
  readonly isWanted: (row: Row) => boolean;
  /** Told of each row that can be measured with this store. */
  readonly report: Report;
  /** Another server, which rows that only speak HTTP are measured on too; its namespace is made by those who need one. */
  readonly peer?: Target;
}

/** Rows that are measured on the same thing, such as a server with many objects, one after the other. */
export interface Group {
  readonly rows: readonly Row[];
  readonly measure: (run: Run) => Promise<void>;
}

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
    async measure({ store, isWanted, report }) {
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

/** Rows that are measured in this process, which has nothing to do with the store: once in a run. */
export function inProcess(rows: readonly MeasuredRow<StoreName>[]): Group {
  return group({ start: onlyEphemeral, stop: async () => undefined, rows });
}

async function onlyEphemeral(store: StoreName): Promise<StoreName | undefined> {
  return store === 'ephemeral' ? store : undefined;
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** The best ratio there is: what costs nothing, as far as can be measured, is not infinitely good. */
const BEST = 1000;

/** How well the value does beside another one: 1 as well, 2 twice as well. */
export function ratio({ better }: Pick<Row, 'better'>, value: number, other: number): number {
  if (better === 'higher') return other <= value / BEST ? BEST : value / other;
  return value <= other / BEST ? BEST : other / value;
}
