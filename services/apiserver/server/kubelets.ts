import { readFile } from 'node:fs/promises';
import { readAuthorities } from '@pilothouse/runtime/certificates/authorities.js';
import { watchTlsFiles } from '@pilothouse/runtime/certificates/tls-files.js';
import type { Reloads } from '@pilothouse/runtime/files/reloads.js';
import { watchFiles } from '@pilothouse/runtime/files/watched.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import type { KubeletFiles } from '../options/server-options.js';
import type { KubeletOptions } from '../proxy/connections.js';

export interface WatchKubeletFilesOptions {
  readonly logger: Logger;
  readonly reloads: Pick<Reloads, 'of'>;
  readonly signal: AbortSignal;
}

/** How to connect to kubelets, with the present content of the files. Rejects with CertificateError. */
export async function watchKubeletFiles(
  { addressTypes, timeout, clientCertificate, authorityFile }: KubeletFiles,
  { logger, reloads, signal }: WatchKubeletFilesOptions,
): Promise<KubeletOptions> {
  const watching = (flag: string) => ({
    onError: (error: unknown) =>
      logger.warn({ error }, `reload of --${flag} failed; the previous content stays in use`),
    onReload: reloads.of(flag),
    signal,
  });
  const certificate =
    clientCertificate && (await watchTlsFiles(clientCertificate, watching('kubelet-client-certificate')));
  const authorities =
    authorityFile === undefined
      ? undefined
      : await watchFiles<string>({
          read: () => readFile(authorityFile, 'utf8'),
          parse: (text) => readAuthorities(text, authorityFile).map(String).join(''),
          ...watching('kubelet-certificate-authority'),
        });
  return { addressTypes, timeout, certificate: certificate?.current, authorities: authorities?.current };
}
