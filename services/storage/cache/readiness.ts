import { NotReadyError } from '../store.js';

/** Whether the state is loaded, and callers that wait for it. */
export interface Readiness {
  readonly isReady: () => boolean;
  readonly set: (ready: boolean) => void;
  /** Rejects all callers from now on. */
  readonly fail: (error: Error) => void;
  /** Resolves once ready. Rejects with NotReadyError after the timeout, or with the signal's reason. */
  readonly wait: (signal?: AbortSignal) => Promise<void>;
}

export function createReadiness(timeout: number): Readiness {
  let isReady = false;
  let failure: Error | undefined;
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const each of waiting) each();
  };
  return {
    isReady: () => isReady,
    set(ready) {
      isReady = ready;
      if (ready) wake();
    },
    fail(error) {
      failure = error;
      wake();
    },
    async wait(signal) {
      if (failure !== undefined) throw failure;
      if (isReady) return;
      signal?.throwIfAborted();
      await new Promise<void>((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          waiting.delete(done);
          signal?.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, timeout);
        waiting.add(done);
        signal?.addEventListener('abort', done, { once: true });
      });
      signal?.throwIfAborted();
      // The state may have changed again since the wakeup.
      if (failure !== undefined) throw failure;
      if (!isReady) throw new NotReadyError('the watch cache has not loaded the state of the store yet');
    },
  };
}
