import type {
  AdmissionRunner,
  ConsoleBeside,
  ConsoleRunner,
  ManagerRunner,
  ReviewRunner,
  RunOptions,
  Runner,
} from './runner.js';
import type { SignalSource } from './signals.js';
import type { Terminal } from './terminal.js';

/** The context of commands. */
export interface CommandContext {
  readonly start: Runner;
  /** Runs this process as a worker of a server. Resolves to the exit code. Absent unless a supervisor has started the process. */
  readonly work?: ((options: RunOptions, stop: AbortSignal) => Promise<number>) | undefined;
  readonly manage: ManagerRunner;
  readonly review: ReviewRunner;
  readonly admit: AdmissionRunner;
  readonly show: ConsoleRunner;
  readonly showBeside: ConsoleBeside;
  readonly terminal: Terminal;
  readonly signals: SignalSource;
  /** Milliseconds since the start of the process. */
  readonly elapsed: () => number;
  /** Ends the process immediately. */
  readonly exit: (code: number) => void;
}
