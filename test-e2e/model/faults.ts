import { setTimeout as pause } from 'node:timers/promises';
import type { TestEtcd } from '@pilothouse/storage/etcd/testing.js';
import type { Forwarder } from '../support/forwarder.js';
import type { Host } from './host.js';
import type { Random } from './random.js';

/** A fault. Its function resolves after the repair. */
export interface Fault {
  readonly name: string;
  readonly happen: (random: Random) => Promise<void>;
}

/** Duration in milliseconds: mostly short, sometimes long enough to be detected as a stall. */
function duration(random: Random): number {
  return random.chance(0.3) ? random.between(3000, 5000) : random.between(100, 1200);
}

type Compact = (random: Random) => Promise<void>;

export interface DisturbOptions {
  readonly faults: readonly [Fault, ...Fault[]];
  /** Compacts the store; undefined if that is not possible from outside. */
  readonly compact: Compact | undefined;
}

/** Injects one fault after another until that moment, and compacts now and then. Returns the counts of both. */
export async function disturb({ faults, compact }: DisturbOptions, random: Random, until: number): Promise<string> {
  const counts = { faults: 0, compactions: 0 };
  const breakThings = async (): Promise<void> => {
    for (;;) {
      await pause(random.between(300, 2500));
      if (performance.now() >= until) return;
      await random.pick(faults).happen(random);
      counts.faults += 1;
    }
  };
  const compactNowAndThen = async (): Promise<void> => {
    if (compact === undefined) return;
    for (;;) {
      await pause(random.between(500, 3000));
      if (performance.now() >= until) return;
      await compact(random);
      counts.compactions += 1;
    }
  };
  await Promise.all([breakThings(), compactNowAndThen()]);
  return `${counts.faults} faults, ${counts.compactions} compactions`;
}

/** Faults of etcd members. */
export function clusterFaults(etcd: TestEtcd, members: number, compact: Compact): Fault[] {
  const all = Array.from({ length: members }, (_, index) => index);
  const faults: Fault[] = [
    {
      name: 'a member is killed',
      async happen(random) {
        const member = random.below(members);
        await etcd.kill(member);
        await pause(duration(random));
        await etcd.restart(member);
      },
    },
    {
      name: 'a member hangs',
      async happen(random) {
        const member = random.below(members);
        await etcd.kill(member, 'SIGSTOP');
        await pause(duration(random));
        // A client of the hung member finds its revision compacted.
        if (members > 1 && random.chance(0.5)) await compact(random);
        await etcd.kill(member, 'SIGCONT');
      },
    },
  ];
  if (members > 1) {
    faults.push({
      name: 'all members are killed',
      async happen(random) {
        await Promise.all(all.map((member) => etcd.kill(member)));
        await pause(random.between(100, 1000));
        await Promise.all(all.map((member) => etcd.restart(member)));
      },
    });
  }
  return faults;
}

/** Faults of the connection between a server and its etcd. */
export function linkFaults(links: readonly Forwarder[], index: number, compact: Compact): Fault[] {
  const during = (how: 'cut' | 'freeze') => async (random: Random) => {
    for (const link of links) link[how]();
    await pause(duration(random));
    if (random.chance(0.5)) await compact(random);
    for (const link of links) link.heal();
  };
  return [
    { name: `server ${index} is cut off from etcd`, happen: during('cut') },
    { name: `no packet of server ${index} reaches etcd`, happen: during('freeze') },
    {
      name: `the connections of server ${index} to etcd break`,
      async happen() {
        for (const link of links) {
          link.cut();
          link.heal();
        }
        await Promise.resolve();
      },
    },
  ];
}

export function crashFault(host: Host): Fault {
  return { name: `server ${host.index} is killed`, happen: () => host.restart() };
}
