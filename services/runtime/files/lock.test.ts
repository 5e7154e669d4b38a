import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { withLock } from './lock.js';

describe('file lock', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'lock-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));
  const files = (): Record<string, string> =>
    Object.fromEntries(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')]));

  /** A clock that advances with each call, so that the test does not depend on the speed of the machine. */
  const clock = (): (() => number) => {
    let count = 0;
    return () => count++;
  };
  const { signal } = new AbortController();
  const lock = <T>(work: () => Promise<T>, staleAfter = 1000): Promise<T> =>
    withLock({ directory, now: clock(), signal, staleAfter }, work);
  /** Does slow work. Returns the greatest number of concurrent callers. */
  const counter = () => {
    let [inside, most, done] = [0, 0, 0];
    const work = async (): Promise<void> => {
      most = Math.max(most, ++inside);
      await delay(2);
      inside--;
      done++;
    };
    return { work, counts: () => ({ most, done }) };
  };

  it('admits one run at a time', async () => {
    const { work, counts } = counter();
    await Promise.all([1, 2, 3, 4].map(() => lock(work)));
    assert.deepEqual([counts(), Object.values(files())], [{ most: 1, done: 4 }, ['free\n']]);
  });

  it('is taken over from a killed run when its heartbeat has stopped', async () => {
    writeFileSync(join(directory, '.lock.7'), '');
    utimesSync(join(directory, '.lock.7'), 2 ** 31, 2 ** 31);
    const { work, counts } = counter();
    await Promise.all([1, 2, 3].map(() => lock(work, 4)));
    assert.deepEqual([counts().done, files()], [3, { '.lock.10': 'free\n' }]);
  });

  it('is not taken over from a live run', async () => {
    const order: string[] = [];
    const first = withLock({ directory, now: Date.now, signal, staleAfter: 50 }, async () => {
      await delay(300);
      order.push('first');
    });
    while (readdirSync(directory).length === 0) await delay(1);
    await lock(async () => void order.push('second'), 20);
    await first;
    assert.deepEqual(order, ['first', 'second']);
  });

  it('creates its directory for the owner only', async () => {
    rmSync(directory, { recursive: true });
    await lock(async () => assert.equal(statSync(directory).mode & 0o777, 0o700));
  });

  it('is not acquired after an abort', async () => {
    writeFileSync(join(directory, '.lock.1'), '');
    const stop = new AbortController();
    const waiting = withLock({ directory, now: clock(), signal: stop.signal, staleAfter: 1e9 }, () =>
      assert.fail('the lock was acquired'),
    );
    setTimeout(() => stop.abort(), 5);
    await assert.rejects(waiting, { name: 'AbortError' });
  });
});
