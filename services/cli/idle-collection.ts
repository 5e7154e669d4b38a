import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds between two looks. V8 takes the rate of allocation from the collections of the last five seconds. */
const INTERVAL = 2_000;
/** Bytes of a large young generation. */
const LARGE = 4 * 1024 * 1024;

export interface IdleCollectionOptions {
  /** Bytes that the young generation of the heap takes, used or not. */
  readonly size: () => number;
  /** Collects the garbage of the young generation. */
  readonly collect: () => void;
}

/**
 * Returns the memory of the young generation once the process is idle. V8 shrinks it in a collection at a low rate of allocation, but
 * collects only when it is full: after a burst, an idle process would keep 32 MB for minutes. A collection takes about a millisecond.
 */
export function collectWhenIdle({ size, collect }: IdleCollectionOptions = ofThisProcess()): void {
  setInterval(() => {
    if (size() >= LARGE) collect();
  }, INTERVAL).unref();
}

function ofThisProcess(): IdleCollectionOptions {
  let collect: Collector | undefined;
  return {
    size: () => getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0,
    collect() {
      collect ??= collector();
      collect({ type: 'minor' });
    },
  };
}

type Collector = (options: { readonly type: 'minor' }) => void;

/** V8's function to collect garbage, which new contexts have while a flag is set. */
function collector(): Collector {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collector;
  setFlagsFromString('--no-expose-gc');
  return collect;
}
