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
  return (next) => async (context) => {
    if (!startup.isDone() && !open.has(context.path)) {
      const waited = new AbortController();
      const signal = AbortSignal.any([context.signal, waited.signal]);
      await Promise.race([startup.done.catch(() => undefined), delay(patience, undefined, { signal })]).finally(() =>
        waited.abort(),
      );
      if (!startup.isDone()) {
        throw new StatusError('ServiceUnavailable', 'the server is starting', { details: { retryAfterSeconds: 1 } });
      }
    }
    return next(context);
  };
}
