import { setTimeout as pause } from 'node:timers/promises';
import { createClient, type Client } from '@pilothouse/client/client.js';
import { configMaps, namespaces } from '@pilothouse/client/core.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import { retrying } from '../support/retrying.js';
import type { Installation } from './installation.js';
import { watchLoad, type Watched } from './watch-load.js';

export interface LoadOptions {
  /** Writes per second. */
  readonly rate: number;
  readonly watches: number;
}

/** One step of a run under load, and its effect on clients. */
export interface Phase {
  readonly name: string;
  readonly seconds: number;
  /** Milliseconds from the due time of a write to its acknowledgement: p50, p99 and the maximum. */
  readonly latency: readonly [half: number, most: number, all: number];
  readonly acknowledged: number;
  /** Writes that failed after all retries. */
  readonly failed: number;
  /** Milliseconds: the longest time without a successful write. */
  readonly gap: number;
  /** The parts that the step has named, in order. */
  readonly parts: readonly Phase[];
}

/** A step of a run. `begin` names the part of the step that begins now, to tell which part makes writes slow. */
export interface Step {
  readonly name: string;
  readonly act: (begin: (part: string) => void) => Promise<void>;
}

const NAMESPACES = 20;
const OBJECTS = 10;
const CLIENTS = 8;

interface Written {
  readonly due: number;
  readonly ended: number;
  readonly failure?: unknown;
}

/** Writes at a constant rate (open loop) and watches all objects, while the steps happen in order. */
export async function runLoad(
  { balancer, credentials }: Installation,
  { rate, watches }: LoadOptions,
  steps: readonly Step[],
): Promise<{ readonly phases: readonly Phase[]; readonly watched: Watched; readonly failures: readonly unknown[] }> {
  const { caPem, admin } = credentials;
  const url = `https://127.0.0.1:${balancer.port}`;
  const clients = Array.from({ length: CLIENTS }, (): Client => {
    const transport = retrying(httpsTransport({ url, caPem, credentials: admin }));
    return createClient({ transport, userAgent: 'load' });
  });
  const clientOf = (index: number): Client => clients[index % CLIENTS] as Client;
  const names = Array.from({ length: NAMESPACES }, (_, index) => `load-${index}`);
  for (const name of names) await clientOf(0).of(namespaces).create({ metadata: { name } });
  const watching = await watchLoad(clientOf, names, watches);
  const written: Written[] = [];
  const stop = new AbortController();
  const underWay = new Set<Promise<void>>();

  async function write(count: number, due: number): Promise<void> {
    const namespace = names[count % NAMESPACES] ?? '';
    const name = `object-${count % (OBJECTS * NAMESPACES)}`;
    try {
      const config = { metadata: { name }, data: { count: String(count) } };
      const maps = clientOf(count).of(configMaps).namespace(namespace);
      const { metadata } = await maps.apply(config, { fieldManager: 'load', force: true });
      watching.acknowledged(namespace, Number(metadata.resourceVersion));
      written.push({ due, ended: performance.now() });
    } catch (failure) {
      written.push({ due, ended: performance.now(), failure });
    }
  }
  async function writeAll(): Promise<void> {
    const began = performance.now();
    for (let count = 0; !stop.signal.aborted; count++) {
      const due = began + (count * 1000) / rate;
      const early = due - performance.now();
      if (early > 0) await pause(early);
      const writing = write(count, due);
      underWay.add(writing);
      void writing.finally(() => underWay.delete(writing));
    }
    await Promise.all(underWay);
  }

  const writing = writeAll();
  const begun: { readonly name: string; readonly from: number; readonly parts: Begun[] }[] = [];
  for (const { name, act } of steps) {
    const parts: Begun[] = [];
    begun.push({ name, from: performance.now(), parts });
    await act((part) => parts.push({ name: part, from: performance.now() }));
  }
  const end = performance.now();
  stop.abort();
  await writing;
  const watched = await watching.finish();
  await Promise.all(clients.map((client) => client.close()));
  return {
    phases: phasesOf(begun, { end, until: Infinity }, written, ({ parts }, bounds) =>
      phasesOf(parts, bounds, written, () => []),
    ),
    watched,
    failures: written.flatMap(({ failure }) => (failure === undefined ? [] : [failure])),
  };
}

interface Begun {
  readonly name: string;
  readonly from: number;
}

/** When the last of some parts ended, and until when its failures count. */
interface Bounds {
  readonly end: number;
  readonly until: number;
}

/** What begins ends when the next one begins. */
function phasesOf<B extends Begun>(
  begun: readonly B[],
  last: Bounds,
  written: readonly Written[],
  partsOf: (each: B, bounds: Bounds) => readonly Phase[],
): Phase[] {
  return begun.map((each, index) => {
    const next = begun[index + 1]?.from;
    const bounds = next === undefined ? last : { end: next, until: next };
    return { ...phaseOf(each, bounds, written), parts: partsOf(each, bounds) };
  });
}

/** Acknowledged writes count at their due time, and failures at the time of the failure, since that is when the fault happened. */
function phaseOf({ name, from }: Begun, { end, until }: Bounds, written: readonly Written[]): Omit<Phase, 'parts'> {
  const good = written.filter(({ due, failure }) => failure === undefined && due >= from && due < end);
  const failed = written.filter(({ ended, failure }) => failure !== undefined && ended >= from && ended < until);
  const times = good.map(({ due, ended }) => ended - due).sort((a, b) => a - b);
  const share = (part: number): number =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0);
  const ends = [from, ...good.map(({ ended }) => ended).sort((a, b) => a - b)];
  const gap = Math.max(...ends.map((each, index) => each - (ends[index - 1] ?? each)));
  return {
    name,
    seconds: Math.round((end - from) / 100) / 10,
    latency: [share(0.5), share(0.99), share(1)],
    acknowledged: good.length,
    failed: failed.length,
    gap: Math.round(gap),
  };
}
