import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Revision } from '../store.js';
import type { Credentials } from './credentials.js';
import { dial, type Connection } from './grpc.js';
import type { MessageStream } from './grpc-calls.js';
import type { KeyRange } from './keyspace.js';
import { keepChecking } from './liveness.js';
import { authenticateRpc, statusRpc, type MemberStatus, type Rpc } from './messages.js';
import { DEADLINE_EXCEEDED, RpcError, UNAVAILABLE } from './rpc-error.js';
import { provesProgress } from './versions.js';
import { progressRequest, readWatchResponse, WATCH_PATH, watchRequest, type WatchResponse } from './watch-messages.js';

/** One etcd server. It connects when it is first used, and again by itself. */
export interface Endpoint {
  readonly address: string;
  /** Of the server that was last connected: whether the progress that it tells can be believed. Unknown until then. */
  readonly provesProgress: boolean | undefined;
  isReady(): boolean;
  /** Resolves when connected; rejects when that takes until `deadline` (milliseconds since the epoch). */
  waitUntilReady(deadline: number): Promise<void>;
  /** Sends once, where it is connected: nothing is retried. Rejects with {@link CallError}, or with the signal's reason. */
  unary<Response>(rpc: Rpc<Response>, options: CallOptions): Promise<Response>;
  /** Opens a stream for one watch. What fails about it comes as the stream's error. */
  watch(deadline: number): Promise<WatchStream>;
  /** Logs in again before the next call. */
  forgetToken(): void;
  /**
   * Has a new connection, with the present credentials, take the place of the one that stands, as soon as there is one: what
   * is under way on the former one is finished. Tries until it can, or is called again. Rejects never.
   */
  renew(): Promise<void>;
  close(): void;
}

export interface CallOptions {
  readonly deadline: number;
  readonly signal?: AbortSignal | undefined;
}

/** Iterate it once. */
export interface WatchStream extends AsyncIterable<WatchResponse> {
  readonly provesProgress: boolean;
  begin(range: KeyRange, from: Revision): void;
  askProgress(): void;
  cancel(): void;
}

/** A call that failed; `code` is gRPC's number. `sent` is false where it certainly did nothing. */
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
  /** As they are now. */
  readonly credentials: () => Credentials;
  /** Connecting once takes at most so many milliseconds. */
  readonly dialTimeoutMs: number;
  /**
   * Told, once for each time, of new credentials by which no connection can be made; those from before are used until then.
   * Told once of a server that takes so few streams at a time that calls wait for each other.
   */
  readonly onError: (error: unknown) => void;
  /** Milliseconds between two looks at whether it is well and who leads; 1000 when absent. */
  readonly checkIntervalMs?: number;
  /** Milliseconds for which what was sent to a leader that is none any more is waited for; 1000 when absent. */
  readonly graceMs?: number;
}

interface Server {
  readonly connection: Connection;
  readonly proves: boolean;
  /** Connections for one watch each, where that one has no room for it. They end with it. */
  readonly watches: Set<Connection>;
}

/** So many streams at a time a server should take at least (RFC 9113, section 6.5.2). */
const ENOUGH_STREAMS = 100;
const WITH_CALLS = 'it goes with the connection for calls';
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1000;

