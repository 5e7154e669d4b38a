import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';

/** Counters of a backend since the start. */
export interface Counts {
  readonly written: number;
  /** Not written, or too large. */
  readonly failed: number;
  /** Dropped because the buffer was full. */
  readonly dropped: number;
}

/** Counts the events of a backend, and logs losses, at most once a second. */
export interface Ledger {
  readonly counts: () => Counts;
  readonly wrote: (events: number) => void;
  readonly failed: (events: number, error: unknown) => void;
  readonly dropped: (events: number) => void;
  /** Reports a problem without lost events, such as a failed rotation. */
  readonly troubled: (error: unknown) => void;
  /** Logs pending losses. */
  readonly close: () => void;
}

const INTERVAL = 1000;

interface Untold {
  failed: number;
  dropped: number;
  readonly errors: Set<string>;
}

export function createLedger(backend: string, logger: Pick<Logger, 'error'>): Ledger {
  const counts = { written: 0, failed: 0, dropped: 0 };
  let untold = nothing();
  let timer: NodeJS.Timeout | undefined;
  const tell = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const { failed, dropped, errors } = untold;
    if (failed + dropped + errors.size === 0) return;
    const lost = failed + dropped > 0 ? 'audit events are lost' : 'the audit log has a problem';
    logger.error({ backend, failed, dropped, errors: [...errors], total: { ...counts } }, lost);
    untold = nothing();
    timer = setTimeout(tell, INTERVAL).unref();
  };
  const soon = (): void => {
    if (timer === undefined) tell();
  };
  const remember = (error: unknown): void => {
    if (untold.errors.size < MOST_ERRORS) untold.errors.add(errorMessage(error));
  };
  return {
    counts: () => ({ ...counts }),
    wrote(events) {
      counts.written += events;
    },
    failed(events, error) {
      counts.failed += events;
      untold.failed += events;
      remember(error);
      soon();
    },
    dropped(events) {
      counts.dropped += events;
      untold.dropped += events;
      soon();
    },
    troubled(error) {
      remember(error);
      soon();
    },
    close() {
      tell();
      clearTimeout(timer);
    },
  };
}

/** The maximum number of different texts in one log line. */
const MOST_ERRORS = 5;

function nothing(): Untold {
  return { failed: 0, dropped: 0, errors: new Set() };
}
