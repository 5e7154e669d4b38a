import type { Value } from '../values/value.js';
import type { Counter } from '../values/equal.js';

/** A call that may take long, and is done in slices. */
export class LongCall {
  /** Does the next slice, and counts its work. Returns the value of the call at the end; undefined before. */
  readonly advance: (work: Counter) => Value | undefined;

  constructor(advance: LongCall['advance']) {
    this.advance = advance;
  }
}
