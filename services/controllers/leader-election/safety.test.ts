import assert from 'node:assert/strict';
import type { Lease } from '@pilothouse/apimachinery/generated/coordination/v1.js';
import * as fc from 'fast-check';
import { decide } from './decide.js';
import { heldLease, releasedLease } from './record.js';
import { afterConflict, afterFailure, afterRead, afterWrite, INITIAL, type Candidate } from './state.js';

const TIMES = { leaseDuration: 15_000, renewDeadline: 10_000, retryPeriod: 2_000 };
/** The longest delay of a process. It is less than the time between the renew deadline and the expiry. */
const LONGEST_STALL = 4_900;
/** The network is unreliable until then. */
const CHAOS_END = 200_000;
const CALM = 60_000;
/** Ends the simulation of a candidate that never waits. */
const MOST_STEPS = 20_000;

interface Process {
  readonly identity: string;
  /** Offset of its clock. */
  readonly offset: number;
  state: Candidate;
  isDown: boolean;
  /** Partitioned from the network until then. */
  cutUntil: number;
  /** The pending response; others are too late. */
  waitsFor: symbol | undefined;
}

/**
 * Several candidates, a server and an unreliable network. Returns the greatest number of concurrent leaders, and the leaders
 * and candidates at the end.
 */
function simulate(
  count: number,
  chance: () => number,
): { readonly most: number; readonly last: number; readonly standing: number } {
  let time = 0;
  let version = 0;
  let stored: Lease | undefined;
  let most = 0;
  let steps = 0;
  const agenda: { at: number; run: () => void }[] = [];
  const after = (delay: number, run: () => void): void => void agenda.push({ at: time + delay, run });
  const isChaos = (): boolean => time < CHAOS_END;
  const delay = (longest: number): number => (isChaos() && chance() < 0.4 ? chance() * longest : chance() * 5);
  const isLost = ({ cutUntil }: Process): boolean => time < cutUntil || (isChaos() && chance() < 0.1);

  const processes = Array.from({ length: count }, (_, index): Process => {
    const offset = Math.floor(chance() * 1e6);
    return { identity: `p${index}`, offset, state: INITIAL, isDown: false, cutUntil: 0, waitsFor: undefined };
  });
  const leaders = (): number => processes.filter(({ state, isDown }) => !isDown && state.renewed !== undefined).length;

  const store = (lease: Lease): Lease => {
    const saved = { ...lease, metadata: { ...lease.metadata, resourceVersion: String(++version) } };
    stored = saved;
    for (const each of processes) {
      if (isLost(each)) continue;
      after(delay(20_000), () => {
        if (each.isDown || each.state.renewed !== undefined) return;
        each.state = afterRead(each.state, saved, time + each.offset);
        // Requests in flight continue.
        if (each.waitsFor === undefined) step(each);
      });
    }
    return saved;
  };
  const isCurrent = (lease: Lease): boolean => lease.metadata.resourceVersion === stored?.metadata.resourceVersion;

  const step = (process: Process): void => {
    if (process.isDown) return;
    const rules = { ...TIMES, identity: process.identity };
    const now = (): number => time + process.offset;
    const action = decide(process.state, rules, now());
    const token = Symbol(process.identity);
    if (action.type === 'lose') {
      process.isDown = true;
      // The process restarts.
      after(1_000, () => Object.assign(process, { state: INITIAL, isDown: false }) && step(process));
      return;
    }
    if (action.type === 'wait') {
      const timer = Symbol('timer');
      timers.set(process, timer);
      after(Math.max(action.until - now(), 0) + delay(LONGEST_STALL), () => {
        if (timers.get(process) === timer && process.waitsFor === undefined) step(process);
      });
      return;
    }

    process.waitsFor = token;
    const { state } = process;
    const sent = now();
    const end = state.renewed === undefined ? Infinity : state.renewed + TIMES.renewDeadline;
    const settle = (next: () => Candidate) => (): void => {
      if (process.isDown || process.waitsFor !== token) return;
      process.waitsFor = undefined;
      process.state = next();
      step(process);
    };
    const answer = (next: () => Candidate): void => {
      if (!isLost(process)) after(delay(20_000), settle(next));
    };
    const limit = Math.min(TIMES.renewDeadline / 2, end - sent);
    after(
      Math.max(limit, 0) + delay(100),
      settle(() => afterFailure(process.state, now() + TIMES.retryPeriod)),
    );
    if (isLost(process)) return;
    after(delay(20_000), () => {
      if (action.type === 'read') {
        const found = stored;
        answer(() => afterRead(process.state, found, now()));
        return;
      }
      const { lease } = state;
      const base: Lease = lease.type === 'seen' ? lease.lease : { metadata: {}, spec: {} };
      const isRefused = action.type === 'create' ? stored !== undefined : !isCurrent(base);
      if (isRefused) {
        answer(() => afterConflict(process.state));
        return;
      }
      const saved = store(heldLease(base, { ...rules, now: new Date(time) }));
      answer(() => afterWrite(process.state, rules, { lease: saved, sent, now: now() }));
    });
  };
  const timers = new Map<Process, symbol>();

  /** Partitions, kills and stops processes, and restarts them. */
  const disturb = (): void => {
    const process = processes[Math.floor(chance() * count)];
    if (process !== undefined && chance() < 0.6) {
      process.cutUntil = Math.min(time + chance() * 40_000, CHAOS_END);
    } else if (process !== undefined && !process.isDown) {
      const { lease, renewed } = process.state;
      process.isDown = true;
      process.waitsFor = undefined;
      const isHeld = renewed !== undefined && lease.type === 'seen' && isCurrent(lease.lease);
      if (isHeld && chance() < 0.5) store(releasedLease(lease.lease, new Date(time)));
      after(chance() * 20_000, () => {
        Object.assign(process, { state: INITIAL, isDown: false });
        step(process);
      });
    }
    if (isChaos()) after(chance() * 15_000, disturb);
  };

  for (const process of processes) after(chance() * 100, () => step(process));
  after(chance() * 15_000, disturb);
  while (agenda.length > 0) {
    agenda.sort((a, b) => a.at - b.at);
    const next = agenda.shift();
    if (next === undefined || next.at > CHAOS_END + CALM) break;
    time = next.at;
    next.run();
    most = Math.max(most, leaders());
    if (most > 1 || ++steps > MOST_STEPS) break;
  }
  return { most, last: leaders(), standing: processes.filter(({ isDown }) => !isDown).length };
}

/** Seeded random numbers from 0 to 1 (mulberry32). */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('leader election', () => {
  it('never has two leaders, and has one again when the network recovers', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 4 }), fc.integer(), (count, seed) => {
        const { most, last, standing } = simulate(count, chanceOf(seed));
        assert.equal(most, 1);
        assert.equal(standing, count);
        assert.equal(last, 1);
      }),
      { numRuns: 25 },
    );
  });
});
