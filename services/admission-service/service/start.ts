import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { followingTransport } from '@pilothouse/client/following-transport.js';
import { kubeconfigSource } from '@pilothouse/client/kubeconfig.js';
import type { Transport } from '@pilothouse/client/transport.js';
import { admissionHandlers, MAX_REVIEW_BYTES } from '@pilothouse/runtime/admission-api/handlers.js';
import { watchFiles, type WatchOptions } from '@pilothouse/runtime/files/watched.js';
import { hostAndPort } from '@pilothouse/runtime/grpc/address.js';
import { admissionService } from '@pilothouse/runtime/grpc/generated/admission.js';
import { grpcService } from '@pilothouse/runtime/grpc/handlers.js';
import { serveGrpc } from '@pilothouse/runtime/grpc/serve.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import { serveMetrics } from '@pilothouse/runtime/metrics/server.js';
import { createMetrics } from '../metrics/metrics.js';
import { HOSTED_PLUGINS } from '@pilothouse/admission/service-plugins.js';
import type { ServiceOptions } from '../options/service-options.js';
import { assemble } from './assemble.js';
import type { Reviewed } from './service.js';

/** A running service. Reviews that need the API server have no verdict until `ready` resolves. */
export interface RunningService {
  /** Address of the gRPC server, such as `127.0.0.1:6447`. */
  readonly grpc: string;
  /** URL of the metrics server, such as `http://127.0.0.1:6448`. */
  readonly metrics?: string;
  /** Resolves once the informers are synced. Rejects if the service stops before. */
  readonly ready: Promise<void>;
  /** Graceful shutdown: reports not serving, and waits for pending reviews. */
  readonly stop: () => Promise<void>;
}

/** Milliseconds that pending reviews have at shutdown. */
const GRACE = 5_000;
/**
 * Milliseconds that a review waits for the informers of a starting service: an answer at once would only be asked for again, perhaps
 * at this service.
 */
const SYNC_TIMEOUT = 1_000;

/** Starts the service. Rejects if a file is invalid or an address cannot be bound. */
export async function startAdmission(options: ServiceOptions, logger: Logger): Promise<RunningService> {
  const { bindAddress: host, securePort, tls, plugins, metrics: endpoint } = options;
  let isStopping = false;
  /** Ends informers and watches of files, once no review needs them. */
  const following = new AbortController();
  const { signal } = following;
  const metrics = createMetrics();
  const onError = (error: unknown, what: string): void => logger.warn({ error, what }, 'non-fatal error');
  const transport = await transportOf(options, { signal, onError, onReload: metrics.reloads.of('kubeconfig') });
  const stops: (() => Promise<void>)[] = [];
  let ended = Promise.resolve();
  const stop = async (): Promise<void> => {
    isStopping = true;
    for (const each of stops.toReversed()) await each();
    following.abort();
    await ended;
    await transport.close();
  };
  try {
    const { service, objects } = await assemble({
      plugins: HOSTED_PLUGINS.filter(({ name }) => plugins.includes(name)),
      options,
      domain: createDomain(options.domain),
      transport,
      syncTimeout: SYNC_TIMEOUT,
      onReview(reviewed) {
        metrics.reviewed(reviewed);
        logReview(reviewed, logger);
      },
      onError,
      addMetric: metrics.add,
      reloads: metrics.reloads,
      signal,
    });
    ({ ended } = objects);
    const unready = (): string | undefined => (isStopping ? 'the service is stopping' : objects.unready());
    const health =
      endpoint === 'off' ? undefined : await serveMetrics({ endpoint, metrics, unready, about: options.about });
    if (health !== undefined) stops.push(() => health.close());
    const server = await serveGrpc({
      address: { host, port: securePort },
      security: { type: 'tls', ...tls },
      services: [grpcService(admissionService, admissionHandlers(service))],
      onError,
      onReload: metrics.reloads.of('tls-cert-file'),
      now: () => new Date(),
      maxRequestBytes: MAX_REVIEW_BYTES,
    });
    stops.push(() => server.stop(GRACE));
    server.setServing(false);
    const ready = objects.hasSynced.then(() => server.setServing(!isStopping));
    // The caller may ignore the promise: a rejection must not be unhandled.
    ready.catch(() => undefined);
    return { grpc: hostAndPort({ host, port: server.port }), ...(health && { metrics: health.url }), ready, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Watching extends Pick<WatchOptions<unknown>, 'onReload'> {
  readonly signal: AbortSignal;
  readonly onError: (error: unknown, what: string) => void;
}

/** Transport to the API server. Without a kubeconfig, no plugin makes requests. */
async function transportOf(
  { kubeconfigFile }: ServiceOptions,
  { signal, onError, onReload }: Watching,
): Promise<Transport> {
  if (kubeconfigFile === undefined) {
    return { request: () => Promise.reject(new Error('no kubeconfig')), close: async () => {} };
  }
  const connection = await watchFiles({
    ...kubeconfigSource(kubeconfigFile),
    signal,
    onError: (error) => onError(error, kubeconfigFile),
    onReload,
  });
  return followingTransport(connection);
}

const LEVELS = { admitted: 'debug', changed: 'debug', refused: 'info', failed: 'warn' } as const;

function logReview(reviewed: Reviewed, logger: Logger): void {
  logger[LEVELS[reviewed.result]](reviewed, 'write reviewed');
}
