import { createMany } from './client.js';
import { cpuSeconds } from './load.js';
import { residentMegabytes } from './memory.js';
import { objectText } from './objects.js';
import type { Measurement } from './row.js';
import { serverGroup } from './server-group.js';
import type { RunningServer } from './server.js';
import { configMapsIn, type Target } from './target.js';
import { openWatchers, watchFromNow } from './watching.js';

const WATCHERS = 500;
const CREATES = 200;
const MANY = 10_000;
const FEW = 20;
const IDLE = 5000;
const ALONE_NOTE =
  'each on a TLS connection of its own, of which a bare server of node:https takes 40 KB with Node 20, and 65 KB with 24';
/** Watches on one HTTP/2 connection: the server's limit. */
export const STREAMS = 250;

export const watchedServer = serverGroup({
  rows: [
    {
      name: '500 watchers, events delivered',
      why: 'Every node and controller watches: counts delivered events until the last one.',
      target: 120_000,
      better: 'higher',
      peer: 87_000,
      peerTarget: 1.5,
      compare: (target) => eventsPerSecond(target, { watchers: WATCHERS, creates: CREATES }),
    },
    {
      name: '10,000 watchers on 40 HTTP/2 connections',
      why: 'The same with 250 watches on each connection, as with client-go.',
      target: 120_000,
      better: 'higher',
      compare: (target) => eventsPerSecond(target, { watchers: MANY, streams: STREAMS, creates: FEW }),
    },
  ],
});

// A new server for each: freed memory of earlier work would be reused and not counted.

export const idleConnections = serverGroup({
  rows: [
    {
      name: 'memory of 5,000 idle watches',
      why: 'Most watches are idle most of the time.',
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
      why: 'The same with 250 watches on each connection, as with client-go.',
      target: 60,
      better: 'lower',
      run: (server) => memoryOfIdle(server, STREAMS),
    },
  ],
});

export const watchedStreams = serverGroup({
  rows: [
    {
      name: 'memory with 5,000 watches, HTTP/2',
      why: 'Resident memory of the server while 5,000 watches are open on 20 connections.',
      better: 'lower',
      peerTarget: 3,
      isOnce: true,
      compare: (target) => memoryWithWatches(target),
    },
  ],
});

export interface WatchedWrites {
  readonly watchers: number;
  /** Watches on each connection over HTTP/2; one over HTTP/1.1 when absent. */
  readonly streams?: number;
  readonly creates: number;
  /** The collection (ConfigMaps when absent) and its objects. */
  readonly path?: string;
  readonly text?: (name: string) => string;
}

/** Delivered events per second, with writes on 16 connections as fast as possible. */
export async function eventsPerSecond(
  target: Target,
  { watchers: count, streams, creates, path = configMapsIn(target), text = objectText }: WatchedWrites,
): Promise<Measurement> {
  const events = count * creates;
  const connections = count / (streams ?? 1);
  const from = await watchFromNow(target, path);
  const order = { ...from, connections, events: creates, ...(streams && { streams }) };
  const watchers = await openWatchers(target, order);
  try {
    const delivered = watchers.reported('delivered');
    const server = await cpuSeconds(target);
    const own = process.cpuUsage();
    const began = Date.now();
    const prefix = `watched-${began}`;
    const bodies = Array.from({ length: creates }, (_, index) => text(`${prefix}-${index}`));
    await Promise.all([createMany(target, { path, bodies }), delivered]);
    const { at, cpu, ended } = await delivered;
    const { user, system } = process.cpuUsage(own);
    const seconds = (at - began) / 1000;
    const client = (cpu - watchers.opened.cpu + (user + system) / 1e6) / seconds;
    const spent = (await cpuSeconds(target)) - server;
    const note = ended === 0 ? {} : { note: `the server ended watches ${ended} times, which were resumed` };
    return { value: events / seconds, unit: '/s', cpu: { perSecond: events / spent, client }, ...note };
  } finally {
    await watchers.stop();
  }
}

/** Resident memory with open watches on a collection: ConfigMaps when absent. */
export async function memoryWithWatches(target: Target, collection = configMapsIn(target)): Promise<Measurement> {
  const from = await watchFromNow(target, collection);
  const order = { ...from, connections: IDLE / STREAMS, streams: STREAMS, events: 0 };
  const watchers = await openWatchers(target, order);
  try {
    return { value: await residentMegabytes(target), unit: 'MB' };
  } finally {
    await watchers.stop();
  }
}

async function memoryOfIdle(server: RunningServer, streams?: number): Promise<Measurement> {
  const before = await residentMegabytes(server);
  const from = await watchFromNow(server, '/api/v1/namespaces/kube-system/configmaps');
  const connections = IDLE / (streams ?? 1);
  const watchers = await openWatchers(server, { ...from, connections, events: 0, ...(streams && { streams }) });
  const after = await residentMegabytes(server);
  await watchers.stop();
  return { value: after - before, unit: 'MB' };
}
