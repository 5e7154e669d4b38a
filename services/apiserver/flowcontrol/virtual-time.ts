/** Something that takes turns: a queue of a priority level, or a priority level. */
export interface Turn {
  /** Virtual time at which its next work starts. */
  start: number;
}

/**
 * Start-time fair queueing: the next turn belongs to the work that starts first in virtual time. An idle party saves no
 * credit: its next work starts at the current virtual time at the earliest.
 */
export interface VirtualTime {
  readonly now: () => number;
  /** A party without waiting work gets some. */
  readonly activate: (turn: Turn) => void;
  /** The next work of the party begins; its amount is an estimate. */
  readonly begin: (turn: Turn, amount: number) => void;
  /** Time passes by the work that each party got on average. Otherwise a party in debt would wait while others come and go. */
  readonly pass: (amount: number) => void;
}

export function createVirtualTime(): VirtualTime {
  let now = 0;
  return {
    now: () => now,
    activate(turn) {
      turn.start = Math.max(turn.start, now);
    },
    begin(turn, amount) {
      now = Math.max(now, turn.start);
      turn.start += amount;
    },
    pass(amount) {
      now += amount;
    },
  };
}
