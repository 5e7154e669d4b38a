import { watchTlsFiles } from '@pilothouse/runtime/certificates/tls-files.js';
import type { Reloads } from '@pilothouse/runtime/files/reloads.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import type { ServerOptions } from '../../options/server-options.js';
import type { KeyPair } from '@pilothouse/runtime/certificates/issue.js';

export interface WatchProxyCertificateOptions {
  readonly logger: Logger;
  readonly reloads: Pick<Reloads, 'of'>;
  readonly signal: AbortSignal;
}

/** The present client certificate of requests to extension API servers; undefined if the options name none. */
export async function watchProxyCertificate(
  { proxyClientCertificate: files }: Pick<ServerOptions, 'proxyClientCertificate'>,
  { logger, reloads, signal }: WatchProxyCertificateOptions,
): Promise<(() => KeyPair) | undefined> {
  if (files === undefined) return undefined;
  const watched = await watchTlsFiles(files, {
    onError: (error) =>
      logger.warn({ error }, 'reload of the proxy client certificate failed; the previous one stays in use'),
    onReload: reloads.of('proxy-client-cert-file'),
    signal,
  });
  return watched.current;
}
