import assert from 'node:assert/strict';
import {
  array,
  assert as assertProperty,
  constant,
  constantFrom,
  integer,
  nat,
  oneof,
  property,
  record,
} from 'fast-check';
import { createFairQueue, type FairQueue, type Waiting } from './fair-queue.js';

interface Waiter extends Waiting {
  readonly id: number;
}

const waiter = (flow: string, id = 0, since = 0): Waiter => ({ flow, id, since });
const LARGE = { waitingPerFlow: 100, waiting: 1000 };

/** Flows in dispatch order. Each request ends before the next dispatch. */
function drain(queue: FairQueue<Waiter>): string {
  let order = '';
  for (let next = queue.next(); next !== undefined; next = queue.next()) {
    order += next.flow;
    queue.leave(next.flow);
  }
  return order;
}

function waitAll(queue: FairQueue<Waiter>, flows: string): void {
  for (const [id, flow] of flows.split('').entries()) assert.equal(queue.wait(waiter(flow, id)), undefined);
}

describe('a fair queue', () => {
  for (const [waiting, order] of [
    ['aaaa', 'aaaa'],
    ['aaab', 'abaa'],
    ['aaabbc', 'abcaba'],
    ['abcabc', 'abcabc'],
    ['aaaaabbbbbc', 'abcabababab'],
  ] as const) {
    it(`dispatches ${waiting} as ${order}`, () => {
      const queue = createFairQueue<Waiter>({ limit: 1, ...LARGE });
      waitAll(queue, waiting);
      assert.equal(drain(queue), order);
    });
  }

  it('grants a seat immediately if one is free and no request is queued', () => {
    const queue = createFairQueue<Waiter>({ limit: 2, ...LARGE });
    assert.deepEqual([queue.tryEnter('a'), queue.tryEnter('a'), queue.tryEnter('b')], [true, true, false]);
    waitAll(queue, 'b');
    queue.leave('a');
    assert.equal(queue.tryEnter('c'), false, 'b was first');
    assert.equal(queue.next()?.flow, 'b');
  });

  it('has no limit if the limit is infinite', () => {
    const queue = createFairQueue<Waiter>({ limit: Infinity, ...LARGE });
    for (let count = 0; count < 10_000; count++) assert.ok(queue.tryEnter('a'));
  });

  it('reserves a tenth of the seats for flows without executing requests', () => {
    const queue = createFairQueue<Waiter>({ limit: 20, ...LARGE });
    const entered = Array.from({ length: 20 }, () => queue.tryEnter('a')).filter(Boolean).length;
    assert.equal(entered, 18);
    assert.deepEqual([queue.tryEnter('b'), queue.tryEnter('b'), queue.tryEnter('c')], [true, false, true]);
    assert.equal(queue.tryEnter('d'), false, 'all 20 seats are taken');
  });

  it('dispatches a flow without executing requests before flows that cannot take a reserved seat', () => {
    const queue = createFairQueue<Waiter>({ limit: 10, ...LARGE });
    for (let count = 0; count < 9; count++) queue.tryEnter('a');
    waitAll(queue, 'aab');
    assert.equal(queue.next()?.flow, 'b');
    assert.equal(queue.next(), undefined);
  });

  it('rejects a request beyond the limit of its flow', () => {
    const queue = createFairQueue<Waiter>({ limit: 1, waitingPerFlow: 2, waiting: 10 });
    waitAll(queue, 'aab');
    const third = waiter('a', 9);
    assert.equal(queue.wait(third), third);
    assert.equal(queue.waiting(), 3);
  });

  it('evicts the latest request of the longest flow if the queue is full', () => {
    const queue = createFairQueue<Waiter>({ limit: 1, waitingPerFlow: 10, waiting: 4 });
    waitAll(queue, 'baaa');
    assert.deepEqual(queue.wait(waiter('c')), waiter('a', 3));
    assert.equal(drain(queue), 'baca');
  });

  it('rejects the new request if the queue is full and no flow is longer than its own', () => {
    const queue = createFairQueue<Waiter>({ limit: 1, waitingPerFlow: 10, waiting: 2 });
    waitAll(queue, 'ab');
    const late = waiter('c');
    assert.equal(queue.wait(late), late);
  });

  it('removes a request once', () => {
    const queue = createFairQueue<Waiter>({ limit: 1, ...LARGE });
    const [first, second] = [waiter('a', 1), waiter('a', 2)];
    for (const each of [first, second]) queue.wait(each);
    assert.deepEqual([queue.remove(first), queue.remove(first)], [true, false]);
    assert.equal(queue.next(), second);
    assert.equal(queue.remove(second), false, 'it has a seat');
  });

  it('removes requests that were enqueued before a time', () => {
    const queue = createFairQueue<Waiter>({ limit: 1, ...LARGE });
    for (const [flow, since] of [
      ['a', 1],
      ['b', 2],
      ['a', 3],
      ['b', 4],
    ] as const)
      queue.wait(waiter(flow, since, since));
    assert.deepEqual(
      queue.removeBefore(4).map(({ id }) => id),
      [1, 3, 2],
    );
    assert.equal(drain(queue), 'b');
  });
});

