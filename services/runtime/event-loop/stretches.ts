import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Shares the event loop with other work: asked between two parts of long work, it tells whether that has to wait for a turn of the event
 * loop, and until when. All work that asks the same function shares its stretches.
 */
export type Stretches = () => Promise<void> | undefined;

/** Milliseconds without a turn. A part comes on top of them. */
const LONGEST = 8;

/** `now` is a clock in milliseconds. */
export function createStretches(now: () => number): Stretches {
  let began = Number.NEGATIVE_INFINITY;
  let turn: Promise<void> | undefined;
  async function takeTurn(): Promise<void> {
    await nextTurn();
    began = now();
    turn = undefined;
  }

  return () => {
    if (turn === undefined && now() - began < LONGEST) return undefined;
    return (turn ??= takeTurn());
  };
}
