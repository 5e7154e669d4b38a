import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { KubeconfigOptions } from '@pilothouse/apiserver/kubeconfig/kubeconfig.js';
import { readKubeconfig, type KubeconfigConnection } from '@pilothouse/client/kubeconfig.js';
import { readAuthorities } from '@pilothouse/runtime/certificates/authorities.js';

/** The server of a kubeconfig to write. */
export interface ServerChoice {
  /** Path of a kubeconfig for the server. */
  readonly from: string;
  /** Its context; the current one when absent. */
  readonly context?: string;
  /** Replaces the URL of the kubeconfig. */
  readonly url?: string;
  readonly authorityFile?: string;
}

export type ServerPart = Pick<KubeconfigOptions, 'server' | 'caPem' | 'serverName'>;

/** Resolves the server part. The kubeconfig is read only if it is needed. Rejects with an Error for users. */
export async function readServer({ url, authorityFile, ...source }: ServerChoice): Promise<ServerPart> {
  const given = authorityFile === undefined ? undefined : await readAuthorityFile(authorityFile);
  if (url !== undefined && given !== undefined) return { server: url, caPem: given };
  const { serverName, insecureSkipVerify = false, ...connection } = await readConnection(source);
  const caPem = given ?? connection.caPem;
  if (caPem === undefined && insecureSkipVerify) {
    throw new Error(`${source.from} disables server verification; set --certificate-authority`);
  }
  return {
    server: url ?? connection.url,
    ...(caPem !== undefined && { caPem }),
    ...(serverName !== undefined && { serverName }),
  };
}

/** Reads a kubeconfig file; `flag` is the flag that names it. Rejects with an Error for users. */
export async function readConnection(
  { from, context }: Pick<ServerChoice, 'from' | 'context'>,
  flag = '--from',
): Promise<KubeconfigConnection> {
  const text = await readInputFile(from, `start the server first, or name another kubeconfig with ${flag}`);
  try {
    return await readKubeconfig(text, { directory: dirname(from), ...(context !== undefined && { context }) });
  } catch (error) {
    throw new Error(`${from}: ${errorMessage(error)}`, { cause: error });
  }
}

/** Extracts the certificates, whatever else the file contains. */
async function readAuthorityFile(path: string): Promise<string> {
  return readAuthorities(await readInputFile(path), path)
    .map(String)
    .join('');
}

/** Reads a file. `advice` completes the error for a missing file. */
export async function readInputFile(path: string, advice?: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing) throw new Error(`${path} cannot be read: ${String(error)}`, { cause: error });
    throw new Error(`${path} does not exist${advice === undefined ? '' : `; ${advice}`}`, { cause: error });
  }
}
