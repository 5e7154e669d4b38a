import type { Changing } from '@pilothouse/apimachinery/changing/changing.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { watchFiles, type ReloadStatus } from '@pilothouse/runtime/files/watched.js';
import { readManifestFiles, type ManifestFile } from './directory.js';
import { manifestLoader, type ManifestRules, type Manifests } from './load.js';

export interface ManifestOptions {
  readonly directory: string;
  readonly rules: ManifestRules;
  /** Called once for each invalid change; the former objects stay in use. */
  readonly onError: (error: unknown) => void;
  readonly onReload: (status: ReloadStatus) => void;
  readonly signal: AbortSignal;
  /** Poll interval in milliseconds; that of other files when absent. */
  readonly interval?: number;
}

/** Loads the manifests of a directory, and again when a file changes. Rejects if the first load fails. */
export async function watchManifests(options: ManifestOptions): Promise<Changing<Manifests>> {
  const { directory, rules, ...watch } = options;
  const load = manifestLoader(rules);
  try {
    return await watchFiles({
      ...watch,
      read: async () => JSON.stringify(await readManifestFiles(directory)),
      parse: (files) => load(JSON.parse(files) as ManifestFile[]),
    });
  } catch (error) {
    const why = errorMessage(error);
    throw new Error(`failed to load static manifests from "${directory}": ${why}`, { cause: error });
  }
}
