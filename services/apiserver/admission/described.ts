import { isDeepStrictEqual } from 'node:util';
import { backoff, type Timing } from '@pilothouse/client/timing.js';
import type { AdmissionService, Description } from '@pilothouse/runtime/admission-api/service.js';

/** What a service has told of its plugins. */
export interface Described {
  /** Undefined until it has been reached; what was last known while it cannot be. */
  readonly current: () => Description | undefined;
  /** Counts the changes. */
  readonly revision: () => number;
  /** Why it is not known, or may be another by now. */
  readonly problem: () => unknown;
  /** Has the service asked again, unless that has just been done. */
  readonly refresh: () => void;
  /** Resolves once it has been asked, whatever came of it. */
  readonly asked: Promise<void>;
}

export interface DescribedOptions {
  readonly service: AdmissionService;
  /** Throws for a description that cannot be taken. */
  readonly check?: (description: Description) => void;
  readonly timing: Timing;
  /** Ends the asking. */
  readonly signal: AbortSignal;
  /** Told each time that the service cannot be asked. */
  readonly onError: (error: unknown) => void;
  /** Told each time that it has answered; nobody when absent. */
  readonly onAnswer?: () => void;
}

/** Milliseconds between two questions to a service that does not tell of changes by itself. */
const INTERVAL = 10_000;
/** Milliseconds between two attempts at one that cannot be asked. */
const RETRY = { first: 100, longest: 5_000 };
/** Milliseconds between two questions at least, however often somebody wants one. */
const LEAST_INTERVAL = 1_000;
/** Milliseconds that an answer may take. */
const TIMEOUT = 5_000;

/** Asks a service what it has, and again when that may have changed. */
export function describedBy({ service, check, timing, signal, onError, onAnswer }: DescribedOptions): Described {
  let description: Description | undefined;
  let revision = 0;
  let problem: unknown;
  let failures = 0;
  let askedAt = -Infinity;
  let wake = new AbortController();

  async function ask(): Promise<void> {
    askedAt = timing.now();
    try {
      const told = await service.describe({ signal: AbortSignal.timeout(TIMEOUT) });
      check?.(told);
      if (!isDeepStrictEqual(description, told)) revision += 1;
      description = told;
      [failures, problem] = [0, undefined];
      onAnswer?.();
    } catch (error) {
      failures += 1;
      if (!signal.aborted) onError(error);
      problem = error;
    }
  }

  /** Until the next question, until somebody wants one, or until the end. */
  async function pause(): Promise<void> {
    const wait = failures === 0 ? INTERVAL : backoff(failures, RETRY, timing.random);
    if (failures === 0 && service.onChange !== undefined) await aborted(wake.signal);
    else await timing.sleep(wait, wake.signal).catch(() => {});
  }

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      await pause();
      if (signal.aborted) return;
      wake = new AbortController();
      await ask();
    }
  }

  const refresh = (): void => {
    if (failures === 0 && timing.now() - askedAt >= LEAST_INTERVAL) wake.abort();
  };
  service.onChange?.(() => wake.abort());
  signal.addEventListener('abort', () => wake.abort(), { once: true });
  const asked = ask();
  void asked.then(follow);
  return { current: () => description, revision: () => revision, problem: () => problem, refresh, asked };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
