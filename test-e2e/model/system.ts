import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedStore } from '@pilothouse/storage/embedded/store.js';
import { startEtcd } from '@pilothouse/storage/etcd/testing.js';
import { startForwarder } from '../support/forwarder.js';
import { clusterFaults, crashFault, disturb, wayFaults, type Fault } from './faults.js';
import type { LogEntry } from './history.js';
import { startHost } from './host.js';
import type { Random } from './random.js';
import type { Replica, Replicas } from './replica.js';
import { logEntry } from './stored.js';
import { createWitness } from './witness.js';

/** What the model is held against: servers, what they store in, and what can go wrong with these. */
export interface System {
  readonly replicas: Replicas;
  /** Those that watches go through; the same when absent. */
  readonly watched?: Replicas;
  /** Breaks it in every way until that moment, and leaves it mended. Says what was done. */
  readonly disturb: (random: Random, until: number) => Promise<string>;
  /** The store's log so far; undefined where it can only be read when the servers have stopped. */
  readonly logSoFar: (() => Promise<readonly LogEntry[]>) | undefined;
  /** Stops the servers and returns the whole log. */
  readonly finish: () => Promise<readonly LogEntry[]>;
  readonly remove: () => Promise<void>;
}

/** Two servers, each with ways of its own to an etcd of so many members; `program` is that of ETCD when undefined. */
export async function etcdSystem(members: number, program?: string): Promise<System> {
  const directory = await mkdtemp(join(tmpdir(), 'model-'));
  const etcd = await startEtcd({ members, program });
  const ports = etcd.endpoints.map((url) => Number(new URL(url).port));
  const ways = await Promise.all([0, 1].map(() => Promise.all(ports.map(startForwarder))));
  const witness = createWitness(etcd, '/registry/configmaps/');
  const removeAll = async (): Promise<void> => {
    await witness.close();
    await etcd.stop();
    await Promise.all(ways.flat().map((way) => way.close()));
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const hosts = await Promise.all(
      ways.map((own, index) => {
        const servers = own.map(({ port }) => `http://127.0.0.1:${port}`).join(',');
        return startHost(index, [`--etcd-servers=${servers}`, `--data-dir=${join(directory, String(index))}`]);
      }),
    );
    const compact = async (random: Random): Promise<void> => {
      const newest = await witness.drain();
      await witness.compact(Math.max(1, newest - random.below(20)));
    };
    const log = async (): Promise<readonly LogEntry[]> => {
      await witness.drain();
      return witness.log;
    };
    const faults = [
      ...clusterFaults(etcd, members, compact),
      ...ways.map((own, index) => wayFaults(own, index, compact)).flat(),
      ...hosts.map(crashFault),
    ] as [Fault, ...Fault[]];
    return {
      replicas: replicasOf(hosts),
      disturb: (random, until) => disturb({ faults, compact }, random, until),
      logSoFar: log,
      async finish() {
        await Promise.all(hosts.map((host) => host.server().crash()));
        return log();
      },
      remove: removeAll,
    };
  } catch (error) {
    await removeAll();
    throw error;
  }
}

/** One server with the store inside. */
export async function embeddedSystem(): Promise<System> {
  const directory = await mkdtemp(join(tmpdir(), 'model-'));
  const host = await startHost(0, [`--data-dir=${directory}`]);
  return {
    replicas: replicasOf([host]),
    disturb: (random, until) => disturb({ faults: [crashFault(host)], compact: undefined }, random, until),
    logSoFar: undefined,
    async finish() {
      await host.server().crash();
      return embeddedLog(join(directory, 'store'));
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

export function replicasOf([first, ...others]: readonly Replica[]): Replicas {
  assert.ok(first);
  return [first, ...others];
}

async function embeddedLog(directory: string): Promise<LogEntry[]> {
  const store = await openEmbeddedStore({ directory, compactionIntervalMs: 0 });
  try {
    const log: LogEntry[] = [];
    const newest = await store.currentRevision();
    for await (const batch of store.watch('/', { from: 1, signal: new AbortController().signal })) {
      for (const event of batch.events) {
        const change =
          event.type === 'put'
            ? { ...event.entry, value: Buffer.from(event.entry.value).toString() }
            : { key: event.key, value: undefined, revision: event.revision };
        const entry = logEntry('/configmaps/', change);
        if (entry !== undefined) log.push(entry);
      }
      if (batch.revision >= newest) break;
    }
    return log;
  } finally {
    await store.close();
  }
}
