import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMany } from './client.js';
import { loadSeconds, send, type Load } from './load.js';
import { SETTLE_MS } from './memory.js';
import { generated, objectText, objectTexts } from './objects.js';
import { isOnEtcd } from './replica.js';
import { group, type MeasuredRow, type StoreName } from './row.js';
import { createStoreLocation, startIn, type RunningServer, type StoreLocation } from './server.js';
import { median } from './statistics.js';
import { configMapsIn, type Target } from './target.js';

const OBJECTS = 26_000;
const PAGE = 500;
const ROUNDS = 3;
/** Clock ticks in a second of the times in /proc: a constant of Linux. */
const TICKS = 100;

/** A server on an etcd of its own. */
interface Side {
  readonly location: StoreLocation;
  readonly server: RunningServer;
  /** Megabytes of each process that serves requests, before there are objects, without what they share. */
  readonly idle: readonly number[];
}

/** A server of one worker and one of two. */
interface Sides {
  readonly one: Side;
  readonly two: Side;
  /** By the name of the load. */
  readonly compared: Map<string, Promise<Compared>>;
}

/** Of two workers to one: the median of rounds. */
interface Compared {
  readonly cpu: number;
  readonly rate: number;
  readonly note: string;
}

const LOADS: readonly { readonly name: string; readonly load: (target: Target) => Load }[] = [
  {
    name: 'get, HTTP/1.1',
    load: (target) => ({ path: `${configMapsIn(target)}/object-0`, concurrent: 32 }),
  },
  {
    name: 'get, HTTP/2',
    load: (target) => ({ path: `${configMapsIn(target)}/object-0`, concurrent: 32, isHttp2: true, connections: 4 }),
  },
  {
    name: 'create, HTTP/1.1',
    load: (target) => ({ path: configMapsIn(target), concurrent: 16, body: generated(objectText) }),
  },
  {
    name: 'create, HTTP/2',
    load: (target) => ({
      path: configMapsIn(target),
      concurrent: 16,
      isHttp2: true,
      connections: 4,
      body: generated(objectText),
    }),
  },
  {
    name: 'list of 500, HTTP/1.1',
    load: (target) => ({ path: `${configMapsIn(target)}?limit=${PAGE}`, concurrent: 4 }),
  },
  {
    name: 'list of 500, HTTP/2',
    load: (target) => ({ path: `${configMapsIn(target)}?limit=${PAGE}`, concurrent: 4, isHttp2: true, connections: 4 }),
  },
];

/** What further workers take. */
export const workers = group<Sides>({
  async start(store: StoreName) {
    if (process.platform !== 'linux' || !isOnEtcd(store)) return undefined;
    const one = await startSide(store, 1);
    try {
      return { one, two: await startSide(store, 2), compared: new Map() };
    } catch (error) {
      await stopSide(one);
      throw error;
    }
  },
  async stop({ one, two }) {
    await Promise.all([one, two].map(stopSide));
  },
  rows: [
    {
      name: 'memory of a further worker, idle',
      why: 'What a worker needs for itself: the pages of the program are shared.',
      target: 60,
      better: 'lower',
      isHeadline: true,
      run: async ({ two }) => ({ value: two.idle.at(-1) ?? NaN, unit: 'MB' }),
    },
    {
      name: '26,000 objects in a further worker',
      why: 'Each worker holds all objects, half of which were written through it: the ratio of its memory for them to that of a server with one worker.',
      target: 0.4,
      better: 'lower',
      isHeadline: true,
      run: dataInFurther,
    },
    ...LOADS.flatMap(({ name, load }): readonly MeasuredRow<Sides>[] => [
      {
        name: `CPU of two workers: ${name}`,
        why: 'CPU time of a request in all processes of the server and etcd: the ratio of two workers to one. 32 gets, 16 creates or 4 lists are in flight, over HTTP/2 on 4 connections.',
        target: 1.1,
        better: 'lower',
        isHeadline: true,
        run: async (sides) => {
          const { cpu, note } = await comparedOnce(sides, name, load);
          return { value: cpu, unit: 'x', note };
        },
      },
      {
        name: `speed of two workers: ${name}`,
        why: 'Requests a second with the client on the same cores: the ratio of two workers to one.',
        target: 1,
        better: 'higher',
        isHeadline: true,
        run: async (sides) => ({ value: (await comparedOnce(sides, name, load)).rate, unit: 'x' }),
      },
    ]),
  ],
});

