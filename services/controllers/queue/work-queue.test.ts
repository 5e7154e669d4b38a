import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { createWorkQueue, type Outcome, type WorkQueue } from './work-queue.js';

interface Bench {
  readonly queue: WorkQueue;
  readonly stop: AbortController;
  /** The started work and the reported errors, in order. */
  readonly log: string[];
  /** Ends the oldest work of a key. */
  readonly finish: (key: string, outcome: Outcome | Error) => Promise<void>;
  /** Ends all waits of this many milliseconds. */
  readonly wake: (milliseconds: number) => Promise<void>;
}

/** A queue with controlled work and time. */
function bench(concurrency = 10): Bench {
  const log: string[] = [];
  const stop = new AbortController();
  const work: { key: string; end: (outcome: Outcome | Error) => void }[] = [];
  const sleeps: { milliseconds: number; end: () => void }[] = [];
  const queue = createWorkQueue({
    concurrency,
    retry: { first: 100, longest: 300 },
    signal: stop.signal,
    onError: (key, error, retryIn) => log.push(`${key}: ${String(error)}, retry in ${retryIn}`),
    work: (key) => {
      log.push(key);
      return new Promise((resolve, reject) => {
        work.push({ key, end: (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)) });
      });
    },
    timing: {
      now: () => 0,
      random: () => 0,
      sleep: (milliseconds) =>
        new Promise((resolve) => {
          sleeps.push({ milliseconds, end: resolve });
        }),
    },
  });
  return {
    queue,
    stop,
    log,
    async finish(key, outcome) {
      const index = work.findIndex((each) => each.key === key);
      assert(index >= 0, `${key} is not in progress`);
      work.splice(index, 1)[0]?.end(outcome);
      await turn();
    },
    async wake(milliseconds) {
      const due = sleeps.filter((sleep) => sleep.milliseconds === milliseconds);
      assert(due.length > 0, `nothing waits for ${milliseconds} ms`);
      for (const sleep of due) {
        sleeps.splice(sleeps.indexOf(sleep), 1);
        sleep.end();
      }
      await turn();
    },
  };
}

describe('createWorkQueue', () => {
  it('limits concurrency and keeps the order of keys', async () => {
    const { queue, log, finish } = bench(2);
    for (const key of ['a', 'b', 'c', 'c', 'd']) queue.add(key);
    assert.deepEqual(log, ['a', 'b']);
    await finish('b', 'done');
    assert.deepEqual(log, ['a', 'b', 'c']);
    await finish('a', 'done');
    await finish('c', 'done');
    await finish('d', 'done');
    assert.deepEqual(log, ['a', 'b', 'c', 'd']);
  });

  it('processes a key again, never concurrently, when it is added during its work', async () => {
    const { queue, log, finish } = bench();
    for (const key of ['a', 'a', 'a']) queue.add(key);
    assert.deepEqual(log, ['a']);
    await finish('a', 'done');
    assert.deepEqual(log, ['a', 'a']);
    await finish('a', 'done');
    assert.deepEqual(log, ['a', 'a']);
  });

  it('retries with exponential backoff', async () => {
    const { queue, log, finish, wake } = bench();
    queue.add('a');
    for (const wait of [100, 200, 300, 300]) {
      await finish('a', 'retry');
      await wake(wait);
    }
    await finish('a', 'done');
    queue.add('a');
    await finish('a', new Error('no'));
    assert.deepEqual(log, ['a', 'a', 'a', 'a', 'a', 'a', 'a: Error: no, retry in 100']);
  });

  it('retries work that throws synchronously', async () => {
    const failures = [new Error('no')];
    const reported: unknown[] = [];
    await new Promise<void>((resolve) => {
      const queue = createWorkQueue({
        concurrency: 1,
        retry: { first: 1, longest: 1 },
        signal: new AbortController().signal,
        onError: (key, error) => reported.push(`${key}: ${String(error)}`),
        work(key) {
          const failure = failures.shift();
          if (failure !== undefined) throw failure;
          reported.push(key);
          resolve();
          return Promise.resolve('done');
        },
      });
      queue.add('a');
    });
    assert.deepEqual(reported, ['a: Error: no', 'a']);
  });

  it('processes a waiting key at once when it is added again', async () => {
    const { queue, log, finish, wake } = bench();
    queue.add('a');
    await finish('a', 'retry');
    queue.add('a');
    assert.deepEqual(log, ['a', 'a']);
    await finish('a', 'done');
    await wake(100);
    assert.deepEqual(log, ['a', 'a']);
  });

  it('starts nothing after an abort, and ends when the work in flight has', async () => {
    const { queue, log, stop, finish } = bench(1);
    let hasEnded = false;
    const ended = queue.ended.then(() => (hasEnded = true));
    queue.add('a');
    queue.add('b');
    stop.abort();
    await turn();
    assert.equal(hasEnded, false);
    await finish('a', 'retry');
    await ended;
    assert.deepEqual(log, ['a']);
  });

  it('ends at once on abort without work', async () => {
    const { queue, stop } = bench();
    stop.abort();
    await queue.ended;
  });
});
