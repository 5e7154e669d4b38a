import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createMany } from './load.js';
import { residentMegabytes } from './memory.js';
import { COLLECTION, objectText } from './objects.js';
import { group } from './row.js';
import { startServer, stopServer, type RunningServer } from './server.js';
import type { FromWatchers, WatchersOrder } from './watchers.js';

const WATCHERS = 500;
const CREATES = 200;
const IDLE = 5000;
/** Each watch has a connection of its own here; clients that speak HTTP/2 share one. */
const IDLE_NOTE = 'each on a TLS connection of its own, of which a bare server of node:https takes 35 KB';

export const watchedServer = group({
  start: startServer,
  stop: stopServer,
  rows: [
    {
      name: '500 watchers, events delivered',
      target: 120_000,
      better: 'higher',
      peer: 87_000,
      run: async (server) => {
        const watchers = await openWatchers(server, {
          path: `${COLLECTION}?watch=1`,
          connections: WATCHERS,
          events: WATCHERS * CREATES,
        });
        const bodies = Array.from({ length: CREATES }, (_, index) => objectText(`watched-${index}`));
        const began = Date.now();
        await createMany(server, { path: COLLECTION, bodies });
        const { at } = await watchers.told('delivered');
        watchers.stop();
        return { value: (WATCHERS * CREATES * 1000) / (at - began), unit: '/s' };
      },
    },
    {
      name: 'memory of 5,000 idle watches',
      target: 60,
      better: 'lower',
      run: async (server) => {
        const before = await residentMegabytes(server);
        const path = `/api/v1/namespaces/kube-system/configmaps?watch=1&resourceVersion=1`;
        const watchers = await openWatchers(server, { path, connections: IDLE, events: 0 });
        const after = await residentMegabytes(server);
        watchers.stop();
        return { value: after - before, unit: 'MB', note: IDLE_NOTE };
      },
    },
  ],
});

interface Watchers {
  readonly told: (type: FromWatchers['type']) => Promise<FromWatchers>;
  readonly stop: () => void;
}

/** Watches in a process of their own; resolves when all of them were answered. */
async function openWatchers(
  { url, caPem, token }: RunningServer,
  order: Pick<WatchersOrder, 'path' | 'connections' | 'events'>,
): Promise<Watchers> {
  const child = fork(fileURLToPath(new URL('watchers.ts', import.meta.url)));
  const told = (type: FromWatchers['type']): Promise<FromWatchers> => message(child, type);
  const open = told('open');
  child.send({ ...order, url, caPem, token } satisfies WatchersOrder);
  await open;
  return { told, stop: () => void child.kill() };
}

async function message(child: ChildProcess, type: FromWatchers['type']): Promise<FromWatchers> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('the watchers ended');
  });
  for (;;) {
    const [next] = (await Promise.race([once(child, 'message'), ended])) as [FromWatchers];
    if (next.type === type) return next;
  }
}
