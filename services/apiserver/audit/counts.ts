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

interface Unreported {
  failed: number;
  dropped: number;
  readonly errors: Set<string>;
}

export function createLedger(backend: string, logger: Pick<Logger, 'error'>): Ledger {
  const counts = { written: 0, failed: 0, dropped: 0 };
  let unreported = nothing();
  let timer: NodeJS.Timeout | undefined;
  const logLosses = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const { failed, dropped, errors } = unreported;
    if (failed + dropped + errors.size === 0) return;
    const lost = failed + dropped > 0 ? 'audit events are lost' : 'the audit log has a problem';
    logger.error({ backend, failed, dropped, errors: [...errors], total: { ...counts } }, lost);
    unreported = nothing();
    timer = setTimeout(logLosses, INTERVAL).unref();
  };
  const scheduleLog = (): void => {
    if (timer === undefined) logLosses();
  };
  const remember = (error: unknown): void => {
    if (unreported.errors.size < MAX_ERRORS) unreported.errors.add(errorMessage(error));
  };
  return {
    counts: () => ({ ...counts }),
    wrote(events) {
      counts.written += events;
    },
    failed(events, error) {
      counts.failed += events;
      unreported.failed += events;
      remember(error);
      scheduleLog();
    },
    dropped(events) {
      counts.dropped += events;
      unreported.dropped += events;
      scheduleLog();
    },
    troubled(error) {
      remember(error);
      scheduleLog();
    },
    close() {
      logLosses();
      clearTimeout(timer);
    },
  };
}

/** The maximum number of different texts in one log line. */
const MAX_ERRORS = 5;

function nothing(): Unreported {
  return { failed: 0, dropped: 0, errors: new Set() };
}
