import { latencies } from './client.js';
import type { GrowthOptions, Quantity } from './growth.js';
import { residentMegabytes } from './memory.js';
import { objectText } from './objects.js';
import type { Measurement, StoreName } from './row.js';
import { startServer, type RunningServer } from './server.js';
import { percentile } from './statistics.js';
import { configMapsIn } from './target.js';
import { eventsPerSecond, STREAMS } from './watches.js';
import { openWatchers, watchFromNow } from './watching.js';

const COUNTS = [10, 100, 1000, 10_000] as const;
/** Target number of delivered events at each size, within limits for the number of writes. */
const EVENTS = 100_000;
const WRITES = { least: 20, most: 1000 };
/** Fewer connections are not visible in the noise of the process. */
const MIN_FOR_MEMORY = 100;
/** Milliseconds between two writes, and their duration in seconds. */
const EVERY = 20;
const SECONDS = 3;

const EVENT_RATE: Quantity = {
  name: 'events delivered',
  why: 'Delivered events per second to all watchers, while 16 connections write as fast as possible.',
};
const STREAMS_RATE: Quantity = {
  name: 'events delivered, HTTP/2',
  why: 'The same with up to 250 watches on each connection, as with client-go.',
};
const MEMORY: Quantity = {
  name: 'memory of a watcher',
  why: 'Memory of one more watch in kilobytes, with its own TLS connection.',
};
const LATENCY: Quantity = {
  name: 'write beside watchers, p50',
  why: 'Latency of a create on one connection at 50 per second, each delivered to every watcher.',
};

/** Measures a server with a growing number of watchers of one collection. */
export async function growWithWatchers(store: StoreName, { max, isWanted, plot }: GrowthOptions): Promise<void> {
  if (![EVENT_RATE, STREAMS_RATE, MEMORY, LATENCY].some(isWanted)) return;
  for (const count of COUNTS.filter((each) => each <= max)) {
    const server = await startServer({ store });
    try {
      if (isWanted(MEMORY) || isWanted(LATENCY)) {
        const { memory, latency } = await besideWatchers(server, count);
        if (isWanted(MEMORY) && count >= MIN_FOR_MEMORY) plot(MEMORY, count, memory);
        if (isWanted(LATENCY)) plot(LATENCY, count, latency);
      }
      const creates = Math.min(WRITES.most, Math.max(WRITES.least, Math.round(EVENTS / count)));
      if (isWanted(EVENT_RATE)) plot(EVENT_RATE, count, await eventsPerSecond(server, { watchers: count, creates }));
      if (isWanted(STREAMS_RATE)) {
        // Each connection has as many.
        const streams = count / Math.ceil(count / STREAMS);
        plot(STREAMS_RATE, count, await eventsPerSecond(server, { watchers: count, creates, streams }));
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
  const order = { ...(await watchFromNow(server, path)), connections: count, events: 0 };
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
