import type { Awaitable } from './awaitable.js';

/** Work that waits for promises. */
export type Waiting<Result> = Generator<Promise<void>, Result>;

/** Runs the work. Returns a promise only if the work waits; throws otherwise. */
export function run<Result>(work: Waiting<Result>): Awaitable<Result> {
  const step = work.next();
  return step.done === true ? step.value : resume(work, step.value);
}

async function resume<Result>(work: Waiting<Result>, first: Promise<void>): Promise<Result> {
  let wait = first;
  for (;;) {
    let step: IteratorResult<Promise<void>, Result>;
    try {
      await wait;
      step = work.next();
    } catch (error) {
      step = work.throw(error);
    }
    if (step.done === true) return step.value;
    wait = step.value;
  }
}

/** The value of a promise, within work. Throws what it rejects with. */
export function* awaited<T>(promise: Promise<T>): Waiting<T> {
  const values: T[] = [];
  yield promise.then((value) => void values.push(value));
  return values[0] as T;
}
