import { readFile } from 'node:fs/promises';
import { derived, type Changing } from '@pilothouse/apimachinery/changing/changing.js';
import { KubeconfigError, kubeconfigSource, type KubeconfigConnection } from '@pilothouse/client/kubeconfig.js';
import { readAuthorities } from '@pilothouse/runtime/certificates/authorities.js';
import type { Reloads } from '@pilothouse/runtime/files/reloads.js';
import { watchFiles, type WatchOptions } from '@pilothouse/runtime/files/watched.js';
import type { ManagerOptions } from '../options/manager-options.js';

/** What the manager's files say. */
export interface ManagerFiles {
  /** How the manager reaches the server, and as whom. */
  readonly connection: Changing<KubeconfigConnection>;
  /** The authorities (PEM) of the server, as they are published. */
  readonly rootCa: Changing<string>;
}

export type WatchManagerFilesOptions = Pick<ManagerOptions, 'kubeconfigFile' | 'rootCaFile'> &
  Pick<WatchOptions<unknown>, 'onError' | 'signal' | 'interval'> & {
    /** Counts how files are read anew; nobody does when absent. */
    readonly reloads?: Reloads;
  };

/** The kubeconfig with the files that it names, and the authorities, as they are now. Rejects where they cannot be used. */
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
    throw new KubeconfigError('the kubeconfig names no authority of the API server; give one with --root-ca-file');
  }
  readAuthorities(caPem, path);
  return caPem;
}
