import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { WatchOptions } from '@pilothouse/runtime/files/watched.js';
import type { Cluster } from '../cluster/cluster.js';
import type { PluginOptions } from '../options/plugin-options.js';
import type { Plugin, PluginName } from '../plugin.js';
import { defaultTolerationSeconds } from './default-toleration-seconds/plugin.js';
import { priority } from './priority/plugin.js';
import { serviceAccount } from './service-account/plugin.js';

export interface ConfiguredPluginsOptions extends PluginOptions, Pick<WatchOptions<unknown>, 'onReload'> {
  /** The enabled plugins, in the order in which they run. */
  readonly plugins: readonly PluginName[];
  readonly domain: Domain;
  readonly cluster: Pick<Cluster, 'account' | 'classes'>;
  /** An integer from 0 to n - 1. */
  readonly random: (n: number) => number;
  /** CPU time in milliseconds. */
  readonly now: () => number;
  /** Called when the rules of a plugin change. */
  readonly onChange: () => void;
  /** Called for an invalid change of a file; `what` is its path. */
  readonly onError: (error: unknown, what: string) => void;
  /** Ends the watch of files. */
  readonly signal: AbortSignal;
}

/** Creates the enabled plugins; Policy only with a file. Rejects if the file is invalid. */
export async function configuredPlugins(options: ConfiguredPluginsOptions): Promise<Plugin[]> {
  const { domain, cluster, random } = options;
  const made = await Promise.all(
    options.plugins.map(async (name): Promise<Plugin | undefined> => {
      switch (name) {
        case 'ServiceAccount':
          return serviceAccount({ domain, account: cluster.account, random });
        case 'Priority':
          return priority({ domain, classes: cluster.classes });
        case 'DefaultTolerationSeconds':
          return defaultTolerationSeconds(options);
        case 'Policy':
          return policyOf(options);
      }
    }),
  );
  return made.filter((plugin) => plugin !== undefined);
}

/** Imports the plugin on use, since the CEL modules load slowly. */
async function policyOf({
  policyFile: file,
  onError,
  ...options
}: ConfiguredPluginsOptions): Promise<Plugin | undefined> {
  if (file === undefined) return undefined;
  const { policyPlugin } = await import('./policy/plugin.js');
  return policyPlugin({ ...options, file, onError: (error) => onError(error, file) });
}
