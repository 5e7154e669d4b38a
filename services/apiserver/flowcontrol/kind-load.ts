import type { FlowCounts } from '../metrics/flow-control.js';
import { InFlight } from '../metrics/in-flight.js';
import type { TimedRatio } from '../metrics/timed-ratio.js';
import type { KindLimits, RequestKind } from './config.js';

/** Counts the waiting and executing requests of a kind, for metrics. Times are in milliseconds. */
export class KindLoad {
  readonly #mostWaiting = new InFlight();
  readonly #mostExecuting = new InFlight();
  readonly #waitingRatio: TimedRatio;
  readonly #executingRatio: TimedRatio;
  #limits: KindLimits = { waiting: 1, executing: 1 };
  #waiting = 0;
  #executing = 0;

  constructor(kind: RequestKind, counts: FlowCounts, clock: () => number) {
    this.#waitingRatio = counts.ofKind('waiting', kind, clock);
    this.#executingRatio = counts.ofKind('executing', kind, clock);
  }

  configure(limits: KindLimits, now: number): void {
    this.#limits = limits;
    this.#waitingRatio.set(this.#waiting, limits.waiting, now);
    this.#executingRatio.set(this.#executing, limits.executing, now);
  }

  /** A request enters a queue. */
  wait(now: number): void {
    this.#mostWaiting.enter(now);
    this.#waiting += 1;
    this.#waitingRatio.set(this.#waiting, this.#limits.waiting, now);
  }

  /** A request leaves its queue. */
  leave(now: number): void {
    this.#mostWaiting.leave();
    this.#waiting -= 1;
    this.#waitingRatio.set(this.#waiting, this.#limits.waiting, now);
  }

  /** A request gets its seats. */
  begin(now: number): void {
    this.#mostExecuting.enter(now);
    this.#executing += 1;
    this.#executingRatio.set(this.#executing, this.#limits.executing, now);
  }

  /** A request returns its seats. */
  end(now: number): void {
    this.#mostExecuting.leave();
    this.#executing -= 1;
    this.#executingRatio.set(this.#executing, this.#limits.executing, now);
  }

  /** Maximum number of waiting requests in the last second. */
  mostWaiting(now: number): number {
    return this.#mostWaiting.maximum(now);
  }

  /** Maximum number of executing requests in the last second. */
  mostExecuting(now: number): number {
    return this.#mostExecuting.maximum(now);
  }
}
