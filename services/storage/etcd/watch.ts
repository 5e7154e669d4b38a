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
import { createProgressRequester, type ProgressRequester } from './progress.js';
import type { WatchEvent, WatchResponse } from './watch-messages.js';

export interface WatchSource {
  readonly cluster: Cluster;
  readonly keyspace: Keyspace;
  /** Aborted when the store begins to close. */
  readonly closing: AbortSignal;
  readonly demand: ProgressDemand;
}

/** The revision that all watches should report. */
export interface ProgressDemand {
  revision: Revision;
  readonly watches: Set<ProgressRequester>;
}

/**
 * A watch with its own stream, so that a slow reader delays only itself: unread events wait in etcd. When the stream
 * breaks or stalls, a new one continues after the last delivered event.
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
      // etcd denies an expired token like a user without permission, so the first denial is retried.
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

/** The progress of a watch across streams. */
interface Progress {
  /** The first revision whose events were not delivered. */
  next: Revision;
  /** Number of consecutive streams without a message. */
  failures: number;
  /** The previous stream was denied. */
  denied: boolean;
}

interface ReadOptions {
  readonly progress: Progress;
  readonly heartbeat: number | undefined;
  readonly signal: AbortSignal;
}

/** Undefined when `signal` was aborted. */
async function open(cluster: Cluster, signal: AbortSignal, attempt: number): Promise<WatchStream | undefined> {
  try {
    return await cluster.watch(signal, attempt);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** Exponential backoff of up to a second. Ends early when `signal` is aborted. */
async function pause(failures: number, signal: AbortSignal): Promise<void> {
  await delay(Math.min(50 * 2 ** failures, 1000), undefined, { signal }).catch(() => undefined);
}

/** Ends when the stream breaks or stalls, when etcd denies it (returns the reason), or when `signal` is aborted. */
async function* readStream(
  { keyspace, demand }: WatchSource,
  stream: WatchStream,
  range: KeyRange,
  { progress, heartbeat, signal }: ReadOptions,
): AsyncGenerator<WatchBatch, string | undefined, undefined> {
  const abort = () => stream.cancel();
  signal.addEventListener('abort', abort, { once: true });
  // The signal may have been aborted while the stream was opening.
  if (signal.aborted) abort();
  const requester = createProgressRequester({
    send: () => stream.askProgress(),
    reached: () => progress.next - 1,
    stalled: () => stream.cancel(),
  });
  const beat =
    heartbeat !== undefined && stream.provesProgress ? setInterval(() => requester.send(), heartbeat) : undefined;
  let incomplete: WatchEvent[] = [];
  try {
    // Starts one revision early, so that etcd also reports when the state before the first event is compacted.
    stream.begin(range, Math.max(progress.next - 1, 1));
    requester.setReading(true);
    for await (const response of untilBroken(stream)) {
      requester.received();
      if (response.canceled) return ended(response, progress.next);
      if (response.created && stream.provesProgress) {
        demand.watches.add(requester);
        requester.want(demand.revision);
      }
      const events = [
        ...incomplete,
        ...response.events.filter(({ keyValue }) => keyValue.modRevision >= progress.next),
      ];
      // A fragment can end within a revision whose other events follow.
      const last = events.at(-1)?.keyValue.modRevision;
      incomplete = response.fragment ? events.filter(({ keyValue }) => keyValue.modRevision === last) : [];
      const complete = incomplete.length === 0 ? events : events.slice(0, events.length - incomplete.length);
      const revision = complete.at(-1)?.keyValue.modRevision ?? provenRevision(stream, response, incomplete);
      if (revision === 0 || revision < progress.next - 1) continue;
      const batch = complete.map((event) => toEvent(event, keyspace));
      progress.next = revision + 1;
      progress.failures = 0;
      requester.advanced(complete.length === 0);
      requester.setReading(false);
      yield { revision, events: batch };
      requester.setReading(true);
      if (signal.aborted) break;
    }
    return undefined;
  } finally {
    clearInterval(beat);
    demand.watches.delete(requester);
    requester.stop();
    signal.removeEventListener('abort', abort);
    stream.cancel();
  }
}

/** The revision that a message without events proves to be complete; 0 for none. */
function provenRevision(stream: WatchStream, response: WatchResponse, incomplete: readonly WatchEvent[]): Revision {
  const isProgress = stream.provesProgress && !response.created && !response.fragment && incomplete.length === 0;
  return isProgress && response.events.length === 0 ? response.revision : 0;
}

/** The messages of a stream. A broken stream ends it without an error. */
async function* untilBroken(stream: WatchStream): AsyncGenerator<WatchResponse, void, undefined> {
  try {
    yield* stream;
  } catch {
    // The caller opens another stream.
  }
}

/** The reason when etcd denies the watch. Throws when no other stream can continue. */
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

/** A signal that follows both, until it is released. */
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
