import type { Outcome } from './outcome.js';

export interface RunOptions {
  readonly now: () => Date;
  /** Milliseconds before its expiry at which a certificate is renewed; at most a third of its validity. */
  readonly renewBefore: number;
  /** Milliseconds until all programs use a written item. */
  readonly propagation: number;
  /** Whether to create successors of keys. */
  readonly rotateKeys: boolean;
  /** Called once for each item, when it is done. */
  readonly report: (outcome: Outcome) => void;
  /** Called when another run wrote first and this run restarts. */
  readonly onConflict?: (message: string) => void;
}
