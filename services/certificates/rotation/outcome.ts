import type { Kind } from '../store/store.js';

/** What became of a thing. */
export interface Outcome {
  /** `updated`: what it proves itself with has stayed, whom it trusts or what is to follow has not. */
  readonly action: 'made' | 'renewed' | 'updated' | 'kept';
  readonly kind: Kind;
  readonly name: string;
  /** Its end, where it has one. */
  readonly until?: Date;
  /** Why it was not just kept, or for how long it will be. */
  readonly reason?: string;
}

/** Something that is there and can neither be used nor replaced. The message says what to do, and holds no secret. */
export class PlanError extends Error {
  override readonly name = 'PlanError';
}

/** Such as `2027-01-31T00:00:00Z`. */
export function timeText(time: Date | number): string {
  return new Date(time).toISOString().replace(/\.\d+/, '');
}
