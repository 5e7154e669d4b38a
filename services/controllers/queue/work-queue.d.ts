import { type BackoffOptions, type Timing } from '@pilothouse/client/timing.js';
/** What came of one piece of work; an error that is thrown is a retry too. */
export type Outcome = 'done' | 'retry';
export interface WorkQueueOptions {
  readonly work: (key: string, signal: AbortSignal) => Promise<Outcome>;
  /** How many keys are worked on at a time. */
  readonly concurrency: number;
  readonly retry: BackoffOptions;
  /** Aborted when no more is to be started. */
  readonly signal: AbortSignal;
  /** Told of every error, and of how many milliseconds pass before the next attempt. */
  readonly onError?: (key: string, error: unknown, retryIn: number) => void;
  readonly timing?: Timing;
}
export interface WorkQueue {
  /** Asks for work on a key: at once, also where it waits for a retry, or once more where it is being worked on. */
  readonly add: (key: string) => void;
  /** Resolves once the signal has been aborted and the work under way has ended. */
  readonly ended: Promise<void>;
}
/** Works on keys: each is never worked on twice at a time, and tried again, less and less often, until it is done. */
export declare function createWorkQueue(options: WorkQueueOptions): WorkQueue;
