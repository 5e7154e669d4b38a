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

/** Everybody who is let in, in order, each leaving before the next comes. */
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
    it(`lets ${waiting} in as ${order}`, () => {
      const queue = createFairQueue<Waiter>({ limit: 1, ...LARGE });
      waitAll(queue, waiting);
      assert.equal(drain(queue), order);
    });
  }

  it('lets in at once as long as there is a place and nobody waits', () => {
    const queue = createFairQueue<Waiter>({ limit: 2, ...LARGE });
    assert.deepEqual([queue.tryEnter('a'), queue.tryEnter('a'), queue.tryEnter('b')], [true, true, false]);
    waitAll(queue, 'b');
    queue.leave('a');
    assert.equal(queue.tryEnter('c'), false, 'b was first');
    assert.equal(queue.next()?.flow, 'b');
  });

  it('sets no limit when that is infinite', () => {
    const queue = createFairQueue<Waiter>({ limit: Infinity, ...LARGE });
    for (let count = 0; count < 10_000; count++) assert.ok(queue.tryEnter('a'));
  });

  it('keeps the last tenth of the places for flows that have nothing under way', () => {
    const queue = createFairQueue<Waiter>({ limit: 20, ...LARGE });
    const entered = Array.from({ length: 20 }, () => queue.tryEnter('a')).filter(Boolean).length;
    assert.equal(entered, 18);
    assert.deepEqual([queue.tryEnter('b'), queue.tryEnter('b'), queue.tryEnter('c')], [true, false, true]);
    assert.equal(queue.tryEnter('d'), false, 'all 20 are taken');
  });

  it('lets those with nothing under way pass those who may not have a kept place', () => {
    const queue = createFairQueue<Waiter>({ limit: 10, ...LARGE });
    for (let count = 0; count < 9; count++) queue.tryEnter('a');
    waitAll(queue, 'aab');
    assert.equal(queue.next()?.flow, 'b');
    assert.equal(queue.next(), undefined);
  });

  it('refuses what is too much of one flow', () => {
    const queue = createFairQueue<Waiter>({ limit: 1, waitingPerFlow: 2, waiting: 10 });
    waitAll(queue, 'aab');
    const third = waiter('a', 9);
    assert.equal(queue.wait(third), third);
    assert.equal(queue.waiting(), 3);
  });

  it('makes room in a full queue at the cost of the latest of the longest flow', () => {
    const queue = createFairQueue<Waiter>({ limit: 1, waitingPerFlow: 10, waiting: 4 });
    waitAll(queue, 'baaa');
    assert.deepEqual(queue.wait(waiter('c')), waiter('a', 3));
    assert.equal(drain(queue), 'baca');
  });

  it('refuses the newcomer where the queue is full and no flow is longer than his', () => {
    const queue = createFairQueue<Waiter>({ limit: 1, waitingPerFlow: 10, waiting: 2 });
    waitAll(queue, 'ab');
    const late = waiter('c');
    assert.equal(queue.wait(late), late);
  });

  it('lets those who no longer want to wait leave, once', () => {
    const queue = createFairQueue<Waiter>({ limit: 1, ...LARGE });
    const [first, second] = [waiter('a', 1), waiter('a', 2)];
    for (const each of [first, second]) queue.wait(each);
    assert.deepEqual([queue.remove(first), queue.remove(first)], [true, false]);
    assert.equal(queue.next(), second);
    assert.equal(queue.remove(second), false, 'it has its place');
  });

  it('takes out those who have waited for too long', () => {
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

/** One who waits, and how many others are let in meanwhile. */
interface Watched {
  readonly waiter: Waiter;
  /** Flows that waited when he was the first of his, had nothing under way, and began to count. */
  readonly flows: number;
  passed: number;
}

describe('whatever comes, a fair queue', () => {
  it('keeps its bounds, forgets nobody, and has nobody wait for more than one round', () => {
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
            assert.ok(each.passed <= each.flows, `${each.passed} were let in before ${each.waiter.flow}`);
          }
        };
        const come = (name: string): void => {
          if (queue.tryEnter(name)) {
            assert.equal(waiting.length, 0, 'nobody is passed');
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
        // When all who are under way leave, everybody who waits is let in.
        for (let rounds = 0; waiting.length > 0; rounds++) {
          assert.ok(rounds < 1000);
          for (const name of running.splice(0)) queue.leave(name);
          letNext();
        }
      }),
    );
  });
});