const flow = constantFrom('a', 'a', 'a', 'a', 'b', 'c', 'd');
const pick = nat(1000);
const steps = array(
  oneof(
    record({ type: constant('come' as const), flow }),
    record({ type: constant('come' as const), flow }),
    record({ type: constantFrom('leave' as const, 'giveUp' as const), pick }),
    constant({ type: 'next' } as const),
  ),
  { maxLength: 120 },
);
const limits = record({
  limit: integer({ min: 1, max: 20 }),
  waitingPerFlow: integer({ min: 1, max: 8 }),
  waiting: integer({ min: 1, max: 16 }),
});

/** A queued request and the number of dispatches since its enqueue. */
interface Watched {
  readonly waiter: Waiter;
  /** Number of other queued flows at the enqueue of the first request of a flow without executing requests. */
  readonly flows: number;
  passed: number;
}

describe('a fair queue, for any sequence of calls,', () => {
  it('keeps its limits, loses no request, and dispatches each flow within one round', () => {
    assertProperty(
      property(limits, steps, (options, all) => {
        const queue = createFairQueue<Waiter>(options);
        const running: string[] = [];
        const waiting: Waiter[] = [];
        const watched: Watched[] = [];
        let ids = 0;
        const drop = (gone: Waiter): void => {
          const index = waiting.indexOf(gone);
          assert.notEqual(index, -1);
          waiting.splice(index, 1);
          const at = watched.findIndex((each) => each.waiter === gone);
          if (at !== -1) watched.splice(at, 1);
        };
        const letNext = (): void => {
          const next = queue.next();
          if (next === undefined) return;
          assert.equal(
            waiting.find((each) => each.flow === next.flow),
            next,
            'in the order of its flow',
          );
          drop(next);
          running.push(next.flow);
          for (const each of watched) {
            each.passed += 1;
            assert.ok(each.passed <= each.flows, `${each.passed} were dispatched before ${each.waiter.flow}`);
          }
        };
        const come = (name: string): void => {
          if (queue.tryEnter(name)) {
            assert.equal(waiting.length, 0, 'no flow waits');
            running.push(name);
            return;
          }
          const one = waiter(name, ++ids);
          const refused = queue.wait(one);
          if (refused === one) return;
          waiting.push(one);
          if (refused !== undefined) {
            assert.notEqual(refused.flow, name);
            drop(refused);
          }
          const isFirst = waiting.filter((each) => each.flow === name).length === 1;
          if (isFirst && !running.includes(name)) {
            const flows = new Set(waiting.map((each) => each.flow)).size - 1;
            watched.push({ waiter: one, flows, passed: 0 });
          }
        };
        for (const step of all) {
          if (step.type === 'come') come(step.flow);
          else if (step.type === 'next') letNext();
          else if (step.type === 'leave' && running.length > 0) {
            queue.leave(running.splice(step.pick % running.length, 1)[0] ?? '');
          } else if (step.type === 'giveUp' && waiting.length > 0) {
            const gone = waiting[step.pick % waiting.length];
            assert.ok(gone && queue.remove(gone));
            drop(gone);
          }
          assert.deepEqual([queue.running(), queue.waiting()], [running.length, waiting.length]);
          assert.ok(queue.running() <= options.limit);
          assert.ok(queue.waiting() <= options.waiting);
          for (const name of 'abcd') {
            assert.ok(waiting.filter((each) => each.flow === name).length <= options.waitingPerFlow);
          }
        }
        // When all executing requests end, all queued requests are dispatched.
        for (let rounds = 0; waiting.length > 0; rounds++) {
          assert.ok(rounds < 1000);
          for (const name of running.splice(0)) queue.leave(name);
          letNext();
        }
      }),
    );
  });
});
