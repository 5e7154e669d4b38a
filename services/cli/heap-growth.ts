import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { setYoungGeneration } from './young-generation.js';

/**
 * How many percent a small heap grows between two full collections of garbage. V8 lets it grow up to fourfold while many objects
 * survive, as in a burst of definitions, and does not return the memory.
 */
const GROWTH = 40;
/** Bytes of a large heap. It follows V8's own rate, since its collections take longer, and should be few. */
const LARGE = 160 * 1024 * 1024;
/** Milliseconds for which the growth is limited. Longer would cost each request a fifth of its time. */
const PERIOD = 10_000;

export interface HeapGrowthOptions {
  /** Bytes of the heap that are in use. */
  readonly used: () => number;
  readonly setFlags: (flags: string) => void;
}

/**
 * Returns a function that limits the growth of the heap of this process for ten seconds, while it is small. Its young generation keeps
 * its size meanwhile: most objects of a burst survive.
 */
export function heapGrowthLimit({ used, setFlags }: HeapGrowthOptions = OF_THIS_PROCESS): () => void {
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => {
    clearTimeout(timer);
    timer = undefined;
    setFlags('--heap-growing-percent=0');
    setYoungGeneration('own', setFlags);
  };
  return () => {
    if (used() >= LARGE) {
      if (timer !== undefined) end();
    } else if (timer === undefined) {
      setFlags(`--heap-growing-percent=${GROWTH}`);
      setYoungGeneration('fixed', setFlags);
      timer = setTimeout(end, PERIOD).unref();
    } else {
      timer.refresh();
    }
  };
}

const OF_THIS_PROCESS: HeapGrowthOptions = {
  used: () => getHeapStatistics().used_heap_size,
  setFlags: setFlagsFromString,
};
