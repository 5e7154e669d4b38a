import { createMany, textOf } from './client.js';
import { requestsPerSecond, type Load } from './load.js';
import { residentMegabytes } from './memory.js';
import { generated, objectText } from './objects.js';
import type { Measurement } from './row.js';
import { serverGroup } from './server-group.js';
import type { RunningServer } from './server.js';
import { median } from './statistics.js';
import { configMapsIn, type Target } from './target.js';

const REVIEWS = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
const REVIEW = JSON.stringify({
  spec: { resourceAttributes: { verb: 'get', resource: 'configmaps', namespace: 'default', name: 'bench' } },
});
const SCRAPES = 20;

/** Measurements on a nearly empty server. */
export const emptyServer = serverGroup({
  prepare: (target) => createMany(target, { path: configMapsIn(target), bodies: [objectText('bench')] }),
  rows: [
    {
      name: 'resident memory when idle',
      why: 'The cost of an idle server.',
      target: 130,
      better: 'lower',
      peer: 310,
      peerTarget: 3,
      isOnce: true,
      compare: async (target) => ({ value: await residentMegabytes(target), unit: 'MB' }),
    },
    {
      name: 'get of 1 KB, TLS, 32 connections',
      why: 'The smallest read: mostly the request path.',
      target: 10_000,
      better: 'higher',
      peer: 6965,
      peerTarget: 3,
      compare: (target) => getsPerSecond(target, bench(target)),
    },
    {
      name: 'get of 1 KB, HTTP/2, 32 streams',
      why: 'The same on one connection with the flow control of client-go.',
      target: 10_000,
      better: 'higher',
      peerTarget: 3,
      compare: (target) => getsPerSecond(target, { ...bench(target), isHttp2: true }),
    },
    {
      name: 'create of 1 KB, TLS, 16 connections',
      why: 'A complete write: decoding, validation, admission, field ownership, and the store.',
      target: 2900,
      better: 'higher',
      peer: 2624,
      peerTarget: 1.5,
      compare: (target) => createsPerSecond(target, maps(target)),
    },
    {
      name: 'create of 1 KB, HTTP/2, 16 streams',
      why: 'The same on one connection with the flow control of client-go.',
      target: 2900,
      better: 'higher',
      peerTarget: 1.5,
      compare: (target) => createsPerSecond(target, { ...maps(target), isHttp2: true }),
    },
    {
      name: 'access review, TLS, 32 connections',
      why: 'The request that other servers make before each of their own.',
      target: 8000,
      better: 'higher',
      compare: (target) => requestsPerSecond(target, { path: REVIEWS, concurrent: 32, body: REVIEW }),
    },
    {
      name: 'scrape of /metrics after traffic',
      why: 'Prometheus scrapes every few seconds, which must not delay other requests.',
      target: 30,
      better: 'lower',
      run: millisecondsToScrape,
    },
  ],
});

const maps = (target: Target): Creates => ({ path: configMapsIn(target), text: objectText });
const bench = (target: Target) => ({ path: `${configMapsIn(target)}/bench` });

export function getsPerSecond(target: Target, load: Pick<Load, 'path' | 'isHttp2' | 'seconds'>): Promise<Measurement> {
  return requestsPerSecond(target, { concurrent: 32, ...load });
}

export interface Creates extends Pick<Load, 'path' | 'isHttp2'> {
  /** The body for a name. */
  readonly text: (name: string) => string;
}

export function createsPerSecond(target: Target, { text, ...load }: Creates): Promise<Measurement> {
  return requestsPerSecond(target, { concurrent: 16, ...load, body: generated(text) });
}

/** After the requests of all previous rows, or at least some gets. */
async function millisecondsToScrape(server: RunningServer): Promise<Measurement> {
  await getsPerSecond(server, { ...bench(server), seconds: 1 });
  const first = performance.now();
  const text = await textOf(server, '/metrics');
  const firstMs = performance.now() - first;
  const times: number[] = [];
  while (times.length < SCRAPES) {
    const began = performance.now();
    await textOf(server, '/metrics');
    times.push(performance.now() - began);
  }
  const note = `${Math.round(text.length / 1024)} KB; the first one, which may load the library, took ${firstMs.toFixed(0)} ms; each on a connection of its own`;
  return { value: median(times), unit: 'ms', note };
}
