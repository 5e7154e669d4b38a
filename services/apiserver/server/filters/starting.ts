import { setTimeout as delay } from 'node:timers/promises';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Filter } from '../../request/context.js';
import type { Startup } from '../startup.js';

export interface StartingOptions {
  readonly startup: Pick<Startup, 'isDone' | 'done'>;
  /** Paths that are served all the same: who runs the server wants to know how its start goes. */
  readonly open: ReadonlySet<string>;
  /** Milliseconds that a request waits for the end of the start; 3,000 when absent, as for the watch cache. */
  readonly patience?: number;
}

const PATIENCE = 3000;

/**
 * Holds requests back until the start is done, in which nobody's rights are known yet: a client that was told 403 would not come
 * again. Throws 503 with Retry-After for one that has waited in vain.
 */
export function awaitStart({ startup, open, patience = PATIENCE }: StartingOptions): Filter {
  /** Of those who wait. Each leaves when it has waited enough: a promise would hold on to all of them until the start is done. */
  const waiting = new Set<() => void>();
  const wakeAll = (): void => {
    for (const wake of waiting) wake();
  };
  void startup.done.then(wakeAll, wakeAll);

  async function wait(signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    const wake = (): void => woken.abort();
    waiting.add(wake);
    await delay(patience, undefined, { signal: AbortSignal.any([signal, woken.signal]) })
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
