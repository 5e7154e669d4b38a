import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { Discovery } from '@pilothouse/client/discovery.js';
import { sharedDiscovery } from './shared-discovery.js';

describe('shared discovery', () => {
  /** Discovery that answers only when told to, at times that are told too. */
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

  it('puts one question for all who ask at a time, and one more for those who came too late for it', async () => {
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

  it('gives an answer again while it is young', async () => {
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

  it('puts a question again that failed, also in part', async () => {
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
