import { setTimeout as pause } from 'node:timers/promises';
import { leaderOf } from '@pilothouse/storage/etcd/testing.js';
import type { Fault } from '../model/faults.js';
import type { Random } from '../model/random.js';
import type { Forwarder } from '../support/forwarder.js';
import { LEASE, type Production } from './place.js';
import type { Supervised } from './supervised.js';

/** Milliseconds that a fault lasts. */
function shortly(random: Random): Promise<void> {
  return pause(random.between(500, 2500));
}

/** Long enough for connections to be given up. */
function long(random: Random): Promise<void> {
  return pause(random.between(5000, 7000));
}

/** Long enough for the balancer to see that a server hangs. */
function longer(random: Random): Promise<void> {
  return pause(random.between(8000, 9000));
}

/** What happens to etcd, to the API servers and what leads to both, and to those whose requests go this way and may not come late. */
export function faultsOfState(production: Production): Fault[] {
  const { apiServers, managers, ways } = production;
  return [
    ...faultsOfEtcd(production),
    ...faultsOf('an API server', apiServers, longer),
    ...faultsOf('a controller manager', managers, shortly),
    ...faultsOfWays('the way from an API server to etcd', ways.toEtcd),
    ...faultsOfWays('the way from the balancer to an API server', each(ways.toApiServer), longer),
  ];
}

/** What happens to all that the API servers can be without for a while. */
export function faultsOfServices({ tokenReviews, admissions, ways }: Production): Fault[] {
  return [
    ...faultsOf('a token-review service', tokenReviews, shortly),
    ...faultsOfWays('the way to a token-review service', each(ways.toTokenReview)),
    ...faultsOf('an admission service', admissions, shortly),
    ...faultsOfWays('the way to an admission service', each(ways.toAdmission)),
  ];
}

/** A leader that was off the processor for longer than its lease, and the moments that it was so. */
export interface Outlived {
  readonly leader: Supervised;
  readonly halted: Date;
  readonly resumed: Date;
}

/** Halts the manager that leads for longer than its lease; undefined where none leads. */
export async function outliveLease({ managers }: Production): Promise<Outlived | undefined> {
  const leads = ({ command, isUp }: Supervised): boolean =>
    isUp() && /The leader is [^\n]*\n$/.exec(command().out())?.[0].includes('this') === true;
  const leader = managers.find(leads);
  if (leader === undefined) return undefined;
  const halted = new Date();
  leader.halt();
  await pause(LEASE * 1000 + 3000);
  const resumed = new Date();
  leader.resume();
  return { leader, halted, resumed };
}

const each = (ways: readonly Forwarder[]): Forwarder[][] => ways.map((way) => [way]);

function faultsOfEtcd({ etcd }: Production): Fault[] {
  const members = etcd.endpoints.map((_url, index) => index);
  const chosen = {
    'a member of etcd': async (random: Random) => random.below(members.length),
    'the leader of etcd': () => leaderOf(etcd),
  };
  return Object.entries(chosen).flatMap(([name, choose]): Fault[] => [
    {
      name: `${name} is killed`,
      async happen(random) {
        const member = await choose(random);
        await etcd.kill(member);
        await shortly(random);
        await etcd.restart(member);
      },
    },
    {
      name: `${name} hangs`,
      async happen(random) {
        const member = await choose(random);
        await etcd.kill(member, 'SIGSTOP');
        await shortly(random);
        await etcd.kill(member, 'SIGCONT');
      },
    },
    {
      name: `${name} is restarted`,
      async happen(random) {
        const member = await choose(random);
        await etcd.kill(member, 'SIGTERM');
        await etcd.restart(member);
      },
    },
  ]);
}

function faultsOf(name: string, processes: readonly Supervised[], hang: (random: Random) => Promise<void>): Fault[] {
  const one = (act: (process: Supervised, random: Random) => Promise<void>) => async (random: Random) => {
    const process = processes[random.below(processes.length)];
    if (process !== undefined) await act(process, random);
  };
  return [
    {
      name: `${name} is killed`,
      happen: one(async (process, random) => {
        await process.kill();
        await shortly(random);
        await process.start();
      }),
    },
    {
      name: `${name} hangs`,
      happen: one(async (process, random) => {
        process.halt();
        await hang(random);
        process.resume();
      }),
    },
    {
      name: `${name} is restarted`,
      happen: one(async (process) => {
        await process.terminate();
        await process.start();
      }),
    },
  ];
}

function faultsOfWays(name: string, all: readonly (readonly Forwarder[])[], hang = long): Fault[] {
  const during = (begin: (way: Forwarder) => void, last: (random: Random) => Promise<void>) =>
    async function happen(random: Random): Promise<void> {
      const ways = all[random.below(all.length)] ?? [];
      for (const way of ways) begin(way);
      await last(random);
      for (const way of ways) way.heal();
    };
  return [
    { name: `${name} is cut`, happen: during((way) => way.cut(), shortly) },
    { name: `${name} is a black hole`, happen: during((way) => way.freeze(), hang) },
    { name: `${name} is slow`, happen: during((way) => way.slow(100), shortly) },
  ];
}
