import { setFlagsFromString } from 'node:v8';

/** Milliseconds between two looks at the processor time. A start takes a small part of it. */
const PERIOD = 5_000;
/** Busy: the process takes more than this part of a core. */
const BUSY = 0.25;
/** V8's own factor by which the young generation grows, and the one with which it keeps its size. */
const FACTOR = { growing: 2, fixed: 1 } as const;

export interface YoungGenerationOptions {
  /** Microseconds of processor time that the process has taken. */
  readonly spent: () => number;
  readonly setFlags: (flags: string) => void;
}

/**
 * Lets the young generation of the heap grow only while the process is busy. V8 lets it grow after as many bytes have survived as it
 * holds: a start leaves it at its largest size, of which a process that does little then touches every page. A start takes as long.
 */
export function limitYoungGeneration({ spent, setFlags }: YoungGenerationOptions = OF_THIS_PROCESS): void {
  let factor: number | undefined;
  const set = (next: number): void => {
    if (next !== factor) setFlags(`--semi-space-growth-factor=${next}`);
    factor = next;
  };
  set(FACTOR.fixed);
  let before = spent();
  setInterval(() => {
    const now = spent();
    set(now - before > BUSY * PERIOD * 1000 ? FACTOR.growing : FACTOR.fixed);
    before = now;
  }, PERIOD).unref();
}

const OF_THIS_PROCESS: YoungGenerationOptions = {
  spent() {
    const { user, system } = process.cpuUsage();
    return user + system;
  },
  setFlags: setFlagsFromString,
};
