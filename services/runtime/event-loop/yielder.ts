import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Cooperative yielding: long work calls the function between two steps and awaits the result. Undefined means that the
 * time slice is not used up. A promise resolves in a later turn of the event loop, when the next slice begins. All work
 * that shares the function shares its time slice.
 */
export type Yielder = () => Promise<void> | undefined;

/** Length of a time slice in milliseconds. The last step of a slice may exceed it. */
const SLICE = 8;

/** `now` returns milliseconds. The first slice begins at `start`; when absent, the first call yields. */
export function createYielder(now: () => number, start = Number.NEGATIVE_INFINITY): Yielder {
  let sliceStart = start;
  let turn: Promise<void> | undefined;
  async function startSlice(): Promise<void> {
    await nextTurn();
    sliceStart = now();
    turn = undefined;
  }

  return () => {
    if (turn === undefined && now() - sliceStart < SLICE) return undefined;
    return (turn ??= startSlice());
  };
}
