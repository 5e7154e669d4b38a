import { changing, type Changing } from '@pilothouse/apimachinery/changing/changing.js';
import { asOutage } from '../logging/outage.js';

/** `start` is the first read. `failure` is an invalid change; the previous value stays in use. */
export type ReloadStatus = 'start' | 'success' | 'failure';

/** Receives each reload and the certificate (PEM) in use after it, if the files hold one. */
export type OnReload = (status: ReloadStatus, certificate?: string) => void;

export interface WatchOptions<T> {
  /** Reads everything the value depends on, as one text. */
  readonly read: () => Promise<string>;
  readonly parse: (text: string) => T;
  /** Called once for each invalid change, with the error as {@link asOutage} makes it; the previous value stays in use. */
  readonly onError: (error: unknown) => void;
  /** Extracts the program's own certificate (PEM) from the text. Absent when the files hold none. */
  readonly certificate?: ((text: string) => string | undefined) | undefined;
  /** Receives each reload, and the first read as `start` if `certificate` is given. */
  readonly onReload?: OnReload | undefined;
  /** Ends the watch. */
  readonly signal: AbortSignal;
  /** Poll interval in milliseconds; 2,000 when absent. */
  readonly interval?: number | undefined;
}

const INTERVAL = 2000;

/**
 * Reads a value from files and polls them for changes. It compares the content and not modification times, so that any
 * way of replacing files works. Rejects when the first read or parse fails.
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
      // Also when the content returns to the previous one.
      if (isChanged || problem !== '') onReload?.('success', certificate?.(text));
      problem = '';
      if (isChanged) value.set(made);
    } catch (error) {
      if (signal.aborted) return;
      if (String(error) !== problem) {
        onReload?.('failure');
        onError(asOutage(error));
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
