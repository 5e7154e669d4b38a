import { createLinkedQueue, type LinkedQueue } from '@pilothouse/runtime/linked-queue/linked-queue.js';
import type { FlowCounts, LevelCounts } from '../metrics/flow-control.js';
import { currentLimits } from './borrowing.js';
import type { FlowConfig, LevelSettings } from './config.js';
import type { Queued } from './fair-queue.js';
import { createPriorityLevel, type PriorityLevel } from './priority-level.js';

/** A priority level with its metrics and its counts since its creation. */
export interface Level<Ticket extends Queued<Ticket>> extends PriorityLevel<Ticket> {
  readonly counts: LevelCounts;
  readonly totals: Record<'dispatched' | 'rejected' | 'timedOut' | 'cancelled', number>;
  /** Requests that hold seats. */
  readonly running: LinkedQueue<Ticket>;
  /** Whether the level has left the configuration, and stays only until its requests have ended. */
  isLeaving: boolean;
}

/** The priority levels of the server. */
export interface Levels<Ticket extends Queued<Ticket>> {
  readonly get: (name: string) => Level<Ticket> | undefined;
  readonly all: () => Iterable<Level<Ticket>>;
  readonly configure: (config: Pick<FlowConfig, 'levels' | 'leaving'>) => void;
  /** Lends unused seats to levels that need them. */
  readonly adjust: () => void;
  readonly forgetIfIdle: (level: Level<Ticket>) => void;
}

export function createLevels<Ticket extends Queued<Ticket>>(counts: FlowCounts, clock: () => number): Levels<Ticket> {
  const levels = new Map<string, Level<Ticket>>();

  function create(settings: LevelSettings): Level<Ticket> {
    const now = clock();
    const level: Level<Ticket> = Object.assign(
      createPriorityLevel<Ticket>(settings, { now, onChange: (at) => observe(level, at) }),
      {
        counts: counts.ofLevel(settings.name, clock),
        totals: { dispatched: 0, rejected: 0, timedOut: 0, cancelled: 0 },
        running: createLinkedQueue<Ticket>(),
        isLeaving: false,
      },
    );
    levels.set(settings.name, level);
    return level;
  }

  function forgetIfIdle(level: Level<Ticket>): void {
    if (!level.isLeaving || !level.isIdle()) return;
    levels.delete(level.name);
    counts.keepLevels((name) => levels.has(name));
  }

  function adjust(): void {
    const now = clock();
    const all = [...levels.values()].map((level) => ({ level, demand: level.takeDemand(now) }));
    const { limits, targets, fraction } = currentLimits(
      all.map(({ level, demand: { highest, smoothed } }) => ({
        isExempt: level.settings().isExempt,
        limits: level.limits(),
        current: level.limit(),
        highest,
        smoothed,
      })),
    );
    counts.fairFraction.value = fraction;
    for (const [index, { level, demand }] of all.entries()) {
      const { nominal, least, most } = level.limits();
      level.setLimit(limits[index] ?? nominal);
      const current = level.limit();
      level.counts.set({ nominal, least, most, current, target: targets[index] ?? 0, ...demand });
    }
  }

  return {
    get: (name) => levels.get(name),
    all: () => levels.values(),
    configure({ levels: wanted, leaving }) {
      const names = new Set(wanted.map(({ name }) => name));
      for (const each of leaving) levels.get(each.name)?.configure(each);
      for (const each of wanted) {
        const level = levels.get(each.name) ?? create(each);
        level.configure(each);
        level.isLeaving = false;
      }
      for (const level of levels.values()) {
        level.isLeaving = !names.has(level.name);
        forgetIfIdle(level);
      }
      adjust();
    },
    adjust,
    forgetIfIdle,
  };
}

function observe<Ticket extends Queued<Ticket>>(level: Level<Ticket>, now: number): void {
  const { seatUtilization, waitingUtilization, executingUtilization, demand } = level.counts;
  const { nominal } = level.limits();
  const { queues, queueLengthLimit } = level.settings().queuing ?? { queues: 1, queueLengthLimit: 1 };
  const seats = level.executingSeats();
  seatUtilization.set(seats, nominal, now);
  executingUtilization.set(level.executing(), nominal, now);
  waitingUtilization.set(level.queue.waiting(), queues * queueLengthLimit, now);
  demand.set(seats + level.queue.waitingSeats(), nominal, now);
}
