import { createMany, textOf } from './client.js';
import { getsPerSecond, postsPerSecond } from './load.js';
import { residentMegabytes } from './memory.js';
import { objectText } from './objects.js';
import type { Measurement } from './row.js';
import { serverGroup } from './server-group.js';
import type { RunningServer } from './server.js';
import { median } from './statistics.js';
import { configMapsIn, type Target } from './target.js';

const REVIEWS = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
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
      run: async (server) => ({ value: await residentMegabytes(server), unit: 'MB' }),
    },
    {
      name: 'get of 1 KB, TLS, 32 connections',
      why: 'The smallest read: mostly the request path.',
      target: 10_000,
      better: 'higher',
      peer: 6965,
      compare: (target) => warmed(5, (seconds) => getsPerSecond(target, { ...getsOf(target), seconds })),
    },
    {
      name: 'create of 1 KB, TLS, 16 connections',
      why: 'A complete write: decoding, validation, admission, field ownership, and the store.',
      target: 2900,
      better: 'higher',
      peer: 2624,
      compare: (target) =>
        warmed(10, (seconds) => postsPerSecond(target, { path: configMapsIn(target), connections: 16, seconds })),
    },
    {
      name: 'access review, TLS, 32 connections',
      why: 'The request that other servers make before each of their own.',
      target: 8000,
      better: 'higher',
      compare: (target) =>
        warmed(5, (seconds) => postsPerSecond(target, { path: REVIEWS, connections: 32, seconds, text: reviewText })),
    },
    {
      name: 'CPU of a get, TLS, 32 connections',
      why: 'CPU time of the process for a get, including TLS and HTTP: the capacity of a core.',
      target: 90,
      better: 'lower',
      run: cpuOfGet,
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

/** Measures after a warm-up of half the duration, because first calls are compiled. */
async function warmed(seconds: number, measure: (seconds: number) => Promise<Measurement>): Promise<Measurement> {
  await measure(Math.ceil(seconds / 2));
  return measure(seconds);
}

function reviewText(name: string): string {
  const resourceAttributes = { verb: 'get', resource: 'configmaps', namespace: 'default', name };
  return JSON.stringify({ spec: { resourceAttributes } });
}

function getsOf(target: Target): { readonly path: string; readonly connections: number } {
  return { path: `${configMapsIn(target)}/bench`, connections: 32 };
}

async function cpuOfGet(server: RunningServer): Promise<Measurement> {
  const seconds = 5;
  // Warm-up, because first calls are compiled.
  await getsPerSecond(server, { ...getsOf(server), seconds: 2 });
  const before = await cpuSeconds(server);
  const { value: rate, note } = await getsPerSecond(server, { ...getsOf(server), seconds });
  const spent = (await cpuSeconds(server)) - before;
  return { value: (spent * 1_000_000) / (rate * seconds), unit: 'µs', ...(note !== undefined && { note }) };
}

/** CPU time reported by the server. */
async function cpuSeconds(server: RunningServer): Promise<number> {
  const text = await textOf(server, '/metrics');
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1]);
}

/** After the requests of all previous rows, or at least some gets. */
async function millisecondsToScrape(server: RunningServer): Promise<Measurement> {
  await getsPerSecond(server, { ...getsOf(server), seconds: 1 });
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
