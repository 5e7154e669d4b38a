import { getHeapStatistics } from 'node:v8';

/** How much memory is taken, as a part of what there is. */
export type MemoryUse = () => number;

/** From here on nothing is begun that takes much memory for long. */
const HIGH = 0.85;
/** Milliseconds for which one look counts. */
const PERIOD = 500;

/** Tells whether memory is scarce; looks at most twice a second. */
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

/** The heap's use of what V8 lets it have. */
export function heapUse(): number {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used / limit;
}
