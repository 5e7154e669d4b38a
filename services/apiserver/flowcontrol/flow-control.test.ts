import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { RequestContext } from '../request/context.js';
import { createFlowControl, type Abandonable, type FlowControlOptions } from './flow-control.js';
import { memoryWatch } from './memory.js';
import { nodeLoop, type Loop } from './time-slices.js';

/** A request that is never aborted. */
const kept: Abandonable = { onAbort: () => undefined };

function abandonable(): RequestContext {
  const peer = { address: '127.0.0.1', certificate: { type: 'none' } } as const;
  return new RequestContext({ method: 'GET', target: '/', headers: {}, body: undefined, peer });
}

function control(options: Partial<FlowControlOptions> = {}) {
  return createFlowControl({
    maxRequestsInFlight: 1,
    maxMutatingRequestsInFlight: 1,
    requestTimeout: 60_000,
    random: () => 0,
    ...options,
  });
}

/** A manual clock. */
function clock(): { loop: Loop; pass: (milliseconds: number) => void } {
  let time = 0;
  return { loop: { ...nodeLoop, now: () => time }, pass: (milliseconds) => void (time += milliseconds) };
}

describe('flow control', () => {
  it('has separate seats for each request kind', () => {
    const { readOnly, mutating } = control({ maxRequestsInFlight: 2 });
    assert.deepEqual(
      [readOnly.tryAcquire('a'), readOnly.tryAcquire('a'), readOnly.tryAcquire('a')],
      [true, true, false],
    );
    assert.deepEqual([mutating.tryAcquire('a'), mutating.tryAcquire('a')], [true, false]);
  });

  it('dispatches the next request when one ends, and observes its wait', async () => {
    const { loop, pass } = clock();
    const { readOnly } = control({ loop });
    assert.ok(readOnly.tryAcquire('a'));
    const entered = readOnly.acquire('b', kept);
    await nextTurn();
    assert.deepEqual([readOnly.counts().running, readOnly.counts().waiting], [1, 1]);
    pass(7);
    readOnly.release('a');
    await entered;
    const { waited, waitedInVain, ...numbers } = readOnly.counts();
    const refused = { 'queue-full': 0, 'time-out': 0, memory: 0 };
    assert.deepEqual(numbers, { running: 1, waiting: 0, mostWaiting: 1, refused });
    assert.deepEqual([waited.sum, waitedInVain.sum], [0.007, 0]);
    pass(1000);
    assert.equal(readOnly.counts().mostWaiting, 0, 'a second later');
  });

  it('removes an aborted request from the queue', async () => {
    const { readOnly } = control();
    readOnly.tryAcquire('a');
    const gone = abandonable();
    const waiting = readOnly.acquire('b', gone);
    const reason = new Error('the client went away');
    gone.abort(reason);
    await assert.rejects(waiting, reason);
    assert.equal(readOnly.counts().waiting, 0);
    await assert.rejects(readOnly.acquire('b', gone), reason);
    assert.equal(readOnly.counts().waiting, 0);
  });

  it('rejects a request that is queued for a quarter of the request timeout', async () => {
    const { readOnly } = control({ requestTimeout: 20 });
    readOnly.tryAcquire('a');
    await assert.rejects(readOnly.acquire('b', kept), {
      reason: 'TooManyRequests',
      code: 429,
      message: 'Too many requests, please try again later.',
      details: { retryAfterSeconds: 1 },
    });
    const { refused, waited, waitedInVain } = readOnly.counts();
    assert.deepEqual(refused, { 'queue-full': 0, 'time-out': 1, memory: 0 });
    assert.deepEqual([waited.sum, waitedInVain.sum > 0], [0, true]);
  });

  it('rejects requests beyond the limit of a user, and spreads the retries of many rejected requests', async () => {
    const spreads = new Set<number>();
    const random = (limit: number): number => {
      spreads.add(limit);
      return limit - 1;
    };
    const { loop } = clock();
    const { readOnly } = control({ random, loop });
    readOnly.tryAcquire('a');
    const entered = Array.from({ length: 600 }, () =>
      readOnly.acquire('a', kept).then(
        () => readOnly.release('a'),
        () => 'refused',
      ),
    );
    const { refused, waiting } = readOnly.counts();
    assert.deepEqual([refused['queue-full'], waiting], [88, 512]);
    readOnly.release('a');
    assert.equal((await Promise.all(entered)).filter((each) => each === 'refused').length, 88);
    assert.deepEqual([...spreads], [1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('starts only as many requests in a turn of the event loop as the time slice allows', async () => {
    const { loop, pass } = clock();
    const { readOnly } = control({ maxRequestsInFlight: 400, loop });
    const begun: string[] = [];
    /** A request that blocks the event loop for `milliseconds`. */
    const request = async (user: string, milliseconds: number): Promise<void> => {
      if (!readOnly.tryAcquire(user)) await readOnly.acquire(user, kept);
      begun.push(user);
      pass(milliseconds);
      readOnly.release(user);
    };
    const all: Promise<void>[] = [];
    for (let count = 0; count < 20; count++) {
      all.push(request('a', 1));
      await Promise.resolve();
    }
    // Four requests start before the clock is read. Then the time slice of half a millisecond is used up.
    assert.equal(begun.join(''), 'aaaa');
    all.push(request('b', 1));
    await Promise.all(all);
    assert.equal(begun.indexOf('b'), 5, 'after one request of the other user');
    assert.equal(begun.length, 21);
  });
});

describe('the memory watch', () => {
  it('measures at most twice a second', () => {
    let [time, use, looks] = [0, 0.5, 0];
    const isScarce = memoryWatch(
      () => {
        looks += 1;
        return use;
      },
      () => time,
    );
    assert.equal(isScarce(), false);
    use = 0.9;
    assert.equal(isScarce(), false);
    time = 500;
    assert.equal(isScarce(), true);
    assert.equal(looks, 2);
  });
});
