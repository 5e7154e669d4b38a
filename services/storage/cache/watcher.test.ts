import assert from 'node:assert/strict';
import { SlowWatcherError, type WatchBatch } from '../store.js';
import { Watcher } from './watcher.js';

describe('a watcher that passes batches to a function', () => {
  const batch = (revision: number): WatchBatch => {
    const entry = { key: '/things/a', value: Buffer.from('{}'), revision };
    return { revision, events: [{ type: 'put', entry, previous: undefined }] };
  };
  let watcher: Watcher;
  let ends: number;
  let seen: number[];
  /** Ends the handling of the batch that the function received last. */
  let handled: () => void;
  let reading: Promise<void>;
  let isSettled: boolean;

  function read(handle: (revision: number) => Promise<void> | undefined): void {
    reading = watcher.each(({ revision }) => {
      seen.push(revision);
      return handle(revision);
    });
    isSettled = false;
    const settle = (): void => void (isSettled = true);
    reading.then(settle, settle);
  }
  const slowly = (): Promise<void> => new Promise((resolve) => (handled = resolve));
  const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  beforeEach(() => {
    ends = 0;
    seen = [];
    watcher = new Watcher({ from: 1, onEnd: () => (ends += 1) });
  });

  it('passes those that wait, and then each at once', async () => {
    watcher.push(batch(1), 2);
    watcher.push(batch(2), 2);
    read(() => undefined);
    assert.deepEqual(seen, [1, 2]);
    watcher.push(batch(3), 2);
    assert.deepEqual(seen, [1, 2, 3]);
    watcher.end();
    await reading;
    assert.equal(ends, 1);
  });

  it('passes one after the other, in order, also those that arrive meanwhile', async () => {
    read((revision) => {
      if (revision === 1) watcher.push(batch(2), 2);
      return revision === 2 ? slowly() : undefined;
    });
    watcher.push(batch(1), 2);
    watcher.push(batch(3), 2);
    watcher.push(batch(4), 2);
    assert.deepEqual(seen, [1, 2]);
    handled();
    await tick();
    assert.deepEqual(seen, [1, 2, 3, 4]);
  });

  it('waits for the function before it ends', async () => {
    for (const failure of [undefined, new SlowWatcherError('slow')]) {
      watcher = new Watcher({ from: 1, onEnd: () => undefined });
      read(slowly);
      watcher.push(batch(1), 2);
      watcher.push(batch(2), 2);
      watcher.end(failure);
      await tick();
      assert.equal(isSettled, false);
      handled();
      if (failure === undefined) await reading;
      else await assert.rejects(reading, failure);
    }
    assert.deepEqual(seen, [1, 1]);
  });

  it('ends when too much waits for the function', async () => {
    read(slowly);
    watcher.push(batch(1), 2);
    watcher.push(batch(2), 17 * 1024 * 1024);
    assert.equal(ends, 1);
    handled();
    await assert.rejects(reading, SlowWatcherError);
    assert.deepEqual(seen, [1]);
  });

  it('ends with the error of the function', async () => {
    const failure = new Error('the client went away');
    const fails = (): never => {
      throw failure;
    };
    for (const handle of [fails, () => Promise.reject(failure)]) {
      ends = 0;
      watcher = new Watcher({ from: 1, onEnd: () => (ends += 1) });
      read(handle);
      watcher.push(batch(1), 2);
      watcher.push(batch(2), 2);
      await assert.rejects(reading, failure);
      assert.equal(ends, 1);
      watcher.push(batch(3), 2);
    }
    assert.deepEqual(seen, [1, 1]);
  });

  it('ends at once when it has already ended', async () => {
    watcher.end(new SlowWatcherError('slow'));
    read(() => undefined);
    await assert.rejects(reading, SlowWatcherError);
  });
});
