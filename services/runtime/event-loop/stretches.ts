import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Cooperative yielding: long work calls the function between two steps. It returns undefined to continue, or a promise
 * to wait for, which resolves in a later turn of the event loop. All work that shares the function shares its time
 * slice.
 */
export type Stretches = () => Promise<void> | undefined;

/** Length of a time slice in milliseconds; the last step may exceed it. */
const LONGEST = 8;

/** `now` returns milliseconds. */
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
