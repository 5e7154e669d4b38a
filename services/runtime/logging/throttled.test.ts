import assert from 'node:assert/strict';
import { throttled } from './throttled.js';

describe('throttled reports', () => {
  it('report each error at once and again after a minute', () => {
    let time = 0;
    const reported: string[] = [];
    const tell = throttled(
      (error, step: string) => void reported.push(`${time} ${step} ${String(error)}`),
      () => time,
    );
    for (const [at, error, step] of [
      [0, 'away', 'a'],
      [1, 'away', 'a'],
      [2, 'away', 'b'],
      [3, 'gone', 'a'],
      [59_999, 'away', 'a'],
      [60_000, 'away', 'a'],
      [60_001, 'away', 'a'],
    ] as const) {
      time = at;
      tell(new Error(error), step);
    }
    assert.deepEqual(reported, ['0 a Error: away', '2 b Error: away', '3 a Error: gone', '60000 a Error: away']);
  });

  it('remember a limited number of errors', () => {
    let count = 0;
    const tell = throttled(
      () => void count++,
      () => 0,
    );
    for (let round = 0; round < 2; round++) for (let index = 0; index <= 1000; index++) tell(index);
    assert.equal(count, 2002);
  });
});
