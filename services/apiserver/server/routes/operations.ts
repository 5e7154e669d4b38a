import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { flagzPage, statuszPage, type ShownFlags } from '@pilothouse/runtime/component-pages/pages.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import type { CachedStore } from '@pilothouse/storage/cache/store.js';
import type { AdmissionLink } from '../../admission/admission.js';
import { componentPage } from '../../endpoints/debug/component-page.js';
import { configzHandler } from '../../endpoints/debug/configz.js';
import { profilingRoutes } from '../../endpoints/debug/profiling.js';
import { healthRoutes } from '../../endpoints/health.js';
import { healthChecks, type HealthParts } from '../../endpoints/health-checks.js';
import { metricsHandler } from '../../endpoints/metrics.js';
import { DEFAULT_FEATURES, type Features } from '../../features/gates.js';
import { API_RELEASE } from '@pilothouse/kinds/definition/releases.js';
import { createHealthCounts } from '@pilothouse/runtime/metrics/health.js';
import type { ServerMetrics } from '../../metrics/server-metrics.js';
import type { Environment } from '../../registry/environment.js';
import type { Handler } from '../../request/context.js';
import type { Stores } from '../stores/stores.js';

/** Kubernetes' name of the component. */
const COMPONENT = 'apiserver';

/** Options of the health, metrics and debugging endpoints. */
export interface Operations {
  /** Name of the store's health check. */
  readonly store?: 'etcd' | 'store';
  readonly isShuttingDown?: () => boolean;
  /** Milliseconds; 0 when absent. */
  readonly livezGracePeriod?: number;
  /** Whether profiles are served. */
  readonly profiling?: boolean;
  /** Options of the server, for `/configz`, which is not served when absent. */
  readonly config?: object;
  /** Flags of the server, for `/flagz`, which is not served when absent. */
  readonly flags?: ShownFlags;
}

export interface OperationsParts {
  readonly operations: Operations;
  readonly stores: {
    readonly all: readonly Pick<CachedStore, 'currentRevision' | 'ready'>[];
    readonly space: Stores['space'];
    readonly keyChecks?: Stores['keyChecks'];
  };
  readonly steps: HealthParts['steps'];
  readonly roles: HealthParts['roles'];
  readonly services: readonly AdmissionLink[];
  readonly environment: Pick<Environment, 'now'>;
  readonly metrics?: ServerMetrics;
  readonly logger: Pick<Logger, 'info'>;
  readonly version: string;
  readonly domain: Domain;
  /** The defaults when absent. */
  readonly features?: Features;
}

/** Health, metrics and debugging endpoints, by path. */
export function operationRoutes(parts: OperationsParts): ReadonlyMap<string, Handler> {
  const { operations, stores, steps, roles, services, environment, metrics, logger, version } = parts;
  const { now } = environment;
  const checks = healthChecks({
    store: operations.store ?? 'store',
    pingStore: (signal) => Promise.all(stores.all.map((store) => store.currentRevision({ signal }))),
    cacheReady: async (signal) => void (await Promise.all(stores.all.map((store) => store.ready(signal)))),
    ...(stores.keyChecks && { keys: stores.keyChecks }),
    shortages: async () => (await stores.space()).flatMap(({ shortage }) => shortage ?? []),
    steps,
    roles,
    missingServices: () => services.flatMap(({ missing }) => missing?.() ?? []),
    isShuttingDown: operations.isShuttingDown ?? (() => false),
    now,
    livezGracePeriod: operations.livezGracePeriod ?? 0,
  });
  const onFailure = (endpoint: string, failed: ReadonlyMap<string, unknown>): void => {
    const problems = [...failed].map(([name, error]) => `${name}: ${errorMessage(error)}`);
    logger.info({ endpoint, problems }, 'health checks failed');
  };
  const { health = createHealthCounts() } = metrics ?? {};
  const { config, flags, profiling = false } = operations;
  const { features = DEFAULT_FEATURES, domain } = parts;
  const about = { component: COMPONENT, group: domain.group('config') };
  const routes = new Map<string, Handler>([
    ...Object.entries(checks).flatMap(([endpoint, list]) =>
      healthRoutes(endpoint, list, { onFailure, onChecked: health.checked }),
    ),
    ['/metrics/slis', metricsHandler(health)],
    ...(metrics === undefined ? [] : [['/metrics', metricsHandler(metrics)] as const]),
    ...(config === undefined ? [] : [['/configz', configzHandler(config)] as const]),
    ...(flags === undefined || !features.ComponentFlagz
      ? []
      : [['/flagz', componentPage(flagzPage(flags, about))] as const]),
    ...(profiling ? profilingRoutes() : []),
  ]);
  if (!features.ComponentStatusz) return routes;
  const paths = [...routes.keys(), '/statusz', '/version'];
  const facts = { ...about, version, release: API_RELEASE, paths, started: now(), now };
  return routes.set('/statusz', componentPage(statuszPage(facts)));
}
