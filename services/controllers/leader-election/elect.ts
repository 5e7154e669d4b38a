import type { Lease } from '@pilothouse/apimachinery/generated/coordination/v1.js';
import type { Timing } from '@pilothouse/client/timing.js';
import { limited } from '../limited.js';
import { decide, isTaken } from './decide.js';
import type { LeaseStore } from './lease-store.js';
import { createNap } from './nap.js';
import { heldLease, releasedLease } from './record.js';
import {
  afterConflict,
  afterFailure,
  afterSeeing,
  afterWriting,
  NEWCOMER,
  type Candidate,
  type ElectionRules,
} from './state.js';

export interface ElectionOptions {
  readonly rules: ElectionRules;
  readonly store: LeaseStore;
  /**
   * What only the leader does. Its signal is aborted when it must end; it resolves when it has. `holds` says whether the lease is
   * its own at this moment: a process that was off the processor for longer may do other things before it is told to end.
   */
  readonly lead: (signal: AbortSignal, holds: () => boolean) => Promise<void>;
  /** Aborted when the candidate is to stand back. */
  readonly signal: AbortSignal;
  /** Told of every failure, and of how many milliseconds pass before the next attempt. */
  readonly onError: (error: unknown, retryIn: number) => void;
  /** Told who holds the lease, whenever that changes; an empty text is nobody. */
  readonly onHolder: (identity: string) => void;
  readonly timing: Timing;
  /** The time of day, for what people read in the lease. */
  readonly now: () => Date;
}

/** `stopped`: as it was told to. `lost`: somebody else may lead soon, and nothing may be done any more. */
export type ElectionEnd = 'stopped' | 'lost';

/** What client-go lengthens waits by, at most, so that candidates do not come all at once. */
const JITTER = 1.2;

/** Stands for election until it is won, leads until that ends, and gives the lease back where it was told to stop. */
export async function leadWhenElected(options: ElectionOptions): Promise<ElectionEnd> {
  const { rules, store, lead, signal, timing } = options;
  const nap = createNap(timing, signal);
  const watching = new AbortController();
  let candidate: Candidate = NEWCOMER;
  let holder: string | undefined;
  const become = (next: Candidate): void => {
    candidate = next;
    const { lease } = next;
    const current = lease.type === 'seen' ? (lease.lease.spec.holderIdentity ?? '') : holder;
    if (current !== undefined && current !== holder) options.onHolder(current);
    holder = current;
  };
  const onLease = (lease: Lease): void => {
    // A leader goes by the answers to its own requests: a watch may be behind them.
    if (candidate.renewed === undefined) become(afterSeeing(candidate, lease, timing.now()));
    nap.wake();
  };
  /** Until it is no longer to be a follower, or a leader. */
  const act = async (isLeader: boolean): Promise<Candidate> => {
    while (!signal.aborted && (candidate.renewed !== undefined) === isLeader) {
      const action = decide(candidate, rules, timing.now());
      if (action.type === 'lose') break;
      if (action.type === 'wait') await nap.until(action.until);
      else become(await ask(action.type, candidate, options));
    }
    return candidate;
  };
  const watched = store.watch(onLease, watching.signal);
  const { renewed } = await act(false);
  watching.abort();
  await watched;
  if (renewed === undefined) {
    await release(candidate, options);
    return 'stopped';
  }

  const leading = new AbortController();
  const holds = (): boolean =>
    candidate.renewed !== undefined &&
    !isTaken(candidate, rules) &&
    timing.now() < candidate.renewed + rules.renewDeadline;
  const led = lead(leading.signal, holds);
  const last = await act(true);
  leading.abort();
  const limit = (last.renewed ?? renewed) + rules.leaseDuration;
  const hasEnded = await endsWithin(led, limit - timing.now(), timing);
  if (!signal.aborted || !hasEnded) return 'lost';
  await release(last, options);
  return 'stopped';
}

/** Does what was decided, and tells what is known then. */
async function ask(
  action: 'read' | 'create' | 'update',
  candidate: Candidate,
  options: ElectionOptions,
): Promise<Candidate> {
  const { rules, store, timing, signal, onError, now } = options;
  const sent = timing.now();
  const end = candidate.renewed === undefined ? Infinity : candidate.renewed + rules.renewDeadline;
  const milliseconds = Math.min(rules.renewDeadline / 2, end - sent);
  try {
    const answer = await limited(milliseconds, signal, (limit) => {
      if (action === 'read') return store.read(limit);
      const { lease } = candidate;
      const base = lease.type === 'seen' ? lease.lease : store.fresh;
      return store[action](heldLease(base, { ...rules, now: now() }), limit);
    });
    if (action === 'read') return afterSeeing(candidate, answer, timing.now());
    if (answer === undefined) return afterConflict(candidate);
    return afterWriting(candidate, rules, { lease: answer, sent, now: timing.now() });
  } catch (error) {
    const wait = rules.retryPeriod * (1 + timing.random() * (JITTER - 1));
    if (!signal.aborted) onError(error, wait);
    return afterFailure(candidate, timing.now() + wait);
  }
}

/** Gives the lease back, if it is ours, so that nobody has to wait for its end. */
async function release({ lease }: Candidate, { rules, store, onError, now }: ElectionOptions): Promise<void> {
  const write = async (limit: AbortSignal): Promise<void> => {
    const give = async (current: Lease | undefined): Promise<boolean> =>
      current?.spec.holderIdentity === rules.identity &&
      (await store.update(releasedLease(current, now()), limit)) !== undefined;
    // A write that was given up on its way may have been heard.
    if (!(lease.type === 'seen' && (await give(lease.lease)))) await give(await store.read(limit));
  };
  await limited(rules.retryPeriod, undefined, write).catch((error: unknown) => onError(error, 0));
}

async function endsWithin(work: Promise<void>, milliseconds: number, timing: Timing): Promise<boolean> {
  const done = new AbortController();
  const late = timing.sleep(Math.max(milliseconds, 0), done.signal).then(
    () => false,
    () => true,
  );
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    done.abort();
  }
}
