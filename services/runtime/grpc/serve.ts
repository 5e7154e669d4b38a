import { setTimeout as delay } from 'node:timers/promises';
import { logVerbosity, Server, ServerCredentials, setLogVerbosity, type ServerOptions } from '@grpc/grpc-js';
import { watchTlsFiles, type TlsFiles } from '../certificates/tls-files.js';
import type { OnReload } from '../files/watched.js';
import { hostAndPort, type GrpcAddress } from './address.js';
import { addHandlers, type GrpcService } from './handlers.js';
import { breakOffLate } from './late-requests.js';
import { RenewableCredentials } from './server-tls.js';
import { addHealth, addReflection } from './standard-services.js';

export interface ServeGrpcOptions {
  /** Port 0 is any that is free. */
  readonly address: GrpcAddress;
  /** PEM files, which are read anew when they change. Plain connections only where that is said. */
  readonly security: ({ readonly type: 'tls' } & TlsFiles) | { readonly type: 'plain' };
  /** Made by `grpcService`. */
  readonly services: readonly GrpcService[];
  /** Told of faults in handlers, and of files that cannot be used. */
  readonly onError: (error: unknown, what: string) => void;
  /** Told of each change of the files; nobody when absent. */
  readonly onReload?: OnReload;
  readonly now: () => Date;
  /** The longest request; 1 MiB when absent. */
  readonly maxRequestBytes?: number;
  /** Milliseconds for a client to send a request, and to prove who it is; 10,000 when absent. */
  readonly requestTimeout?: number;
  /** Milliseconds between two looks at the files; 2,000 when absent. */
  readonly watchInterval?: number;
}

export interface GrpcServer {
  readonly port: number;
  /** What the health service says of all services; they serve from the start. */
  readonly setServing: (isServing: boolean) => void;
  /** Takes no more calls, and resolves when those under way are answered, or cut off after so many milliseconds. */
  readonly stop: (graceMs: number) => Promise<void>;
}

/** Milliseconds that calls under way may take on connections whose clients have to prove themselves anew. */
const RENEWAL_GRACE = 10_000;
const REQUEST_TIMEOUT = 10_000;
/** Calls of one connection at a time, as in Kubernetes' own servers: each may hold the longest request. */
const MAX_STREAMS = 100;

/** Serves until it is stopped, with the standard services for health and reflection. Rejects where it cannot begin. */
export async function serveGrpc(options: ServeGrpcOptions): Promise<GrpcServer> {
  const { address, security, services, now, onError } = options;
  const stopped = new AbortController();
  const server = new Server(serverOptions(options));
  const isMutual = security.type === 'tls' && security.clientCaFile !== undefined;
  addHandlers(server, services, { isMutual, now, onError });
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
      stopped.abort();
      health.setServing(false);
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
  /** Clients that had a certificate of the authorities before may have none of those now. */
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
    // Once more, when those have ended too that were in their handshake: it goes by the authorities of its beginning.
    setTimeout(onNewAuthorities, requestTimeout).unref();
  }, signal);
  return credentials;
}

/** Channelz stays on, though nothing serves it: without it the library's forced end leaves connections open. */
function serverOptions({
  maxRequestBytes = 1024 * 1024,
  requestTimeout = REQUEST_TIMEOUT,
}: ServeGrpcOptions): ServerOptions {
  return {
    interceptors: [breakOffLate(requestTimeout)],
    'grpc.max_receive_message_length': maxRequestBytes,
    'grpc.max_concurrent_streams': MAX_STREAMS,
    'grpc.keepalive_time_ms': 60_000,
    'grpc.keepalive_timeout_ms': 20_000,
  };
}

/** The port that it listens on. Rejects with an error as Node's own servers have where the address cannot be had. */
function bind(server: Server, address: GrpcAddress, credentials: ServerCredentials): Promise<number> {
  // The library would also write to standard error what it rejects with.
  setLogVerbosity(logVerbosity.NONE);
  return new Promise((resolve, reject) => {
    server.bindAsync(hostAndPort(address), credentials, (error, port) =>
      error === null ? resolve(port) : reject(listenError(error, address)),
    );
  });
}

/** The library has of the system's error only its text, within one of its own. */
function listenError(error: Error, { host, port }: GrpcAddress): Error {
  const [text, code] = /listen (E[A-Z]+): [^\]]*/.exec(error.message) ?? [];
  if (code === undefined) return error;
  return Object.assign(new Error(text, { cause: error }), { code, syscall: 'listen', address: host, port });
}
