import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import { throttled } from '@pilothouse/runtime/logging/throttled.js';
import { NotReadyError } from '@pilothouse/storage/store.js';
import { numbers } from '@pilothouse/runtime/metrics/series.js';
import type { ServerMetrics } from '../../metrics/server-metrics.js';
import { METRICS } from '../../metrics/table.js';
import type { Environment } from '../../registry/environment.js';
import type { Catalog } from '../../registry/catalog.js';
import { resourceNamed, type Resource } from '../../registry/resource.js';
import type { IsServed } from '../../registry/served.js';
import type { Stores } from '../stores/stores.js';
import { followBackend } from './remote/follow-backend.js';
import type { KeyPair } from '@pilothouse/runtime/certificates/issue.js';
import { remoteServices } from './remote/remote-services.js';
import { keepApiServices } from './keep-services.js';
import { wantedServices } from './wanted.js';

export interface ApiServicesParts {
  readonly stores: Pick<Stores, 'onWaiting'>;
  readonly logger: Logger;
  readonly environment: Pick<Environment, 'random'>;
  /** Client certificate of requests to extension API servers; none when absent. */
  readonly proxyClientCertificate?: (() => KeyPair) | undefined;
  readonly domain: Domain;
  /** No metrics when absent. */
  readonly metrics?: Pick<ServerMetrics, 'add'>;
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
  { stores, logger, domain, environment, proxyClientCertificate, metrics, signal }: ApiServicesParts,
  { catalog, resources, isServed, loaded }: ApiServicesContext,
): Promise<void> {
  await loaded;
  const named = (group: string, resource: string): Resource => resourceNamed(resources, group, resource);
  const warn = throttled((error) => logger.warn({ error }, 'the update of APIServices failed and is retried'));
  const onError = (error: unknown): void => (error instanceof NotReadyError ? stores.onWaiting(error) : warn(error));
  const warnOfDocument = throttled((error, name: string) =>
    logger.warn({ error, apiService: name }, 'the OpenAPI v2 document of an extension API server cannot be read'),
  );
  const [regenerations, durations] = [numbers(METRICS.openApiRegenerations), numbers(METRICS.openApiRegeneration)];
  metrics?.add(regenerations);
  metrics?.add(durations);
  const remote = remoteServices({
    catalog,
    follow: ({ namespace, name }, onChange, until) =>
      followBackend({
        services: named('', 'services'),
        endpointSlices: named(domain.group('discovery'), 'endpointslices'),
        namespace,
        name,
        label: domain.key('service-name'),
        onChange,
        onError,
        signal: until,
      }),
    certificate: () => proxyClientCertificate?.(),
    random: environment.random,
    onDocument(name, reason, milliseconds) {
      regenerations.at(name, reason).value += 1;
      durations.at(reason).value = milliseconds / 1000;
    },
    onDocumentError: warnOfDocument,
    onError,
    signal,
  });
  await keepApiServices({
    services: named(domain.group('apiregistration'), 'apiservices'),
    remote,
    wanted: wantedServices({ catalog, domain, isServed, signal }),
    domain,
    metrics,
    onError,
    signal,
  });
}
