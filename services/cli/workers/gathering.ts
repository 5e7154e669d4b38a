import { lastingMetrics, mergeSnapshots, type Snapshot } from '@pilothouse/runtime/metrics/snapshot.js';
import type { FromWorker } from './messages.js';
import type { WorkerProcess } from './worker-process.js';

/** Collects the metrics of all workers, for the one that is asked for them. */
export interface Gathering {
  readonly add: (worker: WorkerProcess) => void;
  readonly hear: (worker: WorkerProcess, message: FromWorker) => void;
  /** Keeps the counts of a worker that has ended, so that no counter decreases. */
  readonly remove: (worker: WorkerProcess) => void;
}

interface Reading {
  /** The last known metrics. */
  snapshot: Snapshot;
  /** Called with the next answer. */
  readonly waiting: Set<() => void>;
}

/** Milliseconds after which the last known metrics of a worker that does not answer are used. */
const PATIENCE = 1000;

export function createGathering(patience = PATIENCE): Gathering {
  const readings = new Map<WorkerProcess, Reading>();
  let ended: Snapshot = [];

  async function read(worker: WorkerProcess, { waiting }: Reading): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, patience);
      waiting.add(done);
      worker.tell({ type: 'read' });
    });
  }

  async function gather(worker: WorkerProcess): Promise<void> {
    await Promise.all([...readings].map((entry) => read(...entry)));
    const snapshots = [...readings.values()].map(({ snapshot }) => snapshot);
    worker.tell({ type: 'gathered', snapshot: mergeSnapshots([...snapshots, ended]) });
  }

  return {
    add: (worker) => void readings.set(worker, { snapshot: [], waiting: new Set() }),
    hear(worker, message) {
      const reading = readings.get(worker);
      if (message.type === 'gather') void gather(worker);
      if (message.type !== 'snapshot' || reading === undefined) return;
      reading.snapshot = message.snapshot;
      for (const done of reading.waiting) done();
    },
    remove(worker) {
      const reading = readings.get(worker);
      if (reading === undefined) return;
      readings.delete(worker);
      ended = mergeSnapshots([ended, lastingMetrics(reading.snapshot)]);
      for (const done of reading.waiting) done();
    },
  };
}
