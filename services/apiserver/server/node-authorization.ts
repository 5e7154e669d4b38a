import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import { throttled } from '@pilothouse/runtime/logging/throttled.js';
import type { NodeAuthorizerOptions } from '../authz/node/authorizer.js';
import { createNodeFeed } from '../authz/node/feed.js';
import { DEFAULT_FEATURES, type Features } from '../features/gates.js';
import type { BoundObjectSource } from '../serviceaccount/token-liveness.js';
import { nodeRules } from './bootstrap-rbac/roles.js';
import type { Registered } from './registered.js';

/** The parts of the Node authorizer. Nothing is read before the first request of a kubelet. */
export function nodeAuthorization(
  {
    domain,
    features = DEFAULT_FEATURES,
    logger,
    signal,
  }: {
    readonly domain: Domain;
    readonly features?: Features;
    readonly logger: Logger;
    readonly signal: AbortSignal;
  },
  { resources, latestWrite }: Pick<Registered, 'resources'> & Pick<BoundObjectSource, 'latestWrite'>,
): NodeAuthorizerOptions {
  const onError = throttled((error) => logger.warn({ error }, 'the watch of what nodes need failed and is retried'));
  return {
    domain,
    hasPodCertificates: features.PodCertificateRequest,
    rules: nodeRules(domain),
    feed: createNodeFeed({ resources, domain, latestWrite, onError, signal }),
  };
}
