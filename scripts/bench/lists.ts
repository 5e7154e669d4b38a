import { Agent } from 'node:https';
import { call, createMany, JSON_TYPE, textOf } from './client.js';
import { latency, requestsPerSecond, type Load } from './load.js';
import { residentMegabytes } from './memory.js';
import { objectTexts } from './objects.js';
import type { Measurement } from './row.js';
import { serverGroup } from './server-group.js';
import { configMapsIn, type Target } from './target.js';

export const OBJECTS = 26_000;
const PAGE = 1000;
const PROTOBUF_TYPE = 'application/vnd.kubernetes.protobuf';

/** Measurements on a server with many objects. */
export const fullServer = serverGroup({
  prepare: (target) => createMany(target, { path: configMapsIn(target), bodies: objectTexts('object', 0, OBJECTS) }),
  rows: [
    {
      name: 'resident memory, 26,000 objects',
      why: 'Objects of 1 KB in the store and in the watch cache.',
      target: 200,
      better: 'lower',
      peer: 818,
      peerTarget: 3,
      isOnce: true,
      compare: async (target) => ({ value: await residentMegabytes(target), unit: 'MB' }),
    },
    {
      name: 'list of 26,000, any version',
      why: 'The first request of every informer: all objects with resourceVersion=0 on one connection.',
      target: 60,
      better: 'lower',
      peer: 195,
      peerTarget: 5,
      compare: (target) => listEverything(target),
    },
    {
      name: 'list of 26,000, most recent',
      why: 'The same as a linearizable read.',
      target: 90,
      better: 'lower',
      peer: 353,
      compare: (target) => listEverything(target, { query: '' }),
    },
    {
      name: 'list of 26,000, HTTP/2',
      why: 'The same as a stream of an HTTP/2 connection with the flow control of client-go.',
      target: 60,
      better: 'lower',
      peerTarget: 5,
      compare: (target) => listEverything(target, { isHttp2: true }),
    },
    {
      name: 'list of 26,000, HTTP/2, gzip',
      why: 'The same with the compression that client-go accepts.',
      better: 'lower',
      compare: (target) => listEverything(target, { isHttp2: true, gzip: true }),
    },
    {
      name: 'first list in protobuf to JSON',
      why: 'Objects are stored as JSON and encoded to protobuf on first use: the ratio of the durations for all objects, in pages.',
      target: 1,
      better: 'lower',
      compare: firstInProtobuf,
    },
    {
      name: 'list of 26,000, protobuf',
      why: 'The protobuf encoding of objects is cached after the first read.',
      target: 60,
      better: 'lower',
      peerTarget: 5,
      compare: (target) => listEverything(target, { accept: PROTOBUF_TYPE }),
    },
    {
      name: 'list of 26,000, protobuf, HTTP/2',
      why: 'The form that informers of built-in kinds of client-go ask for.',
      target: 60,
      better: 'lower',
      peerTarget: 5,
      compare: (target) => listEverything(target, { accept: PROTOBUF_TYPE, isHttp2: true }),
    },
    {
      name: 'list of 500, 4 connections',
      why: 'The page size of kubectl.',
      target: 900,
      better: 'higher',
      peer: 140,
      peerTarget: 5,
      compare: (target) => pagesPerSecond(target),
    },
    {
      name: 'list of 500, HTTP/2, 4 streams',
      why: 'The same on one connection with the flow control of client-go.',
      target: 900,
      better: 'higher',
      peerTarget: 5,
      compare: (target) => pagesPerSecond(target, { isHttp2: true }),
    },
    {
      name: 'list with a label that none has',
      why: 'A selector without matches among 26,000 objects should use the label index.',
      target: 1500,
      better: 'higher',
      compare: (target) =>
        requestsPerSecond(target, {
          path: `${configMapsIn(target)}?labelSelector=app%3Dnone`,
          concurrent: 4,
        }),
    },
  ],
});

interface WholeList extends Pick<Load, 'accept' | 'gzip' | 'isHttp2'> {
  /** The collection; ConfigMaps when absent. */
  readonly collection?: string;
  readonly query?: string;
}

export async function listEverything(
  target: Target,
  { collection = configMapsIn(target), query = '?resourceVersion=0', ...load }: WholeList = {},
): Promise<Measurement> {
  const list = await latency(target, { path: `${collection}${query}`, concurrent: 1, ...load });
  return { ...list, note: `${((list.value * 1000) / OBJECTS).toFixed(1)} µs an object` };
}

export function pagesPerSecond(
  target: Target,
  { collection = configMapsIn(target), isHttp2 = false }: Pick<WholeList, 'collection' | 'isHttp2'> = {},
): Promise<Measurement> {
  return requestsPerSecond(target, { path: `${collection}?limit=500`, concurrent: 4, isHttp2 });
}

/** Reads each page once in JSON and then in protobuf. The server must not have served protobuf before. */
async function firstInProtobuf(target: Target): Promise<Measurement> {
  const paths = await pages(target);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const millisecondsIn = async (accept: string): Promise<number> => {
      const began = performance.now();
      for (const path of paths) await call(target, { method: 'GET', path, accept, agent });
      return performance.now() - began;
    };
    const json = await millisecondsIn(JSON_TYPE);
    return { value: (await millisecondsIn(PROTOBUF_TYPE)) / json, unit: 'x' };
  } finally {
    agent.destroy();
  }
}

/** The paths of the pages of all objects at one revision. */
async function pages(target: Target): Promise<string[]> {
  const paths = [`${configMapsIn(target)}?limit=${PAGE}`];
  for (let path = paths[0]; path !== undefined;) {
    const { metadata } = JSON.parse(await textOf(target, path)) as { metadata: { continue?: string } };
    const { continue: token = '' } = metadata;
    path = token === '' ? undefined : `${paths[0]}&continue=${encodeURIComponent(token)}`;
    if (path !== undefined) paths.push(path);
  }
  return paths;
}
