/** A party of an allocation. `lower` is at most `target` and at most `upper`. */
export interface Claim {
  readonly target: number;
  readonly lower: number;
  readonly upper: number;
}

/** Result of an allocation: the share of each claim, and the fraction of its target that each gets within its bounds. */
export interface Allocation {
  readonly shares: readonly number[];
  readonly fraction: number;
}

/** Targets below this count as this much, so that a claim without demand can still get seats. */
const LEAST_TARGET = 0.001;
/** Halvings of the interval of fractions: more than a double has bits. */
const HALVINGS = 100;

/**
 * Divides `sum` so that all claims get the same fraction of their target, within their bounds. Undefined if the bounds do not
 * allow this sum.
 */
export function allocate(sum: number, claims: readonly Claim[]): Allocation | undefined {
  const shareOf = ({ target, lower, upper }: Claim, fraction: number): number =>
    Math.min(upper, Math.max(lower, fraction * Math.max(target, LEAST_TARGET)));
  const total = (fraction: number): number => claims.reduce((all, claim) => all + shareOf(claim, fraction), 0);
  const highest = Math.max(0, ...claims.map(({ target, upper }) => upper / Math.max(target, LEAST_TARGET)));
  if (total(0) > sum || total(highest) < sum) return undefined;
  // The total grows with the fraction.
  let [low, high] = [0, highest];
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2;
    if (total(middle) < sum) low = middle;
    else high = middle;
  }
  return { shares: claims.map((claim) => shareOf(claim, high)), fraction: high };
}
