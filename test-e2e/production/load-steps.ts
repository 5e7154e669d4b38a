import { setTimeout as pause } from 'node:timers/promises';
import { leaderOf } from '@pilothouse/storage/etcd/testing.js';
import type { Phase } from './load.js';
import type { Installation } from './installation.js';

const CALM = 10_000;
const AFTER = 5000;

/** Restarts each Pilothouse process in turn, as an upgrade does. */
async function restartAll(installation: Installation): Promise<void> {
  const { apiServers, managers, tokenReviews, admissions, balancer } = installation;
  for (const process of [...tokenReviews, ...admissions, ...managers]) {
    await process.terminate();
    await process.start();
  }
  for (const server of apiServers) {
    await server.terminate();
    await server.start();
    await balancer.leads(apiServers.length);
  }
}

/** Steps under load, in order. */
export function loadSteps(installation: Installation): readonly (readonly [name: string, act: () => Promise<void>])[] {
  const { etcd, apiServers, balancer } = installation;
  return [
    ['nothing', () => pause(CALM)],
    [
      'the leader of etcd is killed',
      async () => {
        const leader = await leaderOf(etcd);
        await etcd.kill(leader);
        await pause(AFTER);
        await etcd.restart(leader);
      },
    ],
    [
      'an API server is killed',
      async () => {
        await apiServers[0]?.kill();
        await pause(AFTER);
        await apiServers[0]?.start();
        await balancer.leads(apiServers.length);
      },
    ],
    [
      'everything is restarted, one after the other',
      async () => {
        for (const member of etcd.endpoints.keys()) {
          await etcd.kill(member, 'SIGTERM');
          await etcd.restart(member);
        }
        await restartAll(installation);
      },
    ],
    ['nothing', () => pause(AFTER)],
  ];
}

export function describePhase({ name, seconds, latency, acknowledged, failed, gap }: Phase): string {
  const [half, most, all] = latency;
  return (
    `${name}: ${acknowledged} writes in ${seconds} s, ${failed} failed; ` +
    `p50 ${half} ms, p99 ${most} ms, longest ${all} ms; longest time without one ${gap} ms`
  );
}
