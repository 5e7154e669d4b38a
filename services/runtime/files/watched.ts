import { changing, type Changing } from '@pilothouse/apimachinery/changing/changing.js';

/** Whether a change of files counts, or cannot be used, so that what was there before stays. */
export type ReloadStatus = 'success' | 'failure';

export interface WatchOptions<T> {
  /** Everything that the value is made of, as one text. */
  readonly read: () => Promise<string>;
  readonly parse: (text: string) => T;
  /** Told once of each change that cannot be used: the value from before stays. */
  readonly onError: (error: unknown) => void;
  /** Told of each change; nobody when absent. */
  readonly onReload?: ((status: ReloadStatus) => void) | undefined;
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
export async function watchFiles<T>(options: WatchOptions<T>): Promise<Changing<T>> {
  const { read, parse, onError, onReload, signal, interval = INTERVAL } = options;
  let text = await read();
  const value = changing(parse(text));
  let problem = '';
  let isLooking = false;

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      const next = await read();
      if (signal.aborted) return;
      const isChanged = next !== text;
      const made = isChanged ? parse(next) : value.current();
      text = next;
      // Also where it has become again what it was.
      if (isChanged || problem !== '') onReload?.('success');
      problem = '';
      if (isChanged) value.set(made);
    } catch (error) {
      if (signal.aborted) return;
      if (String(error) !== problem) {
        onReload?.('failure');
        onError(error);
      }
      problem = String(error);
    } finally {
      isLooking = false;
    }
  }

  const timer = setInterval(() => void look(), interval).unref();
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  if (signal.aborted) clearInterval(timer);
  return value;
}
