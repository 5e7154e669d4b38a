import { ratio, type Result, type Row, type StoreName } from './row.js';

/** The results of a run, as written to a file. Lists contain only objects, which keeps prettier's layout stable. */
export interface Outcome {
  /** In RFC 3339. */
  readonly when: string;
  readonly machine: Readonly<Record<string, string>>;
  readonly versions: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, string>>;
  readonly rows: readonly OutcomeRow[];
  readonly curves: readonly Curve[];
}

/** A measured row or, without a value, a failed one. */
export interface OutcomeRow {
  readonly name: string;
  readonly store: StoreName;
  readonly why: string;
  readonly better: Row['better'];
  readonly value?: number;
  readonly unit?: string;
  readonly target?: number;
  /** The ratio to the target: 1 meets it, 2 is twice as good. */
  readonly targetRatio?: number;
  readonly peer?: number;
  readonly peerRatio?: number;
  /** Whether the peer was measured in the same run, or is the recorded kube-apiserver on such a machine. */
  readonly peerSource?: 'measured' | 'recorded';
  readonly note?: string;
  readonly error?: string;
}

/** A curve over the number of objects or watchers. */
export interface Curve {
  readonly name: string;
  readonly store: StoreName;
  readonly why: string;
  readonly of: 'objects' | 'watchers';
  readonly unit: string;
  readonly points: readonly Point[];
}

export interface Point {
  readonly at: number;
  readonly value: number;
}

export function outcomeRow(store: StoreName, row: Row, result: Result | Error): OutcomeRow {
  const { name, why, better, target } = row;
  const common = { name, store, why, better };
  if (result instanceof Error) return { ...common, error: result.message };
  const { value, unit, note } = result;
  const peer = result.peer ?? row.peer;
  return {
    ...common,
    value: rounded(value),
    unit,
    ...(target !== undefined && { target, targetRatio: rounded(ratio(row, value, target)) }),
    ...(peer !== undefined && {
      peer: rounded(peer),
      peerRatio: rounded(ratio(row, value, peer)),
      peerSource: result.peer === undefined ? 'recorded' : 'measured',
    }),
    ...(note !== undefined && { note }),
  };
}

/** Measurements have at most four significant digits. */
export function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

/** A number without insignificant digits. */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 1000) return Math.round(value).toLocaleString('en-US');
  if (size >= 100) return value.toFixed(0);
  return value.toFixed(size >= 10 ? 1 : 2);
}
