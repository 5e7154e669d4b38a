import type { Terminal } from './terminal.js';

/** How far a work has come. */
export interface Step {
  /** What is done, such as `Reading the store`. */
  readonly label: string;
  readonly done: number;
  /** Undefined if it is unknown. */
  readonly total: number | undefined;
}

export interface Progress {
  /** May be called as often as the work likes. */
  readonly report: (step: Step) => void;
  /** Removes what is shown. */
  readonly end: () => void;
}

export interface ProgressContext {
  readonly terminal: Terminal;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
}

/** Milliseconds. */
const TIMES = {
  /** Shorter work shows nothing. */
  first: 1000,
  /** Between two states of the bar. */
  bar: 100,
  /** Between two lines where there is no terminal. */
  line: 5000,
};

/**
 * Shows progress with the time left: as a bar in the last line of a terminal, otherwise as lines on standard error. Each label is a
 * work of its own, whose time begins with its first report. `now`: milliseconds of a monotonic clock.
 */
export function createProgress({ status, err }: Pick<Terminal, 'status' | 'err'>, now: () => number): Progress {
  const start = now();
  let drawn = status === undefined ? start : -Infinity;
  let current = { label: '', start };
  return {
    report(step) {
      const time = now();
      if (step.label !== current.label) current = { label: step.label, start: time };
      const pause = status === undefined ? TIMES.line : TIMES.bar;
      if (time - start < TIMES.first || time - drawn < pause) return;
      drawn = time;
      const text = stateText(step, time - current.start);
      if (status === undefined) err(`${step.label}: ${text}\n`);
      else status.show(barText(step, text, status.columns()));
    },
    end: () => status?.show(''),
  };
}

/** Such as `52 %, about 8 s left`. */
function stateText({ done, total }: Step, elapsed: number): string {
  if (total === undefined) return `${done} done`;
  const part = `${Math.floor(partOf(done, total) * 100)} %`;
  // The first seconds say little about the others.
  if (elapsed < TIMES.first || done === 0) return part;
  return `${part}, about ${durationText((elapsed / done) * (total - done))} left`;
}

function partOf(done: number, total: number): number {
  return total === 0 ? 1 : Math.min(1, done / total);
}

/** Such as `8 s`, `3 min` or `2 h 5 min`. */
export function durationText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const MOST_CELLS = 30;
const LEAST_CELLS = 5;

/** A line that is shorter than `columns`: label, bar and state. The bar shrinks, and is absent if it has no space. */
export function barText({ label, done, total }: Step, state: string, columns: number): string {
  const plain = `${label}: ${state}`;
  const cells = Math.min(MOST_CELLS, columns - 1 - plain.length - 3);
  if (total === undefined || cells < LEAST_CELLS) return plain.slice(0, Math.max(0, columns - 1));
  const full = Math.floor(partOf(done, total) * cells);
  return `${label} [${'#'.repeat(full)}${'-'.repeat(cells - full)}] ${state}`;
}
