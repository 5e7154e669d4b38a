import { setTimeout as delay } from 'node:timers/promises';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { throttled } from '@pilothouse/runtime/logging/throttled.js';
import { storeStatusError } from '../endpoints/store-errors.js';

/** Something that must be done once before requests are answered (Kubernetes' post-start hooks). Doing it again does no harm. */
export interface StartStep {
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

export interface StartupOptions {
  /** Told why a step has to be tried again: at once of each new reason, and of the same one every minute. */
  readonly onError: (error: unknown, step: string) => void;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Milliseconds until a step is tried again; 500 when absent. */
  readonly retryAfter?: number;
  /** Milliseconds of a clock that only goes forward; that of the process when absent. */
  readonly clock?: () => number;
}

/** A start under way. */
export interface Startup {
  readonly steps: readonly { readonly name: string; readonly isFinished: () => boolean }[];
  readonly isDone: () => boolean;
  /** Resolves once all steps are finished. Rejects where one has failed for good, and with the signal's reason. */
  readonly done: Promise<void>;
}

const RETRY_AFTER = 500;

/** Takes all steps at once. One that fails because the store does not answer, or is still being read, is tried again without end. */
export function beginStart(steps: readonly StartStep[], options: StartupOptions): Startup {
  const { onError, signal, retryAfter = RETRY_AFTER, clock } = options;
  const finished = new Set<string>();
  // A start that waits for ever does not do so in silence.
  const tell = throttled(onError, clock);

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
        if (!isPassing(error)) throw error;
        tell(error, name);
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

function isPassing(error: unknown): boolean {
  const told = storeStatusError(error);
  return told instanceof StatusError && PASSING.has(told.reason);
}
