import assert from 'node:assert/strict';
import { replaceAll } from './object-cache.js';
import type { ApiObject } from './resource-type.js';

/** Objects by key, with a version. */
function objects(count: number, resourceVersion: string): Map<string, ApiObject> {
  const names = Array.from({ length: count }, (_, index) => `object-${index}`);
  return new Map(names.map((name) => [name, { metadata: { name, uid: name, resourceVersion } }]));
}

describe('the replacement of all objects', () => {
  const cases: readonly [what: string, before: Map<string, ApiObject>, after: Map<string, ApiObject>][] = [
    ['which are new', new Map(), objects(5000, '1')],
    ['which have changed', objects(5000, '1'), objects(5000, '2')],
    ['which are the same', objects(5000, '1'), objects(5000, '1')],
    ['which are gone', objects(5000, '1'), new Map()],
  ];
  for (const [what, before, after] of cases) {
    it(`gives other work turns of the event loop between few objects ${what}`, async () => {
      let turns = 0;
      let turn = setImmediate(function count() {
        turns++;
        turn = setImmediate(count);
      });
      for await (const change of replaceAll(before, after, new AbortController().signal)) void change;
      clearImmediate(turn);
      assert.deepEqual(before, after);
      assert.ok(turns >= 5, `${turns} turns`);
    });
  }

  it('ends when it is aborted between two turns', async () => {
    const stop = new AbortController();
    setImmediate(() => stop.abort(new Error('stopped')));
    let added = 0;
    await assert.rejects(async () => {
      for await (const { type } of replaceAll(new Map(), objects(5000, '1'), stop.signal))
        if (type === 'added') added++;
    }, /stopped/);
    assert.ok(added < 5000, `${added} objects`);
  });
});
