import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerCertificates } from '@pilothouse/apiserver/server/certificates/certificates.js';
import type { Snapshot } from '@pilothouse/runtime/metrics/snapshot.js';
import { createGathering } from './gathering.js';
import type { FromWorker, ToWorker } from './messages.js';
import type { WorkerProcess } from './worker-process.js';

const READY: FromWorker = { type: 'ready', url: '', certificates: {} as ServerCertificates };

describe('the metrics of all workers', () => {
  const snapshot = (value: number): Snapshot => [
    { name: 'asked_total', type: 'counter', help: '', merge: 'sum', labels: [], samples: [{ value, labels: [] }] },
    { name: 'open', type: 'gauge', help: '', merge: 'sum', labels: [], samples: [{ value, labels: [] }] },
  ];
  let own: Snapshot = [];
  const gathering = createGathering({ own: async () => own, patience: 20, firstPatience: 1_000_000 });
  const newWorker = (value?: number) => {
    let answer: (snapshot: Snapshot) => void = () => undefined;
    const worker: WorkerProcess = {
      ended: new Promise<string>(() => undefined),
      hand: () => undefined,
      kill: () => undefined,
      tell(message: ToWorker) {
        if (message.type === 'gathered') answer(message.snapshot);
        if (message.type === 'read' && value !== undefined) {
          gathering.hear(worker, { type: 'snapshot', snapshot: snapshot(value) });
        }
      },
    };
    gathering.hear(worker, { type: 'started' });
    return {
      worker,
      set: (next: number | undefined) => void (value = next),
      tell: (message: FromWorker) => gathering.hear(worker, message),
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
    own = snapshot(100);
    assert.deepEqual(await three.gather(), [117, 107], 'with those of the supervisor');
    own = [];
    for (const { worker } of [one, three]) gathering.remove(worker);
  });

  it('are whole at first: a ready worker that has never answered is waited for', async () => {
    const [one, slow] = [newWorker(1), newWorker()];
    const known = (await one.gather())[0] ?? 0;
    slow.tell(READY);
    const gathered = one.gather();
    await delay(100);
    slow.tell({ type: 'snapshot', snapshot: snapshot(10) });
    assert.equal((await gathered)[0], known + 10);
    assert.equal((await one.gather())[0], known + 10, 'its last values count from now on');
  });
});
