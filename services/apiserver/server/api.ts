import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import { throttled } from '@pilothouse/runtime/logging/throttled.js';
import type { Tracer } from '@pilothouse/runtime/tracing/span.js';
import { NotReadyError } from '@pilothouse/storage/store.js';
import { componentStatuses } from '@pilothouse/kinds/core/component-statuses.js';
import type { Audit } from '../audit/audit.js';
import type { Configured } from '../authn/configured.js';
import { signIn } from '../authn/sign-in.js';
import { authorization } from '../authz/modes.js';
import { componentProbes, componentStore } from './components/component-store.js';
import { createPolicyFeed } from '../authz/rbac/feed.js';
import { flowControlPages } from '../endpoints/debug/flow-control.js';
import { deprecatedRequests, type DeprecatedRequests } from '../endpoints/deprecated-requests.js';
import { RBAC_STEP } from '../endpoints/health-checks.js';
import { createListCache } from '../endpoints/negotiation/list-cache.js';
import { createProtobufCache } from '../endpoints/negotiation/protobuf-cache.js';
import { metaForms } from '../endpoints/negotiation/meta-forms.js';
import { loginDocument } from '../endpoints/login-document.js';
import { openIdRoutes } from '../endpoints/openid.js';
import { continueTokens } from '../endpoints/options/continue-token.js';
import type { ActionParts, Scope } from '../endpoints/scope.js';
import { sharedEvents } from '../endpoints/shared-events.js';
import { versionHandler } from '../endpoints/version.js';
import { watchDeadlines } from '../endpoints/watch-timeout.js';
import { DEFAULT_FEATURES, type Features } from '../features/gates.js';
import { heapUse, memoryWatch } from '../flowcontrol/memory.js';
import type { ServerMetrics } from '../metrics/server-metrics.js';
import type { AuthenticationOptions } from '../options/authentication.js';
import { DEFAULT_MODES, type AuthorizationMode } from '../options/authorization.js';
import type { ServiceNetwork } from '../options/service-network.js';
import type { ConcurrencyLimits } from '../options/flow-control.js';
import { virtualResources } from '@pilothouse/kinds/built-in.js';
import type { DefinitionParts } from '@pilothouse/kinds/apiextensions/parts.js';
import { createConnections, USUAL_KUBELETS, type KubeletOptions } from '../proxy/connections.js';
import { createCatalog, storedKinds } from '../registry/catalog.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import type { Environment } from '../registry/environment.js';
import { findResource, resourceNamed, type Resource } from '../registry/resource.js';
import { gatedBy, servedByDefault, type IsServed } from '../registry/served.js';
import type { Handler } from '../request/context.js';
import { accountTokens } from '../serviceaccount/account-tokens.js';
import type { TokenConfig } from '../serviceaccount/config.js';
import { objectReader } from '../admission/objects.js';
import { resourceLookup } from '../admission/resource-lookup.js';
import { composeAdmission, type AdmissionParts } from './admission.js';
import { keepTrust, TRUST_MAP, type TrustOptions } from './certificates/authentication-trust.js';
import type { KeyPair } from '@pilothouse/runtime/certificates/issue.js';
import { apiServicesOf } from './aggregation/compose.js';
import { namespaceCreator } from './start/create-namespace.js';
import { customKindsOf } from './custom/compose.js';
import { flowControlOf, startFlowControl } from './flow-control/compose.js';
import { createSystemObjects, systemNamespaces, systemPriorityClasses } from './start/bootstrap.js';
import { bootstrapRbac } from './bootstrap-rbac/bootstrap.js';
import { catalogRoutes } from './routes/catalog-routes.js';
import { boundObjectWrites } from './bound-object-writes.js';
import { readContinueKey } from './continue-key.js';
import { possibleConnections } from './listener/connection-limit.js';
import { countKinds } from './counted-kinds.js';
import { countDecisions, countAuthentications } from './counted-access.js';
import { nodeAuthorization } from './node-authorization.js';
import { operationRoutes, type Operations } from './routes/operations.js';
import { authorizeWhileOwned } from './ownership.js';
import { pipeline } from './pipeline.js';
import { readMetrics } from './read-metrics.js';
import { registerResources, type Registered } from './registered.js';
import { router } from './routes/router.js';
import { createServiceAllocation } from './start/service-allocation.js';
import { beginStart } from './start/startup.js';
import type { Stores } from './stores/stores.js';

