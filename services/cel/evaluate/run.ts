import type { Value } from '../values/value.js';

/** Thrown when an evaluation exceeds its cost or time. Expressions cannot absorb it. */
export class RunError extends Error {
  override readonly name = 'RunError';
  readonly kind: 'cost' | 'time';

  constructor(kind: 'cost' | 'time') {
    super(
      kind === 'cost' ? 'operation cancelled: actual cost limit exceeded' : 'operation interrupted: it takes too long',
    );
    this.kind = kind;
  }
}

/** Whether the time is up; called periodically. */
export type IsLate = () => boolean;

/** Work between clock reads: about 100 µs. */
const WORK_BETWEEN_LOOKS = 10_000;

/** One evaluation: its variables and its cost so far. */
export class Run {
  cost = 0;
  readonly slots: Value[];
  readonly #limit: number;
  readonly #isLate: IsLate;
  #work = 0;

  constructor(slots: Value[], limit: number, isLate: IsLate) {
    this.slots = slots;
    this.#limit = limit;
    this.#isLate = isLate;
  }

  /** Counts cost in Kubernetes' units. */
  charge(cost: number): void {
    this.cost += cost;
    if (this.cost > this.#limit) throw new RunError('cost');
    this.work(1);
  }

  /** Counts work in units of about 10 ns. */
  readonly work = (amount: number): void => {
    this.#work += amount;
    if (this.#work < WORK_BETWEEN_LOOKS) return;
    this.#work = 0;
    if (this.#isLate()) throw new RunError('time');
  };
}
