import { getHeapStatistics } from 'node:v8';

/** Memory use as a fraction of the limit. */
export type MemoryUse = () => number;

/** Memory use from which expensive requests are rejected. */
const HIGH = 0.85;
/** Milliseconds between two measurements. */
const PERIOD = 500;

/** Returns a function that tells whether memory is scarce. It measures at most twice a second. */
export function memoryWatch(use: MemoryUse, now: () => number): () => boolean {
  let until = Number.NEGATIVE_INFINITY;
  let isScarce = false;
  return () => {
    const time = now();
    if (time >= until) {
      isScarce = use() >= HIGH;
      until = time + PERIOD;
    }
    return isScarce;
  };
}

/** Heap use as a fraction of V8's heap limit. */
export function heapUse(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used / limit;
}
