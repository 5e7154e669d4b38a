/** A value that is made of files, and made anew when they change. */
export interface Watched<T> {
  /** As new as the last look at the files. */
  readonly current: () => T;
  /** Calls back with each new value, in the order of those who listen, until the signal is aborted. */
  readonly onChange: (listener: (value: T) => void, signal: AbortSignal) => void;
}

export interface WatchOptions<T> {
  /** Everything that the value is made of, as one text. */
  readonly read: () => Promise<string>;
  readonly parse: (text: string) => T;
  /** Told once of each change that cannot be used: the value from before stays. */
  readonly onError: (error: unknown) => void;
  /** Ends the watch. */
  readonly signal: AbortSignal;
  /** Milliseconds between two looks; 2,000 when absent. */
  readonly interval?: number | undefined;
}

const INTERVAL = 2000;

/**
 * Reads a value, and looks every two seconds whether its text has changed. What was read is compared, and not the times of
 * files, so that it does not matter how they are replaced. Rejects where the first read or parse does.
 */
export async function watchFiles<T>(options: WatchOptions<T>): Promise<Watched<T>> {
  const { read, parse, onError, signal, interval = INTERVAL } = options;
  let text = await read();
  let value = parse(text);
  let problem = '';
  let isLooking = false;
  const listeners = new Set<(value: T) => void>();

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      const next = await read();
      if (signal.aborted) return;
      if (next !== text) {
        value = parse(next);
        text = next;
        for (const listener of listeners) listener(value);
      }
      problem = '';
    } catch (error) {
      if (signal.aborted) return;
      if (String(error) !== problem) onError(error);
      problem = String(error);
    } finally {
      isLooking = false;
    }
  }

  const timer = setInterval(() => void look(), interval).unref();
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  if (signal.aborted) clearInterval(timer);
  return {
    current: () => value,
    onChange(listener, until) {
      if (until.aborted) return;
      // Each has an entry of its own, also where one function listens twice.
      const entry = (next: T): void => listener(next);
      listeners.add(entry);
      until.addEventListener('abort', () => listeners.delete(entry), { once: true });
    },
  };
}
