import type { FromWorker } from './messages.js';
import type { WorkerProcess } from './worker-process.js';

/** Finds workers that hang, by asking them for their metrics. */
export interface Pulse {
  /** Asks a worker from now on, which is ready: a start may keep it busy for long. */
  readonly add: (worker: WorkerProcess) => void;
  readonly hear: (worker: WorkerProcess, message: FromWorker) => void;
  readonly remove: (worker: WorkerProcess) => void;
  /** Asks all workers again. Called at a constant interval. */
  readonly beat: () => void;
}

export interface PulseOptions {
  /** Called when a worker has not answered by the next beat, and when it answers again. */
  readonly onChange: (worker: WorkerProcess, isAnswering: boolean) => void;
  /** Called when a worker has not answered for so many beats that it hangs. */
  readonly onHang: (worker: WorkerProcess) => void;
}

/** Unanswered reads after which a worker hangs. */
export const MOST_UNANSWERED = 6;

/** Counts reads, not time, so that a pause of the whole machine is no hang. */
export function createPulse({ onChange, onHang }: PulseOptions): Pulse {
  const unanswered = new Map<WorkerProcess, number>();

  function ask(worker: WorkerProcess, former: number): void {
    unanswered.set(worker, former + 1);
    worker.tell({ type: 'read' });
  }

  return {
    add: (worker) => ask(worker, 0),
    hear(worker, { type }) {
      if (type !== 'snapshot' || !unanswered.has(worker)) return;
      unanswered.set(worker, 0);
      onChange(worker, true);
    },
    remove: (worker) => void unanswered.delete(worker),
    beat() {
      for (const [worker, count] of unanswered) {
        if (count === 1) onChange(worker, false);
        if (count < MOST_UNANSWERED) {
          ask(worker, count);
        } else {
          unanswered.delete(worker);
          onHang(worker);
        }
      }
    },
  };
}
