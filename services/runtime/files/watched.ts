import { changing, type Changing } from '@pilothouse/apimachinery/changing/changing.js';

/** `start` is the first read; `failure` is a change of files that cannot be used, so that the former value stays. */
export type ReloadStatus = 'start' | 'success' | 'failure';

/** Receives each change of files, and the certificate (PEM) that is in use after it, where the files hold one. */
export type OnReload = (status: ReloadStatus, certificate?: string) => void;

export interface WatchOptions<T> {
  /** Everything that the value is made of, as one text. */
  readonly read: () => Promise<string>;
  readonly parse: (text: string) => T;
  /** Told once of each change that cannot be used: the value from before stays. */
  readonly onError: (error: unknown) => void;
  /** Extracts the program's own certificate (PEM) from what `read` returned. Absent: the files hold none. */
  readonly certificate?: ((text: string) => string | undefined) | undefined;
  /** Receives each change, and, where `certificate` is given, the first read as `start`. */
  readonly onReload?: OnReload | undefined;
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
  const { read, parse, onError, certificate, onReload, signal, interval = INTERVAL } = options;
  let text = await read();
  const value = changing(parse(text));
  if (certificate !== undefined) onReload?.('start', certificate(text));
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
      if (isChanged || problem !== '') onReload?.('success', certificate?.(text));
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
