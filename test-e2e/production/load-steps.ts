import { setTimeout as pause } from 'node:timers/promises';
import { leaderOf } from '@pilothouse/storage/etcd/testing.js';
import type { Phase, Step } from './load.js';
import type { Installation } from './installation.js';

const CALM = 10_000;
const AFTER = 5000;

/** Restarts each process in turn, as an upgrade does. */
async function restartAll(installation: Installation, begin: (part: string) => void): Promise<void> {
  const { etcd, apiServers, managers, tokenReviews, admissions, balancer } = installation;
  for (const member of etcd.endpoints.keys()) {
    begin(`etcd ${member} restarts`);
    await etcd.kill(member, 'SIGTERM');
    await etcd.restart(member);
  }
  for (const process of [...tokenReviews, ...admissions, ...managers, ...apiServers]) {
    begin(`${process.name} stops`);
    await process.terminate();
    begin(`${process.name} starts`);
    await process.start();
    if (!apiServers.includes(process)) continue;
    begin(`${process.name} gets connections`);
    await balancer.leads(apiServers.length);
  }
}

/** Steps under load, in order. */
export function loadSteps(installation: Installation): readonly Step[] {
  const { etcd, apiServers, balancer } = installation;
  return [
    { name: 'nothing', act: () => pause(CALM) },
    {
      name: 'the leader of etcd is killed',
      async act() {
        const leader = await leaderOf(etcd);
        await etcd.kill(leader);
        await pause(AFTER);
        await etcd.restart(leader);
      },
    },
    {
      name: 'an API server is killed',
      async act() {
        await apiServers[0]?.kill();
        await pause(AFTER);
        await apiServers[0]?.start();
        await balancer.leads(apiServers.length);
      },
    },
    { name: 'everything is restarted, one after the other', act: (begin) => restartAll(installation, begin) },
    { name: 'nothing', act: () => pause(AFTER) },
  ];
}

/** A line for a phase, and one for each of its parts. */
export function describePhase({ name, seconds, latency, acknowledged, failed, gap, parts }: Phase): string[] {
  const [half, most, all] = latency;
  return [
    `${name}: ${acknowledged} writes in ${seconds} s, ${failed} failed; ` +
      `p50 ${half} ms, p99 ${most} ms, longest ${all} ms; longest time without one ${gap} ms`,
    ...parts.flatMap(describePhase).map((line) => `- ${line}`),
  ];
}
