/** The part of a process in the limits of a server of several processes. */
export interface Part {
  /** Number of this process, from 0. */
  readonly index: number;
  /** Number of processes. */
  readonly workers: number;
}

/**
 * The part of a process in a limit; the limit itself without a part, and for 0, which stands for no limit. The parts of all processes
 * together are the limit, but each is at least 1.
 */
export function partOf(limit: number, part: Part | undefined): number {
  if (limit === 0 || part === undefined) return limit;
  const { index, workers } = part;
  const rest = limit % workers;
  return Math.max(1, (limit - rest) / workers + (index < rest ? 1 : 0));
}

/** A token bucket. */
interface Rate {
  /** Tokens per second. */
  readonly qps: number;
  readonly burst: number;
}

/** The part of a process in a rate. */
export function partOfRate<R extends Rate>(rate: R, part: Part | undefined): R {
  return part === undefined ? rate : { ...rate, qps: rate.qps / part.workers, burst: partOf(rate.burst, part) };
}