/** Fraction of the file descriptors for connections to kubelets, pods and nodes. */
const PROXIED_PART = 0.25;

export interface ApiOptions extends Configured {
  /** All built-in resources that are stored. */
  readonly definitions: readonly ResourceDefinition[];
  /** Parts that the CustomResourceDefinition kind was created with; its own when absent. */
  readonly definitionParts?: DefinitionParts;
  /** Which versions of resources are served; the defaults when absent. */
  readonly isServed?: IsServed;
  /** The defaults when absent. */
  readonly features?: Features;
  /** Records requests of deprecated versions. */
  readonly deprecations?: DeprecatedRequests;
  readonly stores: Stores;
  readonly domain: Domain;
  readonly environment: Environment;
  /** Auditing is disabled when absent. */
  readonly audit?: Audit;
  /** Addresses and node ports of services; the defaults when absent. */
  readonly serviceNetwork?: ServiceNetwork;
  readonly authentication?: Pick<AuthenticationOptions, 'anonymous' | 'bootstrapTokens' | 'login'>;
  /** Authorization modes, in order; the defaults when absent. */
  readonly authorizationModes?: readonly AuthorizationMode[];
  readonly admission?: AdmissionParts;
  readonly tokens: TokenConfig;
  /** Content of the ConfigMap extension-apiserver-authentication; not published when absent. */
  readonly trust?: TrustOptions['trust'];
  /** Client certificate of requests to extension API servers; none when absent. */
  readonly proxyClientCertificate?: (() => KeyPair) | undefined;
  /** Connections to kubelets; Kubernetes' defaults when absent. */
  readonly kubelets?: KubeletOptions;
  /** Host and port of the server. Called only after it listens. */
  readonly address: () => string;
  readonly logger: Logger;
  /** Version of this program, such as `0.1.0`. */
  readonly version: string;
  /** Timeout in milliseconds of requests other than watches. */
  readonly requestTimeout: number;
  /** Minimum lifetime in seconds of a watch without `timeoutSeconds`; the default when absent. */
  readonly minRequestTimeout?: number;
  /** Limits of concurrent requests; the defaults when absent. */
  readonly concurrency?: ConcurrencyLimits;
  readonly signal: AbortSignal;
  /** Called after each change of the kinds that are served. */
  readonly onKindsChanged?: () => void;
  /** No metrics when absent. */
  readonly metrics?: ServerMetrics;
  /** Tracing is off when absent. */
  readonly tracer?: Tracer;
  readonly operations?: Operations;
}

/** The API. Its handler answers immediately; during the start with 503. */
export interface Api {
  readonly handler: Handler;
  /** Whether requests are queued by flow control. */
  readonly areWaiting: () => boolean;
  /** Resolves when all startup steps are done. Rejects if one fails, and when the start is aborted. */
  readonly started: Promise<void>;
}

