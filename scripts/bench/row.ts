import type { Peer } from './peer.js';

export const STORES = ['embedded', 'ephemeral', 'etcd', 'etcd-new'] as const;
/** The store of the measured server. `etcd-new` is the program in ETCD_NEW. */
export type StoreName = (typeof STORES)[number];

export interface Measurement {
  readonly value: number;
  readonly unit: string;
  /** Remarks to interpret the value. */
  readonly note?: string;
  readonly cpu?: CpuUse;
}

/** What a load of requests or events took. */
export interface CpuUse {
  /** Requests or events for each second of CPU time of the server. */
  readonly perSecond: number;
  /** The cores that the client used. */
  readonly client: number;
}

/** A row of the table. `target` and `peer` have the unit that the measurement returns. */
export interface Row {
  readonly name: string;
  /** A sentence for readers: what is measured, and why. */
  readonly why: string;
  readonly better: 'lower' | 'higher';
  readonly target?: number;
  /** The value of kube-apiserver 1.20 on etcd 3.4 on a machine with two cores. */
  readonly peer?: number;
  /** The target for the ratio to a peer that is measured in the same run. Such a row is a headline row. */
  readonly peerTarget?: number;
  /** Whether the row is a headline row without one: it belongs to the short run. */
  readonly isHeadline?: boolean;
}

export function isHeadline({ peerTarget, isHeadline: is = false }: Row): boolean {
  return is || peerTarget !== undefined;
}

/** The measurement of a row. */
export interface Result extends Measurement {
  /** The alternating measurements, if another server was measured in the same run. */
  readonly rounds?: readonly Round[];
}

/** Both servers, one after the other. */
export interface Round {
  readonly ours: Measurement;
  readonly theirs: Measurement;
}

export type Report = (row: Row, result: Result | Error) => void;

/** The measurement context. */
export interface Run {
  readonly store: StoreName;
  readonly isWanted: (row: Row) => boolean;
  /** Called with each row that can be measured with this store. */
  readonly report: Report;
  /** Another server, on which rows that only use HTTP are measured too. */
  readonly peer?: Peer;
}

/** Rows measured one after another on a common setup, such as a server with many objects. */
export interface Group {
  readonly rows: readonly Row[];
  readonly measure: (run: Run) => Promise<void>;
  /** Whether its rows are measured in this process, independent of the store: with `ephemeral`. */
  readonly isInProcess?: boolean;
}

export interface GroupOptions<Subject> {
  /** Sets up the common context of all rows; undefined if the store does not apply. */
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

/** Rows measured in this process, independent of the store: once in a run. */
export function inProcess(rows: readonly MeasuredRow<StoreName>[]): Group {
  return { ...group({ start: onlyEphemeral, stop: async () => undefined, rows }), isInProcess: true };
}

async function onlyEphemeral(store: StoreName): Promise<StoreName | undefined> {
  return store === 'ephemeral' ? store : undefined;
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** The maximum ratio, for a cost too small to measure. */
const BEST = 1000;

/** The ratio of the value to another one: 1 is equal, 2 is twice as good. */
export function ratio({ better }: Pick<Row, 'better'>, value: number, other: number): number {
  if (better === 'higher') return other <= value / BEST ? BEST : value / other;
  return value <= other / BEST ? BEST : other / value;
}
