/** Work in steps: the received frames of one connection. */
export interface Task {
  /** Runs one step. Returns its cost in units of a small frame; undefined when no work is left. Never throws. */
  readonly step: () => number | undefined;
  /** Called when the remaining work is deferred to a later turn. */
  readonly onDeferred: () => void;
  /** Called when a deferred task has no work left. */
  readonly onDone: () => void;
}

/** Divides event loop turns among connections. */
export interface Scheduler {
  /** Runs a task, now and in as many later turns as it needs. */
  readonly run: (task: Task) => void;
  /** Whether tasks are deferred to a later turn, or requests wait. */
  readonly isBusy: () => boolean;
}

/** The cost of a request in units: about a hundred microseconds, as measured. */
export const REQUEST_UNITS = 32;
/**
 * Limits of a server: all connections together get a few milliseconds of each turn, and a connection that was idle gets one or
 * two requests.
 */
export const TURN: SchedulerOptions = { total: 32 * REQUEST_UNITS, share: 8 * REQUEST_UNITS, least: 2 * REQUEST_UNITS };

/** The part of the budgets that is used while requests wait. */
const WHILE_WAITING = 1 / 4;

export interface SchedulerOptions {
  /** Budget of all tasks in one turn, in units. */
  readonly total: number;
  /** Budget of one task until the next one runs. */
  readonly share: number;
  /** Minimum budget of a task that was idle, even if the total is spent: enough for a small request. */
  readonly least: number;
  /**
   * Whether requests that were read wait for others. Budgets are then a quarter: further requests would only wait too, and make turns
   * longer.
   */
  readonly areWaiting?: (() => boolean) | undefined;
  /** Schedules a callback in the next turn. */
  readonly later?: (turn: () => void) => void;
}

/**
 * Round robin with a budget: each deferred task runs for its share, until the total of the turn is spent. The event loop then
 * reads from other connections before the next turn. A task that was idle does not queue behind deferred tasks.
 */
export function createScheduler(options: SchedulerOptions): Scheduler {
  const { total, share, least, areWaiting, later = (turn: () => void) => void setImmediate(turn) } = options;
  const deferred = new Set<Task>();
  let left = total;
  /** What a task may take at once. */
  let most = share;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    later(nextTurn);
  }
  function nextTurn(): void {
    isScheduled = false;
    const part = areWaiting?.() === true ? WHILE_WAITING : 1;
    left = total * part;
    most = share * part;
    for (const task of deferred) {
      if (left <= 0) break;
      // Moves the task behind the others if it is deferred again.
      deferred.delete(task);
      if (work(task, Math.min(most, left))) task.onDone();
      else deferred.add(task);
    }
    if (deferred.size > 0) schedule();
  }
  /** Returns whether no work is left. */
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
      // Starts a new budget in the next turn.
      schedule();
      if (work(task, Math.max(least, Math.min(most, left)))) return;
      deferred.add(task);
      task.onDeferred();
    },
    isBusy: () => deferred.size > 0 || areWaiting?.() === true,
  };
}
