import assert from 'node:assert/strict';
import { realEnvironment } from '../registry/environment.js';
import { testContext } from './scope.test.helper.js';
import { bookmarkInterval, watchDeadlines, watchLimit } from './watch-timeout.js';

describe('the timeout of a watch', () => {
  const environment = { ...realEnvironment, random: (limit: number) => limit - 1 };

  it('is half an hour to an hour by default', () => {
    for (const seconds of [undefined, 0, -1]) assert.equal(watchLimit(seconds, environment), 3_599_000);
    assert.equal(watchLimit(undefined, { ...environment, random: () => 0 }), 1_800_000);
    assert.equal(watchLimit(7, environment), 7000);
  });

  for (const seconds of [1, 3, 30, 61, 300, 1800, 3599]) {
    it(`of ${seconds} s has a bookmark at least each minute, and one shortly before its end`, () => {
      const interval = bookmarkInterval(seconds * 1000);
      assert.ok(interval <= 60_000 && (interval > 29_000 || seconds <= 61));
      const last = Math.floor((seconds * 1000 - 1) / interval) * interval;
      assert.ok(seconds * 1000 - last <= 2001, `${last}`);
    });
  }

  it('ends requests that are still running', async () => {
    const deadlines = watchDeadlines();
    const [short, done, long] = [testContext(), testContext(), testContext()];
    deadlines.add(short, 1);
    deadlines.add(done, 1);
    deadlines.add(long, 100_000);
    deadlines.remove(done);
    await new Promise((resolve) => short.signal.addEventListener('abort', resolve));
    assert.deepEqual(
      [short, done, long].map(({ signal }) => signal.aborted),
      [true, false, false],
    );
    deadlines.remove(long);
  });
});
