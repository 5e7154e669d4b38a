import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { createScheduler, type Task } from './scheduler.js';

const LIMITS = { total: 20, share: 5, least: 2 };

describe('turns of the event loop', () => {
  /** A task with so much work, which notes each unit that it does. */
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

  it('are divided in shares, a share after the other, and a task that comes has some of each', () => {
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
  });

  it('do all work, once, and no more than the total and a least share for each in one turn', () => {
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
