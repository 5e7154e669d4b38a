import { Agent } from 'node:https';
import { call, createMany, JSON_TYPE, textOf } from './client.js';
import { getsPerSecond, millisecondsToGet } from './load.js';
import { mappedFilesNote, residentMegabytes } from './memory.js';
import { objectTexts } from './objects.js';
import type { Measurement } from './row.js';
import { serverGroup } from './server-group.js';
import { configMapsIn, type Target } from './target.js';

const OBJECTS = 26_000;
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
      async run(server) {
        const value = await residentMegabytes(server);
        const note = mappedFilesNote(server);
        return { value, unit: 'MB', ...(note !== undefined && { note }) };
      },
    },
    {
      name: 'list of 26,000, any version',
      why: 'The first request of every informer: all objects with resourceVersion=0 on one connection.',
      target: 60,
      better: 'lower',
      peer: 195,
      compare: (target) => listEverything(target, '?resourceVersion=0'),
    },
    {
      name: 'list of 26,000, most recent',
      why: 'The same as a linearizable read.',
      target: 90,
      better: 'lower',
      peer: 353,
      compare: (target) => listEverything(target, ''),
    },
    {
      name: 'first list in protobuf to JSON',
      why: 'Objects are stored as JSON and encoded to protobuf on first use: the ratio of the durations for all objects, in pages.',
      target: 3,
      better: 'lower',
      compare: firstInProtobuf,
    },
    {
      name: 'list of 10,000, protobuf to JSON',
      why: 'The protobuf encoding of objects is cached after the first read.',
      target: 0.7,
      better: 'lower',
      async compare(target) {
        const path = `${configMapsIn(target)}?limit=10000`;
        const json = await millisecondsToGet(target, path);
        const protobuf = await millisecondsToGet(target, path, PROTOBUF_TYPE);
        const { note } = protobuf;
        return { value: protobuf.value / json.value, unit: 'x', ...(note !== undefined && { note }) };
      },
    },
    {
      name: 'list of 500, 4 connections',
      why: 'The page size of kubectl.',
      target: 700,
      better: 'higher',
      peer: 140,
      compare: (target) =>
        getsPerSecond(target, { path: `${configMapsIn(target)}?limit=500`, connections: 4, seconds: 5 }),
    },
    {
      name: 'list with a label that none has',
      why: 'A selector without matches among 26,000 objects should use the label index.',
      target: 1500,
      better: 'higher',
      compare: (target) =>
        getsPerSecond(target, {
          path: `${configMapsIn(target)}?labelSelector=app%3Dnone`,
          connections: 4,
          seconds: 5,
        }),
    },
  ],
});

async function listEverything(target: Target, query: string): Promise<Measurement> {
  const list = await millisecondsToGet(target, `${configMapsIn(target)}${query}`);
  const each = `${((list.value * 1000) / OBJECTS).toFixed(1)} µs an object`;
  return { ...list, note: list.note === undefined ? each : `${each}; ${list.note}` };
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
