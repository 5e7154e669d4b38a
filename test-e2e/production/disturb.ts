import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../model/faults.js';
import { createRandom, type Random } from '../model/random.js';
import { faultsOfServices, faultsOfState, suspendLeader, type SuspendedLeader } from './faults.js';
import type { Production } from './installation.js';

/** Injected faults. */
export interface Disturbance {
  /** Number of faults by name. */
  readonly counts: ReadonlyMap<string, number>;
  readonly suspended: readonly SuspendedLeader[];
  /** When a fault was active, in milliseconds of this process's clock. */
  readonly spans: readonly Span[];
}

export interface Span {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Injects faults until that moment, at most one in the request path and one in the services at a time; each kind once
 * before any repeats. Everything is repaired when it resolves.
 */
export async function disturb(production: Production, random: Random, until: number): Promise<Disturbance> {
  const counts = new Map<string, number>();
  const suspended: SuspendedLeader[] = [];
  const spans: Span[] = [];
  const isOver = (): boolean => performance.now() >= until;

  async function apply(fault: Fault, own: Random): Promise<void> {
    const from = performance.now();
    production.broken.add(fault.name);
    await fault.happen(own);
    production.broken.delete(fault.name);
    spans.push({ name: fault.name, from, to: performance.now() });
    counts.set(fault.name, (counts.get(fault.name) ?? 0) + 1);
  }
  async function track(all: readonly Fault[], own: Random): Promise<void> {
    const faults = all.filter(({ name }) => production.only.test(name));
    while (faults.length > 0) {
      for (const fault of shuffled(faults, own)) {
        await pause(own.between(100, 500));
        if (isOver()) return;
        await apply(fault, own);
      }
    }
  }
  // In the sequence of faults in the request path, since a delayed request of the managers would look late.
  const hang: Fault = {
    name: 'the leading manager hangs for longer than its lease',
    async happen() {
      const found = await suspendLeader(production);
      if (found !== undefined) suspended.push(found);
    },
  };
  await Promise.all([
    track([hang, ...faultsOfState(production)], createRandom(random.below(2 ** 31))),
    track(faultsOfServices(production), createRandom(random.below(2 ** 31))),
  ]);
  return { counts, suspended, spans };
}

export function shuffled<T>(all: readonly T[], random: Random): T[] {
  const rest = [...all];
  return all.flatMap(() => rest.splice(random.below(rest.length), 1));
}
