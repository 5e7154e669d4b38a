import { setTimeout as delay } from 'node:timers/promises';
import { StoreFullError, StoreUnavailableError } from '../store.js';
import { abortable } from './abortable.js';
import { CallError, type Endpoint, type WatchStream } from './endpoint.js';
import type { Rpc } from './messages.js';

/** Several etcd servers as one. Calls go to one that is connected, and stay there while it answers. */
export interface Cluster {
  /**
   * Rejects with StoreUnavailableError, {@link RevisionError}, RangeError for a request that is too large, or with the
   * signal's reason. Reads are tried on other servers until the deadline; writes only where they certainly did not
   * happen. Who gives a deadline (milliseconds since the epoch) waits until then also where no server can be connected.
   */
  call<Response>(
    kind: 'read' | 'write',
    rpc: Rpc<Response>,
    signal?: AbortSignal,
    deadline?: number,
  ): Promise<Response>;
  /**
   * A watch stream, as soon as a server can be reached; another server for another `attempt`. Rejects when the signal is
   * aborted, and with StoreUnavailableError when etcd does not let us in.
   */
  watch(signal: AbortSignal, attempt: number): Promise<WatchStream>;
  /** Whether the progress of watches can be believed, on every server that was ever connected and on one at least. */
  provesProgress(): boolean;
  /** Begins to connect to all servers, so that their versions are known and another one is at hand. */
  connect(): void;
  /** Logs in again before the next calls. */
  reauthenticate(): void;
  /** Has connections with the present credentials take the place of those that stand. */
  renew(): void;
  close(): void;
}

export interface ClusterOptions {
  /** Connecting takes at most so many milliseconds. */
  readonly dialTimeoutMs: number;
  /** A call without a deadline takes at most so many milliseconds, tries on several servers included. */
  readonly callTimeoutMs: number;
}

/** etcd says that a revision is too old or too new. Which ones it has is not said. */
export class RevisionError extends Error {
  override readonly name = 'RevisionError';
  constructor(readonly kind: 'compacted' | 'future') {
    super(`the revision is ${kind}`);
  }
}

/** A write names a lease that etcd does not know; it was not done. */
export class NoLeaseError extends StoreUnavailableError {}

/** What a failed call means. `notDone` is sure that nothing happened, and another try may succeed. */
type Failure = 'compacted' | 'future' | 'tooLarge' | 'noLease' | 'full' | 'refused' | 'notDone' | 'unknown';

const UNAUTHENTICATED = 16;
const PERMISSION_DENIED = 7;

/** Texts that etcd's and gRPC's errors hold; their codes alone are shared by very different failures. */
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

  /** The one that calls stay with, while that is well. */
  function readyFirst(tried: ReadonlySet<Endpoint>): Endpoint | undefined {
    const endpoint = endpoints[preferred];
    return endpoint?.isReady() === true && !tried.has(endpoint) ? endpoint : undefined;
  }

  /** Later calls begin with the next one: this one may be stuck. */
  function leave(endpoint: Endpoint): void {
    if (endpoints[preferred] === endpoint) preferred = (preferred + 1) % endpoints.length;
  }

  /** An endpoint that is connected, one not in `tried` if possible. */
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
        const response = await endpoint.unary(rpc, { signal, deadline: attemptDeadline(kind, deadline) });
        preferred = endpoints.indexOf(endpoint);
        return response;
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        last = error;
        tried.add(endpoint);
        const failure = failureOf(error);
        if (failure === 'unknown') leave(endpoint);
        if (failure === 'unknown' && kind === 'write') throw unavailable(error, true);
        if (failure !== 'unknown' && failure !== 'notDone') throw definite(failure, error);
        if (tried.size >= endpoints.length) await delay(Math.min(50 * tried.size, 200));
      }
    }
    signal?.throwIfAborted();
    throw unavailable(last, false);
  }

  /** With several servers a read leaves time for another one, should the first be stuck. */
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

/** True for a user who may not do that; trying again does not help. */
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
