/** Pseudorandom numbers, reproducible by seed (mulberry32). */
export interface Random {
  /** From 0 inclusive to 1 exclusive. */
  readonly next: () => number;
  /** An integer from 0 inclusive to `bound` exclusive. */
  readonly below: (bound: number) => number;
  readonly between: (low: number, high: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(choices: readonly [T, ...T[]]) => T;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    next,
    below,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
  };
}
