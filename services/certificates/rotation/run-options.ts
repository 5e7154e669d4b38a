import type { Outcome } from './outcome.js';

export interface RunOptions {
  readonly now: () => Date;
  /** How long before its end a certificate is made anew, in milliseconds; at most a third of its life. */
  readonly renewBefore: number;
  /** How long it takes until all programs have what was written, in milliseconds. */
  readonly propagation: number;
  /** Whether keys get successors. */
  readonly rotateKeys: boolean;
  /** Told once of each thing, when it is done. */
  readonly tell: (outcome: Outcome) => void;
  /** Told when somebody else was quicker, and all begins again. */
  readonly onRace?: (message: string) => void;
}
