import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/**
 * How many percent a small heap grows between two full collections of garbage. V8 lets it grow up to fourfold while many objects
 * survive, as after a burst of definitions, and does not return the memory until the process is idle.
 */
const GROWTH = 40;
/** Bytes of a large heap. It follows V8's own rate, since its collections take longer, and should be few. */
const LARGE = 160 * 1024 * 1024;
/** Milliseconds between two checks of the size. */
const PERIOD = 1000;

export interface HeapGrowthOptions {
  /** Bytes of the heap that are in use. */
  readonly used: () => number;
  readonly setFlags: (flags: string) => void;
}

/** Limits the growth of the heap of this process while it is small. */
export function limitHeapGrowth({ used, setFlags }: HeapGrowthOptions = OF_THIS_PROCESS): NodeJS.Timeout {
  let isSmall = false;
  const check = (): void => {
    const isSmallNow = used() < LARGE;
    if (isSmallNow === isSmall) return;
    isSmall = isSmallNow;
    setFlags(`--heap-growing-percent=${isSmall ? GROWTH : 0}`);
  };
  check();
  return setInterval(check, PERIOD).unref();
}

const OF_THIS_PROCESS: HeapGrowthOptions = {
  used: () => getHeapStatistics().used_heap_size,
  setFlags: setFlagsFromString,
};
