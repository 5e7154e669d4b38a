import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import type { Transport, TransportResponse } from '@pilothouse/client/transport.js';
import type { TestEtcd } from '@pilothouse/storage/etcd/testing.js';
import type { LogEntry } from './history.js';
import { logEntry } from './stored.js';

/** Reads an etcd's log through etcd's own HTTP gateway, independently of the project's code. */
export interface Witness {
  /** Reads on to the newest revision, and returns it. */
  readonly drain: () => Promise<number>;
  /** The changes read so far, in order. */
  readonly log: readonly LogEntry[];
  /** Compacts etcd up to a revision that was read. */
  readonly compact: (revision: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface GatewayEvent {
  readonly type?: 'DELETE';
  readonly kv: { readonly key: string; readonly value?: string; readonly mod_revision: string };
}

interface GatewayResponse {
  readonly header?: { readonly revision: string };
  readonly result?: { readonly events?: readonly GatewayEvent[]; readonly canceled?: boolean };
}

const ALL_KEYS = Buffer.of(0).toString('base64');
const JSON_BODY = { 'content-type': 'application/json' };
const TRY_MS = 3000;
const TRIES = 60;

/** `prefix`: the key prefix of config maps. */
export function createWitness({ endpoints, tls }: Pick<TestEtcd, 'endpoints' | 'tls'>, prefix: string): Witness {
  const log: LogEntry[] = [];
  let reached = 1;
  const transports = connectAll(endpoints, tls);

  /** Tries one member after another until one answers. */
  async function ask<T>(path: string, body: object, read: (response: TransportResponse) => Promise<T>): Promise<T> {
    let failure: unknown;
    const members = await transports;
    for (let index = 0; index < TRIES; index++) {
      const limit = new AbortController();
      const timer = setTimeout(() => limit.abort(), TRY_MS);
      try {
        const request = { method: 'POST', target: path, headers: JSON_BODY, body: Buffer.from(JSON.stringify(body)) };
        const response = members[index % members.length]?.request({ ...request, signal: limit.signal });
        if (response !== undefined) return await read(await response);
      } catch (error) {
        failure = error;
        await pause(100);
      } finally {
        clearTimeout(timer);
        limit.abort();
      }
    }
    throw new Error('no etcd member answers', { cause: failure });
  }

  /** Reads on until `newest` is reached. */
  async function readTo(newest: number): Promise<void> {
    if (reached >= newest) return;
    const create = { key: ALL_KEYS, range_end: ALL_KEYS, start_revision: String(reached + 1) };
    await ask('/v3/watch', { create_request: create }, (response) => readFrom(response, newest));
  }

  async function readFrom(response: TransportResponse, newest: number): Promise<void> {
    for await (const line of lines(response)) {
      const { result } = JSON.parse(line) as GatewayResponse;
      if (result?.canceled === true) throw new Error(`etcd has compacted revision ${reached + 1}`);
      // A failed attempt may have delivered some already.
      const before = reached;
      for (const { type, kv } of result?.events ?? []) {
        const revision = Number(kv.mod_revision);
        if (revision <= before) continue;
        reached = revision;
        const key = Buffer.from(kv.key, 'base64').toString();
        const value = type === 'DELETE' ? undefined : Buffer.from(kv.value ?? '', 'base64').toString();
        const entry = logEntry(prefix, { key, value, revision });
        if (entry !== undefined) log.push(entry);
      }
      if (reached >= newest) return;
    }
    throw new Error('etcd ended the watch');
  }

  return {
    log,
    async drain() {
      const newest = await ask('/v3/kv/range', { key: ALL_KEYS }, async (response) => {
        const { header } = JSON.parse(await textOf(response)) as GatewayResponse;
        if (header === undefined) throw new Error(`etcd answered with ${response.status}`);
        return Number(header.revision);
      });
      await readTo(newest);
      return newest;
    },
    async compact(revision) {
      // That it is compacted already is a valid answer too.
      await ask('/v3/kv/compaction', { revision: String(revision) }, textOf);
    },
    async close() {
      for (const transport of await transports) await transport.close();
    },
  };
}

async function connectAll(endpoints: readonly string[], tls: TestEtcd['tls']): Promise<Transport[]> {
  if (tls === undefined) return endpoints.map((url) => httpsTransport({ url }));
  const read = (file: string): Promise<string> => readFile(file, 'utf8');
  const [caPem, certPem, keyPem] = await Promise.all([read(tls.caFile), read(tls.certFile), read(tls.keyFile)]);
  return endpoints.map((url) => httpsTransport({ url, caPem, credentials: { certPem, keyPem } }));
}

async function textOf({ body }: TransportResponse): Promise<string> {
  return Buffer.from(await collect(body)).toString();
}

async function* lines({ body }: TransportResponse): AsyncGenerator<string, void, undefined> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
}
