import type { LongCall } from './long-call.js';
import { CelError, type Value } from '../values/value.js';

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

/**
 * Ends an evaluation that is continued later: the same program is then evaluated again, by the same run. What took long is
 * not repeated, and loops go on where they were.
 */
export class Pause extends Error {
  override readonly name: string = 'Pause';
}

/** How long evaluations may take. Both functions are called periodically. */
export interface Pace {
  /** Whether the time is up. */
  readonly isLate: () => boolean;
  /** Whether to pause, so that the event loop gets a turn; absent for evaluations without a break. */
  readonly isDue?: () => boolean;
}

/** For evaluations that only their cost limits. */
export const UNHURRIED: Pace = { isLate: () => false };

/** Makes the value of a slot when it is first read; undefined for a variable without value. */
export type Source = (slot: number) => Value | undefined;

/** The result of a part of an expression, a call that is not done, or the state of a loop before one of its turns; with the cost until then. */
export type Kept =
  | { readonly type: 'value'; readonly cost: number; readonly value: Value }
  | { readonly type: 'call'; readonly cost: number; readonly call: LongCall }
  | {
      readonly type: 'loop';
      readonly cost: number;
      readonly items: Items;
      readonly index: number;
      readonly sofar: Value;
    };

/** What a loop iterates over. */
export interface Items {
  readonly size: number;
  /** The keys of a map. */
  readonly keys: readonly Value[] | undefined;
  readonly range: Value;
}

/** Work between looks at the clock: about 100 µs. */
const WORK_BETWEEN_LOOKS = 10_000;
/** Work, about 5 µs, from which the result of a part is kept for a continuation. */
export const LONG = 500;

/** Evaluates programs, one at a time: their variables, and the cost so far. */
export class Run {
  /** The values of variables by slot. A loop sets its own slots before it reads them. */
  slots: Value[];
  /** The cost of the current program, in Kubernetes' units. */
  cost = 0;
  /** Other work, in units of about 10 ns. */
  extra = 0;
  /** Whether it is time to pause. The next part that ends, or turn of a loop, does so. */
  isDue = false;
  /** The limit of that cost. */
  limit = Number.POSITIVE_INFINITY;
  #nextLook = WORK_BETWEEN_LOOKS;
  #kept: Map<number, Kept> | undefined;
  #source: Source | undefined;
  readonly #pace: Pace;

  constructor(pace: Pace, slots: Value[] = [], source?: Source) {
    this.slots = slots;
    this.#pace = pace;
    this.#source = source;
  }

  /** Takes the variables of the next programs. */
  use(slots: Value[], source?: Source): void {
    this.slots = slots;
    this.#source = source;
  }

  /** Begins a program with this limit of its cost. */
  begin(limit: number): void {
    this.extra += this.cost;
    this.cost = 0;
    this.limit = limit;
  }

  /** Goes on with a program during which another one was evaluated. */
  goBack(cost: number, limit: number): void {
    this.extra += this.cost - cost;
    this.cost = cost;
    this.limit = limit;
  }

  /** Called when a program has ended, and with it all parts that are kept. */
  end(): void {
    this.#kept = undefined;
  }

  /** Called after a pause. */
  goOn(): void {
    this.isDue = false;
  }

  /** Counts cost in Kubernetes' units. */
  charge(cost: number): void {
    this.cost += cost;
    if (this.cost > this.limit) throw new RunError('cost');
  }

  /** Counts work in units of about 10 ns. Costs count as work too. */
  work(amount: number): void {
    this.extra += amount;
    if (this.cost + this.extra >= this.#nextLook) this.#look();
  }

  #look(): void {
    this.#nextLook = this.cost + this.extra + WORK_BETWEEN_LOOKS;
    if (this.#pace.isLate()) throw new RunError('time');
    if (this.#pace.isDue?.() === true) this.isDue = true;
  }

  /** The value of a variable. Its slot is filled when it is first read. */
  valueAt(slot: number, name: string): Value {
    const value = this.slots[slot];
    return value === undefined ? (this.slots[slot] = this.#made(slot, name)) : value;
  }

  #made(slot: number, name: string): Value {
    const value = this.#source?.(slot);
    return value === undefined ? new CelError(`no such attribute(s): ${name}`) : value;
  }

  /** What is kept of a part of the program, which then has its cost; undefined if the part is evaluated first. */
  kept(part: number): Kept | undefined {
    const kept = this.#kept?.get(part);
    if (kept !== undefined) {
      // What is not repeated is no work.
      this.extra += this.cost - kept.cost;
      this.cost = kept.cost;
    }
    return kept;
  }

  /** Keeps a loop or a call. */
  keep(part: number, kept: Kept): void {
    (this.#kept ??= new Map()).set(part, kept);
  }

  /** Keeps the result of a part that took long, and pauses if it is time. Returns the result. */
  done(part: number, value: Value): Value {
    if (this.#pace.isDue === undefined) return value;
    this.keep(part, { type: 'value', cost: this.cost, value });
    if (this.isDue) throw new Pause();
    return value;
  }

  /** Forgets the parts of the turn of a loop, so that the next turn evaluates them: those from one number to another. */
  forget(from: number, to: number): void {
    if (this.#kept === undefined) return;
    for (const part of this.#kept.keys()) if (part >= from && part < to) this.#kept.delete(part);
  }
}
