import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Changing } from '@pilothouse/apimachinery/changing/changing.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { watchFiles, type WatchOptions } from '../files/watched.js';
import { readAuthorities } from './authorities.js';
import { CertificateError } from './ensure.js';
import { readPair } from './inspect.js';

/** Paths of PEM files by which a server proves who it is, and knows its clients. */
export interface TlsFiles {
  /** The server's certificate, followed by those of authorities between it and the root. */
  readonly certFile: string;
  readonly keyFile: string;
  /** The authorities of clients. Absent: clients need no certificate. */
  readonly clientCaFile?: string | undefined;
}

/** The texts of the files. */
export interface TlsMaterial {
  readonly certPem: string;
  readonly keyPem: string;
  readonly clientCaPem?: string;
}

/** The files as they are now. A pair whose halves do not belong together is not taken. Rejects with CertificateError. */
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
    // OpenSSL refuses more than what cannot be read, such as keys that are too small. Any authority keeps it from reading its own.
    createSecureContext({ cert: material.certPem, key: material.keyPem, ca: material.certPem });
  } catch (error) {
    const why = errorMessage(error);
    throw new CertificateError(`${certFile} and ${keyFile} cannot be used: ${why}`, { cause: error });
  }
  if (material.clientCaPem !== undefined) readAuthorities(material.clientCaPem, clientCaFile);
  return material;
}
