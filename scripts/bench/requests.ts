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

/** What is measured on a server that has next to nothing to keep. */
export const emptyServer = serverGroup({
  prepare: (target) => createMany(target, { path: configMapsIn(target), bodies: [objectText('bench')] }),
  rows: [
    {
      name: 'resident memory when idle',
      why: 'What an operator pays for a server that does nothing.',
      target: 130,
      better: 'lower',
      peer: 310,
      run: async (server) => ({ value: await residentMegabytes(server), unit: 'MB' }),
    },
    {
      name: 'get of 1 KB, TLS, 32 connections',
      why: 'The smallest read: it is all request path and no work.',
      target: 10_000,
      better: 'higher',
      peer: 6965,
      compare: (target) => warmed(5, (seconds) => getsPerSecond(target, { ...getsOf(target), seconds })),
    },
    {
      name: 'create of 1 KB, TLS, 16 connections',
      why: 'The whole way of a write: decoding, validation, admission, fields, and the store.',
      target: 2900,
      better: 'higher',
      peer: 2624,
      compare: (target) =>
        warmed(10, (seconds) => postsPerSecond(target, { path: configMapsIn(target), connections: 16, seconds })),
    },
    {
      name: 'access review, TLS, 32 connections',
      why: 'What other servers ask before each of their own requests.',
      target: 8000,
      better: 'higher',
      compare: (target) =>
        warmed(5, (seconds) => postsPerSecond(target, { path: REVIEWS, connections: 32, seconds, text: reviewText })),
    },
    {
      name: 'CPU of a get, TLS, 32 connections',
      why: 'All that the process spends on a get, TLS and HTTP with it: how many gets a core can answer.',
      target: 90,
      better: 'lower',
      run: cpuOfGet,
    },
    {
      name: 'scrape of /metrics after traffic',
      why: 'Prometheus asks every few seconds, and nobody else should notice.',
      target: 30,
      better: 'lower',
      run: millisecondsToScrape,
    },
  ],
});

/** Measures when everything has been done for half that time: what is done for the first time is compiled first. */
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
  // What is done for the first time is compiled first.
  await getsPerSecond(server, { ...getsOf(server), seconds: 2 });
  const before = await cpuSeconds(server);
  const { value: rate, note } = await getsPerSecond(server, { ...getsOf(server), seconds });
  const spent = (await cpuSeconds(server)) - before;
  return { value: (spent * 1_000_000) / (rate * seconds), unit: 'µs', ...(note !== undefined && { note }) };
}

/** By the server's own account. */
async function cpuSeconds(server: RunningServer): Promise<number> {
  const text = await textOf(server, '/metrics');
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1]);
}

/** After requests of every kind that the rows before this one make, or some gets at least. */
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
