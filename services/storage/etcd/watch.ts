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
import type { KeyRange, Keyspace } from './keyspace.js';
import { createProgressAsker, type ProgressAsker } from './progress.js';
import type { WatchEvent, WatchResponse } from './watch-messages.js';

export interface WatchSource {
  readonly cluster: Cluster;
  readonly keyspace: Keyspace;
  /** Aborted when the store begins to close. */
  readonly closing: AbortSignal;
  readonly demand: ProgressDemand;
}

/** How far all watches should be told to have come. */
export interface ProgressDemand {
  revision: Revision;
  readonly watches: Set<ProgressAsker>;
}

/**
 * A watch on a stream of its own, so that a reader who is slow holds up only itself: what it has not read waits in etcd.
 * Whenever the stream breaks or stalls, another one goes on behind the last event delivered.
 */
export async function* watchRange(
  source: WatchSource,
  prefix: string,
  { from, signal, heartbeat }: WatchOptions,
): AsyncGenerator<WatchBatch, void, undefined> {
  const { cluster, keyspace, closing } = source;
  const range = keyspace.range(prefix);
  if (range === undefined) return;
  const stopped = anyOf(signal, closing);
  const progress: Progress = { next: from, failures: 0, denied: false };
  try {
    while (!stopped.signal.aborted) {
      const stream = await open(cluster, stopped.signal, progress.failures);
      if (stream === undefined) return;
      const denial = yield* readStream(source, stream, range, { progress, heartbeat, signal: stopped.signal });
      // A token that has expired is denied like a user who may not watch.
      if (denial === undefined) progress.denied = false;
      else if (progress.denied) throw new StoreUnavailableError(`etcd does not permit the watch: ${denial}`, false);
      else progress.denied = true;
      await pause(progress.failures, stopped.signal);
      if (progress.failures++ > 0 || progress.denied) cluster.reauthenticate();
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
  /** The stream before was not permitted. */
  denied: boolean;
}

interface ReadOptions {
  readonly progress: Progress;
  readonly heartbeat: number | undefined;
  readonly signal: AbortSignal;
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

/** Ends when the stream breaks or stalls, etcd denies it (and returns why), or `signal` is aborted. */
async function* readStream(
  { keyspace, demand }: WatchSource,
  stream: WatchStream,
  range: KeyRange,
  { progress, heartbeat, signal }: ReadOptions,
): AsyncGenerator<WatchBatch, string | undefined, undefined> {
  const abort = () => stream.cancel();
  signal.addEventListener('abort', abort, { once: true });
  // It may have come while the stream was being opened.
  if (signal.aborted) abort();
  const asker = createProgressAsker({
    send: () => stream.askProgress(),
    reached: () => progress.next - 1,
    stalled: () => stream.cancel(),
  });
  const beat = heartbeat !== undefined && stream.provesProgress ? setInterval(() => asker.ask(), heartbeat) : undefined;
  let held: WatchEvent[] = [];
  try {
    // It begins one revision early: etcd then also says so when the state before the first event is gone.
    stream.begin(range, Math.max(progress.next - 1, 1));
    asker.setReading(true);
    for await (const response of untilBroken(stream)) {
      asker.heard();
      if (response.canceled) return ended(response, progress.next);
      if (response.created && stream.provesProgress) {
        demand.watches.add(asker);
        asker.want(demand.revision);
      }
      const events = [...held, ...response.events.filter(({ keyValue }) => keyValue.modRevision >= progress.next)];
      // A fragment can end within a revision, whose other events are still to come.
      const last = events.at(-1)?.keyValue.modRevision;
      held = response.fragment ? events.filter(({ keyValue }) => keyValue.modRevision === last) : [];
      const complete = held.length === 0 ? events : events.slice(0, events.length - held.length);
      const revision = complete.at(-1)?.keyValue.modRevision ?? provenRevision(stream, response, held);
      if (revision === 0 || revision < progress.next - 1) continue;
      const batch = complete.map((event) => toEvent(event, keyspace));
      progress.next = revision + 1;
      progress.failures = 0;
      asker.advanced(complete.length === 0);
      asker.setReading(false);
      yield { revision, events: batch };
      asker.setReading(true);
      if (signal.aborted) break;
    }
    return undefined;
  } finally {
    clearInterval(beat);
    demand.watches.delete(asker);
    asker.stop();
    signal.removeEventListener('abort', abort);
    stream.cancel();
  }
}

/** What a message without events proves: the revision up to which there is nothing more to come; 0 for nothing. */
function provenRevision(stream: WatchStream, response: WatchResponse, held: readonly WatchEvent[]): Revision {
  const isProgress = stream.provesProgress && !response.created && !response.fragment && held.length === 0;
  return isProgress && response.events.length === 0 ? response.revision : 0;
}

/** The messages of a stream; that it broke only ends it. */
async function* untilBroken(stream: WatchStream): AsyncGenerator<WatchResponse, void, undefined> {
  try {
    yield* stream;
  } catch {
    // Whoever reads opens another one.
  }
}

/** Why etcd denies the watch, if it does. Throws when no other stream can go on. */
function ended({ compactRevision, cancelReason }: WatchResponse, from: Revision): string | undefined {
  if (compactRevision > 0) throw new CompactedError(from, compactRevision + 1);
  return /permission denied|user name|auth/.test(cancelReason) ? cancelReason : undefined;
}

function toEvent({ type, keyValue, previous }: WatchEvent, keyspace: Keyspace): StoreEvent {
  const revision = keyValue.modRevision;
  const before = previous && keyspace.ownEntry(previous);
  if (type === 'delete') {
    if (before === undefined) throw new CompactedError(revision, revision + 1);
    return { type, key: keyspace.name(keyValue.key), revision, previous: before };
  }
  if (before === undefined && keyValue.createRevision !== revision) throw new CompactedError(revision, revision + 1);
  return { type, entry: keyspace.ownEntry(keyValue), previous: before };
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
