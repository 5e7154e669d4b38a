import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { logVerbosity, Server, ServerCredentials, setLogVerbosity, type ServerOptions } from '@grpc/grpc-js';
import { watchTlsFiles, type TlsFiles } from '../certificates/tls-files.js';
import type { OnReload } from '../files/watched.js';
import { hostAndPort, type GrpcAddress } from './address.js';
import { addHandlers, type GrpcService } from './handlers.js';
import { requestTimeoutInterceptor } from './request-timeout.js';
import { RenewableCredentials } from './server-tls.js';
import { addHealth, addReflection } from './standard-services.js';

export interface ServeGrpcOptions {
  /** Port 0 selects a free port. */
  readonly address: GrpcAddress;
  /** PEM files, which are reloaded on change. Plain connections must be configured explicitly. */
  readonly security: ({ readonly type: 'tls' } & TlsFiles) | { readonly type: 'plain' };
  /** Created by `grpcService`. */
  readonly services: readonly GrpcService[];
  /** Called with errors of handlers and with invalid files. */
  readonly onError: (error: unknown, what: string) => void;
  /** Called on each reload of the files. */
  readonly onReload?: OnReload;
  readonly now: () => Date;
  /** Size limit of a request; 1 MiB when absent. */
  readonly maxRequestBytes?: number;
  /** Timeout in milliseconds for a request to arrive and for a TLS handshake; 10,000 when absent. */
  readonly requestTimeout?: number;
  /** Poll interval of the files in milliseconds; 2,000 when absent. */
  readonly watchInterval?: number;
}

export interface GrpcServer {
  readonly port: number;
  /** The status that the health service reports for all services; serving from the start. */
  readonly setServing: (isServing: boolean) => void;
  /**
   * Graceful shutdown: reports that it does not serve, and gives clients that follow this the time to move. Then it accepts no new
   * calls, and resolves when calls in flight are answered or cancelled after `graceMs`.
   */
  readonly stop: (graceMs: number) => Promise<void>;
}

/** Milliseconds for calls in flight on connections whose clients must authenticate again. */
const RENEWAL_GRACE = 10_000;
const REQUEST_TIMEOUT = 10_000;
/** Milliseconds in which clients of a stopping server move to others. They reconnect to a restarted one at least every 240 ms. */
const MOVE = 500;
/** Limit of concurrent streams on a connection, as in Kubernetes: each may hold a request of the largest size. */
const MAX_STREAMS = 100;

/** Serves until it is stopped, including the standard health and reflection services. Rejects if it cannot start. */
export async function serveGrpc(options: ServeGrpcOptions): Promise<GrpcServer> {
  const { address, security, services, now, onError } = options;
  const stopped = new AbortController();
  const server = new Server(serverOptions(options));
  const isMutual = security.type === 'tls' && security.clientCaFile !== undefined;
  // Each stream adds a listener.
  setMaxListeners(0, stopped.signal);
  addHandlers(server, services, { isMutual, now, onError, stopping: stopped.signal });
  const contracts = services.map(({ contract }) => contract);
  const health = addHealth(server, contracts);
  addReflection(server, contracts);
  let port = 0;
  try {
    const drain = (): void => server.drain(hostAndPort({ ...address, port }), RENEWAL_GRACE);
    const credentials =
      security.type === 'plain'
        ? ServerCredentials.createInsecure()
        : await tlsCredentials(security, { ...options, signal: stopped.signal, onNewAuthorities: drain });
    port = await bind(server, address, credentials);
  } catch (error) {
    stopped.abort();
    server.forceShutdown();
    throw error;
  }
  return {
    port,
    setServing: health.setServing,
    async stop(graceMs) {
      health.setServing(false);
      if (health.isWatched()) await delay(Math.min(MOVE, graceMs));
      stopped.abort();
      health.endWatches();
      const late = new AbortController();
      const drained = new Promise<void>((resolve) => {
        server.tryShutdown(() => resolve());
      });
      await Promise.race([drained, delay(graceMs, undefined, { signal: late.signal })]);
      late.abort();
      server.forceShutdown();
    },
  };
}

interface TlsOptions extends Pick<ServeGrpcOptions, 'onError' | 'onReload' | 'requestTimeout' | 'watchInterval'> {
  readonly signal: AbortSignal;
  /** The client CA has changed: connected clients may no longer be trusted. */
  readonly onNewAuthorities: () => void;
}

async function tlsCredentials(files: TlsFiles, options: TlsOptions): Promise<RenewableCredentials> {
  const { onError, onReload, onNewAuthorities, requestTimeout = REQUEST_TIMEOUT, signal, watchInterval } = options;
  const watched = await watchTlsFiles(files, {
    onError: (error) => onError(error, 'the certificate files of the gRPC server'),
    onReload,
    signal,
    ...(watchInterval !== undefined && { interval: watchInterval }),
  });
  let { clientCaPem } = watched.current();
  const credentials = new RenewableCredentials(watched.current(), requestTimeout);
  watched.onChange((material) => {
    credentials.renew(material);
    if (material.clientCaPem === clientCaPem) return;
    clientCaPem = material.clientCaPem;
    onNewAuthorities();
    // Repeated after the handshake timeout: a handshake uses the CA in place at its start.
    setTimeout(onNewAuthorities, requestTimeout).unref();
  }, signal);
  return credentials;
}

/**
 * Channelz stays enabled although it is not served: without it, the library's forced shutdown leaves connections open.
 */
function serverOptions({
  maxRequestBytes = 1024 * 1024,
  requestTimeout = REQUEST_TIMEOUT,
}: ServeGrpcOptions): ServerOptions {
  return {
    interceptors: [requestTimeoutInterceptor(requestTimeout)],
    'grpc.max_receive_message_length': maxRequestBytes,
    'grpc.max_concurrent_streams': MAX_STREAMS,
    'grpc.keepalive_time_ms': 60_000,
    'grpc.keepalive_timeout_ms': 20_000,
  };
}

/** Binds and returns the port. Rejects with an error like those of Node's servers. */
function bind(server: Server, address: GrpcAddress, credentials: ServerCredentials): Promise<number> {
  // Otherwise the library also writes the error to standard error.
  setLogVerbosity(logVerbosity.NONE);
  return new Promise((resolve, reject) => {
    server.bindAsync(hostAndPort(address), credentials, (error, port) =>
      error === null ? resolve(port) : reject(listenError(error, address)),
    );
  });
}

/** Extracts the text of the system error from the library's error text, which is all that the library provides. */
function listenError(error: Error, { host, port }: GrpcAddress): Error {
  const [text, code] = /listen (E[A-Z]+): [^\]]*/.exec(error.message) ?? [];
  if (code === undefined) return error;
  return Object.assign(new Error(text, { cause: error }), { code, syscall: 'listen', address: host, port });
}
