import { setTimeout as delay } from 'node:timers/promises';
import type { Span } from '@pilothouse/runtime/tracing/span.js';
import { StoreFullError, StoreUnavailableError } from '../store.js';
import { abortable } from '../abortable.js';
import { CallError, type Endpoint, type WatchStream } from './endpoint.js';
import type { Rpc } from './messages.js';

/** Several etcd members as one. Calls go to a connected member and stay there while it answers. */
export interface Cluster {
  /**
   * Rejects with StoreUnavailableError, {@link RevisionError}, RangeError for a request that is too large, or with the
   * signal's reason. Reads are retried on other members until the deadline. Writes are retried only if they
   * certainly did not happen. With `deadline` (milliseconds since the epoch) the call also waits while no member can be
   * connected. Each attempt is a part of `trace`.
   */
  call<Response>(
    kind: 'read' | 'write',
    rpc: Rpc<Response>,
    signal?: AbortSignal,
    deadline?: number,
    trace?: Span,
  ): Promise<Response>;
  /**
   * Opens a watch stream once a member can be reached; each `attempt` prefers another member. Rejects when the signal
   * is aborted, and with StoreUnavailableError when etcd denies access.
   */
  watch(signal: AbortSignal, attempt: number): Promise<WatchStream>;
  /** Whether progress notifications are reliable on every member connected so far, and at least one was connected. */
  provesProgress(): boolean;
  /** Starts to connect to all members, so that their versions are known and a failover is fast. */
  connect(): void;
  /** Logs in again before the next call. */
  reauthenticate(): void;
  /** Replaces all connections with new ones that use the current credentials. */
  renew(): void;
  close(): void;
}

export interface ClusterOptions {
  /** Timeout in milliseconds for a connection attempt. */
  readonly dialTimeoutMs: number;
  /** Timeout in milliseconds of a call without a deadline, including retries on other members. */
  readonly callTimeoutMs: number;
}

/** etcd reports that a revision is compacted or in the future. It does not report which revisions exist. */
export class RevisionError extends Error {
  override readonly name = 'RevisionError';
  constructor(readonly kind: 'compacted' | 'future') {
    super(`the revision is ${kind}`);
  }
}

/** A write names a lease that etcd does not know. It did not happen. */
export class NoLeaseError extends StoreUnavailableError {}

/** Meaning of a failed call. `notDone`: it certainly did not happen, and a retry may succeed. */
type Failure = 'compacted' | 'future' | 'tooLarge' | 'noLease' | 'full' | 'refused' | 'notDone' | 'unknown';

const UNAUTHENTICATED = 16;
const PERMISSION_DENIED = 7;

/** Message patterns of etcd and gRPC errors. Their codes alone are ambiguous. */
const FAILURES: readonly (readonly [RegExp, Failure])[] = [
  [/required revision has been compacted/, 'compacted'],
  [/required revision is a future revision/, 'future'],
  [/request is too large|received message larger than max/, 'tooLarge'],
  [/requested lease not found/, 'noLease'],
  [/database space exceeded/, 'full'],
  [/corrupt cluster/, 'refused'],
  [/etcdserver: (no leader|too many requests|not capable)/, 'notDone'],
];

