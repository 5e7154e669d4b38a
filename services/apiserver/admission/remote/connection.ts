import { readFile } from 'node:fs/promises';
import { connectGrpc, type GrpcConnection } from '@pilothouse/runtime/grpc/connect.js';
import { watchFiles, type WatchOptions } from '@pilothouse/runtime/files/watched.js';
import type { RemoteServiceConfig } from './config.js';

export interface ConnectionOptions extends Pick<WatchOptions<unknown>, 'onReload'> {
  readonly onError: (error: unknown) => void;
  /** Closes the connection. */
  readonly signal: AbortSignal;
}

interface Pem {
  readonly caPem?: string;
  readonly certPem?: string;
  readonly keyPem?: string;
}

/** Limit of a response. Object and old object have at most 6 MiB together; a patch is not longer. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;
/** Milliseconds until a connection with replaced certificates is closed. */
const CLOSE_DELAY = 60_000;

/** Returns the present connection. A change of a certificate file opens a new one. Rejects if a file is unusable. */
export async function connectionTo(
  { target, tls }: Pick<RemoteServiceConfig, 'target' | 'tls'>,
  { onError, onReload, signal }: ConnectionOptions,
): Promise<() => GrpcConnection> {
  const connect = ({ caPem, certPem, keyPem }: Pem): GrpcConnection =>
    connectGrpc({
      addresses: target.addresses,
      maxResponseBytes: MAX_RESPONSE_BYTES,
      security: target.isSecure
        ? {
            type: 'tls',
            ...(caPem !== undefined && { caPem }),
            ...(certPem !== undefined && keyPem !== undefined && { credentials: { certPem, keyPem } }),
            ...(tls.serverName !== undefined && { serverName: tls.serverName }),
          }
        : { type: 'plain' },
    });
  let open: GrpcConnection | undefined;
  const watched = await watchFiles({
    read: async () => JSON.stringify(await readPem(tls)),
    parse(text) {
      const former = open;
      const next = connect(JSON.parse(text) as Pem);
      if (former !== undefined) setTimeout(() => former.close(), CLOSE_DELAY).unref();
      return (open = next);
    },
    certificate: (text) => (JSON.parse(text) as Pem).certPem,
    onError,
    onReload,
    signal,
  });
  signal.addEventListener('abort', () => open?.close(), { once: true });
  return watched.current;
}

async function readPem({ caFile, certFile, keyFile }: RemoteServiceConfig['tls']): Promise<Pem> {
  const read = async (path: string | undefined) => (path === undefined ? undefined : readFile(path, 'utf8'));
  const [caPem, certPem, keyPem] = await Promise.all([caFile, certFile, keyFile].map(read));
  return {
    ...(caPem !== undefined && { caPem }),
    ...(certPem !== undefined && { certPem }),
    ...(keyPem !== undefined && { keyPem }),
  };
}
