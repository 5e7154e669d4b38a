import { isDeepStrictEqual } from 'node:util';
import { discover, type DiscoveredType } from '@pilothouse/client/discover.js';
import { backoff } from '@pilothouse/client/timing.js';
import type { ControllerContext } from '../controller.js';
import type { Trigger } from './trigger.js';
import { withFormerTypes } from './types.js';

/** Milliseconds between two discoveries, as in Kubernetes. */
const PERIOD = 30_000;
const RETRY = { first: 500, longest: PERIOD };
/** Minimum milliseconds between a trigger and its discovery, since definitions often arrive together. */
const BATCH_DELAY = 50;
/** The delay after a trigger as a multiple of the last discovery's duration, and its limit in milliseconds. */
const DELAY_FACTOR = 10;
const MAX_DELAY = 2000;

export interface FollowTypesOptions extends Pick<ControllerContext, 'client' | 'signal' | 'timing' | 'onError'> {
  /** Triggered when types may have changed. Marked as handled after `onTypes` was called with the result. */
  readonly trigger: Pick<Trigger, 'pause' | 'handled'>;
}

/**
 * Polls discovery and reports the served types on each change, with whether every group has answered at least once. A group that
 * fails later keeps its former types. Ends when the signal aborts.
 */
export async function pollDiscovery(
  { client, signal, timing, onError, trigger }: FollowTypesOptions,
  onTypes: (types: readonly DiscoveredType[], isComplete: boolean) => void,
): Promise<void> {
  let known: readonly DiscoveredType[] = [];
  let isComplete = false;
  let failures = 0;
  while (!signal.aborted) {
    let wait = PERIOD;
    const began = timing.now();
    try {
      const { types, errors } = await discover(client, signal);
      const now = errors.length > 0 ? withFormerTypes(types, known) : types;
      const isCompleteNow: boolean = isComplete || errors.length === 0;
      if (isCompleteNow !== isComplete || !isDeepStrictEqual(now, known)) onTypes(now, isCompleteNow);
      isComplete = isCompleteNow;
      known = now;
      if (errors.length > 0) throw new AggregateError(errors, 'discovery of some groups has failed');
      failures = 0;
      trigger.handled();
    } catch (error) {
      if (signal.aborted) return;
      failures++;
      wait = backoff(failures, RETRY, timing.random);
      onError(error, wait);
    }
    await trigger.pause(wait, triggerDelay(timing.now() - began), signal);
  }
}

/** Milliseconds between a trigger and the discovery that it causes. Bounds the share of time that discovery takes. */
function triggerDelay(duration: number): number {
  return Math.min(Math.max(BATCH_DELAY, DELAY_FACTOR * duration), MAX_DELAY);
}
