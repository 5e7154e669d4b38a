import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { WatchOptions } from '@pilothouse/runtime/files/watched.js';
import type { Cluster } from '../cluster/cluster.js';
import type { PluginOptions } from '../options/plugin-options.js';
import type { Plugin, PluginName } from '../plugin.js';
import { defaultTolerationSeconds } from './default-toleration-seconds/plugin.js';
import { priority } from './priority/plugin.js';
import { serviceAccount } from './service-account/plugin.js';

export interface ConfiguredPluginsOptions extends PluginOptions, Pick<WatchOptions<unknown>, 'onReload'> {
  /** Those that are on, in the order in which they run. */
  readonly plugins: readonly PluginName[];
  readonly domain: Domain;
  readonly cluster: Pick<Cluster, 'account' | 'classes'>;
  /** An integer from 0 to n - 1. */
  readonly random: (n: number) => number;
  /** CPU time in milliseconds. */
  readonly now: () => number;
  /** Told when plugins want to see something else than before. */
  readonly onChange: () => void;
  /** Told of files that cannot be used any more. */
  readonly onError: (error: unknown, what: string) => void;
  /** Files are watched until it is aborted. */
  readonly signal: AbortSignal;
}

/** The plugins that are on; Policy only with a file. Rejects where the file cannot be used. */
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

/** CEL takes longer to load than all else: only who needs it has it. */
async function policyOf({
  policyFile: file,
  onError,
  ...options
}: ConfiguredPluginsOptions): Promise<Plugin | undefined> {
  if (file === undefined) return undefined;
  const { policyPlugin } = await import('./policy/plugin.js');
  return policyPlugin({ ...options, file, onError: (error) => onError(error, file) });
}