/** Throws a TypeError for what is no address. */
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
  let last: Server | undefined;
  let attempt: Promise<Server> | undefined;
  let token: Promise<string> | undefined;
  let renewals = 0;
  let isScarcityTold = false;
  const closing = new AbortController();
  // One for each connection.
  setMaxListeners(0, closing.signal);

  /** Connects, and asks which version it is: members are up- and downgraded, but not while they are connected. */
  async function connectOnce(): Promise<Server> {
    const former = last?.connection;
    const connection = await dialOnce();
    tellScarcity(connection.room);
    try {
      const first = await statusOf(connection, dialTimeoutMs);
      const watches = new Set<Connection>();
      last = { connection, proves: provesProgress(first?.version ?? ''), watches };
      const ask = (timeoutMs: number) => statusOf(connection, timeoutMs);
      const onLostLeader = (): void => void replace(connection);
      connection.onClose(keepChecking(connection, { first, ask, onLostLeader, intervalMs }));
      connection.onClose(() => {
        for (const each of watches) each.destroy(WITH_CALLS);
      });
    } catch (error) {
      connection.destroy('it does not tell its version');
      throw error;
    }
    former?.retire();
    return last;
  }

  function dialOnce(): Promise<Connection> {
    return dial(origin, { tls: credentials().tls, timeoutMs: dialTimeoutMs, signal: closing.signal });
  }

  function tellScarcity(streams: number): void {
    if (streams >= ENOUGH_STREAMS || isScarcityTold) return;
    isScarcityTold = true;
    const what = `etcd at ${address} allows few streams on a connection (${streams}), so that calls wait for each other`;
    onError(new Error(`${what}: its --max-concurrent-streams should be ${ENOUGH_STREAMS} or more`));
  }

  /**
   * A connection for one watch, where the one for calls has but one place left: a watch takes its place for as long as it
   * lasts, and where all are watches', no call is ever sent, the question whether the server is well included.
   */
  async function dialForWatch({ connection, watches }: Server): Promise<Connection> {
    const own = await dialOnce();
    watches.add(own);
    own.onClose(() => watches.delete(own));
    if (!connection.usable) own.destroy(WITH_CALLS);
    return own;
  }

  function connecting(): Promise<Server> {
    attempt ??= connectOnce().finally(() => {
      attempt = undefined;
    });
    return attempt;
  }

  /** Has calls that are still to come take another connection, and those under way fail that are not answered soon. */
  async function replace(former: Connection): Promise<void> {
    setTimeout(() => former.destroy('etcd has another leader'), graceMs).unref();
    await connecting().catch(() => undefined);
  }

  /** Undefined where the server does not let us ask. */
  async function statusOf(connection: Connection, timeoutMs: number): Promise<MemberStatus | undefined> {
    try {
      return await sendTo(connection, statusRpc(), { deadline: Date.now() + timeoutMs });
    } catch (error) {
      if (error instanceof CallError && error.sent && !isSilence(error)) return undefined;
      throw error;
    }
  }

  async function connected(deadline: number): Promise<Server> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
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
    { deadline, signal }: CallOptions,
    tokenText?: string,
  ): Promise<Response> {
    const metadata = tokenText === undefined ? {} : { token: tokenText };
    try {
      return rpc.decode(await to.unary(rpc.path, rpc.message, { metadata, timeoutMs: deadline - Date.now(), signal }));
    } catch (error) {
      throw callError(error);
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
        // The call was turned away unread, so it can be sent again. Of many such calls the first logs in for all: it is slow.
        if (token === used) token = undefined;
        return sendTo(to, rpc, options, await authenticate(to, options.deadline));
      }
    },
    async watch(deadline) {
      const server = await connected(deadline);
      const used = await authenticate(server.connection, deadline);
      // Rather no watch than one at a server that is cut off from the others.
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
      // It may have begun with what was there before.
      await attempt?.catch(() => undefined);
      for (let pause = FIRST_PAUSE_MS; isWanted(); pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
        try {
          await connecting();
          return;
        } catch (error) {
          if (pause === FIRST_PAUSE_MS) onError(callError(error));
        }
        await delay(pause, undefined, { ref: false });
      }
    },
    close() {
      closing.abort();
    },
  };
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
    const error = new RpcError(UNAVAILABLE, 'No connection established (no answer in time)', false);
    timer = setTimeout(() => reject(error), Math.max(deadline - Date.now(), 0));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function isSilence({ code }: CallError): boolean {
  return code === UNAVAILABLE || code === DEADLINE_EXCEEDED;
}

function isStaleToken(error: unknown): boolean {
  return error instanceof CallError && /invalid auth token|revision of auth store is old/.test(error.details);
}
