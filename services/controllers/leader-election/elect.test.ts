import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Lease } from '@pilothouse/apimachinery/generated/coordination/v1.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { systemTiming } from '@pilothouse/client/timing.js';
import { leadWhenElected, type ElectionEnd } from './elect.js';
import type { LeaseStore } from './lease-store.js';

/** Short durations in milliseconds; leases have whole seconds. */
const RULES = { leaseDuration: 1_000, renewDeadline: 120, retryPeriod: 20 };

/** A server with one lease. */
function server() {
  let stored: Lease | undefined;
  let version = 0;
  const watchers = new Set<(lease: Lease) => void>();
  const state = { isDown: false, writes: 0 };
  const write = async (lease: Lease): Promise<Lease> => {
    stored = { ...lease, metadata: { ...lease.metadata, resourceVersion: String(++version) } };
    state.writes++;
    for (const watcher of watchers) watcher(stored);
    return stored;
  };
  const check = async (signal: AbortSignal): Promise<void> => {
    if (state.isDown) await pause(60_000, undefined, { signal });
  };
  const store: LeaseStore = {
    fresh: { metadata: { name: 'x' }, spec: {} },
    async read(signal) {
      await check(signal);
      return stored;
    },
    async create(lease, signal) {
      await check(signal);
      return stored === undefined ? write(lease) : undefined;
    },
    async update(lease, signal) {
      await check(signal);
      return lease.metadata.resourceVersion === stored?.metadata.resourceVersion ? write(lease) : undefined;
    },
    async watch(onLease, signal) {
      watchers.add(onLease);
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      watchers.delete(onLease);
    },
  };
  return { store, state, stored: () => stored, write };
}

function candidate(identity: string, { store }: ReturnType<typeof server>, lastWork = Promise.resolve()) {
  const stop = new AbortController();
  const log: string[] = [];
  let onLeading: () => void = () => undefined;
  const leading = new Promise<void>((resolve) => {
    onLeading = resolve;
  });
  const end: Promise<ElectionEnd> = leadWhenElected({
    rules: { ...RULES, identity },
    store,
    signal: stop.signal,
    async lead(signal) {
      log.push('leads');
      onLeading();
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      log.push('stops');
      await lastWork;
    },
    onError: (error) => log.push(errorMessage(error)),
    onHolder: (holder) => log.push(`holder ${holder}`),
    timing: systemTiming,
    now: () => new Date(0),
  });
  return { stop: () => stop.abort(), log, leading, end };
}

describe('leadWhenElected', () => {
  it('stops holding at its deadline, before any event', async () => {
    const { store } = server();
    const stop = new AbortController();
    let now = 0;
    const timing = { ...systemTiming, now: () => now };
    const seen: boolean[] = [];
    await leadWhenElected({
      rules: { ...RULES, identity: 'a' },
      store,
      signal: stop.signal,
      async lead(signal, holds) {
        seen.push(holds());
        // As after a suspended process: the clock has advanced, and no timer has run.
        now = RULES.renewDeadline;
        seen.push(holds(), signal.aborted);
        stop.abort();
      },
      onError: () => undefined,
      onHolder: () => undefined,
      timing,
      now: () => new Date(0),
    });
    assert.deepEqual(seen, [true, false, false]);
  });

  it('stops holding when another candidate holds the lease, whatever the clock', async () => {
    const { store, stored, write } = server();
    const seen: boolean[] = [];
    const end = await leadWhenElected({
      rules: { leaseDuration: 90_000, renewDeadline: 60_000, retryPeriod: 1, identity: 'a' },
      store,
      signal: new AbortController().signal,
      async lead(signal, holds) {
        seen.push(holds());
        const taken = stored() ?? assert.fail();
        await write({ ...taken, spec: { ...taken.spec, holderIdentity: 'b' } });
        await new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
        seen.push(holds());
      },
      onError: () => undefined,
      onHolder: () => undefined,
      timing: systemTiming,
      now: () => new Date(0),
    });
    assert.deepEqual([seen, end], [[true, false], 'lost']);
  });

  it('leads, renews the lease, and releases it on stop', async () => {
    const there = server();
    const first = candidate('a', there);
    await first.leading;
    const second = candidate('b', there);
    await pause(50);
    assert.ok(there.state.writes >= 2, 'renewed');
    assert.deepEqual(second.log, ['holder a']);
    first.stop();
    assert.equal(await first.end, 'stopped');
    const released = performance.now();
    await second.leading;
    assert.ok(performance.now() - released < RULES.leaseDuration / 2);
    assert.equal(there.stored()?.spec.leaseTransitions, 1);
    second.stop();
    assert.equal(await second.end, 'stopped');
    assert.deepEqual(there.stored()?.spec, {
      holderIdentity: '',
      leaseDurationSeconds: 1,
      acquireTime: '1970-01-01T00:00:00.000000Z',
      renewTime: '1970-01-01T00:00:00.000000Z',
      leaseTransitions: 1,
    });
    assert.deepEqual(first.log, ['holder a', 'leads', 'stops']);
    assert.deepEqual(second.log, ['holder a', 'holder ', 'holder b', 'leads', 'stops']);
  });

  it('stops at its deadline when it cannot renew, as lost', async () => {
    const there = server();
    const { leading, end, log } = candidate('a', there);
    await leading;
    there.state.isDown = true;
    const since = performance.now();
    assert.equal(await end, 'lost');
    const after = performance.now() - since;
    assert.ok(after > 60 && after < RULES.leaseDuration, `${after} ms`);
    assert.equal(log.at(-1), 'stops');
    assert.equal(there.stored()?.spec.holderIdentity, 'a');
  });

  it('does not wait for work that does not end', async () => {
    const there = server();
    const { leading, end, stop } = candidate('a', there, new Promise(() => undefined));
    await leading;
    const since = performance.now();
    stop();
    assert.equal(await end, 'lost');
    assert.ok(performance.now() - since < 8_000);
  });

  it('stops when another candidate has acquired the lease', async () => {
    const there = server();
    const { leading, end } = candidate('a', there);
    await leading;
    const lease = there.stored();
    assert.ok(lease);
    await there.write({ ...lease, spec: { ...lease.spec, holderIdentity: 'b' } });
    assert.equal(await end, 'lost');
  });

  it('takes over an expired lease', async () => {
    const there = server();
    await there.write({ metadata: { name: 'x' }, spec: { holderIdentity: 'gone', leaseDurationSeconds: 1 } });
    const { log, stop, end, leading } = candidate('a', there);
    await leading;
    assert.deepEqual(log, ['holder gone', 'holder a', 'leads']);
    stop();
    assert.equal(await end, 'stopped');
  });

  it('stops as a candidate on abort', async () => {
    const there = server();
    await there.write({ metadata: { name: 'x' }, spec: { holderIdentity: 'b', leaseDurationSeconds: 60 } });
    const { stop, end, log } = candidate('a', there);
    await pause(10);
    stop();
    assert.equal(await end, 'stopped');
    assert.deepEqual(log, ['holder b']);
    assert.equal(there.state.writes, 1);
  });
});
