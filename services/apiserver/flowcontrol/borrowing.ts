import { allocate, type Claim } from './allocation.js';
import type { DemandSummary } from './demand.js';

/** Seats of a priority level: by its shares, after lending all that it lends, and after borrowing all that it may. */
export interface SeatLimits {
  readonly nominal: number;
  readonly least: number;
  readonly most: number;
}

/** What borrowing depends on, for one priority level. */
export interface Borrower {
  readonly isExempt: boolean;
  readonly limits: SeatLimits;
  /** The limit since the last adjustment, which stays if the bounds allow no other. */
  readonly current: number;
  /** Highest number of wanted seats in the last period, and the smoothed number. */
  readonly highest: number;
  readonly smoothed: number;
}

/** Milliseconds between two adjustments, as in Kubernetes. */
export const ADJUSTMENT_PERIOD = 10_000;
/** Weight of the former value; half of it decays in five minutes. */
const DECAY = 0.977;

/** The next smoothed demand: it rises at once and falls slowly. */
export function smoothDemand(former: number, { average, deviation }: DemandSummary): number {
  const envelope = average + deviation;
  return Math.max(envelope, DECAY * former + (1 - DECAY) * envelope);
}

export interface CurrentLimits {
  readonly limits: readonly number[];
  /** Claims of the levels that are not exempt, for metrics; undefined for exempt ones. */
  readonly targets: readonly (number | undefined)[];
  readonly fraction: number;
}

/**
 * The current limits of all levels: seats that a level does not need are lent to others (KEP-1040). Exempt levels take what
 * they use. A level that lends keeps what it used in the last period, up to its nominal limit.
 */
export function currentLimits(levels: readonly Borrower[]): CurrentLimits {
  const claims = levels.map(claimOf);
  const limited = claims.filter((claim) => claim !== undefined);
  const total = sumOf(levels.map(({ limits }) => limits.nominal));
  const exempt = levels.map(({ isExempt, limits, highest }) => (isExempt ? Math.max(limits.least, highest) : 0));
  const left = total - sumOf(exempt);
  const leastOf = ({ isExempt, limits }: Borrower): number => (isExempt ? 0 : limits.least);
  const least = sumOf(levels.map(leastOf));
  const wanted = sumOf(limited.map(({ lower }) => lower));
  const allocation = left > wanted ? allocate(total, limited) : undefined;
  const shares = allocation && [...allocation.shares];
  // Too few seats for what all have used: each gets the same part of what it used above its least.
  const part = wanted > least ? Math.max(0, Math.min(1, (left - least) / (wanted - least))) : 0;
  const limits = levels.map((level, index) => {
    const claim = claims[index];
    if (claim === undefined) return exempt[index] ?? 0;
    if (left > wanted) return Math.round(shares?.shift() ?? level.current);
    return Math.round(level.limits.least + (claim.lower - level.limits.least) * part);
  });
  return { limits, targets: claims.map((claim) => claim?.target), fraction: allocation?.fraction ?? 0 };
}

function claimOf({ isExempt, limits, highest, smoothed }: Borrower): Claim | undefined {
  if (isExempt) return undefined;
  const lower = Math.max(limits.least, Math.min(limits.nominal, highest));
  return { lower, upper: limits.most, target: Math.max(lower, smoothed) };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
