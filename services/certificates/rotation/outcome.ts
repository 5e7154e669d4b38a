import type { Kind } from '../store/store.js';

/** The result of one item. */
export interface Outcome {
  /** `updated`: the trusted authorities or the successor changed; the certificate or key itself did not. */
  readonly action: 'made' | 'renewed' | 'updated' | 'kept';
  readonly kind: Kind;
  readonly name: string;
  /** Expiry, if the item has one. */
  readonly until?: Date;
  /** The reason for the change, or until when the item is kept. */
  readonly reason?: string;
}

/** An item that can neither be used nor replaced. The message says what to do and contains no secret. */
export class PlanError extends Error {
  override readonly name = 'PlanError';
}

/** Formats a time as `2027-01-31T00:00:00Z`. */
export function timeText(time: Date | number): string {
  return new Date(time).toISOString().replace(/\.\d+/, '');
}
