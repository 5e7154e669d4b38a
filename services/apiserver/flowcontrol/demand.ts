/** Time-weighted statistics of a period. */
export interface DemandSummary {
  readonly average: number;
  readonly deviation: number;
  readonly highest: number;
}

/** Integrates a number over time. Times are in milliseconds. */
export class Demand {
  #value = 0;
  #area = 0;
  #squares = 0;
  #highest = 0;
  #start: number;
  #since: number;

  constructor(now: number) {
    this.#start = now;
    this.#since = now;
  }

  set(value: number, now: number): void {
    this.#advance(now);
    this.#value = value;
    if (value > this.#highest) this.#highest = value;
  }

  /** The statistics since the last call. Starts a new period. */
  take(now: number): DemandSummary {
    this.#advance(now);
    const elapsed = now - this.#start;
    const average = elapsed > 0 ? this.#area / elapsed : this.#value;
    const variance = elapsed > 0 ? this.#squares / elapsed - average ** 2 : 0;
    const summary = { average, deviation: Math.sqrt(Math.max(0, variance)), highest: this.#highest };
    this.#start = now;
    this.#area = 0;
    this.#squares = 0;
    this.#highest = this.#value;
    return summary;
  }

  #advance(now: number): void {
    const elapsed = now - this.#since;
    this.#since = now;
    this.#area += this.#value * elapsed;
    this.#squares += this.#value ** 2 * elapsed;
  }
}
