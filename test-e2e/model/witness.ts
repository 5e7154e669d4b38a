import { setTimeout as pause } from 'node:timers/promises';
import type { TestEtcd } from '@pilothouse/storage/etcd/testing.js';
import { Etcd3, type IWatchResponse } from 'etcd3';
import { etcd3Credentials } from '../support/etcd3.js';
import type { StoredChange } from './stored.js';

/** Reads an etcd's log through the package etcd3, independently of the project's code. */
export interface Witness<Entry> {
  /** Reads on to the newest revision, and returns it. */
  readonly drain: () => Promise<number>;
  /** The changes read so far, in order, without those that were taken. */
  readonly log: readonly Entry[];
  /** Removes the changes read so far from the log, and returns them. */
  readonly take: () => Entry[];
  /** Compacts etcd up to a revision that was read. */
  readonly compact: (revision: number) => Promise<void>;
}

const FIRST_KEY = Buffer.of(0);
/** The end of a range without an end. */
const NO_END = Buffer.of(0);
const TRY_MS = 3000;
const TRIES = 60;
const AGAIN_MS = 100;
const UNLIMITED = { 'grpc.max_receive_message_length': -1 };

/** `read`: the entry of a change; undefined for a change that does not belong to the log. */
export function createWitness<Entry>(
  { endpoints, tls }: Pick<TestEtcd, 'endpoints' | 'tls'>,
  read: (change: StoredChange) => Entry | undefined,
): Witness<Entry> {
  const log: Entry[] = [];
  let reached = 1;
  /** The member that answers, as far as known. */
  let member = 0;
  const credentials = etcd3Credentials(tls);

  /** Tries one member after another until one answers. Each try has a client of its own, which reconnects nowhere. */
  async function ask<T>(act: (client: Etcd3) => Promise<T>): Promise<T> {
    let failure: unknown;
    for (let index = 0; index < TRIES; index++) {
      const hosts = endpoints[member % endpoints.length] ?? '';
      const client = new Etcd3({ hosts, grpcOptions: UNLIMITED, ...(await credentials) });
      const timeout = new AbortController();
      try {
        const late = pause(TRY_MS, undefined, { signal: timeout.signal }).then(() => {
          throw new Error(`no answer within ${TRY_MS} ms`);
        });
        return await Promise.race([act(client), late]);
      } catch (error) {
        failure = error;
        member += 1;
        await pause(AGAIN_MS);
      } finally {
        timeout.abort();
        client.close();
      }
    }
    throw new Error('no etcd member answers', { cause: failure });
  }

  /** Reads on until `newest` is reached. */
  async function readTo(newest: number): Promise<void> {
    if (reached < newest) await ask((client) => follow(client, newest));
  }

  /** Rejects if the watch breaks: the package would resume it at the revision of its start, and so skip changes. */
  async function follow(client: Etcd3, newest: number): Promise<void> {
    const range = { start: FIRST_KEY, end: NO_END };
    const watcher = client
      .watch()
      .inRange(range)
      .startRevision(String(reached + 1))
      .watcher();
    try {
      await new Promise<void>((resolve, reject) => {
        watcher.on('error', reject);
        watcher.on('disconnected', reject);
        watcher.on('data', (response) => {
          note(response);
          if (reached >= newest) resolve();
        });
      });
    } finally {
      // Its end is not needed, and never comes from a member that hangs.
      void watcher.cancel().catch(() => undefined);
    }
  }

  function note({ events }: IWatchResponse): void {
    // A failed attempt may have delivered some already. Changes of one transaction have the same revision.
    const before = reached;
    for (const { type, kv } of events) {
      const revision = Number(kv.mod_revision);
      if (revision <= before) continue;
      reached = revision;
      const value = type === 'Delete' ? undefined : kv.value.toString();
      const entry = read({ key: kv.key.toString(), value, revision });
      if (entry !== undefined) log.push(entry);
    }
  }

  return {
    log,
    take: () => log.splice(0),
    async drain() {
      const { header } = await ask((client) => client.get(FIRST_KEY).exec());
      const newest = Number(header.revision);
      await readTo(newest);
      return newest;
    },
    async compact(revision) {
      await ask(async (client) => {
        try {
          await client.kv.compact({ revision: String(revision) });
        } catch (error) {
          // That it is compacted already is a valid answer too.
          if (!String(error).includes('compacted')) throw error;
        }
      });
    },
  };
}
