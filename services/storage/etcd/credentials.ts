import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Changing } from '@pilothouse/apimachinery/changing/changing.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { watchFiles, type WatchOptions } from '@pilothouse/runtime/files/watched.js';
import type { TlsOptions } from '@pilothouse/http2/grpc/dial.js';

/** Paths of the credentials for the connection to etcd. */
export interface CredentialFiles {
  /** PEM files; no TLS when absent. The system's CAs are trusted when `caFile` is absent. */
  readonly tls?: { readonly caFile?: string; readonly certFile?: string; readonly keyFile?: string } | undefined;
  /** A trailing line break in the file is not part of the password. */
  readonly auth?: { readonly username: string; readonly passwordFile: string } | undefined;
}

/** The content of the files. */
export interface Credentials {
  readonly tls?: TlsOptions;
  readonly auth?: Login;
}

export interface Login {
  readonly username: string;
  readonly password: string;
}

/** Reads and watches the files. Rejects with an Error that names the files when they are invalid. */
export function watchCredentials(
  files: CredentialFiles,
  options: Omit<WatchOptions<Credentials>, 'read' | 'parse'>,
): Promise<Changing<Credentials>> {
  return watchFiles({
    ...options,
    read: async () => JSON.stringify(await readCredentials(files)),
    parse: (text) => validated(JSON.parse(text) as Credentials, files),
    certificate: (text) => (JSON.parse(text) as Credentials).tls?.cert?.toString(),
  });
}

async function readCredentials({ tls, auth }: CredentialFiles): Promise<Credentials> {
  const read = async (path: string | undefined) => (path === undefined ? undefined : readFile(path, 'utf8'));
  const [ca, cert, key, password] = await Promise.all(
    [tls?.caFile, tls?.certFile, tls?.keyFile, auth?.passwordFile].map(read),
  );
  return {
    ...(tls && {
      tls: { ...(ca !== undefined && { ca }), ...(cert !== undefined && { cert }), ...(key !== undefined && { key }) },
    }),
    ...(auth && { auth: { username: auth.username, password: (password ?? '').replace(/\r?\n$/, '') } }),
  };
}

function validated(
  credentials: Credentials,
  { tls: { caFile, certFile, keyFile } = {} }: CredentialFiles,
): Credentials {
  try {
    if (credentials.tls !== undefined) createSecureContext(credentials.tls);
    return credentials;
  } catch (error) {
    const names = [caFile, certFile, keyFile].filter((name) => name !== undefined).join(', ');
    const why = errorMessage(error);
    throw new Error(`etcd's certificate files cannot be used (${names}): ${why}`, { cause: error });
  }
}
