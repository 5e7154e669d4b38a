import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { KubeconfigOptions } from '@pilothouse/apiserver/kubeconfig/kubeconfig.js';
import { readKubeconfig, type KubeconfigConnection } from '@pilothouse/client/kubeconfig.js';
import { readAuthorities } from '@pilothouse/runtime/certificates/authorities.js';

/** Where a kubeconfig is to lead. */
export interface ServerChoice {
  /** Path of a kubeconfig that leads there. */
  readonly from: string;
  /** Of that kubeconfig; its current one when absent. */
  readonly context?: string;
  /** In place of what the kubeconfig says. */
  readonly url?: string;
  readonly authorityFile?: string;
}

export type ServerPart = Pick<KubeconfigOptions, 'server' | 'caPem' | 'serverName'>;

/** What to write of a server. The kubeconfig is read only where it is needed. Throws Error with a sentence. */
export async function readServer({ url, authorityFile, ...source }: ServerChoice): Promise<ServerPart> {
  const given = authorityFile === undefined ? undefined : await readAuthorityFile(authorityFile);
  if (url !== undefined && given !== undefined) return { server: url, caPem: given };
  const { serverName, insecureSkipVerify = false, ...connection } = await readConnection(source);
  const caPem = given ?? connection.caPem;
  if (caPem === undefined && insecureSkipVerify) {
    throw new Error(`${source.from} trusts any server; say with --certificate-authority who vouches for this one`);
  }
  return {
    server: url ?? connection.url,
    ...(caPem !== undefined && { caPem }),
    ...(serverName !== undefined && { serverName }),
  };
}

/** What a kubeconfig file says; `flag` is the one that names it. Throws Error with a sentence. */
export async function readConnection(
  { from, context }: Pick<ServerChoice, 'from' | 'context'>,
  flag = '--from',
): Promise<KubeconfigConnection> {
  const text = await readNamed(from, `start the server first, or name another kubeconfig with ${flag}`);
  try {
    return await readKubeconfig(text, { directory: dirname(from), ...(context !== undefined && { context }) });
  } catch (error) {
    throw new Error(`${from}: ${errorMessage(error)}`, { cause: error });
  }
}

/** Only the certificates, whatever else the file holds. */
async function readAuthorityFile(path: string): Promise<string> {
  return readAuthorities(await readNamed(path), path)
    .map(String)
    .join('');
}

/** The text of a file; `advice` is for whoever has none there. */
export async function readNamed(path: string, advice?: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing) throw new Error(`${path} cannot be read: ${String(error)}`, { cause: error });
    throw new Error(`there is no ${path}${advice === undefined ? '' : `; ${advice}`}`, { cause: error });
  }
}
