import { requestsPerSecond, type Load } from './load.js';
import { residentMegabytes } from './memory.js';
import { generated, objectText } from './objects.js';
import type { Measurement, StoreName } from './row.js';
import { locationWith, startWarm } from './replica.js';
import { configMapsIn, type Target } from './target.js';

/** A quantity measured at each size. */
export interface Quantity {
  readonly name: string;
  readonly why: string;
}

/** Called with each point as soon as it is measured. */
export type Plot = (quantity: Quantity, at: number, measured: Measurement) => void;

export interface GrowthOptions {
  readonly max: number;
  readonly isWanted: (quantity: Quantity) => boolean;
  readonly plot: Plot;
}

const SIZES = [1000, 10_000, 30_000, 100_000, 500_000] as const;

const LOADS: readonly (Quantity & { readonly load: (target: Target) => Load })[] = [
  {
    name: 'get',
    why: 'Gets of 1 KB per second on 32 connections: independent of the number of objects.',
    load: (target) => ({ path: `${configMapsIn(target)}/object-1`, concurrent: 32 }),
  },
  {
    name: 'list of 500',
    why: 'Pages of 500 objects per second on 4 connections: independent of the number of objects.',
    load: (target) => ({ path: `${configMapsIn(target)}?limit=500`, concurrent: 4 }),
  },
  {
    name: 'create',
    why: 'Creates of 1 KB per second on 16 connections.',
    load: (target) => ({ path: configMapsIn(target), concurrent: 16, body: generated(objectText) }),
  },
];
const MEMORY: Quantity = { name: 'memory', why: 'Resident memory of the process after a warm start.' };
const START: Quantity = {
  name: 'warm start',
  why: 'From the start of the command to the first response from its cache.',
};

/** Measures a server with a growing number of objects. At each size a new server starts on the existing data. */
export async function growWithObjects(store: StoreName, { max, isWanted, plot }: GrowthOptions): Promise<void> {
  // An in-memory store is lost with its process.
  if (store === 'ephemeral' || ![...LOADS, MEMORY, START].some(isWanted)) return;
  for (const size of SIZES.filter((each) => each <= max)) {
    const location = await locationWith(store, size);
    try {
      const { server, warmMs } = await startWarm(location);
      try {
        if (isWanted(START)) plot(START, size, { value: warmMs, unit: 'ms' });
        if (isWanted(MEMORY)) plot(MEMORY, size, { value: await residentMegabytes(server), unit: 'MB' });
        for (const quantity of LOADS.filter(isWanted)) {
          plot(quantity, size, await requestsPerSecond(server, quantity.load(server)));
        }
      } finally {
        await server.stop();
      }
    } finally {
      await location.remove();
    }
  }
}
