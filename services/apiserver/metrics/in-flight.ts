/** Milliseconds of a period whose maximum is exposed, as in Kubernetes. */
const PERIOD = 1000;

/** Counts concurrent requests and their maximum in the current period. Times are in milliseconds. */
export class InFlight {
  #now = 0;
  #maximum = 0;
  #until = 0;

  enter(time: number): void {
    this.#now += 1;
    if (time < this.#until) {
      this.#maximum = Math.max(this.#maximum, this.#now);
    } else {
      this.#maximum = this.#now;
      this.#until = time + PERIOD;
    }
  }

  leave(): void {
    this.#now -= 1;
  }

  /** Maximum of the current period, which a request begins, or the current number after the period. */
  maximum(time: number): number {
    return time < this.#until ? this.#maximum : this.#now;
  }
}
