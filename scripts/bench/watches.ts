import { createMany } from './client.js';
import { residentMegabytes } from './memory.js';
import { objectText } from './objects.js';
import type { Measurement } from './row.js';
import { serverGroup } from './server-group.js';
import type { RunningServer } from './server.js';
import { configMapsIn, type Target } from './target.js';
import { openWatchers, watchFromNow } from './watching.js';

const WATCHERS = 500;
const CREATES = 200;
const IDLE = 5000;
const ALONE_NOTE =
  'each on a TLS connection of its own, of which a bare server of node:https takes 40 KB with Node 20, and 65 KB with 24';
/** Watches on one connection over HTTP/2: as many as a server takes. */
const STREAMS = 250;

export const watchedServer = serverGroup({
  rows: [
    {
      name: '500 watchers, events delivered',
      why: 'Every node and controller watches: what counts is events that have arrived, until the last one.',
      target: 120_000,
      better: 'higher',
      peer: 87_000,
      compare: (target) => eventsPerSecond(target, { watchers: WATCHERS, creates: CREATES }),
    },
  ],
});

// Each on a server that has done nothing before: what that has freed would be used again, and not be seen.

export const idleConnections = serverGroup({
  rows: [
    {
      name: 'memory of 5,000 idle watches',
      why: 'Most watches wait most of the time.',
      target: 60,
      better: 'lower',
      run: async (server) => ({ ...(await memoryOfIdle(server)), note: ALONE_NOTE }),
    },
  ],
});

export const idleStreams = serverGroup({
  rows: [
    {
      name: 'memory of 5,000 idle watches, HTTP/2',
      why: 'The same with 250 watches on each connection, as client-go and all that is made with it have them.',
      target: 60,
      better: 'lower',
      run: (server) => memoryOfIdle(server, STREAMS),
    },
  ],
});

export interface WatchedWrites {
  readonly watchers: number;
  readonly creates: number;
  /** The collection, that of config maps when absent, and its objects. */
  readonly path?: string;
  readonly text?: (name: string) => string;
}

/** How many events a second come to watchers of what is written meanwhile, as fast as 16 connections can. */
export async function eventsPerSecond(
  target: Target,
  { watchers: connections, creates, path = configMapsIn(target), text = objectText }: WatchedWrites,
): Promise<Measurement> {
  const events = connections * creates;
  const watchers = await openWatchers(target, { path: await watchFromNow(target, path), connections, events });
  try {
    const delivered = watchers.told('delivered');
    const began = Date.now();
    const prefix = `watched-${began}`;
    const bodies = Array.from({ length: creates }, (_, index) => text(`${prefix}-${index}`));
    await Promise.all([createMany(target, { path, bodies }), delivered]);
    const { at } = await delivered;
    return { value: (events * 1000) / (at - began), unit: '/s' };
  } finally {
    await watchers.stop();
  }
}

async function memoryOfIdle(server: RunningServer, streams?: number): Promise<Measurement> {
  const before = await residentMegabytes(server);
  const path = await watchFromNow(server, '/api/v1/namespaces/kube-system/configmaps');
  const connections = IDLE / (streams ?? 1);
  const watchers = await openWatchers(server, { path, connections, events: 0, ...(streams && { streams }) });
  const after = await residentMegabytes(server);
  await watchers.stop();
  return { value: after - before, unit: 'MB' };
}
