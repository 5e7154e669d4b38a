import { cpuTime } from '@pilothouse/cel/evaluate/cpu-time.js';
import { Run, type Pace, type Pause } from '@pilothouse/cel/evaluate/run.js';
import type { Yielder } from '@pilothouse/runtime/event-loop/yielder.js';
import { PendingAccess } from './access.js';

/** CPU time in milliseconds for one expression with its variables, beyond its cost limits. */
const LONGEST = 1000;

/** Evaluates the expressions of a write, one at a time. Those that take long rest between time slices. */
export class Engine implements Pace {
  readonly run: Run;
  readonly #maybeYield: Yielder;
  readonly #now: () => number;
  /** The time of the expression, without rests. */
  #spent = 0;
  /** When the expression was begun or continued; undefined until it has worked for a while. */
  #since: number | undefined;

  /** `now` is a clock in milliseconds. */
  constructor(maybeYield: Yielder, now = cpuTime) {
    this.run = new Run(this);
    this.#maybeYield = maybeYield;
    this.#now = now;
  }

  /** Starts the time of an expression. */
  begin(): void {
    this.#spent = 0;
    this.#since = undefined;
  }

  isLate(): boolean {
    const now = this.#now();
    this.#since ??= now;
    return this.#spent + now - this.#since > LONGEST;
  }

  isDue(): boolean {
    return this.#maybeYield() !== undefined;
  }

  /** Waits for the next time slice, or for the answer of an authorizer. */
  async rest(pause?: Pause): Promise<void> {
    if (this.#since !== undefined) this.#spent += this.#now() - this.#since;
    this.#since = undefined;
    await (pause instanceof PendingAccess ? pause.answered : this.#maybeYield());
    this.run.goOn();
  }
}
