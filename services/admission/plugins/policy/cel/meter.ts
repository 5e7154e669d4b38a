/** What the expressions of one review may take together. The objects that they look at are their users'. */
export interface Limits {
  /** Rounds of `all`, `exists`, `map`, `filter` and their kin. */
  readonly rounds: number;
  /** Looked at in every round. */
  readonly milliseconds: number;
}

/** A review that took too much. */
export class LimitError extends Error {
  override readonly name = 'LimitError';
}

/** Counts what the expressions of one review take. */
export interface Meter {
  /** Throws a LimitError, from then on always, once it is too much. */
  readonly spend: (rounds: number) => void;
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
        problem ??= new LimitError(`expressions may not take more than ${rounds} rounds over lists and maps`);
      else if (now() > end) problem ??= new LimitError(`expressions may not take longer than ${milliseconds} ms`);
      if (problem !== undefined) throw problem;
    },
    problem: () => problem,
  };
}
