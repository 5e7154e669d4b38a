import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createScheduler, type Task } from './scheduler.js';

const LIMITS = { total: 20, share: 5, least: 2 };

describe('the scheduler', () => {
  /** A task with the given amount of work, which records each unit. */
  const taskOf = (name: string, work: number, done: string[]): Task => ({
    step() {
      if (work === 0) return undefined;
      work -= 1;
      done.push(name);
      return 1;
    },
    onDeferred: () => void done.push(`(${name}`),
    onDone: () => void done.push(`${name})`),
  });

  it('runs deferred tasks round robin, and gives new tasks the minimum budget', () => {
    const done: string[] = [];
    const turns: (() => void)[] = [];
    const scheduler = createScheduler({ ...LIMITS, later: (turn) => void turns.push(turn) });
    scheduler.run(taskOf('a', 12, done));
    scheduler.run(taskOf('b', 3, done));
    scheduler.run(taskOf('c', 20, done));
    scheduler.run(taskOf('d', 20, done));
    assert.equal(done.join(''), 'aaaaa(abbbccccc(cddddd(d');
    scheduler.run(taskOf('e', 1, done));
    scheduler.run(taskOf('f', 3, done));
    done.splice(0);
    turns.shift()?.();
    assert.equal(done.join(''), 'aaaaacccccdddddff)aaa)cc');
    assert.equal(turns.length, 1);
    assert.equal(scheduler.isBusy(), true);
    while (turns.length > 0) turns.shift()?.();
    assert.equal(scheduler.isBusy(), false);
  });

  it('gives a quarter while requests wait, from the next turn on', () => {
    const done: string[] = [];
    const turns: (() => void)[] = [];
    let areWaiting = true;
    const limits = { total: 16, share: 8, least: 1, areWaiting: () => areWaiting };
    const scheduler = createScheduler({ ...limits, later: (turn) => void turns.push(turn) });
    for (const name of ['a', 'b', 'c']) scheduler.run(taskOf(name, 40, done));
    const turn = (): string => {
      done.splice(0);
      turns.shift()?.();
      return done.join('');
    };
    assert.deepEqual([turn(), turn()], ['aabb', 'ccaa']);
    areWaiting = false;
    assert.equal(turn(), 'bbbbbbbbcccccccc');
  });

  it('does all work once, within the total and the minimum budgets of each turn', () => {
    const works = fc.array(fc.nat(60), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(works, (amounts) => {
        const done: string[] = [];
        const turns: (() => void)[] = [];
        const scheduler = createScheduler({ ...LIMITS, later: (turn) => void turns.push(turn) });
        for (const [index, work] of amounts.entries()) scheduler.run(taskOf(String(index), work, done));
        for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) {
          const before = done.length;
          turn();
          const most = LIMITS.total + LIMITS.share + 2 * amounts.length;
          assert.ok(done.length - before <= most, `${done.length - before} units in a turn`);
        }
        for (const [index, work] of amounts.entries()) {
          assert.equal(done.filter((name) => name === String(index)).length, work);
        }
      }),
    );
  });
});
