import { setTimeout as pause } from 'node:timers/promises';
import { leaderOf, type TestEtcd } from '@pilothouse/storage/etcd/testing.js';
import type { Fault } from '../model/faults.js';
import type { Random } from '../model/random.js';
import { childrenOf } from '../support/children.js';
import type { Forwarder } from '../support/forwarder.js';
import { LEASE, type Installation, type Production } from './installation.js';
import type { Supervised } from './supervised.js';

/** Milliseconds of a short fault. */
function shortly(random: Random): Promise<void> {
  return pause(random.between(500, 2500));
}

/** Long enough for connections to time out. */
function long(random: Random): Promise<void> {
  return pause(random.between(5000, 7000));
}

/** Long enough for the balancer to detect a hung server. */
function longer(random: Random): Promise<void> {
  return pause(random.between(8000, 9000));
}

/** Faults of the processes of etcd, API servers and controller managers. */
export function faultsOfProcesses({ etcd, apiServers, managers }: Installation): Fault[] {
  return [
    ...faultsOfEtcd(etcd),
    ...faultsOf('an API server', apiServers, longer),
    ...faultsOfWorkers(apiServers),
    ...faultsOf('a controller manager', managers, shortly),
  ];
}

/** Faults of these processes and of the connections between them. */
export function faultsOfState(production: Production): Fault[] {
  const { links } = production;
  return [
    ...faultsOfProcesses(production),
    ...faultsOfLinks('the link from an API server to etcd', links.toEtcd),
    ...faultsOfLinks('the link from the balancer to an API server', each(links.toApiServer), longer),
  ];
}

/** Faults of services that the API servers can do without for a while. */
export function faultsOfServices(production: Production): Fault[] {
  const { links } = production;
  return [
    ...faultsOfServiceProcesses(production),
    ...faultsOfLinks('the link to a token-review service', each(links.toTokenReview)),
    ...faultsOfLinks('the link to an admission service', each(links.toAdmission)),
  ];
}

export function faultsOfServiceProcesses({ tokenReviews, admissions }: Installation): Fault[] {
  return [
    ...faultsOf('a token-review service', tokenReviews, shortly),
    ...faultsOf('an admission service', admissions, shortly),
  ];
}

/** A leader that was suspended for longer than its lease, and when. */
export interface SuspendedLeader {
  readonly leader: Supervised;
  readonly suspendedAt: Date;
  readonly resumed: Date;
}

/** Suspends the leading manager for longer than its lease; undefined if none leads. */
export async function suspendLeader({
  managers,
}: Pick<Installation, 'managers'>): Promise<SuspendedLeader | undefined> {
  const leads = ({ command, isUp }: Supervised): boolean =>
    isUp() && /The leader is [^\n]*\n$/.exec(command().out())?.[0].includes('this') === true;
  const leader = managers.find(leads);
  if (leader === undefined) return undefined;
  const suspendedAt = new Date();
  leader.suspend();
  await pause(LEASE * 1000 + 3000);
  const resumed = new Date();
  leader.resume();
  return { leader, suspendedAt, resumed };
}

const each = (links: readonly Forwarder[]): Forwarder[][] => links.map((link) => [link]);

function faultsOfEtcd(etcd: TestEtcd): Fault[] {
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
        process.suspend();
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

/** A server with one worker is that worker itself. */
function faultsOfWorkers(servers: readonly Supervised[]): Fault[] {
  if (servers.every(({ pid }) => childrenOf(pid()).length === 0)) return [];
  return [
    {
      name: 'a worker of an API server is killed',
      async happen(random) {
        const workers = childrenOf(servers[random.below(servers.length)]?.pid() ?? 0);
        const worker = workers[random.below(workers.length)];
        if (worker !== undefined) process.kill(worker, 'SIGKILL');
        await shortly(random);
      },
    },
  ];
}

function faultsOfLinks(name: string, all: readonly (readonly Forwarder[])[], hang = long): Fault[] {
  const during = (begin: (link: Forwarder) => void, last: (random: Random) => Promise<void>) =>
    async function happen(random: Random): Promise<void> {
      const links = all[random.below(all.length)] ?? [];
      for (const link of links) begin(link);
      await last(random);
      for (const link of links) link.heal();
    };
  return [
    { name: `${name} is cut`, happen: during((link) => link.cut(), shortly) },
    { name: `${name} is a black hole`, happen: during((link) => link.freeze(), hang) },
    { name: `${name} is slow`, happen: during((link) => link.slow(100), shortly) },
  ];
}
