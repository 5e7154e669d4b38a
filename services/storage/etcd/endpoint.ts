import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Span } from '@pilothouse/runtime/tracing/span.js';
import type { MessageStream } from '@pilothouse/http2/grpc/calls.js';
import { dial, type Connection } from '@pilothouse/http2/grpc/dial.js';
import { DEADLINE_EXCEEDED, RpcError, UNAVAILABLE } from '@pilothouse/http2/grpc/rpc-error.js';
import type { Revision } from '../store.js';
import type { Credentials } from './credentials.js';
import type { KeyRange } from './keyspace.js';
import { keepChecking } from './liveness.js';
import { authenticateRpc, statusRpc, type MemberStatus, type Rpc } from './messages.js';
import { provesProgress } from './versions.js';
import { progressRequest, readWatchResponse, WATCH_PATH, watchRequest, type WatchResponse } from './watch-messages.js';

/** One etcd member. It connects on first use and reconnects on its own. */
export interface Endpoint {
  readonly address: string;
  /** Whether the member's progress notifications are reliable; undefined before the first connection. */
  readonly provesProgress: boolean | undefined;
  isReady(): boolean;
  /** Resolves when connected; rejects at `deadline` (milliseconds since the epoch). */
  waitUntilReady(deadline: number): Promise<void>;
  /**
   * Sends a call once over an existing connection, without retries. Rejects with {@link CallError} or the signal's
   * reason.
   */
  unary<Response>(rpc: Rpc<Response>, options: CallOptions): Promise<Response>;
  /** Opens a stream for one watch. Failures surface as the stream's error. */
  watch(deadline: number): Promise<WatchStream>;
  /** Logs in again before the next call. */
  forgetToken(): void;
  /**
   * Replaces the connection with a new one that uses the current credentials. Calls in flight finish on the old one.
   * Retries until it succeeds or is called again. Never rejects.
   */
  renew(): Promise<void>;
  close(): void;
}

export interface CallOptions {
  readonly deadline: number;
  readonly signal?: AbortSignal | undefined;
  /** The call is a part of this span. */
  readonly trace?: Span | undefined;
}

/** Iterate it once. */
export interface WatchStream extends AsyncIterable<WatchResponse> {
  readonly provesProgress: boolean;
  begin(range: KeyRange, from: Revision): void;
  askProgress(): void;
  cancel(): void;
}

/** A failed call; `code` is the gRPC status. `sent` is false if the call certainly had no effect. */
export class CallError extends Error {
  override readonly name = 'CallError';
  constructor(
    readonly address: string,
    readonly code: number,
    readonly details: string,
    readonly sent: boolean,
  ) {
    super(`etcd at ${address}: ${details}`);
  }
}

export interface EndpointOptions {
  readonly address: string;
  readonly isSecure: boolean;
  /** Returns the current credentials. */
  readonly credentials: () => Credentials;
  /** Timeout in milliseconds for a connection attempt. */
  readonly dialTimeoutMs: number;
  /**
   * Called once for each change to credentials that cannot connect; the previous ones stay in use. Also called once
   * when the member's limit of concurrent streams is so low that calls wait for each other.
   */
  readonly onError: (error: unknown) => void;
  /** Interval in milliseconds of status checks (health and leader); 1000 when absent. */
  readonly checkIntervalMs?: number;
  /** Milliseconds for which calls in flight may finish after the leader changed; 1000 when absent. */
  readonly graceMs?: number;
}

interface MemberConnection {
  readonly connection: Connection;
  readonly proves: boolean;
  /** Extra connections for one watch each, when `connection` has no stream left. They end with it. */
  readonly watches: Set<Connection>;
}

/** The lowest acceptable limit of concurrent streams (RFC 9113, section 6.5.2). */
const MIN_STREAMS = 100;
const CALL_CONNECTION_ENDED = 'the call connection has ended';
const MIN_BACKOFF_MS = 50;
const MAX_BACKOFF_MS = 1000;

