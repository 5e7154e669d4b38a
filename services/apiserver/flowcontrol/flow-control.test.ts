import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { inFlightConfig, priorityConfig, type LevelObject } from './config.js';
import { createFlowControl, type FlowControl, type Ticket } from './flow-control.js';
import { configOf, executing, MAPS, requestOf, startOne, testFlowControl } from './flow-control.test.helper.js';
import { memoryWatch } from './memory.js';
import { nodeLoop, type Loop } from './time-slices.js';

/** A manual clock. */
function clock(): { loop: Loop; pass: (milliseconds: number) => void } {
  let time = 0;
  return { loop: { ...nodeLoop, now: () => time }, pass: (milliseconds) => void (time += milliseconds) };
}

const get = (user: string, groups: readonly string[] = []) =>
  requestOf('GET', `${MAPS}/b`, authenticatedUser(user, groups));

async function start(flowControl: FlowControl, user: string, groups: readonly string[] = []): Promise<Ticket> {
  const ticket = flowControl.classify(get(user, groups));
  if (!flowControl.tryStart(ticket)) await flowControl.start(ticket);
  return ticket;
}

const levelOf = (flowControl: FlowControl, name: string) => {
  const found = [...flowControl.levels()].find((level) => level.name === name);
  assert.ok(found);
  return found;
};

