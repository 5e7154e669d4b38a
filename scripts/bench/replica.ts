import { setTimeout as sleep } from 'node:timers/promises';
import { createMany, statusOf } from './client.js';
import { residentMegabytes } from './memory.js';
import { objectTexts } from './objects.js';
import { group, type StoreName } from './row.js';
import { createStoreLocation, startIn, type StoreLocation, type RunningServer } from './server.js';
import { configMapsIn } from './target.js';

const OBJECTS = 100_000;

interface Replica {
  readonly location: StoreLocation;
  readonly server: RunningServer;
  readonly warmMs: number;
}

/** Another server on a full etcd. */
export const replica = group<Replica>({
  async start(store) {
    if (store === 'ephemeral' || store === 'embedded') return undefined;
    const location = await locationWith(store, OBJECTS);
    try {
      return { location, ...(await startWarm(location)) };
    } catch (error) {
      await location.remove();
      throw error;
    }
  },
  async stop({ location, server }) {
    await server.stop();
    await location.remove();
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
  ],
});

/** A store with `count` objects of 1 KB, written by a server that has stopped. */
export async function locationWith(store: StoreName, objects: number): Promise<StoreLocation> {
  const location = await createStoreLocation(store);
  try {
    const server = await startIn(location);
    try {
      await createMany(server, { path: configMapsIn(server), bodies: objectTexts('object', 0, objects) });
    } finally {
      await server.stop();
    }
    return location;
  } catch (error) {
    await location.remove();
    throw error;
  }
}

/** Starts a server on existing data and waits until its cache answers. */
export async function startWarm(
  location: StoreLocation,
): Promise<{ readonly server: RunningServer; readonly warmMs: number }> {
  const server = await startIn(location);
  const ready = performance.now();
  // Until the cache is loaded, requests wait and then get 503.
  while ((await statusOf(server, `${configMapsIn(server)}?limit=1&resourceVersion=0`)) !== 200) await sleep(20);
  return { server, warmMs: server.readyMs + performance.now() - ready };
}
