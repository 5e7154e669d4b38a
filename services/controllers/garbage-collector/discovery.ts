import { discover, type DiscoveredType } from '@pilothouse/client/discovery.js';
import { backoff } from '@pilothouse/client/timing.js';
import type { ControllerContext } from '../controller.js';
import type { Nudge } from './nudge.js';
import { withFormer } from './types.js';

/** Milliseconds between two looks at which types there are, as in Kubernetes. */
const PERIOD = 30_000;
const RETRY = { first: 500, longest: PERIOD };
/** The least: definitions often come several at a time. */
const GATHER = 50;
/** After a look that took long nobody looks again for so many times as long, nor for more than so many milliseconds. */
const REST = 5;
const LONGEST_REST = 1000;

export interface FollowTypesOptions extends Pick<ControllerContext, 'client' | 'signal' | 'timing' | 'onError'> {
  /** Rung when types may have changed. It is answered after `onTypes` was called with what has. */
  readonly nudge: Pick<Nudge, 'pause' | 'answered'>;
}

/**
 * Tells which types the server has, and again whenever that has changed; also whether every group has said so by now. One
 * that says nothing later on has what it had. Ends when the signal is aborted.
 */
export async function followTypes(
  { client, signal, timing, onError, nudge }: FollowTypesOptions,
  onTypes: (types: readonly DiscoveredType[], isWhole: boolean) => void,
): Promise<void> {
  let known: readonly DiscoveredType[] = [];
  let isWhole = false;
  let failures = 0;
  while (!signal.aborted) {
    let wait = PERIOD;
    const began = timing.now();
    try {
      const { types, errors } = await discover(client, signal);
      const now = errors.length > 0 ? withFormer(types, known) : types;
      const isWholeNow: boolean = isWhole || errors.length === 0;
      if (isWholeNow !== isWhole || JSON.stringify(now) !== JSON.stringify(known)) onTypes(now, isWholeNow);
      isWhole = isWholeNow;
      known = now;
      if (errors.length > 0) throw new AggregateError(errors, 'not every group says which types it has');
      failures = 0;
      nudge.answered();
    } catch (error) {
      if (signal.aborted) return;
      failures++;
      wait = backoff(failures, RETRY, timing.random);
      onError(error, wait);
    }
    await nudge.pause(wait, restAfter(timing.now() - began), signal);
  }
}

/** Milliseconds from a nudge to the look that follows: definitions that come one by one are not to cost all of the time. */
function restAfter(look: number): number {
  return Math.min(Math.max(GATHER, REST * look), LONGEST_REST);
}