describe('flow control', () => {
  it('dispatches the next request when one ends, and observes its wait', async () => {
    const { loop, pass } = clock();
    const flowControl = testFlowControl({ one: { seats: 1, queues: 8 } }, { loop });
    const [first, entered] = [startOne(flowControl, 'a'), start(flowControl, 'b')];
    await nextTurn();
    const level = levelOf(flowControl, 'one');
    assert.deepEqual([level.executing(), level.queue.waiting()], [1, 1]);
    pass(7);
    assert.deepEqual([flowControl.mostWaiting('readOnly'), flowControl.areWaiting()], [1, true]);
    flowControl.end(first);
    const { counts } = await entered;
    assert.deepEqual([counts.waited.sum, counts.waitedInVain.sum], [0.007, 0]);
    assert.deepEqual([counts.dispatched.value, counts.executing.value, counts.waiting.value], [2, 1, 0]);
    pass(1000);
    assert.deepEqual([flowControl.mostWaiting('readOnly'), flowControl.areWaiting()], [0, false], 'a second later');
  });

  it('removes an aborted request from the queue', async () => {
    const flowControl = testFlowControl();
    startOne(flowControl, 'a');
    const gone = get('b');
    const waiting = flowControl.start(flowControl.classify(gone));
    const reason = new Error('the client went away');
    gone.abort(reason);
    await assert.rejects(waiting, reason);
    await assert.rejects(flowControl.start(flowControl.classify(gone)), reason);
    const { queue, totals } = levelOf(flowControl, 'one');
    assert.deepEqual([queue.waiting(), totals.cancelled], [0, 2]);
  });

  it('rejects a request that is queued for a quarter of the request timeout', async () => {
    const flowControl = testFlowControl(undefined, { requestTimeout: 20 });
    startOne(flowControl, 'a');
    await assert.rejects(start(flowControl, 'b'), {
      reason: 'TooManyRequests',
      code: 429,
      message: 'Too many requests, please try again later.',
      details: { retryAfterSeconds: 1 },
    });
    const { queue, totals } = levelOf(flowControl, 'one');
    assert.deepEqual([queue.waiting(), totals.timedOut], [0, 1]);
  });

  it('rejects requests beyond the places of a flow, and spreads the retries of many rejected requests', async () => {
    const spreads = new Set<number>();
    const random = (limit: number): number => {
      spreads.add(limit);
      return limit - 1;
    };
    const flowControl = testFlowControl({ one: { seats: 1, queues: 10_000 } }, { random, loop: clock().loop });
    const first = startOne(flowControl, 'a');
    const outcomes = Array.from({ length: 100 }, () =>
      start(flowControl, 'a').then(
        (ticket) => flowControl.end(ticket),
        () => 'rejected',
      ),
    );
    assert.equal(levelOf(flowControl, 'one').queue.waiting(), 50);
    const other = start(flowControl, 'b');
    flowControl.end(first);
    assert.equal((await Promise.all(outcomes)).filter((each) => each === 'rejected').length, 50);
    await other;
    assert.deepEqual([...spreads], [1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('rejects at once in a level without queues', async () => {
    const flowControl = testFlowControl({ one: { seats: 10 } });
    startOne(flowControl, 'a');
    const wide = { ...flowControl.classify(get('b')), seats: 100 };
    assert.ok(!flowControl.tryStart(wide));
    await assert.rejects(flowControl.start(wide), { code: 429 });
    startOne(flowControl, 'c');
  });

  it('deletes the series of a level that has left once its requests have ended, and counts idle time', async () => {
    const { loop, pass } = clock();
    const flowControl = testFlowControl({ one: { seats: 1 }, two: { seats: 1 } }, { loop });
    const series = async (name: string): Promise<number> => {
      const samples = await Promise.all(flowControl.metrics.map(async ({ read }) => [...(await read())]));
      return samples.flat().filter(({ labels }) => labels.includes(name)).length;
    };
    const last = startOne(flowControl, 'a');
    flowControl.configure(configOf({ one: { seats: 1 } }));
    assert.ok((await series('two')) > 0);
    flowControl.end(last);
    assert.equal(await series('two'), 0);
    pass(60_000);
    const demand = flowControl.metrics.find(
      ({ definition }) => definition.name === 'apiserver_flowcontrol_demand_seats',
    );
    const idle = [...((await demand?.read()) ?? [])].find(({ labels }) => labels.includes('one'))?.value;
    assert.ok(typeof idle === 'object');
    assert.equal(idle.counts[0], 60_000_000_000);
  });

  it('starts only as many requests in a turn of the event loop as the time slice allows', async () => {
    const { loop, pass } = clock();
    const flowControl = testFlowControl({ one: { seats: 400, queues: 10_000 } }, { loop });
    const begun: string[] = [];
    /** A request that blocks the event loop for `milliseconds`. */
    const request = async (user: string, milliseconds: number): Promise<void> => {
      const ticket = await start(flowControl, user);
      begun.push(user);
      pass(milliseconds);
      flowControl.end(ticket);
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
    assert.ok(begun.indexOf('b') <= 6, begun.join(''));
    assert.equal(begun.length, 21);
  });

  it('gives levels the event loop in proportion to their seats', async () => {
    const { loop, pass } = clock();
    const flowControl = testFlowControl(
      { high: { seats: 300, queues: 10_000 }, low: { seats: 100, queues: 10_000 } },
      { loop },
    );
    const begun: string[] = [];
    const request = async (name: string): Promise<void> => {
      const ticket = await start(flowControl, name, [name]);
      begun.push(name);
      pass(1);
      flowControl.end(ticket);
    };
    const all: Promise<void>[] = [];
    for (const name of [...Array<string>(44).fill('low'), ...Array<string>(40).fill('high')]) {
      all.push(request(name));
      await Promise.resolve();
    }
    await Promise.all(all);
    const shares = begun.slice(4, 44).filter((name) => name === 'high').length;
    assert.ok(shares >= 28 && shares <= 32, `${shares} of 40`);
  });

  it('starts exempt requests while everything waits', async () => {
    const flowControl = testFlowControl({ one: { seats: 1 } });
    startOne(flowControl, 'a');
    const root = get('root', ['system:masters']);
    assert.ok(flowControl.tryStart(flowControl.classify(root)));
    assert.equal(executing(flowControl), 1);
  });

  it('lends seats of an idle level', async () => {
    const { loop, pass } = clock();
    const config = configOf({ lender: { seats: 10, queues: 8 }, borrower: { seats: 10, queues: 8 } });
    const lending = config.levels.map((level) =>
      level.name === 'lender' ? { ...level, limits: { ...level.limits, least: 0 } } : level,
    );
    const flowControl = testFlowControl(undefined, { config: { ...config, levels: lending }, loop });
    const [lender, borrower] = [levelOf(flowControl, 'lender'), levelOf(flowControl, 'borrower')];
    const startTen = (group: string): Promise<Ticket[]> =>
      Promise.all(Array.from({ length: 10 }, (_, index) => start(flowControl, `${group}-${index}`, [group])));
    const nextPeriod = (): void => {
      pass(10_000);
      flowControl.adjust();
    };
    const lenderTickets = startTen('lender');
    const borrowerTickets = startTen('borrower');
    nextPeriod();
    assert.deepEqual([lender.limit(), borrower.limit()], [10, 10], 'both need their seats');
    const [lent] = await Promise.all([lenderTickets, borrowerTickets]);
    const waiting = start(flowControl, 'b');
    await nextTurn();
    assert.equal(borrower.queue.waiting(), 1);
    for (const ticket of lent) flowControl.end(ticket);
    nextPeriod();
    assert.equal(lender.limit(), 10, 'it used them in the last period');
    nextPeriod();
    await waiting;
    assert.ok(borrower.limit() > 10 && lender.limit() < 10, `${borrower.limit()} and ${lender.limit()}`);
  });

  it('reserves a tenth of the seats for flows without executing requests', async () => {
    const { loop, pass } = clock();
    const flowControl = testFlowControl({ one: { seats: 20, queues: 10_000 } }, { loop });
    const slow = Array.from({ length: 30 }, () => {
      pass(1);
      return start(flowControl, 'slow');
    });
    await nextTurn();
    assert.deepEqual([executing(flowControl), levelOf(flowControl, 'one').queue.waiting()], [18, 12]);
    const quick = await start(flowControl, 'quick');
    assert.equal(executing(flowControl), 19);
    flowControl.end(quick);
    const [first] = await Promise.all(slow.slice(0, 1));
    assert.ok(first);
    flowControl.end(first);
    await nextTurn();
    assert.equal(executing(flowControl), 18, 'the next of the slow ones');
  });

  it('divides the seats also among levels that leave the configuration, whose requests go on', async () => {
    const mandatory = await import('@pilothouse/kinds/flowcontrol/mandatory.js');
    const level = (name: string, nominalConcurrencyShares: number): LevelObject => ({
      metadata: { name },
      spec: { type: 'Limited', limited: { nominalConcurrencyShares, limitResponse: { type: 'Reject' } } },
    });
    const flowControl = testFlowControl({ gone: { seats: 1, queues: 8 } });
    const first = startOne(flowControl, 'a');
    const config = configOf({ other: { seats: 1, queues: 8 } });
    const { levels, leaving } = priorityConfig(
      [...mandatory.MANDATORY_PRIORITY_LEVELS, level('other', 25)],
      mandatory.MANDATORY_FLOW_SCHEMAS,
      { seats: 40, leaving: [level('gone', 10)] },
    );
    assert.deepEqual(
      levels.map(({ limits }) => limits.nominal),
      [0, 5, 25],
    );
    flowControl.configure({ ...config, leaving });
    const gone = levelOf(flowControl, 'gone');
    assert.deepEqual([gone.isLeaving, gone.limits().nominal], [true, 10]);
    flowControl.end(first);
    assert.ok(![...flowControl.levels()].includes(gone));
  });

  it('keeps the requests of a level that leaves the configuration until they have ended', async () => {
    const flowControl = testFlowControl({ gone: { seats: 1, queues: 8 } });
    const first = startOne(flowControl, 'a');
    const second = start(flowControl, 'a');
    flowControl.configure(configOf({ other: { seats: 1, queues: 8 } }));
    assert.equal(levelOf(flowControl, 'gone').isLeaving, true);
    assert.equal(startOne(flowControl, 'a').level.name, 'other');
    flowControl.end(first);
    flowControl.end(await second);
    assert.deepEqual(
      [...flowControl.levels()].map(({ name }) => name),
      ['exempt', 'catch-all', 'other'],
    );
  });

  it('never loses a seat, in any order of events', async () => {
    const flowControl = testFlowControl({ one: { seats: 3, queues: 2 } }, { requestTimeout: 40 });
    let random = 7;
    const next = (limit: number): number => (random = (random * 1103515245 + 12345) % 2147483648) % limit;
    await Promise.all(
      Array.from({ length: 300 }, async (_, index) => {
        const context = get(`user-${index % 7}`);
        if (next(5) === 0) setTimeout(() => context.abort(new Error('gone')), next(20)).unref();
        const ticket = flowControl.classify(context);
        try {
          if (!flowControl.tryStart(ticket)) await flowControl.start(ticket);
        } catch {
          return;
        }
        assert.ok(executing(flowControl) <= 3);
        await nextTurn();
        flowControl.end(ticket);
      }),
    );
    const level = levelOf(flowControl, 'one');
    assert.deepEqual([level.executingSeats(), level.queue.waitingSeats(), [...level.queue.queues()]], [0, 0, []]);
  });
});

describe('without priority and fairness', () => {
  it('reads and writes have a limit each, and requests beyond it are rejected', async () => {
    const config = inFlightConfig({ readOnly: 1, mutating: 0 });
    const flowControl = createFlowControl({ config, requestTimeout: 60_000, random: () => 0 });
    startOne(flowControl, 'a');
    await assert.rejects(start(flowControl, 'b'), { code: 429 });
    for (const user of 'abcd') assert.deepEqual(startOne(flowControl, user, requestOf('POST', MAPS)).headers, {});
    assert.deepEqual([flowControl.mostExecuting('readOnly'), flowControl.mostExecuting('mutating')], [1, 4]);
  });
});

describe('the seats of levels', () => {
  it('are those of Kubernetes for its default objects', async () => {
    const [mandatory, suggested] = await Promise.all([
      import('@pilothouse/kinds/flowcontrol/mandatory.js'),
      import('@pilothouse/kinds/flowcontrol/suggested.js'),
    ]);
    const { levels } = priorityConfig(
      [...mandatory.MANDATORY_PRIORITY_LEVELS, ...suggested.SUGGESTED_PRIORITY_LEVELS],
      mandatory.MANDATORY_FLOW_SCHEMAS,
      { seats: 600 },
    );
    assert.deepEqual(
      levels.map(({ name, limits, widest }) => [name, limits.nominal, limits.least, limits.most, widest]),
      [
        ['exempt', 0, 0, 600, 100],
        ['catch-all', 13, 13, 613, 100],
        ['system', 74, 50, 674, 12],
        ['node-high', 98, 73, 698, 15],
        ['leader-election', 25, 25, 625, 4],
        ['workload-high', 98, 49, 698, 15],
        ['workload-low', 245, 24, 845, 37],
        ['global-default', 49, 24, 649, 8],
      ],
    );
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
