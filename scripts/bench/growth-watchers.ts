import { latencies } from './client.js';
import type { GrowthOptions, Quantity } from './growth.js';
import { residentMegabytes } from './memory.js';
import { objectText } from './objects.js';
import type { Measurement, StoreName } from './row.js';
import { startServer, type RunningServer } from './server.js';
import { percentile } from './statistics.js';
import { configMapsIn } from './target.js';
import { eventsPerSecond } from './watches.js';
import { openWatchers, watchFromNow } from './watching.js';

const COUNTS = [10, 30, 100, 300, 1000, 3000, 10_000] as const;
/** Events that are delivered at each size, as far as the number of writes stays within bounds. */
const EVENTS = 100_000;
const WRITES = { least: 20, most: 1000 };
/** Fewer connections than that are lost in the noise of the whole process. */
const LEAST_FOR_MEMORY = 100;
/** Milliseconds between two writes, and seconds of them. */
const EVERY = 20;
const SECONDS = 3;

const EVENT_RATE: Quantity = {
  name: 'events delivered',
  why: 'Events a second that come to all watchers together, while 16 connections write as fast as they can.',
};
const MEMORY: Quantity = {
  name: 'memory of a watcher',
  why: 'Kilobytes that one more watch takes, with a TLS connection of its own.',
};
const LATENCY: Quantity = {
  name: 'write beside watchers, p50',
  why: 'How long a create takes on one connection, 50 a second, each of which goes to every watcher.',
};

/** How a server does with more and more watchers of the same collection. */
export async function growWithWatchers(store: StoreName, { max, isWanted, plot }: GrowthOptions): Promise<void> {
  if (![EVENT_RATE, MEMORY, LATENCY].some(isWanted)) return;
  for (const count of COUNTS.filter((each) => each <= max)) {
    const server = await startServer({ store });
    try {
      if (isWanted(MEMORY) || isWanted(LATENCY)) {
        const { memory, latency } = await besideWatchers(server, count);
        if (isWanted(MEMORY) && count >= LEAST_FOR_MEMORY) plot(MEMORY, count, memory);
        if (isWanted(LATENCY)) plot(LATENCY, count, latency);
      }
      if (isWanted(EVENT_RATE)) {
        const creates = Math.min(WRITES.most, Math.max(WRITES.least, Math.round(EVENTS / count)));
        plot(EVENT_RATE, count, await eventsPerSecond(server, { watchers: count, creates }));
      }
    } finally {
      await server.stop();
    }
  }
}

async function besideWatchers(
  server: RunningServer,
  count: number,
): Promise<{ readonly memory: Measurement; readonly latency: Measurement }> {
  const path = configMapsIn(server);
  const before = await residentMegabytes(server);
  const order = { path: await watchFromNow(server, path), connections: count, events: 0 };
  const watchers = await openWatchers(server, order);
  try {
    const after = await residentMegabytes(server);
    const body = (index: number): string => objectText(`beside-${index}`);
    const times = await latencies(server, {
      method: 'POST',
      path,
      body,
      connections: 1,
      every: EVERY,
      seconds: SECONDS,
    });
    return {
      memory: { value: ((after - before) * 1024) / count, unit: 'KB' },
      latency: { value: percentile(times, 0.5), unit: 'ms' },
    };
  } finally {
    await watchers.stop();
  }
}