export function createCluster(endpoints: readonly Endpoint[], options: ClusterOptions): Cluster {
  let preferred = 0;

  /** The preferred endpoint, if it is connected and was not tried. */
  function readyFirst(tried: ReadonlySet<Endpoint>): Endpoint | undefined {
    const endpoint = endpoints[preferred];
    return endpoint?.isReady() === true && !tried.has(endpoint) ? endpoint : undefined;
  }

  /** Later calls prefer the next endpoint, because this one may hang. */
  function demote(endpoint: Endpoint): void {
    if (endpoints[preferred] === endpoint) preferred = (preferred + 1) % endpoints.length;
  }

  /** A connected endpoint, if possible one that is not in `tried`. */
  async function pick(tried: ReadonlySet<Endpoint>, deadline: number, first = preferred): Promise<Endpoint> {
    const inOrder = [...endpoints.slice(first), ...endpoints.slice(0, first)];
    const untried = inOrder.filter((endpoint) => !tried.has(endpoint));
    const candidates = untried.length > 0 ? untried : inOrder;
    const ready = candidates.find((endpoint) => endpoint.isReady());
    if (ready !== undefined) return ready;
    const dialDeadline = Math.min(deadline, Date.now() + options.dialTimeoutMs);
    return Promise.any(candidates.map((endpoint) => endpoint.waitUntilReady(dialDeadline).then(() => endpoint)));
  }

  async function call<Response>(
    kind: 'read' | 'write',
    rpc: Rpc<Response>,
    signal?: AbortSignal,
    until?: number,
    trace?: Span,
  ): Promise<Response> {
    signal?.throwIfAborted();
    const deadline = until ?? Date.now() + options.callTimeoutMs;
    const tried = new Set<Endpoint>();
    let last: unknown;
    while (Date.now() < deadline) {
      let endpoint: Endpoint;
      try {
        endpoint = readyFirst(tried) ?? (await abortable(pick(tried, deadline), signal));
      } catch (error) {
        signal?.throwIfAborted();
        if (until === undefined && (tried.size === 0 || tried.size === endpoints.length)) {
          last ??= firstOf(error);
          break;
        }
        tried.clear();
        continue;
      }
      try {
        const response = await endpoint.unary(rpc, { signal, deadline: attemptDeadline(kind, deadline), trace });
        preferred = endpoints.indexOf(endpoint);
        return response;
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        last = error;
        tried.add(endpoint);
        const failure = failureOf(error);
        if (failure === 'unknown') demote(endpoint);
        if (failure === 'unknown' && kind === 'write') throw unavailable(error, true);
        if (failure !== 'unknown' && failure !== 'notDone') throw definite(failure, error);
        if (tried.size >= endpoints.length) await delay(Math.min(50 * tried.size, 200));
      }
    }
    signal?.throwIfAborted();
    throw unavailable(last, false);
  }

  /** With several members, a read leaves time for another one in case the first hangs. */
  function attemptDeadline(kind: 'read' | 'write', deadline: number): number {
    const share = kind === 'read' && endpoints.length > 1 ? options.callTimeoutMs / 2 : options.callTimeoutMs;
    return Math.min(deadline, Date.now() + share);
  }

  async function watch(signal: AbortSignal, attempt: number): Promise<WatchStream> {
    for (let first = preferred + attempt; ; first++) {
      signal.throwIfAborted();
      try {
        const deadline = Date.now() + options.dialTimeoutMs;
        const endpoint = await abortable(pick(new Set(), deadline, first % endpoints.length), signal);
        return await endpoint.watch(deadline);
      } catch (error) {
        if (error instanceof CallError && isRefusal(error)) throw unavailable(error, false);
        await delay(200, undefined, { signal });
      }
    }
  }

  return {
    call,
    watch,
    provesProgress() {
      const known = endpoints.map((endpoint) => endpoint.provesProgress).filter((proves) => proves !== undefined);
      return known.length > 0 && !known.includes(false);
    },
    connect() {
      const deadline = Date.now() + options.dialTimeoutMs;
      for (const endpoint of endpoints) endpoint.waitUntilReady(deadline).catch(() => undefined);
    },
    reauthenticate() {
      for (const endpoint of endpoints) endpoint.forgetToken();
    },
    renew() {
      for (const endpoint of endpoints) void endpoint.renew();
    },
    close() {
      for (const endpoint of endpoints) endpoint.close();
    },
  };
}

function firstOf(error: unknown): unknown {
  return error instanceof AggregateError ? (error.errors[0] as unknown) : error;
}

function failureOf(error: CallError): Failure {
  if (!error.sent) return 'notDone';
  for (const [text, failure] of FAILURES) if (text.test(error.details)) return failure;
  return isRefusal(error) ? 'refused' : 'unknown';
}

/** The user is denied access. A retry does not help. */
function isRefusal({ code, details }: CallError): boolean {
  return code === UNAUTHENTICATED || code === PERMISSION_DENIED || /authentication failed|user name/.test(details);
}

function definite(failure: Failure, error: CallError): Error {
  if (failure === 'compacted' || failure === 'future') return new RevisionError(failure);
  if (failure === 'tooLarge') return new RangeError(error.message, { cause: error });
  if (failure === 'full') return new StoreFullError(error.message, { cause: error });
  if (failure === 'noLease') return new NoLeaseError(error.message, false, { cause: error });
  return unavailable(error, false);
}

function unavailable(error: unknown, outcomeUnknown: boolean): StoreUnavailableError {
  const text = error instanceof Error ? error.message : 'etcd did not answer in time';
  return new StoreUnavailableError(text, outcomeUnknown, { cause: error });
}
