import { readFile } from 'node:fs/promises';
import { connectGrpc, type GrpcConnection } from '@pilothouse/runtime/grpc/connect.js';
import { watchFiles, type WatchOptions } from '@pilothouse/runtime/files/watched.js';
import type { RemoteServiceConfig } from './config.js';

export interface ConnectionOptions extends Pick<WatchOptions<unknown>, 'onReload'> {
  readonly onError: (error: unknown) => void;
  /** Closes it. */
  readonly signal: AbortSignal;
}

interface Pem {
  readonly caPem?: string;
  readonly certPem?: string;
  readonly keyPem?: string;
}

/** Object and old object are together up to 6 MiB; a patch of either is not longer than both. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;
/** Milliseconds after which a connection with former certificates is given up. */
const FAREWELL = 60_000;

/** A connection that is made anew when the files of its certificates change. Rejects where they cannot be used. */
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
      if (former !== undefined) setTimeout(() => former.close(), FAREWELL).unref();
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
