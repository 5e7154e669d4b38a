import { createHash } from 'node:crypto';
import type { Changing } from '@pilothouse/apimachinery/changing/changing.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { watchFiles, type ReloadStatus } from '@pilothouse/runtime/files/watched.js';
import { readManifestFiles, type ManifestFile } from './directory.js';
import { manifestLoader, type ManifestRules, type Manifests } from './load.js';

/** A load of manifests. `hash` is that of their files; empty without files. */
export type ManifestReload =
  { readonly status: Exclude<ReloadStatus, 'failure'>; readonly hash: string } | { readonly status: 'failure' };

export interface ManifestOptions {
  readonly directory: string;
  readonly rules: ManifestRules;
  /** Called once for each invalid change; the former objects stay in use. */
  readonly onError: (error: unknown) => void;
  /** Called after each load, and with `failure` for each invalid change. */
  readonly onReload: (reload: ManifestReload) => void;
  readonly signal: AbortSignal;
  /** Poll interval in milliseconds; that of other files when absent. */
  readonly interval?: number;
}

/** Loads the manifests of a directory, and again when a file changes. Rejects if the first load fails. */
export async function watchManifests(options: ManifestOptions): Promise<Changing<Manifests>> {
  const { directory, rules, onReload, ...watch } = options;
  const load = manifestLoader(rules);
  let hash = '';
  try {
    const manifests = await watchFiles({
      ...watch,
      read: async () => JSON.stringify(await readManifestFiles(directory)),
      parse(text) {
        const files = JSON.parse(text) as ManifestFile[];
        const loaded = load(files);
        hash = hashOf(files);
        return loaded;
      },
      onReload: (status) => onReload(status === 'failure' ? { status } : { status, hash }),
    });
    onReload({ status: 'start', hash });
    return manifests;
  } catch (error) {
    const why = errorMessage(error);
    throw new Error(`failed to load static manifests from "${directory}": ${why}`, { cause: error });
  }
}

/** Kubernetes' hash of manifests: that of the contents, each with a NUL after it; empty without content. */
function hashOf(files: readonly ManifestFile[]): string {
  const texts = files.map(({ text }) => text).filter((text) => text !== '');
  if (texts.length === 0) return '';
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text}\0`);
  return `sha256:${hash.digest('hex')}`;
}
