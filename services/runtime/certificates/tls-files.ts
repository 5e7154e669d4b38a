import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Changing } from '@pilothouse/apimachinery/changing/changing.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { watchFiles, type WatchOptions } from '../files/watched.js';
import { readAuthorities } from './authorities.js';
import { CertificateError } from './ensure.js';
import { readPair } from './inspect.js';

/** Paths of the PEM files of a TLS server. */
export interface TlsFiles {
  /** The server's certificate, followed by its intermediates. */
  readonly certFile: string;
  readonly keyFile: string;
  /** The CAs of clients. Absent: no client certificate is required. */
  readonly clientCaFile?: string | undefined;
}

/** The content of the files. */
export interface TlsMaterial {
  readonly certPem: string;
  readonly keyPem: string;
  readonly clientCaPem?: string;
}

/** Reads and watches the files. A certificate and key that do not match are ignored. Rejects with CertificateError. */
export function watchTlsFiles(
  files: TlsFiles,
  options: Omit<WatchOptions<TlsMaterial>, 'read' | 'parse'>,
): Promise<Changing<TlsMaterial>> {
  return watchFiles({
    ...options,
    read: async () => JSON.stringify(await readMaterial(files)),
    parse: (text) => checked(JSON.parse(text) as TlsMaterial, files),
    certificate: (text) => (JSON.parse(text) as TlsMaterial).certPem,
  });
}

async function readMaterial({ certFile, keyFile, clientCaFile }: TlsFiles): Promise<TlsMaterial> {
  const read = (path: string): Promise<string> => readFile(path, 'utf8');
  const [certPem, keyPem] = await Promise.all([read(certFile), read(keyFile)]);
  return { certPem, keyPem, ...(clientCaFile !== undefined && { clientCaPem: await read(clientCaFile) }) };
}

function checked(material: TlsMaterial, { certFile, keyFile, clientCaFile = '' }: TlsFiles): TlsMaterial {
  if (readPair(material) === undefined) {
    throw new CertificateError(`${certFile} and ${keyFile} are not a certificate and its key in PEM`);
  }
  try {
    // OpenSSL also rejects weak keys. Passing a CA keeps it from reading the system's own.
    createSecureContext({ cert: material.certPem, key: material.keyPem, ca: material.certPem });
  } catch (error) {
    const why = errorMessage(error);
    throw new CertificateError(`${certFile} and ${keyFile} cannot be used: ${why}`, { cause: error });
  }
  if (material.clientCaPem !== undefined) readAuthorities(material.clientCaPem, clientCaFile);
  return material;
}
