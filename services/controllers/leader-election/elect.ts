import type { Lease } from '@pilothouse/apimachinery/generated/coordination/v1.js';
import type { Timing } from '@pilothouse/client/timing.js';
import { withTimeout } from '../with-timeout.js';
import { decide, isHeldByOther } from './decide.js';
import type { LeaseStore } from './lease-store.js';
import { createWakeableSleep } from './wakeable-sleep.js';
import { heldLease, releasedLease } from './record.js';
import {
  afterConflict,
  afterFailure,
  afterRead,
  afterWrite,
  INITIAL,
  type Candidate,
  type ElectionRules,
} from './state.js';

export interface ElectionOptions {
  readonly rules: ElectionRules;
  readonly store: LeaseStore;
  /**
   * The work of the leader. It must stop when its signal aborts, and resolves then. `holds` tells whether the lease is held
   * at this moment: a suspended process may run other code before its signal aborts.
   */
  readonly lead: (signal: AbortSignal, holds: () => boolean) => Promise<void>;
  /** Aborted to stop the candidate. */
  readonly signal: AbortSignal;
  /** Called for every failure, with the milliseconds until the next attempt. */
  readonly onError: (error: unknown, retryIn: number) => void;
  /** Called on each change of the holder; empty for none. */
  readonly onHolder: (identity: string) => void;
  readonly timing: Timing;
  /** The wall clock, for times in the lease. */
  readonly now: () => Date;
}

/** `stopped`: after an abort. `lost`: another candidate may lead soon, so that all work must stop at once. */
export type ElectionEnd = 'stopped' | 'lost';

/** Greatest factor of jitter, as in client-go. */
const JITTER = 1.2;

/** Waits until this candidate is elected and leads until that ends. Releases the lease after an abort. */
export async function leadWhenElected(options: ElectionOptions): Promise<ElectionEnd> {
  const { rules, store, lead, signal, timing } = options;
  const sleep = createWakeableSleep(timing, signal);
  const watching = new AbortController();
  let candidate: Candidate = INITIAL;
  let holder: string | undefined;
  const become = (next: Candidate): void => {
    candidate = next;
    const { lease } = next;
    const current = lease.type === 'seen' ? (lease.lease.spec.holderIdentity ?? '') : holder;
    if (current !== undefined && current !== holder) options.onHolder(current);
    holder = current;
  };
  const onLease = (lease: Lease): void => {
    // A leader relies on the responses to its own requests, since a watch may lag behind.
    if (candidate.renewed === undefined) become(afterRead(candidate, lease, timing.now()));
    sleep.wake();
  };
  /** Acts until the candidate becomes leader, or stops being one. */
  const act = async (isLeader: boolean): Promise<Candidate> => {
    while (!signal.aborted && (candidate.renewed !== undefined) === isLeader) {
      const action = decide(candidate, rules, timing.now());
      if (action.type === 'lose') break;
      if (action.type === 'wait') await sleep.until(action.until);
      else become(await perform(action.type, candidate, options));
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
    !isHeldByOther(candidate, rules) &&
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

/** Performs an action and returns the new state. */
async function perform(
  action: 'read' | 'create' | 'update',
  candidate: Candidate,
  options: ElectionOptions,
): Promise<Candidate> {
  const { rules, store, timing, signal, onError, now } = options;
  const sent = timing.now();
  const end = candidate.renewed === undefined ? Infinity : candidate.renewed + rules.renewDeadline;
  const milliseconds = Math.min(rules.renewDeadline / 2, end - sent);
  try {
    const answer = await withTimeout(milliseconds, signal, (limit) => {
      if (action === 'read') return store.read(limit);
      const { lease } = candidate;
      const base = lease.type === 'seen' ? lease.lease : store.fresh;
      return store[action](heldLease(base, { ...rules, now: now() }), limit);
    });
    if (action === 'read') return afterRead(candidate, answer, timing.now());
    if (answer === undefined) return afterConflict(candidate);
    return afterWrite(candidate, rules, { lease: answer, sent, now: timing.now() });
  } catch (error) {
    const wait = rules.retryPeriod * (1 + timing.random() * (JITTER - 1));
    if (!signal.aborted) onError(error, wait);
    return afterFailure(candidate, timing.now() + wait);
  }
}

/** Releases the own lease, so that other candidates need not wait for its expiry. */
async function release({ lease }: Candidate, { rules, store, onError, now }: ElectionOptions): Promise<void> {
  const write = async (limit: AbortSignal): Promise<void> => {
    const give = async (current: Lease | undefined): Promise<boolean> =>
      current?.spec.holderIdentity === rules.identity &&
      (await store.update(releasedLease(current, now()), limit)) !== undefined;
    // An aborted write may have succeeded.
    if (!(lease.type === 'seen' && (await give(lease.lease)))) await give(await store.read(limit));
  };
  await withTimeout(rules.retryPeriod, undefined, write).catch((error: unknown) => onError(error, 0));
}

async function endsWithin(work: Promise<void>, milliseconds: number, timing: Timing): Promise<boolean> {
  const done = new AbortController();
  const timeout = timing.sleep(Math.max(milliseconds, 0), done.signal).then(
    () => false,
    () => true,
  );
  try {
    return await Promise.race([work.then(() => true), timeout]);
  } finally {
    done.abort();
  }
}
