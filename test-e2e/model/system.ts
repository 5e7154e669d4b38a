import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedStore } from '@pilothouse/storage/embedded/store.js';
import { startEtcd } from '@pilothouse/storage/etcd/testing.js';
import { startForwarder } from '../support/forwarder.js';
import { clusterFaults, crashFault, disturb, linkFaults, type Fault } from './faults.js';
import type { LogEntry } from './history.js';
import { startHost } from './host.js';
import type { Random } from './random.js';
import type { Replica, Replicas } from './replica.js';
import { logEntry } from './stored.js';
import { createWitness } from './witness.js';

/** The system under test: servers, their store, and the faults of both. */
export interface System {
  readonly replicas: Replicas;
  /** Replicas for watches; `replicas` by default. */
  readonly watched?: Replicas;
  /** Injects every fault until that moment, and repairs all. Returns a summary. */
  readonly disturb: (random: Random, until: number) => Promise<string>;
  /** The store's log so far; undefined if it can only be read after the servers have stopped. */
  readonly logSoFar: (() => Promise<readonly LogEntry[]>) | undefined;
  /** Stops the servers and returns the whole log. */
  readonly finish: () => Promise<readonly LogEntry[]>;
  readonly remove: () => Promise<void>;
}

/** Two servers, each with its own connections to an etcd of `members` members. `program` is ETCD by default. */
export async function etcdSystem(members: number, program?: string): Promise<System> {
  const directory = await mkdtemp(join(tmpdir(), 'model-'));
  const etcd = await startEtcd({ members, program });
  const ports = etcd.endpoints.map((url) => Number(new URL(url).port));
  const links = await Promise.all([0, 1].map(() => Promise.all(ports.map(startForwarder))));
  const witness = createWitness(etcd, (change) => logEntry('/registry/configmaps/', change));
  const removeAll = async (): Promise<void> => {
    await etcd.stop();
    await Promise.all(links.flat().map((link) => link.close()));
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const hosts = await Promise.all(
      links.map((own, index) => {
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
      ...links.map((own, index) => linkFaults(own, index, compact)).flat(),
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

/** One server with the embedded store. */
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
