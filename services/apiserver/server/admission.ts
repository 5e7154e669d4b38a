import { PLUGINS } from '@pilothouse/admission/catalog.js';
import { UNOBSERVED } from '@pilothouse/admission/webhooks/observe.js';
import type { Capabilities } from '@pilothouse/admission/plugin.js';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import type { LimitedResource } from '@pilothouse/kinds/core/quota/limited-resources.js';
import { SYSTEM_PRIORITY_CLASSES } from '@pilothouse/kinds/scheduling/system-priority-classes.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import type { AdmissionLink, AdmissionObserver, ServerPlugin } from '../admission/admission.js';
import { builtInPlugins } from '../admission/built-in.js';
import { createAdmissionChain, type AdmissionChain } from '../admission/chain.js';
import { madePlugins } from '../admission/host.js';
import { objectReader } from '../admission/objects.js';
import { servedKinds } from '../admission/served-kinds.js';
import { pluginLink } from '../admission/plugin-link.js';
import type { ServerMetrics } from '../metrics/server-metrics.js';
import type { Policy } from '../authz/rbac/policy.js';
import { DEFAULT_PLUGINS, type AdmissionPluginName } from '../options/admission-plugins.js';
import type { Catalog } from '../registry/catalog.js';
import type { Environment } from '../registry/environment.js';
import { resourceNamed } from '../registry/resource.js';
import type { Registered } from './registered.js';
import type { Stores } from './stores.js';

/** Admission plugins and services, in addition to the plugins that cannot be disabled. */
export interface AdmissionParts {
  /** Enabled ones of the plugins that can be disabled; the defaults when absent. */
  readonly plugins?: readonly AdmissionPluginName[];
  /** Called after the plugins, in this order. */
  readonly services?: readonly AdmissionLink[];
  /** Resources that can be used only under a quota; none when absent. */
  readonly limitedResources?: readonly LimitedResource[];
  readonly observer?: AdmissionObserver;
}

export interface AdmissionOptions {
  readonly admission?: AdmissionParts;
  readonly domain: Domain;
  readonly environment: Environment;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  readonly stores: Stores;
  /** Exposes the metrics of plugins; absent without metrics. */
  readonly metrics?: Pick<ServerMetrics, 'add' | 'admission'>;
}

export interface AdmissionDeps {
  readonly authorizer: Authorizer;
  readonly catalog: Catalog;
  readonly registered: Registered;
  /** The permissions of users. */
  readonly policy: Policy;
  readonly createNamespace: Capabilities['createNamespace'];
}

/** The chain of the enabled plugins and the services. Rejects for an invalid configuration of a plugin. */
export async function composeAdmission(
  { admission = {}, domain, environment, logger, metrics, signal, stores }: AdmissionOptions,
  { authorizer, catalog, registered, policy, createNamespace }: AdmissionDeps,
): Promise<AdmissionChain> {
  const { resources, latestWriteOf } = registered;
  const { plugins: enabled = DEFAULT_PLUGINS } = admission;
  const shared = await madePlugins(
    PLUGINS.filter(({ name }) => enabled.includes(name)),
    {
      ...environment,
      domain,
      authorizer,
      kinds: servedKinds({ ...registered, catalog }),
      webhookObserver: metrics?.admission.webhook ?? UNOBSERVED,
      createNamespace,
      signal,
      addMetric: (metric) => metrics?.add(metric),
      objects: objectReader({ ...registered, catalog, cacheOf: stores.of }),
      onError: (error, what) => logger.warn({ error, what }, 'admission plugin failed'),
    },
  );
  const namespaces = resourceNamed(resources, '', 'namespaces');
  const latestOf = (name: string) => latestWriteOf(resourceNamed(resources, '', name).definition);
  const builtIn = builtInPlugins({
    domain,
    resources,
    authorizer,
    catalog,
    lifecycle: {
      namespaces,
      latestWrite: latestOf('namespaces'),
      isBeside: (definition) => stores.of(definition) === stores.of(namespaces.definition),
    },
    limits: { latestWrite: latestOf('limitranges') },
    quotas: {
      latestWrite: latestOf('resourcequotas'),
      now: environment.now,
      limited: admission.limitedResources ?? [],
    },
    systemClasses: new Set(SYSTEM_PRIORITY_CLASSES.map(({ metadata: { name = '' } }) => name)),
    rbac: { policy, authorizer, group: domain.group('rbac.authorization'), resources },
    enabled,
  });
  const linksOf = (plugins: readonly ServerPlugin[]): AdmissionLink[] =>
    plugins.map((plugin) => pluginLink(plugin, admission.observer));
  return createAdmissionChain([
    ...linksOf([...shared, ...builtIn.first]),
    ...(admission.services ?? []),
    ...linksOf(builtIn.last),
  ]);
}
