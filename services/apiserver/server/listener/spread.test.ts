import assert from 'node:assert/strict';
import { spread } from './spread.js';

describe('spread', () => {
  const cases: readonly (readonly [items: number, milliseconds: number])[] = [
    [0, 0],
    [1, 0],
    [10, 0],
    [100, 180],
    [1500, 2980],
    [10_000, 2980],
  ];
  for (const [count, milliseconds] of cases) {
    it(`handles ${count} items in ${milliseconds} ms`, async () => {
      let waited = 0;
      const done: number[] = [];
      const items = Array.from({ length: count }, (_, index) => index);
      const pause = async (time: number): Promise<void> => void (waited += time);
      await spread(items, (item) => done.push(item), { each: 2, longest: 3000, pause });
      assert.deepEqual(done, items);
      assert.equal(waited, milliseconds);
    });
  }
});
