import { randomInt } from 'node:crypto';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { cpuTime } from '@pilothouse/cel/evaluate/cpu-time.js';
import { createClient } from '@pilothouse/client/client.js';
import { systemTiming } from '@pilothouse/client/timing.js';
import type { Transport } from '@pilothouse/client/transport.js';
import type { Reloads } from '@pilothouse/runtime/files/reloads.js';
import { followCluster, type Cluster } from '../cluster/cluster.js';
import { needsOf } from '../cluster/needs.js';
import type { PluginOptions } from '../options/plugin-options.js';
import type { PluginName } from '../plugin.js';
import { configuredPlugins } from '../plugins/configured.js';
import { pluginService, type PluginService, type Reviewed } from './service.js';

export interface AssembleOptions {
  readonly plugins: readonly PluginName[];
  readonly settings: PluginOptions;
  readonly domain: Domain;
  /** The way to the API server. It stays open. */
  readonly transport: Transport;
  /** Milliseconds that questions wait for what has not been read yet. */
  readonly patience: number;
  readonly onReview?: (reviewed: Reviewed) => void;
  /** Told of files that cannot be used any more, and of an API server that cannot be followed. */
  readonly onError: (error: unknown, what: string) => void;
  /** Told of files that have been read anew. */
  readonly onChange?: (file: string) => void;
  /** Counts how files are read anew; nobody does when absent. */
  readonly reloads?: Reloads;
  /** Ends what goes on besides answering. */
  readonly signal: AbortSignal;
}

export interface Assembled {
  readonly service: PluginService;
  readonly cluster: Cluster;
}

/** The plugins that are on, with all that they need, as a service. Rejects where the file of policies cannot be used. */
export async function assemble(options: AssembleOptions): Promise<Assembled> {
  const {
    plugins: names,
    settings,
    domain,
    transport,
    patience,
    onReview,
    onError,
    onChange,
    reloads,
    signal,
  } = options;
  const now = (): number => performance.now();
  const cluster = followCluster({
    client: createClient({ transport, userAgent: 'pilothouse-admission', metaGroup: domain.group('meta') }),
    domain,
    needs: needsOf(names),
    patience,
    timing: systemTiming,
    onError: (error) => onError(error, 'the API server'),
    signal,
  });
  let service: PluginService | undefined;
  const plugins = await configuredPlugins({
    ...settings,
    plugins: names,
    domain,
    cluster,
    random: (n) => randomInt(n),
    now: cpuTime,
    onChange() {
      onChange?.(settings.policyFile ?? '');
      service?.changed();
    },
    onError,
    onReload: reloads?.of('policy-file'),
    signal,
  });
  service = pluginService({ plugins, now, ...(onReview && { onReview }) });
  return { service, cluster };
}
