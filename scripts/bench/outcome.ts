import { ratio, type Measurement, type Result, type Row, type StoreName } from './row.js';
import { median } from './statistics.js';

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
  /** The smallest and the largest ratio to a measured peer; `peerRatio` is their median. */
  readonly peerSpread?: Spread;
  /** The target for the ratio to a measured peer. */
  readonly peerTarget?: number;
  readonly perCore?: PerCore;
  readonly note?: string;
  readonly error?: string;
}

export type Spread = readonly [least: number, most: number];

/** Requests or events for each second of CPU time of the server. */
export interface PerCore {
  readonly value: number;
  readonly peer?: number;
  readonly peerRatio?: number;
  readonly peerSpread?: Spread;
  /** The cores that the client used, in the load of this server and of the peer. */
  readonly client: number;
  readonly peerClient?: number;
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
  const { name, why, better, target, peerTarget } = row;
  const common = { name, store, why, better, ...(peerTarget !== undefined && { peerTarget }) };
  if (result instanceof Error) return { ...common, error: result.message };
  const { unit, note } = result;
  const measured = compared(row, result, ({ value }) => value);
  if (measured === undefined) throw new Error('a measurement has a value');
  const { value } = measured;
  const recorded = measured.peer === undefined ? row.peer : undefined;
  const core = compared({ better: 'higher' }, result, ({ cpu }) => cpu?.perSecond);
  const client = compared({ better: 'lower' }, result, ({ cpu }) => cpu?.client);
  return {
    ...common,
    value: rounded(value),
    unit,
    ...(target !== undefined && { target, targetRatio: rounded(ratio(row, value, target)) }),
    ...(recorded !== undefined && {
      peer: recorded,
      peerRatio: rounded(ratio(row, value, recorded)),
      peerSource: 'recorded',
    }),
    ...(measured.peer !== undefined && { ...roundedAll(measured), peerSource: 'measured' }),
    ...(core &&
      client && {
        perCore: {
          ...roundedAll(core),
          client: rounded(client.value),
          ...(client.peer !== undefined && { peerClient: rounded(client.peer) }),
        },
      }),
    ...(note !== undefined && { note }),
  };
}

/** Whether the row misses its target: for the ratio to a peer if it was measured beside one, or else its own. */
export function isMissed({ peerSource, peerRatio = 0, peerTarget, targetRatio = 1, value }: OutcomeRow): boolean {
  if (value === undefined) return true;
  return peerSource === 'measured' && peerTarget !== undefined ? peerRatio < peerTarget : targetRatio < 1;
}

interface Compared {
  readonly value: number;
  readonly peer?: number;
  readonly peerRatio?: number;
  readonly peerSpread?: Spread;
}

/** A quantity of a result: the medians of all rounds, if another server was measured. */
function compared(
  { better }: Pick<Row, 'better'>,
  result: Result,
  of: (measurement: Measurement) => number | undefined,
): Compared | undefined {
  const value = of(result);
  if (value === undefined || result.rounds === undefined) return value === undefined ? undefined : { value };
  const both = result.rounds.map(({ ours, theirs }) => ({ mine: of(ours) ?? value, other: of(theirs) ?? Number.NaN }));
  const ratios = both.map(({ mine, other }) => ratio({ better }, mine, other));
  return {
    value: median(both.map(({ mine }) => mine)),
    peer: median(both.map(({ other }) => other)),
    peerRatio: median(ratios),
    ...(ratios.length > 1 && { peerSpread: [Math.min(...ratios), Math.max(...ratios)] }),
  };
}

function roundedAll({ value, peer, peerRatio, peerSpread }: Compared): Compared {
  return {
    value: rounded(value),
    ...(peer !== undefined && { peer: rounded(peer) }),
    ...(peerRatio !== undefined && { peerRatio: rounded(peerRatio) }),
    ...(peerSpread && { peerSpread: [rounded(peerSpread[0]), rounded(peerSpread[1])] }),
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

/** A ratio with its spread, if it was measured several times. */
export function formatRatio(ratio: number, spread?: Spread): string {
  const text = ratio.toFixed(2);
  return spread === undefined ? text : `${text} (${spread.map((each) => each.toFixed(2)).join(' to ')})`;
}
