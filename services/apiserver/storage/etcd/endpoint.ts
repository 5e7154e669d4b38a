import { ConnectionPool } from 'etcd3/lib/connection-pool.js';
import type { IOptions, Services } from 'etcd3';

/** One etcd server. It connects when it is first used, and again by itself. */
export interface Endpoint {
  readonly address: string;
  isReady(): boolean;
  /** Resolves when connected; rejects when that takes until `deadline` (milliseconds since the epoch). */
  waitUntilReady(deadline: number): Promise<void>;
  /** Sends once: nothing is retried. Rejects with {@link CallError}, or with the signal's reason. */
  unary<Response>(call: UnaryCall): Promise<Response>;
  /** Opens the watch stream. What fails about it comes as the stream's error. */
  watch(): Promise<WatchStream>;
  /** Logs in again before the next call. */
  forgetToken(): void;
  close(): void;
}

export interface UnaryCall {
  readonly service: 'KV' | 'Lease' | 'Auth';
  readonly method: string;
  readonly request: object;
  readonly deadline: number;
  readonly signal?: AbortSignal | undefined;
}

export interface WatchStream extends AsyncIterable<unknown> {
  write(request: object): void;
  cancel(): void;
  on(event: 'error', listener: (error: Error) => void): void;
}

/** A call that failed; `code` is gRPC's number, 14 for "unavailable" (grpc.status). */
export class CallError extends Error {
  override readonly name = 'CallError';
  constructor(
    readonly address: string,
    readonly code: number,
    readonly details: string,
  ) {
    super(`etcd at ${address}: ${details}`);
  }
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface EndpointOptions {
  readonly address: string;
  readonly tls: IOptions['credentials'];
  readonly auth: Credentials | undefined;
}

/** What of a generated gRPC client is used here. */
interface GrpcClient {
  waitForReady(deadline: number, done: (error?: Error) => void): void;
  getChannel(): { getConnectivityState(tryToConnect: boolean): number };
  watch(metadata: Metadata): WatchStream;
}

interface Metadata {
  set(key: string, value: string): void;
}

type UnaryMethod = (
  request: object,
  metadata: Metadata,
  options: { readonly deadline: number },
  done: (error: { readonly code?: number; readonly details?: string } | null, response: unknown) => void,
) => { cancel(): void };

/** gRPC's numbers for the state of a channel and of a call. */
const READY = 2;
const UNAVAILABLE = 14;

export const NO_CONNECTION = 'No connection established';

/** gRPC's options: messages of any size, dead connections found within seconds, quick reconnection. */
const CHANNEL_OPTIONS = {
  'grpc.max_receive_message_length': -1,
  'grpc.max_send_message_length': -1,
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 5000,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.min_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1000,
  'grpc.enable_retries': 0,
};

export function createEndpoint({ address, tls, auth }: EndpointOptions): Endpoint {
  const pool = new ConnectionPool({
    hosts: [address],
    ...(tls !== undefined && { credentials: tls }),
    grpcOptions: CHANNEL_OPTIONS,
  });
  let token: Promise<string> | undefined;

  /** Errors are kept from the pool, which would answer them with policies of its own. */
  async function send<Response>(call: UnaryCall, tokenText: string | undefined): Promise<Response> {
    const answer = await connect(call.service, (client, metadata) => {
      if (tokenText !== undefined) metadata.set('token', tokenText);
      return attempt(client, metadata, call);
    });
    if (answer.ok) return answer.response as Response;
    throw answer.error;
  }

  async function attempt(client: GrpcClient, metadata: Metadata, call: UnaryCall) {
    type Answer = { readonly ok: true; readonly response: unknown } | { readonly ok: false; readonly error: unknown };
    return new Promise<Answer>((resolve) => {
      const methods = client as unknown as Record<string, UnaryMethod>;
      const running = methods[call.method]?.(call.request, metadata, { deadline: call.deadline }, (error, response) => {
        call.signal?.removeEventListener('abort', abort);
        if (call.signal?.aborted === true) resolve({ ok: false, error: call.signal.reason });
        else if (error === null) resolve({ ok: true, response });
        else resolve({ ok: false, error: new CallError(address, error.code ?? 2, error.details ?? '') });
      });
      const abort = () => running?.cancel();
      call.signal?.addEventListener('abort', abort, { once: true });
    });
  }

  function connect<T>(
    service: keyof typeof Services,
    use: (client: GrpcClient, metadata: Metadata) => T | Promise<T>,
  ): Promise<T> {
    return pool.withConnection(service, ({ client, metadata }) => use(client as unknown as GrpcClient, metadata));
  }

  function authenticate(deadline: number): Promise<string | undefined> {
    if (auth === undefined) return Promise.resolve(undefined);
    token ??= logIn(auth, deadline);
    return token;
  }

  async function logIn({ username, password }: Credentials, deadline: number): Promise<string> {
    const request = { name: username, password };
    try {
      const answer = await send<{ token: string }>(
        { service: 'Auth', method: 'authenticate', request, deadline },
        undefined,
      );
      return answer.token;
    } catch (error) {
      token = undefined;
      throw error;
    }
  }

  let state: GrpcClient | undefined;
  async function stateClient(): Promise<GrpcClient> {
    state ??= await connect('KV', (client) => client);
    return state;
  }

  /** Only a call is told why there is no connection. */
  async function whyNotReady(): Promise<string> {
    const request = { key: Buffer.of(0), count_only: true };
    const call = { service: 'KV', method: 'range', request, deadline: Date.now() + 50 } as const;
    const error = await send(call, undefined).catch((reason: unknown) => reason);
    const known = error instanceof CallError && error.code === UNAVAILABLE;
    return known ? error.details : NO_CONNECTION;
  }

  return {
    address,
    isReady: () => state?.getChannel().getConnectivityState(false) === READY,
    async waitUntilReady(deadline) {
      const client = await stateClient();
      const failed = await new Promise((resolve) => {
        client.waitForReady(deadline, resolve);
      });
      if (failed) throw new CallError(address, UNAVAILABLE, await whyNotReady());
    },
    async unary(call) {
      const used = await authenticate(call.deadline);
      try {
        return await send(call, used);
      } catch (error) {
        if (used === undefined || !isStaleToken(error)) throw error;
        // The call was turned away unread, so it can be sent again.
        token = undefined;
        return send(call, await authenticate(call.deadline));
      }
    },
    async watch() {
      const used = await authenticate(Date.now() + 5000);
      return connect('Watch', (client, metadata) => {
        if (used !== undefined) metadata.set('token', used);
        // Rather no watch than one at a server that is cut off from the others.
        metadata.set('hasleader', 'true');
        return client.watch(metadata);
      });
    },
    forgetToken() {
      token = undefined;
    },
    close: () => pool.close(),
  };
}

function isStaleToken(error: unknown): boolean {
  return error instanceof CallError && /invalid auth token|revision of auth store is old/.test(error.details);
}
