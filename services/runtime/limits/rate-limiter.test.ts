import assert from 'node:assert/strict';
import { rateLimiter } from './rate-limiter.js';

describe('rateLimiter', () => {
  let now = 0;
  const create = (rate: number, burst: number, keys = 10) => rateLimiter({ rate, burst, keys, now: () => now });
  beforeEach(() => {
    now = 1_000;
  });

  it('allows each key its burst, then its rate', () => {
    const limiter = create(2, 3);
    for (const key of ['a', 'a', 'a', 'b', 'b', 'b']) assert.equal(limiter(key), undefined);
    assert.deepEqual([limiter('a'), limiter('b')], [0.5, 0.5]);
    now += 250;
    assert.equal(limiter('a'), 0.25);
    now += 250;
    assert.deepEqual([limiter('a'), limiter('a')], [undefined, 0.5]);
    now += 3_600_000;
    assert.deepEqual(
      Array.from({ length: 4 }, () => limiter('a')),
      [undefined, undefined, undefined, 0.5],
    );
  });

  it('sets no limit for rate 0', () => {
    const limiter = create(0, 0);
    for (let turn = 0; turn < 1000; turn++) assert.equal(limiter('a'), undefined);
  });

  it('keeps the most recent keys', () => {
    const limiter = create(1, 1, 2);
    assert.equal(limiter('a'), undefined);
    assert.equal(limiter('b'), undefined);
    assert.equal(limiter('a'), 1);
    assert.equal(limiter('c'), undefined);
    assert.equal(limiter('a'), 1);
    assert.equal(limiter('b'), undefined);
  });

  it('takes no tokens away when the clock goes backwards', () => {
    const limiter = create(1, 2);
    assert.equal(limiter('a'), undefined);
    now -= 500_000;
    assert.deepEqual([limiter('a'), limiter('a')], [undefined, 1]);
    now += 1_000;
    assert.equal(limiter('a'), undefined);
  });
});
