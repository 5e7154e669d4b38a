import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Measurement } from './row.js';

const RUNS = 7;
const RUN_MS = 200;

/** The percentile: 0.5 is the median. NaN for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const index = Math.max(0, Math.ceil(sorted.length * share) - 1);
  return sorted[index] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The median of `runs` sequential measurements. */
export async function medianOf(runs: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  while (values.length < runs) values.push(await measure());
  return median(values);
}

/** The duration of one call in this process: the median of seven runs. */
export async function microsecondsEach(call: () => void): Promise<Measurement> {
  const measure = async (): Promise<number> => {
    const began = performance.now();
    let done = 0;
    for (; performance.now() - began < RUN_MS; done++) call();
    return ((performance.now() - began) * 1000) / done;
  };
  return { value: await medianOf(RUNS, measure), unit: 'µs' };
}

/** Calls in one event-loop turn. */
const TURN = 16;

/** Same for an asynchronous call. The event loop gets turns, as in a server, and their time does not count. */
export async function microsecondsEachAwaited(call: () => Promise<unknown>): Promise<Measurement> {
  const measure = async (): Promise<number> => {
    let [done, spent] = [0, 0];
    while (spent < RUN_MS) {
      const began = performance.now();
      for (let index = 0; index < TURN; index++) await call();
      spent += performance.now() - began;
      done += TURN;
      await nextTurn();
    }
    return (spent * 1000) / done;
  };
  return { value: await medianOf(RUNS, measure), unit: 'µs' };
}
