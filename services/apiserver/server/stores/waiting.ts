import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { NotReadyError } from '@pilothouse/storage/store.js';

/** Milliseconds after which the same reason is reported again. */
const PERIOD = 60_000;

export interface WaitingOptions {
  readonly warn: (fields: { readonly reason: string; readonly waited: string }, text: string) => void;
  /** Name of the store, such as `etcd at https://10.0.0.1:2379`. */
  readonly store: string;
  /** Monotonic clock in milliseconds. */
  readonly clock: () => number;
}

/**
 * Returns the function that reports why the startup waits for its store: immediately for each reason, and every minute with the
 * time waited. That the watch cache is not ready is a consequence, so it is reported only if there is no other reason.
 */
export function waitingLog({ warn, store, clock }: WaitingOptions): (error: unknown) => void {
  const since = clock();
  const reasons = new Set<string>();
  let reportedAt = since;
  return (error) => {
    const time = clock();
    if (time - reportedAt >= PERIOD) reasons.clear();
    else if (error instanceof NotReadyError) return;
    const reason = errorMessage(error);
    if (reasons.has(reason)) return;
    reasons.add(reason);
    reportedAt = time;
    warn({ reason, waited: `${Math.round((time - since) / 1000)} s` }, `waiting for ${store}`);
  };
}