/** Throws a TypeError for an invalid address. */
export function createEndpoint(options: EndpointOptions): Endpoint {
  const {
    address,
    isSecure,
    credentials,
    dialTimeoutMs,
    onError,
    checkIntervalMs: intervalMs,
    graceMs = 1000,
  } = options;
  const { origin } = new URL(address.includes('://') ? address : `${isSecure ? 'https' : 'http'}://${address}`);
  let last: MemberConnection | undefined;
  let attempt: Promise<MemberConnection> | undefined;
  let token: Promise<string> | undefined;
  let renewals = 0;
  let isStreamLimitReported = false;
  const closing = new AbortController();
  // One listener for each connection.
  setMaxListeners(0, closing.signal);

  /** Connects and reads the version: members are upgraded or downgraded only while disconnected. */
  async function connectOnce(): Promise<MemberConnection> {
    const former = last?.connection;
    const connection = await dialOnce();
    reportStreamLimit(connection.room);
    try {
      const first = await statusOf(connection, dialTimeoutMs);
      const watches = new Set<Connection>();
      last = { connection, proves: provesProgress(first?.version ?? ''), watches };
      const fetchStatus = (timeoutMs: number) => statusOf(connection, timeoutMs);
      const onLostLeader = (): void => void replace(connection);
      connection.onClose(keepChecking(connection, { first, fetchStatus, onLostLeader, intervalMs }));
      connection.onClose(() => {
        for (const each of watches) each.destroy(CALL_CONNECTION_ENDED);
      });
    } catch (error) {
      connection.destroy('the version could not be read');
      throw error;
    }
    former?.retire();
    return last;
  }

  function dialOnce(): Promise<Connection> {
    return dial(origin, { tls: credentials().tls, timeoutMs: dialTimeoutMs, signal: closing.signal });
  }

  function reportStreamLimit(streams: number): void {
    if (streams >= MIN_STREAMS || isStreamLimitReported) return;
    isStreamLimitReported = true;
    const what = `etcd at ${address} allows only ${streams} concurrent streams on a connection, which delays calls`;
    onError(new Error(`${what}: set its --max-concurrent-streams to ${MIN_STREAMS} or more`));
  }

  /**
   * Opens an extra connection for one watch when the call connection has one stream left. A watch holds its stream for
   * its whole life. If watches held all streams, no call could be sent, including status checks.
   */
  async function dialForWatch({ connection, watches }: MemberConnection): Promise<Connection> {
    const own = await dialOnce();
    watches.add(own);
    own.onClose(() => watches.delete(own));
    if (!connection.usable) own.destroy(CALL_CONNECTION_ENDED);
    return own;
  }

  function connecting(): Promise<MemberConnection> {
    attempt ??= connectOnce().finally(() => {
      attempt = undefined;
    });
    return attempt;
  }

  /** Moves new calls to another connection and fails calls in flight after the grace period. */
  async function replace(former: Connection): Promise<void> {
    setTimeout(() => former.destroy('etcd elected another leader'), graceMs).unref();
    await connecting().catch(() => undefined);
  }

  /** Undefined if the user may not read the status. */
  async function statusOf(connection: Connection, timeoutMs: number): Promise<MemberStatus | undefined> {
    try {
      return await sendTo(connection, statusRpc(), { deadline: Date.now() + timeoutMs });
    } catch (error) {
      if (error instanceof CallError && error.sent && !isTimeout(error)) return undefined;
      throw error;
    }
  }

  async function connected(deadline: number): Promise<MemberConnection> {
    for (let pause = MIN_BACKOFF_MS; ; pause = Math.min(pause * 2, MAX_BACKOFF_MS)) {
      if (last?.connection.usable === true) return last;
      try {
        return await before(deadline, connecting());
      } catch (error) {
        if (closing.signal.aborted || Date.now() + pause >= deadline) throw callError(error);
      }
      await delay(pause, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  async function sendTo<Response>(
    to: Connection,
    rpc: Rpc<Response>,
    { deadline, signal, trace }: CallOptions,
    tokenText?: string,
  ): Promise<Response> {
    const span = trace && callSpan(trace, rpc.path, origin);
    const metadata = { ...(tokenText !== undefined && { token: tokenText }), ...span?.headers() };
    try {
      return rpc.decode(await to.unary(rpc.path, rpc.message, { metadata, timeoutMs: deadline - Date.now(), signal }));
    } catch (error) {
      span?.fail(String(error));
      throw callError(error);
    } finally {
      span?.end();
    }
  }

  function callError(error: unknown): unknown {
    return error instanceof RpcError ? new CallError(address, error.code, error.details, error.sent) : error;
  }

  function authenticate(to: Connection, deadline: number): Promise<string | undefined> {
    const { auth } = credentials();
    if (auth === undefined) return Promise.resolve(undefined);
    token ??= sendTo(to, authenticateRpc(auth.username, auth.password), { deadline }).catch((error: unknown) => {
      token = undefined;
      throw error;
    });
    return token;
  }

  return {
    address,
    get provesProgress() {
      return last?.proves;
    },
    isReady: () => last?.connection.usable === true,
    async waitUntilReady(deadline) {
      await connected(deadline);
    },
    async unary(rpc, options) {
      if (last?.connection.usable !== true)
        throw new CallError(address, UNAVAILABLE, 'No connection established', false);
      const to = last.connection;
      if (credentials().auth === undefined) return sendTo(to, rpc, options);
      const used = authenticate(to, options.deadline);
      try {
        return await sendTo(to, rpc, options, await used);
      } catch (error) {
        if (!isStaleToken(error)) throw error;
        // etcd rejected the call before executing it, so it can be sent again. Of several such calls, the first logs in
        // for all: a login is slow.
        if (token === used) token = undefined;
        return sendTo(to, rpc, options, await authenticate(to, options.deadline));
      }
    },
    async watch(deadline) {
      const server = await connected(deadline);
      const used = await authenticate(server.connection, deadline);
      // With `hasleader`, a watch fails at a member that is partitioned from the quorum.
      const metadata = { hasleader: 'true', ...(used !== undefined && { token: used }) };
      try {
        const hasRoom = server.connection.room > 1;
        const to = hasRoom ? server.connection : await dialForWatch(server);
        const stream = to.stream(WATCH_PATH, metadata);
        if (!hasRoom) to.leave();
        return watchStream(stream, server.proves);
      } catch (error) {
        throw callError(error);
      }
    },
    forgetToken() {
      token = undefined;
    },
    async renew() {
      const own = ++renewals;
      const isWanted = (): boolean => !closing.signal.aborted && own === renewals && last?.connection.usable === true;
      // The running attempt may use the previous credentials.
      await attempt?.catch(() => undefined);
      for (let pause = MIN_BACKOFF_MS; isWanted(); pause = Math.min(pause * 2, MAX_BACKOFF_MS)) {
        try {
          await connecting();
          return;
        } catch (error) {
          if (pause === MIN_BACKOFF_MS) onError(callError(error));
        }
        await delay(pause, undefined, { ref: false });
      }
    },
    close() {
      closing.abort();
    },
  };
}

/** The span of a call, with the name and the attributes of OpenTelemetry's conventions for gRPC. */
function callSpan(trace: Span, path: string, origin: string): Span {
  const [, service = '', method = ''] = path.split('/');
  return trace.start(`${service}/${method}`, {
    kind: 'client',
    attributes: { 'rpc.system': 'grpc', 'rpc.service': service, 'rpc.method': method, 'server.address': origin },
  });
}

function watchStream(stream: MessageStream, proves: boolean): WatchStream {
  return {
    provesProgress: proves,
    begin: (range, from) => stream.write(watchRequest(range, from)),
    askProgress: () => stream.write(progressRequest()),
    cancel: () => stream.cancel(),
    async *[Symbol.asyncIterator]() {
      for await (const message of stream) yield readWatchResponse(message);
    },
  };
}

/** Rejects at `deadline`. */
async function before<T>(deadline: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = new RpcError(UNAVAILABLE, 'No connection established (timeout)', false);
    timer = setTimeout(() => reject(error), Math.max(deadline - Date.now(), 0));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function isTimeout({ code }: CallError): boolean {
  return code === UNAVAILABLE || code === DEADLINE_EXCEEDED;
}

function isStaleToken(error: unknown): boolean {
  return error instanceof CallError && /invalid auth token|revision of auth store is old/.test(error.details);
}
