import type { Discovery } from '@pilothouse/client/discover.js';
import type { Timing } from '@pilothouse/client/timing.js';

/** Milliseconds for which a result is reused. */
const MAX_AGE = 5_000;

interface DiscoveryCall {
  readonly startedAt: number;
  readonly answer: Promise<Discovery>;
  isPending: boolean;
}

/**
 * Discovery with singleflight: one call is in flight at a time, and all callers that can use its result share it. A caller gets the
 * result of a call that started after `since`, by the clock of `timing`, and is recent. A partial result is shared only with the
 * callers that wait for it.
 */
export function sharedDiscovery(
  discover: () => Promise<Discovery>,
  timing: Pick<Timing, 'now'>,
): (since: number) => Promise<Discovery> {
  let latest: DiscoveryCall | undefined;
  const put = (): DiscoveryCall => {
    const call: DiscoveryCall = { startedAt: timing.now(), answer: discover(), isPending: true };
    const settled = (isComplete: boolean): void => {
      call.isPending = false;
      if (!isComplete && latest === call) latest = undefined;
    };
    call.answer.then(
      ({ errors }) => settled(errors.length === 0),
      () => settled(false),
    );
    return call;
  };
  const discoverSince = async (since: number): Promise<Discovery> => {
    if (latest !== undefined) {
      const { startedAt, answer, isPending } = latest;
      if (startedAt >= since && timing.now() - startedAt <= MAX_AGE) return answer;
      if (isPending) {
        await answer.catch(() => undefined);
        return discoverSince(since);
      }
    }
    latest = put();
    return latest.answer;
  };
  return discoverSince;
}
