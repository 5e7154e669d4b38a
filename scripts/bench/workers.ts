import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMany } from './client.js';
import { SETTLE_MS } from './memory.js';
import { objectTexts } from './objects.js';
import { group, type Measurement, type StoreName } from './row.js';
import { createStoreLocation, startIn, type RunningServer, type StoreLocation } from './server.js';
import { configMapsIn } from './target.js';

const OBJECTS = 26_000;

interface Workers {
  readonly location: StoreLocation;
  readonly server: RunningServer;
  /** Megabytes of each worker before there are objects, without what they share. */
  readonly idle: readonly number[];
}

/** A server of two workers on etcd. */
export const workers = group<Workers>({
  async start(store: StoreName) {
    if (process.platform !== 'linux' || store === 'ephemeral' || store === 'embedded') return undefined;
    const location = await createStoreLocation(store);
    try {
      // The last one of repeated flags counts.
      const server = await startIn(location, ['--workers=2']);
      return { location, server, idle: await privateMegabytes(server) };
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
      name: 'memory of a further worker, idle',
      why: 'What a worker needs for itself: the pages of the program are shared.',
      target: 60,
      better: 'lower',
      run: async ({ idle }) => ({ value: idle.at(-1) ?? NaN, unit: 'MB' }),
    },
    {
      name: 'memory of its copy of 26,000 objects',
      why: 'Each worker holds all objects. Half of them were written through it.',
      better: 'lower',
      run: copyMegabytes,
    },
  ],
});

async function copyMegabytes({ server, idle }: Workers): Promise<Measurement> {
  await createMany(server, { path: configMapsIn(server), bodies: objectTexts('object', 0, OBJECTS) });
  const full = await privateMegabytes(server);
  const copies = full.map((megabytes, index) => megabytes - (idle[index] ?? NaN));
  return {
    value: copies.at(-1) ?? NaN,
    unit: 'MB',
    note: `${copies.map((copy) => Math.round(copy)).join(' and ')} MB`,
  };
}

/** Memory of each worker that it shares with no other process, once they are idle. */
async function privateMegabytes({ pid }: RunningServer): Promise<number[]> {
  await sleep(SETTLE_MS);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ');
  return children.map((child) => {
    const parts = readFileSync(`/proc/${child}/smaps_rollup`, 'latin1').matchAll(/^Private_\w+:\s+(\d+) kB$/gm);
    return [...parts].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) / 1024, 0);
  });
}
