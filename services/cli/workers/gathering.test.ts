import assert from 'node:assert/strict';
import type { Snapshot } from '@pilothouse/runtime/metrics/snapshot.js';
import { createGathering } from './gathering.js';
import type { ToWorker } from './messages.js';
import type { WorkerProcess } from './worker-process.js';

describe('the metrics of all workers', () => {
  const snapshot = (value: number): Snapshot => [
    { name: 'asked_total', type: 'counter', help: '', merge: 'sum', labels: [], samples: [{ value, labels: [] }] },
    { name: 'open', type: 'gauge', help: '', merge: 'sum', labels: [], samples: [{ value, labels: [] }] },
  ];
  const gathering = createGathering(20);
  const newWorker = () => {
    let value: number | undefined;
    let answer: (snapshot: Snapshot) => void = () => undefined;
    const worker: WorkerProcess = {
      ended: new Promise<string>(() => undefined),
      hand: () => undefined,
      tell(message: ToWorker) {
        if (message.type === 'gathered') answer(message.snapshot);
        if (message.type === 'read' && value !== undefined) {
          gathering.hear(worker, { type: 'snapshot', snapshot: snapshot(value) });
        }
      },
    };
    gathering.add(worker);
    return {
      worker,
      set: (next: number | undefined) => void (value = next),
      async gather(): Promise<number[]> {
        const gathered = new Promise<Snapshot>((resolve) => {
          answer = resolve;
        });
        gathering.hear(worker, { type: 'gather' });
        return (await gathered).map(({ samples }) => Number(samples[0]?.value));
      },
    };
  };

  it('are sums, with the last values of workers that do not answer, and the counts of those that have ended', async () => {
    const [one, two] = [newWorker(), newWorker()];
    one.set(1);
    two.set(10);
    assert.deepEqual(await one.gather(), [11, 11]);
    two.set(undefined);
    one.set(2);
    assert.deepEqual(await one.gather(), [12, 12]);
    gathering.remove(two.worker);
    assert.deepEqual(await one.gather(), [12, 2]);
    const three = newWorker();
    three.set(5);
    assert.deepEqual(await three.gather(), [17, 7]);
  });
});
