import { readFile } from 'node:fs/promises';
import { derived, type Changing } from '@pilothouse/apimachinery/changing/changing.js';
import { KubeconfigError } from '@pilothouse/client/kubeconfig-error.js';
import { kubeconfigSource, type KubeconfigConnection } from '@pilothouse/client/kubeconfig.js';
import { readAuthorities } from '@pilothouse/runtime/certificates/authorities.js';
import type { Reloads } from '@pilothouse/runtime/files/reloads.js';
import { watchFiles, type WatchOptions } from '@pilothouse/runtime/files/watched.js';
import type { ManagerOptions } from '../options/manager-options.js';

/** The content of the manager's files. */
export interface ManagerFiles {
  /** The connection and credentials of the manager. */
  readonly connection: Changing<KubeconfigConnection>;
  /** The published authorities (PEM) of the server. */
  readonly rootCa: Changing<string>;
}

export type WatchManagerFilesOptions = Pick<ManagerOptions, 'kubeconfigFile' | 'rootCaFile'> &
  Pick<WatchOptions<unknown>, 'onError' | 'signal' | 'interval'> & {
    /** Counts reloads of files. */
    readonly reloads?: Reloads;
  };

/** Follows the kubeconfig with the files that it names, and the authorities. Rejects if they cannot be used. */
export async function watchManagerFiles(options: WatchManagerFilesOptions): Promise<ManagerFiles> {
  const { kubeconfigFile, rootCaFile, reloads } = options;
  const { read, parse, certificate } = kubeconfigSource(kubeconfigFile);
  const connection = await watchFiles({
    ...options,
    onReload: reloads?.of('kubeconfig'),
    read,
    certificate,
    parse(text) {
      const parsed = parse(text);
      if (rootCaFile === undefined) authorityIn(parsed, kubeconfigFile);
      return parsed;
    },
  });
  if (rootCaFile === undefined) {
    return { connection, rootCa: derived(connection, (current) => authorityIn(current, kubeconfigFile)) };
  }
  const rootCa = await watchFiles({
    ...options,
    onReload: reloads?.of('root-ca-file'),
    read: () => readFile(rootCaFile, 'utf8'),
    parse(text) {
      readAuthorities(text, rootCaFile);
      return text;
    },
  });
  return { connection, rootCa };
}

function authorityIn({ caPem }: KubeconfigConnection, path: string): string {
  if (caPem === undefined) {
    throw new KubeconfigError('the kubeconfig has no certificate authority; set --root-ca-file');
  }
  readAuthorities(caPem, path);
  return caPem;
}
