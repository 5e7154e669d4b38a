import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { CustomResourceConversion } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import type { ObjectReader } from '@pilothouse/admission/objects.js';
import type { EndpointOptions } from '@pilothouse/webhook-client/endpoint.js';
import { serviceResolver } from '@pilothouse/admission/webhooks/services.js';
import { throttled } from '@pilothouse/runtime/logging/throttled.js';
import { NotReadyError } from '@pilothouse/storage/store.js';
import type { Converter } from '@pilothouse/kinds/definition/converter.js';
import { webhookConverter } from '../../conversion/webhook.js';
import { createDefinitionParts, type DefinitionParts } from '@pilothouse/kinds/apiextensions/parts.js';
import type { ServerMetrics } from '../../metrics/server-metrics.js';
import type { Catalog } from '../../registry/catalog.js';
import type { Environment } from '../../registry/environment.js';
import { resourceNamed } from '../../registry/resource.js';
import { inStorageVersion } from '@pilothouse/kinds/definition/versions.js';
import type { Registered } from '../registered.js';
import type { Stores } from '../stores/stores.js';
import { definitionCleanup } from './cleanup.js';
import { followCustomKinds, type CustomKinds } from './kinds.js';
import { renewStatus } from './renew-status.js';

export interface CustomKindsParts {
  readonly stores: Stores;
  readonly logger: Logger;
  readonly domain: Domain;
  readonly environment: Environment;
  readonly definitionParts?: DefinitionParts;
  readonly metrics?: Pick<ServerMetrics, 'converted'> | undefined;
  readonly signal: AbortSignal;
}

export interface CustomKindsContext {
  readonly catalog: Catalog;
  readonly registered: Registered;
  /** Reads the Services of conversion webhooks. */
  readonly objects: ObjectReader;
  /** API group of CustomResourceDefinitions. */
  readonly group: string;
}

/** Custom kinds of a server: follows the definitions, and deletes the objects of terminating ones. */
export function customKindsOf(
  { stores, logger, domain, environment, signal, metrics, definitionParts = createDefinitionParts() }: CustomKindsParts,
  { catalog, registered, objects, group }: CustomKindsContext,
): CustomKinds {
  const warn = throttled((error) =>
    logger.warn({ error }, 'the watch of CustomResourceDefinitions failed and is retried'),
  );
  const warnOfCleanup = throttled((error) =>
    logger.warn({ error }, 'the deletion of custom objects failed and is retried'),
  );
  const resolve = serviceResolver(objects, domain);
  const definitions = resourceNamed(registered.resources, group, 'customresourcedefinitions');
  const cleanUp = definitionCleanup({ definitions, onError: warnOfCleanup, signal });
  return followCustomKinds({
    catalog,
    definitions,
    ...definitionParts,
    converterOf: ({ spec: { conversion } }) => converterOf(conversion, { domain, environment, metrics, resolve }),
    onConflict: (name) => void renewStatus(definitions, name, { ...definitionParts, signal }).catch(warn),
    onTerminating({ metadata: { name = '', uid = '' } }, { kind, isServed }) {
      const [resource] = registered.resourcesOf(inStorageVersion(kind));
      cleanUp({ name, uid, resource, isServed });
    },
    isBeside: stores.of(definitions.definition) === stores.main,
    onError: (error) => (error instanceof NotReadyError ? stores.onWaiting(error) : warn(error)),
    signal,
  });
}

function converterOf(
  conversion: CustomResourceConversion | undefined,
  {
    domain,
    environment,
    metrics,
    resolve,
  }: Pick<CustomKindsParts, 'domain' | 'environment' | 'metrics'> & Pick<EndpointOptions, 'resolve'>,
): Converter | undefined {
  const { clientConfig, conversionReviewVersions: reviewVersions = [] } = conversion?.webhook ?? {};
  if (conversion?.strategy !== 'Webhook' || clientConfig === undefined) return undefined;
  return webhookConverter({
    clientConfig,
    reviewVersions,
    resolve,
    domain,
    uuid: environment.uuid,
    now: () => performance.now(),
    observe: ({ milliseconds, failure }) => metrics?.converted(milliseconds / 1000, failure),
  });
}
