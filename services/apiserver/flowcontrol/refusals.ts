import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';

/** Errors of rejected requests. */
export interface Refusals {
  readonly next: (now: number) => StatusError;
}

export interface RefusalOptions {
  /** An integer from 0 up to but not including `limit`. */
  readonly random: (limit: number) => number;
  /** Maximum number of clients that retry in the same second. */
  readonly perSecond: number;
}

/** Maximum of `retryAfterSeconds`. */
const LONGEST_RETRY = 8;

/** `retryAfterSeconds` is 1, as in Kubernetes. If many requests are rejected, it is random, so that retries spread out. */
export function createRefusals({ random, perSecond }: RefusalOptions): Refusals {
  let since = Number.NEGATIVE_INFINITY;
  let count = 0;
  return {
    next(now) {
      if (now - since >= 1000) [since, count] = [now, 0];
      count += 1;
      const seconds = Math.min(Math.ceil(count / Math.max(perSecond, 1)), LONGEST_RETRY);
      return tooManyRequests(1 + random(seconds));
    },
  };
}

/** 429 with the text of Kubernetes. */
export function tooManyRequests(retryAfterSeconds: number): StatusError {
  const message = 'Too many requests, please try again later.';
  return new StatusError('TooManyRequests', message, { details: { retryAfterSeconds } });
}
