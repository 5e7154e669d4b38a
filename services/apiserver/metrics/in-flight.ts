/** Milliseconds over which the most requests at once are told, as in Kubernetes. */
const PERIOD = 1000;

/** Counts requests that are under way, and the most of them at once. Times are in milliseconds. */
export class InFlight {
  #now = 0;
  #most = 0;
  #until = 0;

  enter(time: number): void {
    this.#now += 1;
    if (time < this.#until) {
      this.#most = Math.max(this.#most, this.#now);
    } else {
      this.#most = this.#now;
      this.#until = time + PERIOD;
    }
  }

  leave(): void {
    this.#now -= 1;
  }

  /** The most in the period that a request has begun, or how many there are where that is over. */
  most(time: number): number {
    return time < this.#until ? this.#most : this.#now;
  }
}
