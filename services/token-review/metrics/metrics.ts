import { createReloads, type Reloads } from '@pilothouse/runtime/files/reloads.js';
import type { MetricDefinition } from '@pilothouse/runtime/metrics/definition.js';
import { createExposition, type Expose } from '@pilothouse/runtime/metrics/exposition.js';
import { histogram, numbers } from '@pilothouse/runtime/metrics/series.js';
import { createSnapshot } from '@pilothouse/runtime/metrics/read.js';
import type { Authentication } from '@pilothouse/token-authenticators/token-authenticator.js';
import type { Reviewed } from '../review/review.js';

/** Metrics of the service. */
export interface ReviewMetrics {
  readonly reviewed: (review: Pick<Reviewed, 'transport' | 'result' | 'milliseconds'>) => void;
  readonly answered: (source: string, result: Authentication['type'] | 'failed') => void;
  readonly reloads: Reloads;
  readonly cacheHit: () => void;
  /** Secrets that wait for a hash, and that are being hashed. */
  readonly hashes: (waiting: number, running: number) => void;
  readonly expose: Expose;
}

const METRICS = {
  reviews: {
    name: 'token_review_requests_total',
    type: 'counter',
    help: 'Token reviews by transport and result: authenticated, rejected, unknown, invalid, limited by the rate limit, or failed',
    labels: ['transport', 'result'],
    stability: 'ALPHA',
  },
  duration: {
    name: 'token_review_duration_seconds',
    type: 'histogram',
    help: 'Duration of token reviews',
    labels: ['transport'],
    // Cache hits take less than the first, a hash about a tenth, other sources up to ten.
    buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    stability: 'ALPHA',
  },
  answers: {
    name: 'token_review_source_answers_total',
    type: 'counter',
    help: 'Answers of token sources: authenticated, rejected, unknown or failed',
    labels: ['source', 'result'],
    stability: 'ALPHA',
  },
  hits: {
    name: 'token_review_cache_hits_total',
    type: 'counter',
    help: 'Token reviews answered from the cache, or joined to one in flight',
    labels: [],
    stability: 'ALPHA',
  },
  hashes: {
    name: 'token_review_hashes',
    type: 'gauge',
    help: 'Secrets of the users file that wait for a hash or are being hashed',
    labels: ['state'],
    stability: 'ALPHA',
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

export function createMetrics(): ReviewMetrics {
  const reloads = createReloads(() => new Date());
  const reviews = numbers(METRICS.reviews);
  const duration = histogram(METRICS.duration);
  const answers = numbers(METRICS.answers);
  const hits = numbers(METRICS.hits);
  const hashes = numbers(METRICS.hashes);
  return {
    reloads,
    reviewed({ transport, result, milliseconds }) {
      reviews.at(transport, result).value += 1;
      duration.at(transport).observe(milliseconds / 1000);
    },
    answered: (source, result) => void (answers.at(source, result).value += 1),
    cacheHit: () => void (hits.at().value += 1),
    hashes(waiting, running) {
      hashes.at('waiting').value = waiting;
      hashes.at('running').value = running;
    },
    expose: createExposition(createSnapshot(() => [...reloads.metrics, reviews, duration, answers, hits, hashes])),
  };
}
