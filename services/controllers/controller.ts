import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Client } from '@pilothouse/client/client.js';
import type { Timing } from '@pilothouse/client/timing.js';
import type { SharedInformers } from './informers/shared.js';
import type { WorkQueue, WorkQueueOptions } from './queue/work-queue.js';

/** One controller. What it watches, and the steps that it takes, are in a folder of its own. */
export interface Controller {
  /** As `--controllers` and metrics name it, such as `namespace`. */
  readonly name: string;
  /** Runs until the context's signal is aborted; resolves when the work under way has ended. */
  readonly run: (context: ControllerContext) => Promise<void>;
}

/** What a controller works with. */
export interface ControllerContext {
  /** Acts under an identity of the controller's own. */
  readonly client: Client;
  readonly informers: SharedInformers;
  readonly domain: Domain;
  /** Aborted when the controller is to end. */
  readonly signal: AbortSignal;
  /** A queue that ends with the controller, and tells of its errors and its load. */
  readonly queue: (options: QueueOptions) => WorkQueue;
  /** Tells of a failure after which the controller goes on by itself, in so many milliseconds. */
  readonly onError: (error: unknown, retryIn: number) => void;
  readonly timing: Timing;
  /** The time of day, for what is written into objects. */
  readonly now: () => Date;
}

export type QueueOptions = Pick<WorkQueueOptions, 'work' | 'concurrency' | 'retry'> & {
  /** Where a controller has several queues. */
  readonly name?: string;
};
