import { randomInt, randomUUID } from 'node:crypto';
import type { PluginOptions } from '@pilothouse/admission/plugin-options.js';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { createClient } from '@pilothouse/client/client.js';
import { inDomain } from '@pilothouse/client/resource-type.js';
import { systemTiming } from '@pilothouse/client/timing.js';
import type { Transport } from '@pilothouse/client/transport.js';
import type { AdmissionService } from '@pilothouse/runtime/admission-api/service.js';
import type { Reloads } from '@pilothouse/runtime/files/reloads.js';
import type { Metric } from '@pilothouse/runtime/metrics/series.js';
import { clusterObjects, type ClusterObjects } from '../cluster/objects.js';
import type { HostedPlugin } from '@pilothouse/admission/service-plugins.js';
import { pluginService, type Reviewed } from './service.js';

export interface AssembleOptions {
  /** The enabled plugins, in the order in which they run. */
  readonly plugins: readonly HostedPlugin[];
  readonly options: PluginOptions;
  readonly domain: Domain;
  /** Requests to the API server. The caller closes it. */
  readonly transport: Transport;
  /** Milliseconds that a review waits for the informers to sync. */
  readonly syncTimeout: number;
  readonly onReview?: (reviewed: Reviewed) => void;
  /** Called for an invalid change of a file and for a failed request of an informer. `what` is the file or the API server. */
  readonly onError: (error: unknown, what: string) => void;
  /** Exposes the metrics of plugins. */
  readonly addMetric: (metric: Metric) => void;
  /** Counts reloads of files. */
  readonly reloads?: Reloads;
  /** Stops informers and file watches. */
  readonly signal: AbortSignal;
}

export interface Assembled {
  readonly service: AdmissionService;
  readonly objects: ClusterObjects;
}

/** Composes the service from the enabled plugins and their informers. Rejects if the policy file is invalid. */
export async function assemble(given: AssembleOptions): Promise<Assembled> {
  const {
    plugins: definitions,
    options,
    domain,
    transport,
    syncTimeout,
    onReview,
    onError,
    addMetric,
    reloads,
    signal,
  } = given;
  const objects = clusterObjects({
    client: createClient({ transport, userAgent: 'pilothouse-admission', domain }),
    types: definitions.flatMap(({ reads = [] }) => reads).map((type) => inDomain(type, domain)),
    syncTimeout,
    timing: systemTiming,
    onError: (error) => onError(error, 'the API server'),
    signal,
  });
  const host = {
    domain,
    objects,
    options,
    now: () => new Date(),
    random: (limit: number) => randomInt(limit),
    uuid: () => randomUUID(),
    sleep: systemTiming.sleep,
    configuration: undefined,
    addMetric,
    ...(reloads && { reloads }),
    signal,
    onError,
  };
  const made = await Promise.all(definitions.map(async ({ create }) => create(host)));
  const plugins = made.filter((plugin) => plugin !== undefined);
  return { service: pluginService({ plugins, now: () => performance.now(), ...(onReview && { onReview }) }), objects };
}
