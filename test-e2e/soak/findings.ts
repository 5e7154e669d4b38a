/** What a check found, by kind. */
export const KINDS = [
  'event lost',
  'event repeated or out of order',
  'event wrong',
  'write lost',
  'write done twice',
  'write done that was refused',
  'write of no client',
  'list wrong',
  'read stale',
  'failed without a fault',
  'server taken for down',
  'process',
] as const;

export type Kind = (typeof KINDS)[number];

export interface Finding {
  readonly kind: Kind;
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface Findings {
  readonly add: (kind: Kind, text: string) => void;
  /** The number of findings of a kind. */
  readonly count: (kind: Kind) => number;
  readonly total: () => number;
  /** The first ones of each kind. */
  readonly first: () => readonly Finding[];
}

/** Findings whose texts are kept, of each kind. */
const KEPT = 50;

export function createFindings(now: () => number = Date.now): Findings {
  const counts = new Map<Kind, number>();
  const kept: Finding[] = [];
  const count = (kind: Kind): number => counts.get(kind) ?? 0;
  return {
    add(kind, text) {
      counts.set(kind, count(kind) + 1);
      if (count(kind) <= KEPT) kept.push({ kind, text, at: now() });
    },
    count,
    total: () => [...counts.values()].reduce((sum, each) => sum + each, 0),
    first: () => kept,
  };
}
