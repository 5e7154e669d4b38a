import assert from 'node:assert/strict';
import { createPulse, MOST_UNANSWERED } from './pulse.js';
import type { WorkerProcess } from './worker-process.js';

describe('the pulse of workers', () => {
  const setUp = () => {
    const events: string[] = [];
    const newWorker = (name: string): WorkerProcess => ({
      ended: new Promise<string>(() => undefined),
      hand: () => undefined,
      kill: () => undefined,
      tell: ({ type }) => void events.push(`${name} ${type}`),
    });
    const [one, other] = [newWorker('one'), newWorker('other')];
    const nameOf = (worker: WorkerProcess): string => (worker === one ? 'one' : 'other');
    const pulse = createPulse({
      onChange: (worker, isAnswering) => void events.push(`${nameOf(worker)} ${isAnswering ? 'answers' : 'is slow'}`),
      onHang: (worker) => void events.push(`${nameOf(worker)} hangs`),
    });
    const answer = (worker: WorkerProcess): void => pulse.hear(worker, { type: 'snapshot', snapshot: [] });
    return { events, one, other, pulse, answer, taken: () => events.splice(0) };
  };

  it('asks a worker when it is added, and at each beat', () => {
    const { pulse, one, other, answer, taken } = setUp();
    pulse.beat();
    assert.deepEqual(taken(), [], 'none is asked before it is ready');
    pulse.add(one);
    answer(one);
    pulse.add(other);
    answer(other);
    pulse.beat();
    assert.deepEqual(taken(), ['one read', 'one answers', 'other read', 'other answers', 'one read', 'other read']);
  });

  it('reports a worker that has not answered as many reads as are allowed, once', () => {
    const { pulse, one, other, answer, taken } = setUp();
    pulse.add(one);
    pulse.add(other);
    taken();
    for (let beat = 1; beat < MOST_UNANSWERED; beat++) {
      answer(other);
      pulse.beat();
      assert.deepEqual(taken(), ['other answers', ...(beat === 1 ? ['one is slow'] : []), 'one read', 'other read']);
    }
    answer(other);
    pulse.beat();
    assert.deepEqual(taken(), ['other answers', 'one hangs', 'other read']);
    answer(other);
    pulse.beat();
    pulse.remove(one);
    answer(other);
    pulse.beat();
    assert.ok(!taken().some((event) => event.startsWith('one')));
  });

  it('forgives all at one answer, however late', () => {
    const { pulse, one, answer, taken } = setUp();
    pulse.add(one);
    for (let beat = 1; beat < MOST_UNANSWERED; beat++) pulse.beat();
    answer(one);
    for (let beat = 1; beat <= MOST_UNANSWERED; beat++) pulse.beat();
    assert.ok(!taken().includes('one hangs'));
    pulse.beat();
    assert.deepEqual(taken(), ['one hangs']);
  });
});
