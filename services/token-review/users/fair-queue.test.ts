import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { BusyError, createFairQueue, type FairQueue } from './fair-queue.js';

describe('createFairQueue', () => {
  let started: string[];
  let ends: Map<string, () => void>;
  let depths: (readonly [waiting: number, running: number])[];
  let turns: FairQueue;
  beforeEach(() => {
    [started, ends, depths] = [[], new Map(), []];
    const onDepth = (waiting: number, running: number): void => void depths.push([waiting, running]);
    turns = createFairQueue({ concurrency: 2, waitingPerKey: 2, waiting: 5, onDepth });
  });
  const work = (name: string, key = name[0] ?? ''): Promise<string> =>
    turns(key, () => {
      started.push(name);
      return new Promise((resolve) => ends.set(name, () => resolve(name)));
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await turn();
  };

  it('limits concurrency', async () => {
    const all = ['a', 'b', 'c'].map((name) => work(name));
    await turn();
    assert.deepEqual(
      [started, depths.at(-1)],
      [
        ['a', 'b'],
        [1, 2],
      ],
    );
    await end('b');
    assert.deepEqual(
      [started, depths.at(-1)],
      [
        ['a', 'b', 'c'],
        [0, 2],
      ],
    );
    await Promise.all(['a', 'c'].map(end));
    assert.deepEqual(
      [await Promise.all(all), depths.at(-1)],
      [
        ['a', 'b', 'c'],
        [0, 0],
      ],
    );
  });

  it('is fair among keys', async () => {
    const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => work(name));
    await turn();
    for (const name of ['a1', 'b1', 'a2', 'b2', 'c1', 'a3']) await end(name);
    assert.deepEqual(started, ['a1', 'b1', 'a2', 'b2', 'c1', 'a3']);
    await Promise.all(all);
  });

  it('rejects work when the queue of a key or the whole queue is full', async () => {
    const all = ['a1', 'a2', 'a3'].map((name) => work(name));
    await assert.rejects(work('a4'), BusyError);
    all.push(...['b1', 'b2', 'c1', 'd1'].map((name) => work(name)));
    await assert.rejects(work('e1'), BusyError);
    for (let left = all.length; left > 0; left--) {
      for (const name of started) await end(name);
      await turn();
    }
    assert.equal((await Promise.all(all)).length, 7);
    assert.deepEqual(depths.at(-1), [0, 0]);
  });

  it('continues after a failure', async () => {
    await assert.rejects(
      turns('a', () => Promise.reject(new Error('no'))),
      { message: 'no' },
    );
    assert.equal(await turns('a', () => Promise.resolve(1)), 1);
  });
});
