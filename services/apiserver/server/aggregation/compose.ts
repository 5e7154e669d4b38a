import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import { throttled } from '@pilothouse/runtime/logging/throttled.js';
import { NotReadyError } from '@pilothouse/storage/store.js';
import type { Catalog } from '../../registry/catalog.js';
import { resourceNamed, type Resource } from '../../registry/resource.js';
import type { IsServed } from '../../registry/served.js';
import type { Stores } from '../stores.js';
import { keepApiServices } from './keep-services.js';
import { wantedServices } from './wanted.js';

export interface ApiServicesParts {
  readonly stores: Pick<Stores, 'onWaiting'>;
  readonly logger: Logger;
  readonly domain: Domain;
  readonly signal: AbortSignal;
}

export interface ApiServicesContext {
  readonly catalog: Catalog;
  readonly resources: readonly Resource[];
  readonly isServed: IsServed;
  /** Resolves when the catalog has all custom kinds, so that the APIServices of existing ones are not deleted. */
  readonly loaded: Promise<unknown>;
}

/** The APIServices of a server. Resolves when those of built-in group versions are stored. */
export async function apiServicesOf(
  { stores, logger, domain, signal }: ApiServicesParts,
  { catalog, resources, isServed, loaded }: ApiServicesContext,
): Promise<void> {
  await loaded;
  const warn = throttled((error) => logger.warn({ error }, 'the update of APIServices failed and is retried'));
  await keepApiServices({
    services: resourceNamed(resources, domain.group('apiregistration'), 'apiservices'),
    wanted: wantedServices({ catalog, domain, isServed, signal }),
    domain,
    onError: (error) => (error instanceof NotReadyError ? stores.onWaiting(error) : warn(error)),
    signal,
  });
}