async function startSide(store: StoreName, count: number): Promise<Side> {
  const location = await createStoreLocation(store);
  try {
    // The last one of repeated flags counts.
    const server = await startIn(location, [`--workers=${count}`], 'apiserver');
    await sleep(SETTLE_MS);
    return { location, server, idle: privateMegabytes(server) };
  } catch (error) {
    await location.remove();
    throw error;
  }
}

async function stopSide({ server, location }: Side): Promise<void> {
  await server.stop();
  await location.remove();
}

async function dataInFurther({ one, two }: Sides) {
  for (const { server } of [one, two]) {
    await createMany(server, { path: configMapsIn(server), bodies: objectTexts('object', 0, OBJECTS) });
  }
  await sleep(SETTLE_MS);
  const [[alone = NaN], copies] = [grown(one), grown(two)];
  const all = copies.map((megabytes) => Math.round(megabytes)).join(' and ');
  return { value: (copies.at(-1) ?? NaN) / alone, unit: 'x', note: `${all} beside ${Math.round(alone)} MB` };
}

function grown({ server, idle }: Side): number[] {
  return privateMegabytes(server).map((megabytes, index) => megabytes - (idle[index] ?? NaN));
}

/** The processes that serve requests: its workers, or the server itself if it is the only one. */
function servingProcesses({ pid }: RunningServer): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
  return children === '' ? [pid] : children.split(' ').map(Number);
}

/** Memory of each serving process that it shares with no other process. */
function privateMegabytes(server: RunningServer): number[] {
  return servingProcesses(server).map((pid) => {
    const parts = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1').matchAll(/^Private_\w+:\s+(\d+) kB$/gm);
    return [...parts].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) / 1024, 0);
  });
}

function comparedOnce(sides: Sides, name: string, load: (target: Target) => Load): Promise<Compared> {
  const known = sides.compared.get(name) ?? compare(sides, load);
  sides.compared.set(name, known);
  return known;
}

async function compare({ one, two }: Sides, load: (target: Target) => Load): Promise<Compared> {
  await Promise.all([one, two].map(ensureObjects));
  const rounds: { readonly one: Used; readonly two: Used }[] = [];
  while (rounds.length < ROUNDS) rounds.push({ one: await use(one, load), two: await use(two, load) });
  const micros = (side: 'one' | 'two'): string => median(rounds.map((round) => round[side].cpu * 1e6)).toFixed(0);
  return {
    cpu: median(rounds.map((round) => round.two.cpu / round.one.cpu)),
    rate: median(rounds.map((round) => round.two.rate / round.one.rate)),
    note: `${micros('two')} beside ${micros('one')} µs`,
  };
}

/** If no other row has created them: as many as a page of a list. */
async function ensureObjects({ server }: Side): Promise<void> {
  const bodies = objectTexts('object', 0, PAGE);
  await createMany(server, { path: configMapsIn(server), bodies }).catch(() => undefined);
}

/** CPU seconds of a request in the server and etcd, and requests a second. */
interface Used {
  readonly cpu: number;
  readonly rate: number;
}

async function use({ server, location }: Side, load: (target: Target) => Load): Promise<Used> {
  const spent = (): number =>
    [...new Set([server.pid, ...servingProcesses(server), ...(location.etcd ? [location.etcd.pid] : [])])]
      .map(cpuSecondsOf)
      .reduce((sum, seconds) => sum + seconds, 0);
  const timed = { ...load(server), seconds: loadSeconds() };
  // A new process still compiles its code.
  await send(server, timed);
  const before = spent();
  const { requests, rate } = await send(server, timed);
  return { cpu: (spent() - before) / requests, rate };
}

/** CPU seconds of a process with its threads. */
function cpuSecondsOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
