export const STORES = ['embedded', 'ephemeral', 'etcd'] as const;
/** Where the measured server keeps its objects. */
export type StoreName = (typeof STORES)[number];

export interface Measurement {
  readonly value: number;
  readonly unit: string;
  /** What one must know to read the value. */
  readonly note?: string;
}

/** One line of the table. `target` is in the unit that `run` returns. */
export interface Row {
  readonly name: string;
  readonly target: number;
  readonly better: 'lower' | 'higher';
  /** Undefined where it cannot be measured here. */
  readonly run: (store: StoreName) => Promise<Measurement | undefined>;
}

/** How well the value meets the target: 1 just so, 2 twice as well. */
export function ratio({ target, better }: Row, value: number): number {
  return better === 'higher' ? value / target : target / value;
}

/** The middle value of `runs` measurements, one after the other. */
export async function medianOf(runs: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  while (values.length < runs) values.push(await measure());
  return values.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN;
}
