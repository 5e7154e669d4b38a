import type { AdmissionRunner, ManagerRunner, ReviewRunner, Runner } from './runner.js';
import type { SignalSource } from './signals.js';
import type { Terminal } from './terminal.js';

/** The context of commands. */
export interface CommandContext {
  readonly start: Runner;
  readonly manage: ManagerRunner;
  readonly review: ReviewRunner;
  readonly admit: AdmissionRunner;
  readonly terminal: Terminal;
  readonly signals: SignalSource;
  /** Milliseconds since the start of the process. */
  readonly elapsed: () => number;
  /** Ends the process immediately. */
  readonly exit: (code: number) => void;
}
