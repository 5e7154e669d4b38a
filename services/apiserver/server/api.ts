import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { qualifiedResource } from '@pilothouse/apimachinery/status/status-error.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import { namespaceLifecycle } from '../admission/plugins/namespace-lifecycle.js';
import { ownerReferencesPermission } from '../admission/plugins/owner-references-permission.js';
import { rbacEscalation } from '../admission/plugins/rbac-escalation.js';
import { systemPriorityClasses } from '../admission/plugins/system-priority-classes.js';
import type { Configured } from '../authn/configured.js';
import { signIn } from '../authn/sign-in.js';
import { authorization } from '../authz/modes.js';
import { createPolicyFeed, type PolicyFeed } from '../authz/rbac/feed.js';
import { accessReviewActions } from '../endpoints/access-reviews.js';
import { readOnly } from '../endpoints/discovery/read-only.js';
import { discoveryRoutes } from '../endpoints/discovery/routes.js';
import { healthHandler, type HealthCheck } from '../endpoints/health.js';
import { encodedItems } from '../endpoints/negotiation/encoded-items.js';
import { metaForms } from '../endpoints/negotiation/meta-forms.js';
import { openApiRoutes } from '../endpoints/openapi/routes.js';
import { openIdRoutes } from '../endpoints/openid.js';
import { continueTokens } from '../endpoints/options/continue-token.js';
import type { Actions, Scope } from '../endpoints/scope.js';
import { sharedEvents } from '../endpoints/shared-events.js';
import { tokenRequest } from '../endpoints/token-request.js';
import { tokenReviewActions } from '../endpoints/token-review.js';
import { versionHandler } from '../endpoints/version.js';
import { virtualScopes } from '../endpoints/virtual.js';
import { watchDeadlines } from '../endpoints/watch-timeout.js';
import type { AuthenticationOptions } from '../options/authentication.js';
import type { AuthorizationMode } from '../options/authorization.js';
import { builtInResources, virtualResources, type CatalogOptions } from '../registry/catalog.js';
import type { ResourceDefinition, ServedDefinition } from '../registry/definition.js';
import type { Environment } from '../registry/environment.js';
import { createResources, resourceNamed } from '../registry/resource.js';
import { createTurns } from '../registry/turns.js';
import type { Handler } from '../request/context.js';
import type { TokenConfig } from '../serviceaccount/config.js';
import { isWitnessResource } from '../serviceaccount/witnesses.js';
import type { CachedStore } from '../storage/cache/store.js';
import { afterWrites, noteWrites } from '../storage/noted-writes.js';
import type { Store } from '../storage/store.js';
import { bootstrapRbac } from './bootstrap-rbac/bootstrap.js';
import { createSystemObjects } from './bootstrap.js';
import { readContinueKey } from './continue-key.js';
import { pipeline } from './pipeline.js';
import { router } from './router.js';

export interface ApiOptions extends Configured {
  readonly catalog?: CatalogOptions;
  readonly store: CachedStore;
  readonly domain: Domain;
  readonly environment: Environment;
  readonly authentication?: Pick<AuthenticationOptions, 'anonymous' | 'bootstrapTokens'>;
  /** Who decides, in order; RBAC alone when absent. */
  readonly authorizationModes?: readonly AuthorizationMode[];
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
  const rbacGroup = domain.group('rbac.authorization');
  const feed = createPolicyFeed({
    group: rbacGroup,
    onError: (error) => options.logger.warn({ error }, 'roles and bindings cannot be followed for a while'),
    signal: options.signal,
  });
  const noted = noteWrites(store);
  const notedNamespaces = noteWrites(store);
  const storeOf = (definition: ResourceDefinition): Store => {
    if (isWitnessResource(definition)) return noted.store;
    const { group, resource } = definition;
    if (group === rbacGroup) return afterWrites(store, (revision) => feed.settled(resource, revision));
    return definition.kind === 'Namespace' ? notedNamespaces.store : store;
  };
  const turns = createTurns();
  const resources = definitions.flatMap((definition) =>
    createResources(definition, { store: storeOf(definition), environment, turns, definitions }),
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
    feed.start(resources),
    bootstrapRbac(resources, domain, options.signal),
  ]);
  const metaGroup = domain.group('meta');
  const { authorizer, rules } = authorization(options.authorizationModes ?? ['RBAC'], feed);
  const common = {
    domain,
    authorizer,
    metaGroup,
    forms: metaForms(metaGroup),
    admission: [
      namespaceLifecycle(namespaces, notedNamespaces.latest),
      ownerReferencesPermission(authorizer, definitions),
      systemPriorityClasses,
      rbacEscalation(feed.policy, authorizer, rbacGroup),
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
  const { anonymous, bootstrapTokens = false } = options.authentication ?? {};
  const bootstrapSecrets = bootstrapTokens ? resourceNamed(resources, '', 'secrets') : undefined;
  const { authenticator, tokens } = signIn({ ...options, config, domain, stand, bootstrapSecrets });
  const performed = new Map([
    ...accessReviewActions({ domain, authorizer, rules, now: environment.now }),
    ...tokenReviewActions({ domain, tokens, apiAudiences: config.audiences }),
  ]);
  const virtual = virtualScopes(virtualResources(domain), performed, { domain, metaGroup });
  return pipeline(
    { ...options, ...(anonymous !== undefined && { anonymous }), authenticator, authorizer },
    router(scopes, virtual, routes([...definitions, ...virtual.map(({ definition }) => definition)], feed, options)),
  );
}

/** What is served besides resources, by path. */
function routes(
  definitions: readonly ServedDefinition[],
  { isCurrent }: PolicyFeed,
  { domain, store, version, tokens, address }: ApiOptions,
): ReadonlyMap<string, Handler> {
  const checks: HealthCheck[] = [
    { name: 'ping', check: async () => {} },
    { name: 'store', check: async (signal) => void (await store.currentRevision({ signal })) },
    { name: 'watch-cache', check: (signal) => store.ready(signal) },
  ];
  const rbacCheck: HealthCheck = {
    name: 'poststarthook/rbac/bootstrap-roles',
    async check() {
      if (!isCurrent()) throw new Error('roles and bindings cannot be followed');
    },
  };
  return new Map<string, Handler>([
    ...discoveryRoutes(definitions, { domain }),
    ...openApiRoutes(definitions, { domain, version }),
    ...openIdRoutes(tokens, address),
    ['/version', readOnly(versionHandler(version))],
    ...['healthz', 'livez'].map((name) => [`/${name}`, healthHandler(name, checks)] as const),
    ['/readyz', healthHandler('readyz', [...checks, rbacCheck])],
  ]);
}
