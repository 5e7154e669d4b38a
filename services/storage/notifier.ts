/** Condition variable: wakes all waiters on a change. Nothing is buffered. */
export interface Notifier {
  notify(): void;
  /** Resolves at the next {@link notify} or when `signal` is aborted. */
  wait(signal: AbortSignal): Promise<void>;
}

export function createNotifier(): Notifier {
  const waiting = new Set<() => void>();
  return {
    notify() {
      for (const wake of waiting) wake();
    },
    wait(signal) {
      return new Promise((resolve) => {
        if (signal.aborted) {
          resolve();
          return;
        }
        const wake = () => {
          waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        waiting.add(wake);
        signal.addEventListener('abort', wake, { once: true });
      });
    },
  };
}
