import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { namespaceLifecycle } from '../admission/plugins/namespace-lifecycle.js';
import type { Authenticator } from '../authn/authenticator.js';
import { alwaysAllowPathsAuthorizer } from '../authz/always-allow-paths.js';
import { privilegedGroupAuthorizer } from '../authz/privileged-group.js';
import { unionAuthorizer } from '../authz/union.js';
import { readOnly } from '../endpoints/discovery/read-only.js';
import { discoveryRoutes } from '../endpoints/discovery/routes.js';
import { healthHandler, type HealthCheck } from '../endpoints/health.js';
import { openApiRoutes } from '../endpoints/openapi/routes.js';
import { metaForms } from '../endpoints/negotiation/meta-forms.js';
import { continueTokens } from '../endpoints/options/continue-token.js';
import type { Scope } from '../endpoints/scope.js';
import { versionHandler } from '../endpoints/version.js';
import { sharedEvents } from '../endpoints/shared-events.js';
import { watchDeadlines } from '../endpoints/watch-timeout.js';
import type { Logger } from '../logging/logger.js';
import { builtInResources } from '../registry/catalog.js';
import type { ResourceDefinition } from '../registry/definition.js';
import type { Environment } from '../registry/environment.js';
import { createResources, type Resource } from '../registry/resource.js';
import type { Handler } from '../request/context.js';
import type { CachedStore } from '../storage/cache/store.js';
import { createSystemObjects } from './bootstrap.js';
import { readContinueKey } from './continue-key.js';
import { pipeline } from './pipeline.js';
import { router } from './router.js';

export interface ApiOptions {
  readonly store: CachedStore;
  readonly domain: Domain;
  readonly environment: Environment;
  readonly authenticator: Authenticator;
  readonly logger: Logger;
  /** This program's own, such as `0.1.0`. */
  readonly version: string;
  /** Milliseconds that a request other than a watch may take. */
  readonly requestTimeout: number;
  readonly signal: AbortSignal;
}

/** The whole API over a store, without a transport. Resolves once the objects that it needs are there. */
export async function createApi(options: ApiOptions): Promise<Handler> {
  const { store, domain, environment } = options;
  const definitions = builtInResources(domain);
  const resources = definitions.flatMap((definition) => createResources(definition, { store, environment }));
  const namespaces = resourceNamed(resources, 'namespaces');
  const [continueKey] = await Promise.all([
    readContinueKey(store, environment, options.signal),
    createSystemObjects(namespaces, options.signal),
  ]);
  const metaGroup = domain.group('meta');
  const common = {
    domain,
    metaGroup,
    forms: metaForms(metaGroup),
    admission: [namespaceLifecycle(namespaces)],
    actions: {},
    continueTokens: continueTokens(continueKey),
    deadlines: watchDeadlines(),
  };
  const scopes = resources.map((resource): Scope => ({ ...common, resource, sharedEvents: sharedEvents() }));
  const authorizer = unionAuthorizer([alwaysAllowPathsAuthorizer(), privilegedGroupAuthorizer()]);
  return pipeline({ ...options, authorizer }, router(scopes, routes(definitions, options)));
}

/** What is served besides resources, by path. */
function routes(
  definitions: readonly ResourceDefinition[],
  { domain, store, version }: ApiOptions,
): ReadonlyMap<string, Handler> {
  const checks: HealthCheck[] = [
    { name: 'ping', check: async () => {} },
    { name: 'store', check: async (signal) => void (await store.currentRevision({ signal })) },
    { name: 'watch-cache', check: (signal) => store.ready(signal) },
  ];
  return new Map<string, Handler>([
    ...discoveryRoutes(definitions, { domain }),
    ...openApiRoutes(definitions, { domain, version }),
    ['/version', readOnly(versionHandler(version))],
    ...['healthz', 'livez', 'readyz'].map((name) => [`/${name}`, healthHandler(name, checks)] as const),
  ]);
}

function resourceNamed(resources: readonly Resource[], name: string): Resource {
  const found = resources.find(({ definition }) => definition.group === '' && definition.resource === name);
  if (found === undefined) throw new Error(`there is no resource ${name}`);
  return found;
}