/** Creates the API over a store, without a transport. Rejects for an invalid configuration of an admission plugin. */
export async function createApi(options: ApiOptions): Promise<Api> {
  const { stores, definitions, domain, environment, tokens: config, features = DEFAULT_FEATURES } = options;
  const { deprecations = deprecatedRequests(), metrics } = options;
  const isServed = gatedBy(features, options.isServed ?? servedByDefault, definitions);
  const flowControl = flowControlOf(options);
  const rbacGroup = domain.group('rbac.authorization');
  const definitionsGroup = domain.group('apiextensions');
  const onFeedError = throttled((error) =>
    options.logger.warn({ error }, 'the watch of roles and bindings failed and is retried'),
  );
  const feed = createPolicyFeed({
    group: rbacGroup,
    onError: (error) => (error instanceof NotReadyError ? stores.onWaiting(error) : onFeedError(error)),
    signal: options.signal,
  });
  const allocation = createServiceAllocation(options);
  const catalog = createCatalog({ builtIn: definitions, virtual: virtualResources(domain) });
  if (options.onKindsChanged !== undefined) catalog.onChange(options.onKindsChanged, options.signal);
  const registered = registerResources(definitions, {
    stores,
    computedStoreOf: ({ group, resource }) =>
      group === '' && resource === componentStatuses.resource ? componentStore(componentProbes(stores.all)) : undefined,
    environment,
    claimsOf: allocation.claimsOf,
    viewOf({ group, resource }) {
      if (group === rbacGroup) return (revision) => feed.settled(resource, revision);
      return group === definitionsGroup ? (revision) => customKinds.settled(revision) : undefined;
    },
  });
  const { resources, core } = registered;
  const resourceOf = resourceLookup({ ...registered, catalog });
  const objects = objectReader({ ...registered, resourceOf, cacheOf: stores.of });
  const customKinds = customKindsOf(options, { catalog, registered, objects, group: definitionsGroup });
  const loaded = Promise.all([feed.start(resources), customKinds.start()]);
  const apiServices = apiServicesOf(options, { catalog, resources, isServed, loaded });
  // Steps await them, unless the start is aborted before.
  for (const awaited of [loaded, apiServices]) awaited.catch(() => undefined);
  let continueKey: Uint8Array | undefined;
  const { signal } = options;
  const descriptions = (options.admission?.services ?? []).flatMap(({ asked }) => asked ?? []);
  const startup = beginStart(
    [
      {
        name: 'bootstrap-controller',
        async run() {
          [continueKey] = await Promise.all([
            readContinueKey(stores.main, environment, signal),
            createSystemObjects(systemNamespaces(), resources, signal),
          ]);
          // Not at the end of the start, whose other steps take longer.
          await publishTrust(resources, options);
        },
      },
      {
        name: 'scheduling/bootstrap-system-priority-classes',
        run: () => createSystemObjects(systemPriorityClasses(domain), resources, signal),
      },
      {
        name: 'priority-and-fairness-config-producer',
        run: () => startFlowControl(options, { flowControl, resources, resourceOf }),
      },
      { name: 'start-service-ip-allocation', run: () => allocation.start(resources) },
      { name: 'kube-apiserver-autoregistration', run: () => apiServices },
      { name: RBAC_STEP, run: () => Promise.all([loaded, bootstrapRbac(resources, options, signal)]) },
      // Before the first write, which they may want to see. One that does not respond delays the start by at most its timeout.
      ...(descriptions.length === 0
        ? []
        : [{ name: 'start-admission-services', run: () => Promise.all(descriptions) }]),
    ],
    { signal, onError: stores.onWaiting },
  );
  // The caller awaits it later.
  startup.done.catch(() => undefined);
  const metaGroup = domain.group('meta');
  const latestWrite = boundObjectWrites(registered);
  const { authorizer: current, rules } = authorization(options.authorizationModes ?? DEFAULT_MODES, {
    rbac: feed,
    node: nodeAuthorization(options, { resources, latestWrite }),
  });
  const authorizer = authorizeWhileOwned(current, stores.lost);
  const admission = await composeAdmission(options, {
    authorizer,
    catalog,
    registered,
    resourceOf,
    objects,
    policy: feed.policy,
    createNamespace: namespaceCreator(() => handler),
  });
  const boundObjects = { resources: core, latestWrite, now: environment.now };
  const { anonymous, bootstrapTokens = false } = options.authentication ?? {};
  const bootstrapSecrets = bootstrapTokens ? resourceNamed(resources, '', 'secrets') : undefined;
  const { authenticator, tokens } = signIn({ ...options, config, domain, boundObjects, bootstrapSecrets });
  const actions: ActionParts = {
    services: {
      now: environment.now,
      authorizer,
      rules,
      tokens,
      apiAudiences: config.audiences,
      accountTokens: accountTokens(config, { domain, uuid: environment.uuid }),
    },
    resourceOf: (wanted) => findResource(resources, wanted),
    kinds: () => storedKinds(catalog),
  };
  const connections = createConnections({
    kubelets: options.kubelets ?? USUAL_KUBELETS,
    most: Math.ceil(possibleConnections() * PROXIED_PART),
    random: environment.random,
    needsCreate: features.AuthorizePodWebsocketUpgradeCreatePermission,
    ...(metrics && { counts: metrics.connects }),
    signal,
  });
  const common = {
    actions,
    connections,
    domain,
    deprecations,
    authorizer,
    metaGroup,
    forms: metaForms(metaGroup),
    admission,
    continueTokens: continueTokens(() => continueKey ?? notYet()),
    deadlines: watchDeadlines(options.minRequestTimeout),
    deletesUnreadable: features.AllowUnsafeMalformedObjectDeletion,
    protobufCache: createProtobufCache(),
    listCache: createListCache(),
  };
  const scopesOf = keyed(scopeMaker(registered, common, metrics));
  if (metrics !== undefined) countKinds({ catalog, isServed, metrics, deprecations, signal });
  for (const metric of readMetrics({ ...options, catalog, deprecations, flowControl })) metrics?.add(metric);
  const counting = metrics && {
    counts: metrics.access,
    clock: () => performance.now(),
    now: () => environment.now().getTime(),
  };
  const { admission: { services = [] } = {}, operations = {} } = options;
  const operatorRoutes = operationRoutes({ ...options, operations, services, roles: feed, steps: startup.steps });
  const handler = pipeline(
    {
      ...options,
      features,
      lost: stores.lost,
      starting: { startup, open: new Set(operatorRoutes.keys()) },
      overload: { flowControl, isMemoryScarce: memoryWatch(heapUse, () => performance.now()) },
      ...(anonymous !== undefined && { anonymous }),
      publicDocuments: loginDocument(options.authentication?.login, options.address),
      authenticator: counting ? countAuthentications(authenticator, anonymous ?? true, counting) : authenticator,
      authorizer: counting ? countDecisions(authorizer, counting) : authorizer,
    },
    router(
      catalogRoutes({
        ...options,
        catalog,
        isServed,
        scopesOf,
        virtualScopeOf: (definition) => ({ ...common, definition }),
        fixed: new Map([...fixedRoutes(options), ...operatorRoutes, ...flowControlPages(flowControl)]),
      }),
      {
        awaitTarget: ({ group, resource }, signal) => customKinds.awaitOne(group, resource, signal),
        awaitDocuments: (signal) => customKinds.awaitAll(signal),
      },
    ),
  );
  return { handler, areWaiting: flowControl.areWaiting, started: startup.done };
}

