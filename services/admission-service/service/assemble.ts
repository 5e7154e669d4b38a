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
  /** Requests to the API server. The caller closes it. */
  readonly transport: Transport;
  /** Milliseconds that a review waits for the informers to sync. */
  readonly syncTimeout: number;
  readonly onReview?: (reviewed: Reviewed) => void;
  /** Called for an invalid change of a file and for a failed request of an informer. `what` is the file or the API server. */
  readonly onError: (error: unknown, what: string) => void;
  /** Called after a valid change of a file. */
  readonly onChange?: (file: string) => void;
  /** Counts reloads of files. */
  readonly reloads?: Reloads;
  /** Stops informers and file watches. */
  readonly signal: AbortSignal;
}

export interface Assembled {
  readonly service: PluginService;
  readonly cluster: Cluster;
}

/** Composes the service from the enabled plugins and their informers. Rejects if the policy file is invalid. */
export async function assemble(options: AssembleOptions): Promise<Assembled> {
  const {
    plugins: names,
    settings,
    domain,
    transport,
    syncTimeout,
    onReview,
    onError,
    onChange,
    reloads,
    signal,
  } = options;
  const now = (): number => performance.now();
  const cluster = followCluster({
    client: createClient({ transport, userAgent: 'pilothouse-admission', domain }),
    domain,
    needs: needsOf(names),
    syncTimeout,
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
