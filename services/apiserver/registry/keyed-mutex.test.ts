import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { createKeyedMutex } from './keyed-mutex.js';

describe('the keyed mutex', () => {
  it('serialises work for one key, also after failures, and not for different keys', async () => {
    const mutex = createKeyedMutex();
    const log: string[] = [];
    const work = (name: string) => async () => {
      log.push(`${name} begins`);
      await turn();
      log.push(`${name} ends`);
      if (name === 'b') throw new Error(name);
      return name;
    };
    const results = await Promise.allSettled([
      mutex.run('x', work('a')),
      mutex.run('x', work('b')),
      mutex.run('y', work('other')),
      mutex.run('x', work('c')),
    ]);
    assert.deepEqual(
      results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason))),
      ['a', 'Error: b', 'other', 'c'],
    );
    assert.deepEqual(
      log.filter((line) => !line.startsWith('other')),
      ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'],
    );
    assert.ok(log.indexOf('other begins') < log.indexOf('a ends'));
  });

  it('lets later work run beside work that has released it', async () => {
    const mutex = createKeyedMutex();
    const log: string[] = [];
    const inner = async (): Promise<void> => void log.push('inner');
    await mutex.run('x', async (release) => {
      assert.equal(mutex.isLocked('x'), true);
      const waiting = mutex.run('x', inner);
      release();
      await waiting;
      assert.equal(mutex.isLocked('x'), false);
      await mutex.run('x', inner);
      log.push('outer');
    });
    assert.deepEqual(log, ['inner', 'inner', 'outer']);
  });
});