async function publishTrust(resources: readonly Resource[], options: ApiOptions): Promise<void> {
  const { trust, logger } = options;
  if (trust === undefined) return;
  const onError = throttled((error) => logger.warn({ error }, `update of the ConfigMap ${TRUST_MAP} failed`));
  await keepTrust({ ...options, trust, configMaps: resourceNamed(resources, '', 'configmaps'), onError });
}

/** Never thrown: requests wait for the start, which reads the key. */
function notYet(): never {
  throw new Error('the key of continue tokens has not been read');
}

/** Parts of a scope that all resources share. */
type Common = Omit<Scope, 'resource' | 'countEvents' | 'sharedEvents'>;

/** Returns the function that creates the scope of each version of a kind. */
function scopeMaker(
  { resourcesOf }: Pick<Registered, 'resourcesOf'>,
  common: Common,
  metrics: ServerMetrics | undefined,
): (definition: ResourceDefinition) => readonly Scope[] {
  return (definition) =>
    resourcesOf(definition).map((resource) => {
      const { groupResource, version, kind } = resource;
      return {
        ...common,
        resource,
        ...(metrics && { countEvents: metrics.watchEvents.of(groupResource.group, version.name, kind) }),
        sharedEvents: sharedEvents(),
      };
    });
}

/** Routes that do not depend on kinds, by path. */
function fixedRoutes({ version, tokens, address }: ApiOptions): ReadonlyMap<string, Handler> {
  return new Map<string, Handler>([...openIdRoutes(tokens, address), ['/version', versionHandler(version)]]);
}
