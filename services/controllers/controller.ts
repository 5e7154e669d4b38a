import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Client } from '@pilothouse/client/client.js';
import type { Timing } from '@pilothouse/client/timing.js';
import type { SharedInformers } from './informers/shared.js';
import type { WorkQueue, WorkQueueOptions } from './queue/work-queue.js';

/** One controller. Its watches and reconcile steps are in its own folder. */
export interface Controller {
  /** The name in `--controllers` and in metrics, such as `namespace`. */
  readonly name: string;
  /** Runs until the signal of the context aborts. Resolves when the work in flight has ended. */
  readonly run: (context: ControllerContext) => Promise<void>;
}

/** The context of a controller. */
export interface ControllerContext {
  /** A client with the identity of the controller. */
  readonly client: Client;
  readonly informers: SharedInformers;
  readonly domain: Domain;
  /** Aborted to stop the controller. */
  readonly signal: AbortSignal;
  /** Creates a work queue that stops with the controller, with metrics and error reports. */
  readonly queue: (options: QueueOptions) => WorkQueue;
  /** Reports a failure that the controller retries in this many milliseconds. */
  readonly onError: (error: unknown, retryIn: number) => void;
  readonly timing: Timing;
  /** The wall clock, for times in objects. */
  readonly now: () => Date;
}

export type QueueOptions = Pick<WorkQueueOptions, 'work' | 'concurrency' | 'retry'> & {
  /** Needed by controllers with several queues. */
  readonly name?: string;
};
