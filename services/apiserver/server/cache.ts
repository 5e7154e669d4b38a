import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import { extractAttributes } from '../registry/attributes.js';
import { builtInResources } from '../registry/catalog.js';
import { collectionPrefix } from '../registry/keys.js';
import { createCachedStore, type CachedStore } from '../storage/cache/store.js';
import type { Store } from '../storage/store.js';

export interface CacheDeps {
  readonly domain: Domain;
  readonly logger: Logger;
  /** Milliseconds that a call waits for the cache; 3 seconds when absent. */
  readonly patience?: number;
}

/** Puts the watch cache of all resources in front of a store. Closing it closes the store. */
export function cacheInFront(store: Store, { domain, logger, ...rest }: CacheDeps): CachedStore {
  return createCachedStore(store, {
    ...rest,
    // What another resource keeps is in that one's collection.
    collections: builtInResources(domain)
      .filter(({ storedAs }) => storedAs === undefined)
      .map((definition) => ({ prefix: collectionPrefix(definition), extract: extractAttributes(definition) })),
    onError: (error) => logger.warn({ error }, 'the watch cache starts over or tries again'),
  });
}
