import type { Value } from '../values/value.js';

/** Thrown when an evaluation costs or takes too much. No expression can absorb it. */
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

/** Whether no more time is left; called every now and then. */
export type IsLate = () => boolean;

/** Work between two looks at the clock: about 100 µs. */
const WORK_BETWEEN_LOOKS = 10_000;

/** One evaluation: its variables, and what it has cost so far. */
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

  /** Counts cost as Kubernetes does. */
  charge(cost: number): void {
    this.cost += cost;
    if (this.cost > this.#limit) throw new RunError('cost');
    this.work(1);
  }

  /** Counts what takes time: about 10 ns each. */
  readonly work = (amount: number): void => {
    this.#work += amount;
    if (this.#work < WORK_BETWEEN_LOOKS) return;
    this.#work = 0;
    if (this.#isLate()) throw new RunError('time');
  };
}
