import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { qualifiedResource } from '@pilothouse/apimachinery/status/status-error.js';
import { namespaceLifecycle } from '../admission/plugins/namespace-lifecycle.js';
import { ownerReferencesPermission } from '../admission/plugins/owner-references-permission.js';
import { systemPriorityClasses } from '../admission/plugins/system-priority-classes.js';
import type { Authenticator } from '../authn/authenticator.js';
import { serviceAccountAuthenticator } from '../authn/service-account.js';
import { unionAuthenticator } from '../authn/union.js';
import { alwaysAllowPathsAuthorizer } from '../authz/always-allow-paths.js';
import { privilegedGroupAuthorizer } from '../authz/privileged-group.js';
import { unionAuthorizer } from '../authz/union.js';
import { readOnly } from '../endpoints/discovery/read-only.js';
import { discoveryRoutes } from '../endpoints/discovery/routes.js';
import { healthHandler, type HealthCheck } from '../endpoints/health.js';
import { openIdRoutes } from '../endpoints/openid.js';
import { openApiRoutes } from '../endpoints/openapi/routes.js';
import { encodedItems } from '../endpoints/negotiation/encoded-items.js';
import { metaForms } from '../endpoints/negotiation/meta-forms.js';
import { continueTokens } from '../endpoints/options/continue-token.js';
import type { Actions, Scope } from '../endpoints/scope.js';
import { tokenRequest } from '../endpoints/token-request.js';
import { versionHandler } from '../endpoints/version.js';
import { sharedEvents } from '../endpoints/shared-events.js';
import { watchDeadlines } from '../endpoints/watch-timeout.js';
import type { Logger } from '../logging/logger.js';
import { builtInResources, type CatalogOptions } from '../registry/catalog.js';
import type { ResourceDefinition } from '../registry/definition.js';
import type { Environment } from '../registry/environment.js';
import { createTurns } from '../registry/turns.js';
import { createResources, resourceNamed } from '../registry/resource.js';
import type { Handler } from '../request/context.js';
import type { TokenConfig } from '../serviceaccount/config.js';
import { isWitnessResource } from '../serviceaccount/witnesses.js';
import type { CachedStore } from '../storage/cache/store.js';
import type { Store } from '../storage/store.js';
import { noteWrites } from '../storage/noted-writes.js';
import { createSystemObjects } from './bootstrap.js';
import { readContinueKey } from './continue-key.js';
import { pipeline } from './pipeline.js';
import { router } from './router.js';

export interface ApiOptions {
  readonly catalog?: CatalogOptions;
  readonly store: CachedStore;
  readonly domain: Domain;
  readonly environment: Environment;
  /** Besides tokens of service accounts. */
  readonly authenticator: Authenticator;
  readonly tokens: TokenConfig;
  /** Host and port where the server is reached, asked for once it listens. */
  readonly address: () => string;
  readonly logger: Logger;
  /** This program's own, such as `0.1.0`. */
  readonly version: string;
  /** Milliseconds that a request other than a watch may take. */
  readonly requestTimeout: number;
  readonly signal: AbortSignal;
}

/** The whole API over a store, without a transport. Resolves once the objects that it needs are there. */
export async function createApi(options: ApiOptions): Promise<Handler> {
  const { store, domain, environment, tokens: config } = options;
  const definitions = builtInResources(domain, options.catalog);
  const noted = noteWrites(store);
  const notedNamespaces = noteWrites(store);
  const storeOf = (definition: ResourceDefinition): Store => {
    if (isWitnessResource(definition)) return noted.store;
    return definition.kind === 'Namespace' ? notedNamespaces.store : store;
  };
  const turns = createTurns();
  const resources = definitions.flatMap((definition) =>
    createResources(definition, { store: storeOf(definition), environment, turns }),
  );
  const core = new Map(
    resources.flatMap((resource) => {
      const { group, resource: name } = resource.definition;
      return group === '' ? [[name, resource] as const] : [];
    }),
  );
  const namespaces = resourceNamed(resources, '', 'namespaces');
  const [continueKey] = await Promise.all([
    readContinueKey(store, environment, options.signal),
    createSystemObjects(resources, domain, options.signal),
  ]);
  const metaGroup = domain.group('meta');
  const authorizer = unionAuthorizer([alwaysAllowPathsAuthorizer(), privilegedGroupAuthorizer()]);
  const common = {
    domain,
    metaGroup,
    forms: metaForms(metaGroup),
    admission: [
      namespaceLifecycle(namespaces, notedNamespaces.latest),
      ownerReferencesPermission(authorizer, definitions),
      systemPriorityClasses,
    ],
    continueTokens: continueTokens(continueKey),
    deadlines: watchDeadlines(),
  };
  const actions: Readonly<Record<string, Actions>> = {
    serviceaccounts: { token: tokenRequest({ config, resources: core }) },
  };
  const scopes = resources.map((resource): Scope => {
    const { groupResource } = resource;
    return {
      ...common,
      resource,
      actions: actions[qualifiedResource(groupResource)] ?? {},
      sharedEvents: sharedEvents(),
      encodedItems: encodedItems(),
    };
  });
  const stand = { resources: core, latestWrite: noted.latest, now: environment.now };
  const authenticator = unionAuthenticator([
    options.authenticator,
    serviceAccountAuthenticator({ config, domain, stand }),
  ]);
  return pipeline({ ...options, authenticator, authorizer }, router(scopes, routes(definitions, options)));
}

/** What is served besides resources, by path. */
function routes(
  definitions: readonly ResourceDefinition[],
  { domain, store, version, tokens, address }: ApiOptions,
): ReadonlyMap<string, Handler> {
  const checks: HealthCheck[] = [
    { name: 'ping', check: async () => {} },
    { name: 'store', check: async (signal) => void (await store.currentRevision({ signal })) },
    { name: 'watch-cache', check: (signal) => store.ready(signal) },
  ];
  return new Map<string, Handler>([
    ...discoveryRoutes(definitions, { domain }),
    ...openApiRoutes(definitions, { domain, version }),
    ...openIdRoutes(tokens, address),
    ['/version', readOnly(versionHandler(version))],
    ...['healthz', 'livez', 'readyz'].map((name) => [`/${name}`, healthHandler(name, checks)] as const),
  ]);
}
