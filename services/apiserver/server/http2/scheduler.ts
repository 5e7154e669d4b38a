/** Work that comes in steps: what was received on one connection. */
export interface Task {
  /** Does one step. Returns what it cost, in units of a small frame; undefined when there is nothing left to do. Never throws. */
  readonly step: () => number | undefined;
  /** Called when the rest of the work waits for a later turn. */
  readonly onDeferred: () => void;
  /** Called when a deferred task has nothing left to do. */
  readonly onDone: () => void;
}

/** Divides the turns of the event loop among connections. */
export interface Scheduler {
  /** Works on a task, now and in as many later turns as it needs. */
  readonly run: (task: Task) => void;
}

/** The work of a request in units: about a hundred microseconds, as measured. */
export const REQUEST_UNITS = 32;
/**
 * For a server: all connections together have a few milliseconds of each turn, so that others are read in time; a connection that was
 * idle has one or two requests.
 */
export const TURN: SchedulerOptions = { total: 32 * REQUEST_UNITS, share: 8 * REQUEST_UNITS, least: 2 * REQUEST_UNITS };

export interface SchedulerOptions {
  /** Units that all tasks together may cost in one turn. */
  readonly total: number;
  /** Units after which the next task has its go. */
  readonly share: number;
  /** Units that a task which was idle may cost, although the total is spent: enough for a small request. */
  readonly least: number;
  /** Calls back in the next turn. */
  readonly later?: (turn: () => void) => void;
}

/**
 * Round robin with a budget: deferred tasks go in turn, a share each, until the total of the turn is spent; the event loop then
 * reads from other connections before the next ones go on. A task that was idle is not queued behind those that always have work.
 */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const { total, share, least, later = (turn: () => void) => void setImmediate(turn) } = options;
  const deferred = new Set<Task>();
  let left = total;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    later(nextTurn);
  }
  function nextTurn(): void {
    isScheduled = false;
    left = total;
    for (const task of deferred) {
      if (left <= 0) break;
      // Behind the others, if it is deferred again.
      deferred.delete(task);
      if (work(task, Math.min(share, left))) task.onDone();
      else deferred.add(task);
    }
    if (deferred.size > 0) schedule();
  }
  /** Whether nothing is left to do. */
  function work(task: Task, budget: number): boolean {
    let spent = 0;
    while (spent < budget) {
      const cost = task.step();
      if (cost === undefined) break;
      spent += cost;
    }
    left -= spent;
    return spent < budget;
  }

  return {
    run(task) {
      if (deferred.has(task)) return;
      // The next turn has a budget of its own.
      schedule();
      if (work(task, Math.max(least, Math.min(share, left)))) return;
      deferred.add(task);
      task.onDeferred();
    },
  };
}
