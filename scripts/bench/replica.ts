import { setTimeout as sleep } from 'node:timers/promises';
import { call, createMany, statusOf } from './client.js';
import { copyInEtcd } from './fill-etcd.js';
import { residentMegabytes } from './memory.js';
import { objectTexts } from './objects.js';
import type { Measurement, StoreName } from './row.js';
import { createStoreLocation, startIn, type StoreLocation, type RunningServer } from './server.js';
import { storedGroup } from './stored-group.js';
import { configMapsIn } from './target.js';

const OBJECTS = 100_000;

/** Another server on a full etcd. */
export const replica = storedGroup({
  isFor: isOnEtcd,
  async start(location) {
    await fill(location, OBJECTS);
    return startWarm(location);
  },
  rows: [
    {
      name: 'replica with 100,000 objects, warm',
      why: 'From the start of the command to the first response from its cache: the time to replace a lost replica.',
      target: 6,
      better: 'lower',
      run: async ({ warmMs, server }) => ({
        value: warmMs / 1000,
        unit: 's',
        note: `its ready message came after ${(server.readyMs / 1000).toFixed(1)} s`,
      }),
    },
    {
      name: 'its resident memory',
      why: 'Each replica keeps all objects: 100,000 of 1 KB.',
      target: 600,
      better: 'lower',
      run: async ({ server }) => ({ value: await residentMegabytes(server), unit: 'MB' }),
    },
    {
      name: 'pause while it streams 100,000 objects',
      why: 'The longest block of the event loop while an informer reads the initial events of a watch (sendInitialEvents).',
      target: 20,
      better: 'lower',
      run: longestPauseOfStream,
    },
  ],
});

/** Seconds after which a watch ends: several times what its initial events take. */
const STREAM_SECONDS = 10;

async function longestPauseOfStream({ server }: Pick<Warm, 'server'>): Promise<Measurement> {
  const query = `watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=${STREAM_SECONDS}`;
  const stream = async (): Promise<number> => {
    await server.longestPause();
    await call(server, { method: 'GET', path: `${configMapsIn(server)}?${query}` });
    return server.longestPause();
  };
  const first = await stream();
  return {
    value: await stream(),
    unit: 'ms',
    note: `${first.toFixed(1)} ms the first time`,
  };
}

interface Warm {
  readonly server: RunningServer;
  readonly warmMs: number;
}

/** Whether servers of the store can have several processes. */
export function isOnEtcd(store: StoreName): boolean {
  return store === 'etcd' || store === 'etcd-new';
}

/** A store with this many objects of 1 KB. */
export async function locationWith(store: StoreName, objects: number): Promise<StoreLocation> {
  const location = await createStoreLocation(store);
  try {
    await fill(location, objects);
    return location;
  } catch (error) {
    await location.remove();
    throw error;
  }
}

/** A server creates the objects and stops. In etcd, all but the first one are copies. */
async function fill(location: StoreLocation, objects: number): Promise<void> {
  const { etcd } = location;
  const server = await startIn(location);
  const path = configMapsIn(server);
  try {
    const bodies = objectTexts('object', 0, etcd === undefined ? objects : 1);
    await createMany(server, { path, bodies });
  } finally {
    await server.stop();
  }
  if (etcd === undefined) return;
  const names = Array.from({ length: objects - 1 }, (_, index) => `object-${index + 1}`);
  await copyInEtcd({ url: etcd.url, object: `/configmaps/${server.namespace}/object-0`, names });
}

/** Starts a server on existing data and waits until its cache answers. */
export async function startWarm(location: StoreLocation): Promise<Warm> {
  const server = await startIn(location);
  const ready = performance.now();
  // Until the cache is loaded, requests wait and then get 503.
  while ((await statusOf(server, `${configMapsIn(server)}?limit=1&resourceVersion=0`)) !== 200) await sleep(20);
  return { server, warmMs: server.readyMs + performance.now() - ready };
}
