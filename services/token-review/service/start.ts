import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Endpoint } from '@pilothouse/flags/definition.js';
import { hostAndPort } from '@pilothouse/runtime/grpc/address.js';
import { serveGrpc, type GrpcServer, type ServeGrpcOptions } from '@pilothouse/runtime/grpc/serve.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import { serveMetrics, type MetricsServer } from '@pilothouse/runtime/metrics/server.js';
import { tokenReviewOverGrpc } from '../grpc/token-review-service.js';
import { serveHttps, type HttpsServer } from '../https/server.js';
import { tokenReviewWebhook } from '../https/webhook.js';
import { rateLimiter } from '@pilothouse/runtime/limits/rate-limiter.js';
import { createMetrics, type ReviewMetrics } from '../metrics/metrics.js';
import type { ServiceOptions } from '../options/service-options.js';
import { createReviewer, type Reviewed, type Reviewer } from '../review/review.js';
import { joinSources } from '../review/sources.js';
import { createFairQueue } from '../users/fair-queue.js';
import { configuredSources } from './sources.js';

/** A running service. */
export interface RunningService {
  /** URL of the webhook. */
  readonly url: string;
  /** Such as `127.0.0.1:6445`. */
  readonly grpc?: string;
  readonly metrics?: string;
  /** Reports itself unready, and resolves when the requests in flight are answered. */
  readonly stop: () => Promise<void>;
}

/** Milliseconds for a remote source, and for requests in flight at shutdown. */
const SOURCE_TIMEOUT = 10_000;
const GRACE = 5_000;
/** Fits the longest token and audiences. Protobuf has no escaping. */
const MAX_GRPC_BYTES = 256 * 1024;
/** Clients with a rate limit bucket: a few megabytes. */
const MAX_CLIENTS = 10_000;
/** Concurrent hashes. libuv has four threads, which file reads and DNS lookups need too. */
const HASHES = { concurrency: 2, waitingPerKey: 8, waiting: 64 };

export interface StartOptions {
  readonly logger: Logger;
  /** Poll interval of source files in milliseconds; 500 when absent. */
  readonly watchInterval?: number;
}

/** Starts the service. Rejects if a file cannot be used or an address cannot be bound. */
export async function startTokenReview(options: ServiceOptions, start: StartOptions): Promise<RunningService> {
  const { logger } = start;
  let isStopping = false;
  /** Ends the watches of files, once no request needs them. */
  const following = new AbortController();
  const metrics = createMetrics();
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    isStopping = true;
    await Promise.all(stops.map((each) => each()));
    following.abort();
  };
  try {
    const reviewer = await createService(options, { ...start, metrics, signal: following.signal });
    const onError = (error: unknown, what: string): void => logger.warn({ error, what }, 'non-fatal error');
    // Both servers watch the same certificate files.
    const reports = { onError, onReload: metrics.reloads.of('tls-cert-file') };
    const webhook = await webhookServer(options, reviewer, reports);
    stops.push(() => webhook.stop(GRACE));
    const grpc = options.grpc === 'off' ? undefined : await grpcServer(options.grpc, options, reviewer, reports);
    if (grpc !== undefined) stops.push(() => grpc.server.stop(GRACE));
    const health = await metricsServer(options, metrics, () => (isStopping ? 'the service is stopping' : undefined));
    // The metrics server stops last, so that it reports the shutdown.
    return {
      url: webhook.url,
      ...(grpc && { grpc: grpc.address }),
      ...(health && { metrics: health.url }),
      async stop() {
        await stop();
        await health?.close();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface ServiceContext extends StartOptions {
  readonly metrics: ReviewMetrics;
  readonly signal: AbortSignal;
}

async function createService(options: ServiceOptions, context: ServiceContext): Promise<Reviewer> {
  const { logger, metrics, signal, watchInterval } = context;
  const { audiences, limit, cacheTtl, negativeCacheTtl } = options;
  const now = (): Date => new Date();
  const clock = (): number => performance.now();
  const sources = await configuredSources({
    sources: options.sources,
    audiences,
    domain: createDomain(options.domain),
    turns: createFairQueue({ ...HASHES, onDepth: metrics.hashes }),
    timeout: SOURCE_TIMEOUT,
    reloads: metrics.reloads,
    onChange(file) {
      logger.info({ file }, 'file reloaded');
      tokens.clearCache();
    },
    onError: (error, what) => logger.warn({ error, what }, 'non-fatal error'),
    now,
    signal,
    ...(watchInterval !== undefined && { interval: watchInterval }),
  });
  const tokens = joinSources({
    sources,
    successes: cacheTtl * 1000,
    failures: negativeCacheTtl * 1000,
    timeout: SOURCE_TIMEOUT,
    onAnswer: metrics.answered,
    onFailure(source, error) {
      metrics.answered(source, 'failed');
      logger.warn({ source, error }, 'a source of tokens failed');
    },
    onHit: metrics.cacheHit,
    now,
  });
  return createReviewer({
    tokens,
    audiences,
    limiter: rateLimiter({ rate: limit.perSecond, burst: limit.burst, keys: MAX_CLIENTS, now: clock }),
    onReview(review) {
      metrics.reviewed(review);
      logReview(review, logger);
    },
    onError: (error) => logger.debug({ error }, 'a token could not be checked'),
    now: clock,
  });
}

function logReview(review: Reviewed, logger: Logger): void {
  logger[review.result === 'authenticated' || review.result === 'unknown' ? 'debug' : 'info'](review, 'token reviewed');
}

type ServerReports = Pick<ServeGrpcOptions, 'onError' | 'onReload'>;

function webhookServer(
  options: ServiceOptions,
  reviewer: Reviewer,
  { onError, ...reports }: ServerReports,
): Promise<HttpsServer> {
  const { bindAddress: host, securePort: port, tls: files, domain } = options;
  const group = createDomain(domain).group('authentication');
  return serveHttps({
    host,
    port,
    files,
    handle: tokenReviewWebhook({ reviewer, group }),
    ...reports,
    onError: (error) => onError(error, files.certFile),
  });
}

async function grpcServer(
  { host = '::', port }: Endpoint,
  { tls }: ServiceOptions,
  reviewer: Reviewer,
  { onError }: ServerReports,
): Promise<{ readonly server: GrpcServer; readonly address: string }> {
  const server = await serveGrpc({
    address: { host, port },
    security: { type: 'tls', ...tls },
    services: [tokenReviewOverGrpc(reviewer)],
    onError,
    now: () => new Date(),
    maxRequestBytes: MAX_GRPC_BYTES,
  });
  return { server, address: hostAndPort({ host, port: server.port }) };
}

async function metricsServer(
  { metrics: endpoint, about }: ServiceOptions,
  metrics: ReviewMetrics,
  unready: () => string | undefined,
): Promise<MetricsServer | undefined> {
  return endpoint === 'off' ? undefined : serveMetrics({ endpoint, metrics, unready, about });
}
