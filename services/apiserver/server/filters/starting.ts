import { setTimeout as delay } from 'node:timers/promises';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Filter } from '../../request/context.js';
import type { Startup } from '../start/startup.js';

export interface StartingOptions {
  readonly startup: Pick<Startup, 'isDone' | 'done'>;
  /** Paths that are served during startup, such as health checks. */
  readonly open: ReadonlySet<string>;
  /** Milliseconds that a request waits for the startup; 3,000 when absent, as for the watch cache. */
  readonly timeout?: number;
}

const TIMEOUT = 3000;

/**
 * Makes requests wait for the startup. Before that, roles are not loaded, and a client does not retry after 403. Throws 503 with
 * Retry-After after a timeout.
 */
export function awaitStart({ startup, open, timeout = TIMEOUT }: StartingOptions): Filter {
  /** Callbacks of waiting requests, removed at their timeout. A shared promise would retain all of them until the end of the startup. */
  const waiting = new Set<() => void>();
  const wakeAll = (): void => {
    for (const wake of waiting) wake();
  };
  void startup.done.then(wakeAll, wakeAll);

  async function wait(signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    const wake = (): void => woken.abort();
    waiting.add(wake);
    await delay(timeout, undefined, { signal: AbortSignal.any([signal, woken.signal]) })
      .catch(() => signal.throwIfAborted())
      .finally(() => waiting.delete(wake));
  }

  return (next) => async (context) => {
    if (!startup.isDone() && !open.has(context.path)) {
      await wait(context.signal);
      if (!startup.isDone()) {
        throw new StatusError('ServiceUnavailable', 'the server is starting', { details: { retryAfterSeconds: 1 } });
      }
    }
    return next(context);
  };
}
