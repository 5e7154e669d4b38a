import { lastingMetrics, mergeSnapshots, type Snapshot } from '@pilothouse/runtime/metrics/snapshot.js';
import type { FromWorker } from './messages.js';
import type { WorkerProcess } from './worker-process.js';

/** Collects the metrics of all workers, and of this process, for the worker that is asked for them. */
export interface Gathering {
  readonly hear: (worker: WorkerProcess, message: FromWorker) => void;
  /** Keeps the counts of a worker that has ended, so that no counter decreases. */
  readonly remove: (worker: WorkerProcess) => void;
}

interface Reading {
  /** The last known metrics. */
  snapshot: Snapshot;
  /** Whether it is ready, and has not told its metrics since. */
  isNew: boolean;
  /** Called with the next answer. */
  readonly waiting: Set<() => void>;
}

/** Milliseconds after which the last known metrics of a worker that does not answer are used. */
const PATIENCE = 1000;
/** The same for a worker whose metrics are not known yet. */
const FIRST_PATIENCE = 10_000;

export interface GatheringOptions {
  /** Metrics of this process. */
  readonly own: () => Promise<Snapshot>;
  readonly patience?: number;
  readonly firstPatience?: number;
}

export function createGathering(options: GatheringOptions): Gathering {
  const { own, patience = PATIENCE, firstPatience = FIRST_PATIENCE } = options;
  const readings = new Map<WorkerProcess, Reading>();
  let ended: Snapshot = [];

  async function read(worker: WorkerProcess, { waiting, isNew }: Reading): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, isNew ? firstPatience : patience);
      waiting.add(done);
      worker.tell({ type: 'read' });
    });
  }

  async function gather(worker: WorkerProcess): Promise<void> {
    const [ofThis] = await Promise.all([own(), ...[...readings].map((entry) => read(...entry))]);
    const snapshots = [...readings.values()].map(({ snapshot }) => snapshot);
    worker.tell({ type: 'gathered', snapshot: mergeSnapshots([...snapshots, ended, ofThis]) });
  }

  return {
    hear(worker, message) {
      if (message.type === 'started') readings.set(worker, { snapshot: [], isNew: false, waiting: new Set() });
      if (message.type === 'gather') void gather(worker);
      const reading = readings.get(worker);
      if (reading === undefined) return;
      if (message.type === 'ready') reading.isNew = true;
      if (message.type !== 'snapshot') return;
      Object.assign(reading, { snapshot: message.snapshot, isNew: false });
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
