import type { Distribution } from '@pilothouse/runtime/metrics/series.js';

/** Nanoseconds in a millisecond. */
const NANOSECONDS = 1_000_000;

/** A histogram of a ratio that is observed in every nanosecond (Kubernetes' timing histograms). Times are in milliseconds. */
export class TimedRatio {
  #ratio = 0;
  #bucket = 0;
  #since: number;

  constructor(
    readonly distribution: Distribution,
    now: number,
  ) {
    this.#since = now;
    this.#bucket = this.#bucketOf(0);
  }

  set(value: number, limit: number, now: number): void {
    this.flush(now);
    const ratio = limit > 0 ? value / limit : 0;
    if (ratio === this.#ratio) return;
    this.#ratio = ratio;
    this.#bucket = this.#bucketOf(ratio);
  }

  /** Counts the time since the last change. */
  flush(now: number): void {
    const elapsed = Math.round((now - this.#since) * NANOSECONDS);
    this.#since = now;
    const { counts } = this.distribution;
    counts[this.#bucket] = (counts[this.#bucket] ?? 0) + elapsed;
    this.distribution.sum += this.#ratio * elapsed;
  }

  #bucketOf(ratio: number): number {
    const { bounds } = this.distribution;
    const index = bounds.findIndex((bound) => ratio <= bound);
    return index === -1 ? bounds.length : index;
  }
}
