import { createReloads, type Reloads } from '@pilothouse/runtime/files/reloads.js';
import { registered } from '@pilothouse/runtime/metrics/exposition.js';
import { processRegistry } from '@pilothouse/runtime/metrics/registry.js';
import type { MetricsText } from '@pilothouse/runtime/metrics/server.js';
import type { Authentication } from '@pilothouse/token-authenticators/token-authenticator.js';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Reviewed } from '../review/review.js';

/** Metrics of the service. */
export interface ReviewMetrics extends MetricsText {
  readonly reviewed: (review: Pick<Reviewed, 'transport' | 'result' | 'milliseconds'>) => void;
  readonly answered: (source: string, result: Authentication['type'] | 'failed') => void;
  readonly reloads: Reloads;
  readonly cacheHit: () => void;
  /** Secrets that wait for a hash, and that are being hashed. */
  readonly hashes: (waiting: number, running: number) => void;
}

/** Seconds: cache hits take less than the first, a hash about a tenth, other sources up to ten. */
const BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createMetrics(): ReviewMetrics {
  const registry = processRegistry(Registry.PROMETHEUS_CONTENT_TYPE);
  const registers = [registry];
  const reloads = createReloads(() => new Date());
  for (const metric of reloads.metrics) registry.registerMetric(registered(metric));
  const reviews = new Counter({
    registers,
    name: 'token_review_requests_total',
    help: 'Token reviews by transport and result: authenticated, rejected, unknown, invalid, limited by the rate limit, or failed',
    labelNames: ['transport', 'result'] as const,
  });
  const duration = new Histogram({
    registers,
    name: 'token_review_duration_seconds',
    help: 'Duration of token reviews',
    labelNames: ['transport'] as const,
    buckets: BUCKETS,
  });
  const answers = new Counter({
    registers,
    name: 'token_review_source_answers_total',
    help: 'Answers of token sources: authenticated, rejected, unknown or failed',
    labelNames: ['source', 'result'] as const,
  });
  const hits = new Counter({
    registers,
    name: 'token_review_cache_hits_total',
    help: 'Token reviews answered from the cache, or joined to one in flight',
  });
  const hashes = new Gauge({
    registers,
    name: 'token_review_hashes',
    help: 'Secrets of the users file that wait for a hash or are being hashed',
    labelNames: ['state'] as const,
  });
  return {
    reloads,
    reviewed({ transport, result, milliseconds }) {
      reviews.inc({ transport, result });
      duration.observe({ transport }, milliseconds / 1000);
    },
    answered: (source, result) => answers.inc({ source, result }),
    cacheHit: () => hits.inc(),
    hashes(waiting, running) {
      hashes.set({ state: 'waiting' }, waiting);
      hashes.set({ state: 'running' }, running);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
