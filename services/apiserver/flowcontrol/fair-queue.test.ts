import assert from 'node:assert/strict';
import { createFairQueue, type FairQueue, type Queued, type Use } from './fair-queue.js';

interface Request extends Queued<Request> {
  readonly schema: 's';
}

/** A flow whose hand is one queue of its own, since there is a queue for each of its letters. */
function request(flow: string, { seats = 1, arrived = 0 } = {}): Request {
  const links = { previous: undefined, next: undefined };
  return { schema: 's', distinguisher: flow, seats, arrived, queue: undefined, isWaiting: false, ...links };
}

/** One queue for each flow, as far as hashes allow. */
function manyQueues(queueLengthLimit = 50): FairQueue<Request> {
  const queue = createFairQueue<Request>();
  queue.configure({ queues: 10_000, handSize: 1, queueLengthLimit });
  return queue;
}

function dispatchAll(queue: FairQueue<Request>): Request[] {
  const order: Request[] = [];
  for (let next = queue.peek(() => true); next !== undefined; next = queue.peek(() => true)) {
    queue.begin(next);
    order.push(next);
  }
  return order;
}

/** What a request took while all seats were in use, unless `scarcity` says otherwise. */
function used(held: number, { scarcity = 1, afterwards = 0 } = {}): Use {
  return { held, scarcity, afterwards };
}

describe('a fair queue', () => {
  it('dispatches the requests of a flow in their order', () => {
    const queue = manyQueues();
    const requests = [request('a'), request('a'), request('a')];
    for (const each of requests) assert.ok(queue.add(each, 10));
    assert.deepEqual(dispatchAll(queue), requests);
    assert.equal(queue.waiting(), 0);
  });

  it('alternates between flows, so that a late flow does not wait for the backlog of another', () => {
    const queue = manyQueues();
    for (let count = 0; count < 20; count++) queue.add(request('noisy'), 100);
    const first = queue.peek(() => true);
    assert.ok(first);
    queue.begin(first);
    for (let count = 0; count < 3; count++) queue.add(request('quiet'), 100);
    const order = dispatchAll(queue).map(({ distinguisher }) => distinguisher);
    assert.ok(order.lastIndexOf('quiet') < 6, order.join(' '));
  });

  it('divides turns by seats: a request of ten seats counts as ten', () => {
    const queue = manyQueues();
    for (let count = 0; count < 10; count++) queue.add(request('wide', { seats: 10 }), 1000);
    for (let count = 0; count < 50; count++) queue.add(request('narrow'), 1000);
    const order = dispatchAll(queue).slice(0, 33);
    const wide = order.filter(({ distinguisher }) => distinguisher === 'wide').length;
    assert.ok(wide >= 3 && wide <= 4, `${wide} wide requests`);
  });

  it('charges what a request really took', () => {
    const queue = manyQueues();
    const slow = request('slow');
    queue.add(slow, 10);
    queue.add(request('slow'), 10);
    queue.begin(slow);
    for (let count = 0; count < 5; count++) queue.add(request('fast'), 10);
    queue.end(slow, used(3000));
    assert.deepEqual(
      dispatchAll(queue).map(({ distinguisher }) => distinguisher),
      ['fast', 'fast', 'fast', 'fast', 'fast', 'slow'],
    );
  });

  it('dispatches a flow in debt, while requests of new flows never cease', () => {
    const queue = manyQueues();
    const [slow, next] = [request('slow'), request('slow')];
    queue.add(slow, 10);
    queue.begin(slow);
    queue.add(next, 10);
    queue.add(request('other'), 10);
    queue.end(slow, used(1000));
    let others = 0;
    for (let first: Request | undefined; first !== next; others++) {
      assert.ok(others < 1000, 'the flow starves');
      queue.add(request(`other ${others}`), 10);
      first = queue.peek(() => true);
      assert.ok(first);
      queue.begin(first);
      queue.end(first, used(10));
    }
    assert.ok(others > 1);
  });

  it('serves a flow of few large requests beside one of many small ones while seats are free', () => {
    const queue = manyQueues();
    for (let count = 0; count < 1000; count++) queue.add(request('busy'), 1000);
    const dispatch = () => {
      const next = queue.peek(() => true);
      assert.ok(next);
      queue.begin(next);
      return next;
    };
    for (let count = 0; count < 5; count++) {
      const large = request('quiet', { seats: 5 });
      queue.add(large, 1000);
      let before = 0;
      for (let next = dispatch(); next !== large; next = dispatch()) {
        queue.end(next, used(0.1, { scarcity: 0.02 }));
        before += 1;
      }
      assert.ok(before <= 10, `${before} of the others precede request ${count}`);
      queue.end(large, used(250, { scarcity: 0.02 }));
    }
  });

  it('charges the work after a request, whether seats are free or not', () => {
    const queue = manyQueues();
    const write = request('writes');
    queue.add(write, 10);
    queue.add(request('writes'), 10);
    queue.begin(write);
    for (let count = 0; count < 5; count++) queue.add(request('reads'), 10);
    queue.end(write, used(1, { scarcity: 0, afterwards: 100 }));
    const order = dispatchAll(queue).map(({ distinguisher }) => distinguisher);
    assert.equal(order.indexOf('writes'), 5);
  });

  it('saves no credit for an idle flow', () => {
    const queue = manyQueues();
    for (let count = 0; count < 100; count++) {
      queue.add(request('busy'), 1000);
      dispatchAll(queue);
    }
    for (let count = 0; count < 10; count++) queue.add(request('idle'), 1000);
    for (let count = 0; count < 10; count++) queue.add(request('busy'), 1000);
    const order = dispatchAll(queue).slice(0, 4);
    assert.equal(order.filter(({ distinguisher }) => distinguisher === 'busy').length, 2);
  });

  it('rejects when a queue is full and no seat is free, and holds as many more as seats are free', () => {
    for (const free of [0, 1, 7]) {
      const queue = manyQueues(2);
      let accepted = 0;
      while (queue.add(request('a'), free) !== undefined) accepted += 1;
      assert.equal(accepted, 2 + free, `${free} free seats`);
      assert.equal(queue.add(request('b'), free), 1, 'another flow has places');
    }
  });

  it('without queues, holds as many requests as seats are free', () => {
    const queue = createFairQueue<Request>();
    assert.equal(queue.add(request('a'), 0), undefined);
    assert.deepEqual(
      [queue.add(request('a'), 2), queue.add(request('b'), 2), queue.add(request('c'), 2)],
      [1, 2, undefined],
    );
  });

  it('uses the shortest queue of a hand', () => {
    const queue = createFairQueue<Request>();
    queue.configure({ queues: 8, handSize: 8, queueLengthLimit: 1 });
    for (let count = 0; count < 8; count++) assert.equal(queue.add(request('a'), 0), 1);
    assert.equal(queue.add(request('a'), 0), undefined);
    assert.equal([...queue.queues()].length, 8);
  });

  it('removes requests that were aborted or came too early, and forgets idle queues', () => {
    const queue = manyQueues();
    const [early, late, aborted] = [request('a'), request('a', { arrived: 5 }), request('b', { arrived: 9 })];
    for (const each of [early, late, aborted]) queue.add(each, 10);
    assert.ok(queue.remove(aborted));
    assert.ok(!queue.remove(aborted));
    assert.deepEqual(queue.removeBefore(5), [early]);
    assert.deepEqual([queue.waiting(), queue.waitingSeats(), [...queue.queues()].length], [1, 1, 1]);
    queue.begin(late);
    queue.end(late, used(3));
    assert.deepEqual([...queue.queues()], []);
  });
});
