import type { IEvent, IWatchResponse } from 'etcd3';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CompactedError,
  StoreUnavailableError,
  type Revision,
  type StoreEvent,
  type WatchBatch,
  type WatchOptions,
} from '../store.js';
import type { Cluster } from './cluster.js';
import type { WatchStream } from './endpoint.js';
import type { Keyspace } from './keyspace.js';

/** The client library says `Delete` in its types, and passes on what etcd's protocol says. */
const DELETIONS: ReadonlySet<string> = new Set(['Delete', 'DELETE']);

export interface WatchSource {
  readonly cluster: Cluster;
  readonly keyspace: Keyspace;
  /** Aborted when the store begins to close. */
  readonly closing: AbortSignal;
}

/**
 * A watch on a stream of its own, so that a reader who is slow holds up only itself: what it has not read waits in etcd.
 * Whenever the stream breaks, another one goes on behind the last event delivered.
 */
export async function* watchRange(
  { cluster, keyspace, closing }: WatchSource,
  prefix: string,
  { from, signal }: WatchOptions,
): AsyncGenerator<WatchBatch, void, undefined> {
  const range = keyspace.range(prefix);
  if (range === undefined) return;
  const stopped = anyOf(signal, closing);
  const progress: Progress = { next: from, failures: 0 };
  let denied = false;
  try {
    while (!stopped.signal.aborted) {
      const stream = await open(cluster, stopped.signal, progress.failures);
      if (stream === undefined) return;
      // It begins one revision early: etcd then also says so when the state before the first event is gone.
      const start = Math.max(progress.next - 1, 1);
      const request = { ...range, start_revision: start, prev_kv: true, fragment: true };
      const denial = yield* readStream(stream, request, keyspace, progress, stopped.signal);
      // A token that has expired is denied like a user who may not watch.
      if (denial === undefined) denied = false;
      else if (denied) throw new StoreUnavailableError(`etcd does not permit the watch: ${denial}`, false);
      else denied = true;
      await pause(progress.failures, stopped.signal);
      if (progress.failures++ > 0 || denied) cluster.reauthenticate();
    }
  } finally {
    stopped.release();
  }
}

/** How far a watch has come, from one stream to the next. */
interface Progress {
  /** The first revision whose events were not delivered. */
  next: Revision;
  /** How many streams in a row brought nothing. */
  failures: number;
}

/** Undefined when `signal` was aborted meanwhile. */
async function open(cluster: Cluster, signal: AbortSignal, attempt: number): Promise<WatchStream | undefined> {
  try {
    return await cluster.watch(signal, attempt);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** Longer from failure to failure, up to a second; cut short when `signal` is aborted. */
async function pause(failures: number, signal: AbortSignal): Promise<void> {
  await delay(Math.min(50 * 2 ** failures, 1000), undefined, { signal }).catch(() => undefined);
}

/** Ends when the stream breaks, etcd denies it (and returns why), or `signal` is aborted. */
async function* readStream(
  stream: WatchStream,
  request: object,
  keyspace: Keyspace,
  progress: Progress,
  signal: AbortSignal,
): AsyncGenerator<WatchBatch, string | undefined, undefined> {
  const abort = () => stream.cancel();
  stream.on('error', () => {});
  signal.addEventListener('abort', abort, { once: true });
  let events: IEvent[] = [];
  try {
    stream.write({ create_request: request });
    for await (const message of untilBroken(stream)) {
      const response = message as IWatchResponse;
      if (response.canceled) return ended(response, progress.next);
      events.push(...response.events.filter(({ kv }) => Number(kv.mod_revision) >= progress.next));
      // A fragment can end within a revision, whose other events are still to come.
      const last = events.at(-1)?.kv.mod_revision;
      const held = response.fragment ? events.filter(({ kv }) => kv.mod_revision === last) : [];
      const complete = events.slice(0, events.length - held.length);
      events = held;
      if (complete.length === 0) continue;
      const revision = Number(complete.at(-1)?.kv.mod_revision);
      const batch = complete.map((event) => toEvent(event, keyspace));
      progress.next = revision + 1;
      progress.failures = 0;
      yield { revision, events: batch };
      if (signal.aborted) break;
    }
    return undefined;
  } finally {
    signal.removeEventListener('abort', abort);
    stream.cancel();
  }
}

/** The messages of a stream; that it broke only ends it. */
async function* untilBroken(stream: WatchStream): AsyncGenerator<unknown, void, undefined> {
  try {
    yield* stream;
  } catch {
    // Whoever reads opens another one.
  }
}

/** Why etcd denies the watch, if it does. Throws when no other stream can go on. */
function ended({ compact_revision, cancel_reason }: IWatchResponse, from: Revision): string | undefined {
  const compacted = Number(compact_revision);
  if (compacted > 0) throw new CompactedError(from, compacted + 1);
  return /permission denied|user name|auth/.test(cancel_reason) ? cancel_reason : undefined;
}

function toEvent({ type, kv, prev_kv }: IEvent, keyspace: Keyspace): StoreEvent {
  const revision = Number(kv.mod_revision);
  const previous = prev_kv === null || prev_kv === undefined ? undefined : keyspace.entry(prev_kv);
  if (DELETIONS.has(type)) {
    if (previous === undefined) throw new CompactedError(revision, revision + 1);
    return { type: 'delete', key: keyspace.name(kv.key), revision, previous };
  }
  if (previous === undefined && kv.create_revision !== kv.mod_revision)
    throw new CompactedError(revision, revision + 1);
  return { type: 'put', entry: keyspace.entry(kv), previous };
}

/** A signal that follows both others, until it is released. */
function anyOf(a: AbortSignal, b: AbortSignal): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  for (const signal of [a, b]) {
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
  }
  return {
    signal: controller.signal,
    release() {
      for (const signal of [a, b]) signal.removeEventListener('abort', abort);
    },
  };
}
