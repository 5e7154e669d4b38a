import { PLUGINS } from '@pilothouse/admission/catalog.js';
import type { ObjectReader } from '@pilothouse/admission/objects.js';
import { UNOBSERVED_MANIFESTS } from '@pilothouse/admission/manifests/observe.js';
import { UNOBSERVED } from '@pilothouse/admission/webhooks/observe.js';
import type { Capabilities } from '@pilothouse/admission/capabilities.js';
import type { PluginConfiguration, PluginDefinition } from '@pilothouse/admission/plugin.js';
import { DEFAULT_OPTIONS, type PluginOptions } from '@pilothouse/admission/plugin-options.js';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { systemTiming } from '@pilothouse/client/timing.js';
import type { Authorizer } from '@pilothouse/kinds/definition/authorizer.js';
import type { Reloads } from '@pilothouse/runtime/files/reloads.js';
import type { Part } from '@pilothouse/runtime/limits/part.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import type { AdmissionLink, AdmissionObserver } from '../admission/admission.js';
import { createAdmissionChain, type AdmissionChain } from '../admission/chain.js';
import { madePlugins, storeCapabilities, type PluginHostOptions } from '../admission/host.js';
import { servedKinds } from '../admission/served-kinds.js';
import { pluginLink } from '../admission/plugin-link.js';
import { DEFAULT_FEATURES, type Features } from '../features/gates.js';
import type { ServerMetrics } from '../metrics/server-metrics.js';
import type { ResourceLookup } from '../admission/resource-lookup.js';
import type { Policy } from '../authz/rbac/policy.js';
import { DEFAULT_PLUGINS } from '../options/admission-plugins.js';
import type { Catalog } from '../registry/catalog.js';
import type { Environment } from '../registry/environment.js';
import type { Registered } from './registered.js';
import type { Stores } from './stores/stores.js';

/** Settings of the plugins, and the services. */
export interface AdmissionParts {
  /** The names of the enabled plugins; the defaults when absent. Those that protect the system always run. */
  readonly plugins?: readonly string[];
  /** The defaults of the flags when absent. */
  readonly options?: PluginOptions;
  /** The configuration of each plugin, by its name. */
  readonly configurations?: ReadonlyMap<string, PluginConfiguration>;
  /** Called after the plugins, in this order, except those that must be last. */
  readonly services?: readonly AdmissionLink[];
  readonly observer?: AdmissionObserver;
  /** The part of this process in the limits of plugins. */
  readonly part?: Part | undefined;
  /** Counts reloads of files; absent without metrics. */
  readonly reloads?: Reloads;
}

export interface AdmissionOptions {
  readonly admission?: AdmissionParts;
  readonly domain: Domain;
  readonly environment: Environment;
  readonly features?: Features;
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
  readonly resourceOf: ResourceLookup;
  readonly objects: ObjectReader;
}

/** The chain of the enabled plugins and the services. Rejects for an invalid configuration of a plugin. */
export async function composeAdmission(
  {
    admission = {},
    domain,
    environment,
    features = DEFAULT_FEATURES,
    logger,
    metrics,
    signal,
    stores,
  }: AdmissionOptions,
  { authorizer, catalog, registered, resourceOf, objects, policy, createNamespace }: AdmissionDeps,
): Promise<AdmissionChain> {
  const {
    plugins: enabled = DEFAULT_PLUGINS,
    options = DEFAULT_OPTIONS,
    configurations = new Map(),
    reloads,
    part,
  } = admission;
  const host: PluginHostOptions = {
    ...environment,
    domain,
    options,
    configurations,
    ...(reloads && { reloads }),
    part,
    signal,
    addMetric: (metric) => metrics?.add(metric),
    sleep: systemTiming.sleep,
    onError: (error, what) => logger.warn({ error, what }, 'admission plugin failed'),
    authorizer,
    kinds: servedKinds({ ...registered, catalog }),
    allowsStaticManifests: features.ManifestBasedAdmissionControlConfig,
    webhookObserver: metrics?.admission.webhook ?? UNOBSERVED,
    manifestObserver: metrics?.admission.manifests ?? UNOBSERVED_MANIFESTS,
    createNamespace,
    heldRules: (user, namespace) => policy.grantsOf(user, namespace),
    objects,
    ...storeCapabilities({ resourceOf, storeOf: stores.of }),
  };
  const chosen = PLUGINS.filter(({ name, isMandatory }) => isMandatory === true || enabled.includes(name));
  const linksOf = async (definitions: readonly PluginDefinition[]): Promise<AdmissionLink[]> =>
    (await madePlugins(definitions, host)).map((plugin) => pluginLink(plugin, admission.observer));
  const [first, last] = await Promise.all([
    linksOf(chosen.filter(({ isLast }) => isLast !== true)),
    linksOf(chosen.filter(({ isLast }) => isLast === true)),
  ]);
  return createAdmissionChain([...first, ...(admission.services ?? []), ...last]);
}
