import { setTimeout as pause } from 'node:timers/promises';
import type { LogEntry } from './history.js';
import { logEntry } from './stored.js';

/** Reads an etcd's log by etcd's own HTTP gateway, with nothing of ours between. */
export interface Witness {
  /** Reads on to the newest revision, and returns it. */
  readonly drain: () => Promise<number>;
  /** What was read, in order. */
  readonly log: readonly LogEntry[];
  /** Makes etcd forget what was before a revision that was read. */
  readonly compact: (revision: number) => Promise<void>;
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
const TRY_MS = 3000;
const TRIES = 60;

/** `prefix`: what the keys of config maps begin with. */
export function createWitness(endpoints: readonly string[], prefix: string): Witness {
  const log: LogEntry[] = [];
  let reached = 1;

  /** Asks one member after the other until one answers. */
  async function ask<T>(path: string, body: object, read: (response: Response) => Promise<T>): Promise<T> {
    let failure: unknown;
    for (let index = 0; index < TRIES; index++) {
      const endpoint = endpoints[index % endpoints.length] ?? '';
      const signal = AbortSignal.timeout(TRY_MS);
      try {
        return await read(await fetch(endpoint + path, { method: 'POST', body: JSON.stringify(body), signal }));
      } catch (error) {
        failure = error;
        await pause(100);
      }
    }
    throw new Error('etcd does not answer', { cause: failure });
  }

  /** Reads on until `newest` is reached. */
  async function readTo(newest: number): Promise<void> {
    if (reached >= newest) return;
    const create = { key: ALL_KEYS, range_end: ALL_KEYS, start_revision: String(reached + 1) };
    await ask('/v3/watch', { create_request: create }, (response) => readFrom(response, newest));
  }

  async function readFrom(response: Response, newest: number): Promise<void> {
    for await (const line of lines(response)) {
      const { result } = JSON.parse(line) as GatewayResponse;
      if (result?.canceled === true) throw new Error(`etcd has forgotten revision ${reached + 1}`);
      // Some may have come already, before a try that failed.
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
        const { header } = (await response.json()) as GatewayResponse;
        if (header === undefined) throw new Error(`etcd answered with ${response.status}`);
        return Number(header.revision);
      });
      await readTo(newest);
      return newest;
    },
    async compact(revision) {
      // That it is compacted already is an answer too.
      await ask('/v3/kv/compaction', { revision: String(revision) }, (response) => response.text());
    },
  };
}

async function* lines({ body }: Response): AsyncGenerator<string, void, undefined> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
}
