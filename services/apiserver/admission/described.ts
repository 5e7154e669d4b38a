import { isDeepStrictEqual } from 'node:util';
import { backoff, type Timing } from '@pilothouse/client/timing.js';
import type { AdmissionService, Description } from '@pilothouse/runtime/admission-api/service.js';

/** The description of a service's plugins. */
export interface Described {
  /** The last known description; undefined until the service is reached. */
  readonly current: () => Description | undefined;
  /** Number of changes. */
  readonly revision: () => number;
  /** The error of the last call to describe; undefined if it succeeded. */
  readonly problem: () => unknown;
  /** Requests a new description, unless one was just requested. */
  readonly refresh: () => void;
  /** Resolves after the first call to describe, successful or not. */
  readonly asked: Promise<void>;
}

export interface DescribedOptions {
  readonly service: AdmissionService;
  /** Throws for an invalid description. */
  readonly check?: (description: Description) => void;
  readonly timing: Timing;
  /** Stops the polling. */
  readonly signal: AbortSignal;
  /** Called for each failed call. */
  readonly onError: (error: unknown) => void;
  /** Called for each successful call. */
  readonly onAnswer?: () => void;
}

/** Polling interval in milliseconds, for a service that does not announce changes. */
const INTERVAL = 10_000;
/** Backoff in milliseconds after failures. */
const RETRY = { first: 100, longest: 5_000 };
/** Minimum interval in milliseconds between calls, even on demand. */
const LEAST_INTERVAL = 1_000;
/** Timeout of a call in milliseconds. */
const TIMEOUT = 5_000;

/** Fetches the description of a service, and polls it for changes. */
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
      const latest = await service.describe({ signal: AbortSignal.timeout(TIMEOUT) });
      check?.(latest);
      if (!isDeepStrictEqual(description, latest)) revision += 1;
      description = latest;
      [failures, problem] = [0, undefined];
      onAnswer?.();
    } catch (error) {
      failures += 1;
      if (!signal.aborted) onError(error);
      problem = error;
    }
  }

  /** Waits until the next call is due, requested, or the end. */
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
