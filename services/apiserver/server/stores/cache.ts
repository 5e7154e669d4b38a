import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import { throttled } from '@pilothouse/runtime/logging/throttled.js';
import { createCachedStore, type CachedStore } from '@pilothouse/storage/cache/store.js';
import { CacheMismatchError } from '@pilothouse/storage/cache/verify.js';
import { StoreUnavailableError, type Store } from '@pilothouse/storage/store.js';
import type { ServerMetrics } from '../../metrics/server-metrics.js';
import { customAttributes, extractAttributes } from '../../registry/attributes.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { collectionPrefix, customCollection } from '../../registry/keys.js';

export interface CacheDeps {
  /** Resources in this store. */
  readonly definitions: readonly ResourceDefinition[];
  readonly logger: Logger;
  /** Called when the initial read fails; the failure is logged like other errors when absent. */
  readonly onWaiting?: (error: unknown) => void;
  readonly metrics?: Pick<ServerMetrics, 'cacheLoaded' | 'cacheDiffered' | 'cacheVerified'>;
  /** Whether the cache is compared with the store every ten minutes; true when absent. */
  readonly verifies?: boolean;
  /** Milliseconds that a read waits for the cache; 3 seconds when absent. */
  readonly timeout?: number;
}

/** Puts the watch cache in front of a store. Closing the cache closes the store. */
export function cacheInFront(
  store: Store,
  { definitions, logger, metrics, onWaiting, verifies = true, ...rest }: CacheDeps,
): CachedStore {
  const report = throttled((error) => logger.warn({ error }, 'the watch cache starts over or tries again'));
  let isWaiting = onWaiting !== undefined;
  // A resource that is stored by another one is in the collection of that one.
  const stored = definitions.filter(({ storedAs }) => storedAs === undefined);
  const builtIn = new Map(stored.map((definition) => [collectionPrefix(definition), definition]));
  return createCachedStore(store, {
    ...rest,
    ...(!verifies && { verifyInterval: 0 }),
    collections: [...builtIn].map(([prefix, definition]) => ({ prefix, extract: extractAttributes(definition) })),
    dynamicCollection(key) {
      const custom = customCollection(key);
      return custom && { prefix: custom.prefix, extract: customAttributes };
    },
    onVerified(prefix, status) {
      const { group, resource } = builtIn.get(prefix) ?? customCollection(prefix) ?? { group: '', resource: '' };
      metrics?.cacheVerified(group, resource, status);
    },
    onLoaded() {
      isWaiting = false;
      metrics?.cacheLoaded();
    },
    onError(error) {
      if (error instanceof CacheMismatchError) metrics?.cacheDiffered();
      if (isWaiting && error instanceof StoreUnavailableError) onWaiting?.(error);
      else report(error);
    },
  });
}
