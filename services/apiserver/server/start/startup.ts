import { setTimeout as delay } from 'node:timers/promises';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { throttled } from '@pilothouse/runtime/logging/throttled.js';
import { storeStatusError } from '../../endpoints/store-errors.js';

/** Startup step (Kubernetes' post-start hook), which must succeed once before requests are served. Idempotent. */
export interface StartStep {
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

export interface StartupOptions {
  /** Called when a step is retried: immediately for each new error, and every minute for the same one. */
  readonly onError: (error: unknown, step: string) => void;
  /** Aborts the startup. */
  readonly signal: AbortSignal;
  /** Milliseconds before a retry; 500 when absent. */
  readonly retryAfter?: number;
  /** Monotonic clock in milliseconds; that of the process when absent. */
  readonly clock?: () => number;
}

/** Startup in progress. */
export interface Startup {
  readonly steps: readonly { readonly name: string; readonly isFinished: () => boolean }[];
  readonly isDone: () => boolean;
  /** Resolves when all steps are done. Rejects when one fails permanently, and with the signal's reason. */
  readonly done: Promise<void>;
}

const RETRY_AFTER = 500;

/** Runs all steps concurrently. A step that fails because the store or its watch cache is unavailable is retried without limit. */
export function beginStart(steps: readonly StartStep[], options: StartupOptions): Startup {
  const { onError, signal, retryAfter = RETRY_AFTER, clock } = options;
  const finished = new Set<string>();
  const report = throttled(onError, clock);

  async function take({ name, run }: StartStep): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      try {
        await run();
        signal.throwIfAborted();
        finished.add(name);
        return;
      } catch (error) {
        signal.throwIfAborted();
        if (!isTransient(error)) throw error;
        report(error, name);
      }
      await delay(retryAfter, undefined, { signal });
    }
  }

  return {
    steps: steps.map(({ name }) => ({ name, isFinished: () => finished.has(name) })),
    isDone: () => finished.size === steps.length,
    done: Promise.all(steps.map(take)).then(() => undefined),
  };
}

const PASSING: ReadonlySet<string> = new Set(['ServiceUnavailable', 'Timeout', 'TooManyRequests']);

/** Whether the store is unavailable at present. */
export function isTransient(error: unknown): boolean {
  const status = storeStatusError(error);
  return status instanceof StatusError && PASSING.has(status.reason);
}
