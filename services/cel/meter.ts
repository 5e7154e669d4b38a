/** What the expressions of one review may take together. The objects that they look at are their users'. */
export interface Limits {
  /** Rounds of `all`, `exists`, `map`, `filter` and their kin; what functions take by the length of their arguments counts as rounds. */
  readonly rounds: number;
  /** Looked at in every round, and by every function that counts. */
  readonly milliseconds: number;
}

/** A review that took too much. */
class LimitError extends Error {
  override readonly name = 'LimitError';
}

/** Counts so many rounds, or what takes as long. Throws a LimitError, from then on always, once it is too much. */
export type Spend = (rounds: number) => void;

/** Counts what the expressions of one review take. */
export interface Meter {
  readonly spend: Spend;
  readonly problem: () => LimitError | undefined;
}

/** `now` is a clock in milliseconds that only goes forward. */
export function createMeter({ rounds, milliseconds }: Limits, now: () => number): Meter {
  const end = now() + milliseconds;
  let left = rounds;
  let problem: LimitError | undefined;
  return {
    spend(count) {
      left -= count;
      if (left < 0)
        problem ??= new LimitError(`expressions may not take more than ${rounds} rounds over lists, maps and texts`);
      else if (now() > end) problem ??= new LimitError(`expressions may not take longer than ${milliseconds} ms`);
      if (problem !== undefined) throw problem;
    },
    problem: () => problem,
  };
}
