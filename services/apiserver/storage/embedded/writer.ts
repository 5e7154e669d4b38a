import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Entry, Revision, WriteResult } from '../store.js';
import { encodeLogRecord, encodeNumber, expiryKey, recordKey } from './encoding.js';
import { readEntry } from './reader.js';
import type { State } from './state.js';

export interface WriteRequest {
  readonly key: Buffer;
  /** Undefined deletes. */
  readonly value: Uint8Array | undefined;
  /** The revision the entry must have; undefined when there must be none. */
  readonly expected: Revision | undefined;
  /** Another entry, and the revision that it must have. */
  readonly ground?: { readonly key: Buffer; readonly revision: Revision };
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number;
  /** A record of `expiries` that is done with, whatever comes of the write. */
  readonly expiry?: Buffer;
}

export interface Writer {
  /** Resolves when durable. Once a transaction has begun, `signal` has no effect on it any more. */
  write(request: WriteRequest, signal?: AbortSignal): Promise<WriteResult>;
}

interface Waiting {
  readonly request: WriteRequest;
  resolve(result: WriteResult): void;
  reject(error: unknown): void;
}

interface Change extends WriteRequest {
  readonly revision: Revision;
}

/** Bounds of one transaction. */
const BATCH_WRITES = 2000;
const BATCH_BYTES = 16_000_000;

/**
 * Group commit: all writes that wait when a transaction ends go into the next one. They are checked one after the other
 * against the newest entries, those earlier in the same transaction included, so a race has exactly one winner.
 */
export function createWriter(state: State): Writer {
  const queue = new Set<Waiting>();
  let running = false;

  async function run(): Promise<void> {
    running = true;
    while (queue.size > 0) {
      // Those who write again as soon as the last transaction has answered them shall be in the next.
      await nextTurn();
      await commitBatch(state, takeBatch(queue));
    }
    running = false;
  }

  return {
    write(request, signal) {
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const abort = () => {
          if (queue.delete(waiting)) reject(signal?.reason);
        };
        const waiting: Waiting = {
          request,
          resolve(result) {
            signal?.removeEventListener('abort', abort);
            resolve(result);
          },
          reject(error) {
            signal?.removeEventListener('abort', abort);
            reject(error);
          },
        };
        signal?.addEventListener('abort', abort, { once: true });
        queue.add(waiting);
        if (!running) void run();
      });
    },
  };
}

function takeBatch(queue: Set<Waiting>): Waiting[] {
  const batch: Waiting[] = [];
  let bytes = 0;
  for (const waiting of queue) {
    if (batch.length >= BATCH_WRITES || bytes >= BATCH_BYTES) break;
    queue.delete(waiting);
    batch.push(waiting);
    bytes += waiting.request.value?.length ?? 0;
  }
  return batch;
}

/** Answers every one of the batch, and never rejects itself. */
async function commitBatch(state: State, batch: readonly Waiting[]): Promise<void> {
  try {
    const { results, changes } = decide(state, batch);
    const finished = batch.flatMap(({ request }) => request.expiry ?? []);
    if (changes.length > 0 || finished.length > 0) await apply(state, changes, finished);
    batch.forEach((waiting, index) => waiting.resolve(results[index] as WriteResult));
  } catch (error) {
    for (const waiting of batch) waiting.reject(error);
  }
}

function decide(state: State, batch: readonly Waiting[]) {
  const heads = new Map<string, Entry | undefined>();
  const changes: Change[] = [];
  let { revision } = state;
  const headOf = (bytes: Buffer, key: string): Entry | undefined =>
    heads.has(key) ? heads.get(key) : readEntry(state.env, bytes, state.revision);
  const results = batch.map(({ request }): WriteResult => {
    const { ground } = request;
    const key = request.key.toString();
    const current = headOf(request.key, key);
    if (current?.revision !== request.expected) return { ok: false, current };
    if (ground && headOf(ground.key, ground.key.toString())?.revision !== ground.revision)
      return { ok: false, current };
    revision++;
    heads.set(key, request.value === undefined ? undefined : { key, value: request.value, revision });
    changes.push({ ...request, revision });
    return { ok: true, revision };
  });
  return { results, changes };
}

async function apply(state: State, changes: readonly Change[], finished: readonly Buffer[]): Promise<void> {
  const { env } = state;
  try {
    await env.commit(() => {
      for (const { key, value, revision, expiresAt } of changes) {
        const deleted = value === undefined;
        void env.records.put(recordKey(key, revision, deleted), asBuffer(value));
        void env.log.put(encodeNumber(revision), encodeLogRecord(key, deleted));
        if (expiresAt !== undefined) void env.expiries.put(expiryKey(expiresAt, revision), key);
      }
      for (const expiry of finished) void env.expiries.remove(expiry);
    });
  } catch (error) {
    state.revision = Math.max(state.revision, readRevision(state));
    state.changed.notify();
    throw error;
  }
  state.revision = changes.at(-1)?.revision ?? state.revision;
  state.changed.notify();
}

/** The newest revision on disk after a failure, as far as it can be read. */
function readRevision(state: State): Revision {
  try {
    return state.env.lastRevision();
  } catch {
    return state.revision;
  }
}

const EMPTY = Buffer.alloc(0);

function asBuffer(value: Uint8Array | undefined): Buffer {
  if (value === undefined) return EMPTY;
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
