import type { AdmissionRunner, ManagerRunner, ReviewRunner, Runner } from './runner.js';
import type { SignalSource } from './signals.js';
import type { Terminal } from './terminal.js';

/** What commands work with. */
export interface CommandContext {
  readonly start: Runner;
  readonly manage: ManagerRunner;
  readonly review: ReviewRunner;
  readonly admit: AdmissionRunner;
  readonly terminal: Terminal;
  readonly signals: SignalSource;
  /** Milliseconds since the process was started. */
  readonly elapsed: () => number;
  /** Ends the process at once. */
  readonly exit: (code: number) => void;
}
