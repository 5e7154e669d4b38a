import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { Discovery } from '@pilothouse/client/discover.js';
import { sharedDiscovery } from './shared-discovery.js';

describe('sharedDiscovery', () => {
  /** Discovery that answers on command, on a controlled clock. */
  function bench() {
    const open: { readonly end: (errors: Error[]) => void; readonly fail: (error: Error) => void }[] = [];
    let now = 0;
    const put: number[] = [];
    const ask = sharedDiscovery(
      () => {
        put.push(now);
        return new Promise<Discovery>((resolve, reject) => {
          open.push({ end: (errors) => resolve({ types: [], errors }), fail: reject });
        });
      },
      { now: () => now },
    );
    return {
      put,
      ask,
      at: (time: number) => {
        now = time;
      },
      answer: async (errors: Error[] = []) => {
        open.shift()?.end(errors);
        await turn();
      },
      fail: async (error: Error) => {
        open.shift()?.fail(error);
        await turn();
      },
    };
  }

  it('shares one call among concurrent callers, and one more for later ones', async () => {
    const { put, ask, at, answer } = bench();
    const early = [ask(0), ask(0)];
    at(10);
    const late = [ask(5), ask(10)];
    await turn();
    assert.deepEqual(put, [0]);
    await answer();
    await Promise.all(early);
    assert.deepEqual(put, [0, 10]);
    await answer();
    await Promise.all(late);
    assert.deepEqual(put, [0, 10]);
  });

  it('reuses a recent result', async () => {
    const { put, ask, at, answer } = bench();
    const first = ask(0);
    await answer();
    at(5000);
    assert.equal(await ask(0), await first);
    at(5001);
    const second = ask(0);
    await answer();
    assert.notEqual(await second, await first);
    assert.deepEqual(put, [0, 5001]);
  });

  it('does not reuse a failed or partial result', async () => {
    const { put, ask, answer, fail } = bench();
    const failed = assert.rejects(ask(0), /away/);
    await fail(new Error('away'));
    await failed;
    const partial = ask(0);
    await answer([new Error('a/v1: away')]);
    assert.equal((await partial).errors.length, 1);
    const whole = ask(0);
    await answer();
    assert.equal((await whole).errors.length, 0);
    assert.deepEqual(put, [0, 0, 0]);
  });
});
