import type { HealthCheck } from './health.js';

/** Milliseconds that the store may take to answer a check, as in Kubernetes. */
const STORE_PATIENCE = 2000;

export interface HealthParts {
  /** As the check is called. */
  readonly store: 'etcd' | 'store';
  /** Rejects where the store does not answer. */
  readonly askStore: (signal: AbortSignal) => Promise<unknown>;
  /** Resolves once the watch cache follows the store. */
  readonly cacheReady: (signal: AbortSignal) => Promise<void>;
  /** Whether roles and bindings have been read, and whether their changes are seen. */
  readonly roles: { readonly isLoaded: () => boolean; readonly isCurrent: () => boolean };
  /** The admission services that must be asked and that nobody has reached. */
  readonly missingServices: () => readonly string[];
  readonly isShuttingDown: () => boolean;
}

/** The checks of each endpoint, with Kubernetes' names where it has them. */
export interface HealthChecks {
  readonly healthz: readonly HealthCheck[];
  readonly livez: readonly HealthCheck[];
  readonly readyz: readonly HealthCheck[];
}

/**
 * What must hold. A server that only waits for something, or is about to end, is alive: to start it anew would not help, so
 * that only `/readyz` asks for that.
 */
export function healthChecks(parts: HealthParts): HealthChecks {
  const { store, askStore, cacheReady, roles, missingServices, isShuttingDown } = parts;
  const alive = [
    passing('ping'),
    // Logs are written before anything goes on: who answers is not held up by them.
    passing('log'),
    {
      name: store,
      check: askedOnce(() => askStore(AbortSignal.timeout(STORE_PATIENCE))),
    },
  ];
  // Nothing is served before the objects are there that every cluster has.
  const objects = passing('poststarthook/bootstrap-controller');
  const name = 'poststarthook/rbac/bootstrap-roles';
  const loaded = { name, check: must(roles.isLoaded, 'roles and bindings have not been read') };
  const current = { name, check: must(roles.isCurrent, 'roles and bindings cannot be followed') };
  const started = [...alive, objects, loaded];
  return {
    healthz: started,
    livez: started,
    readyz: [
      ...alive,
      { name: 'informer-sync', check: cacheReady },
      objects,
      current,
      {
        name: 'admission-services',
        async check() {
          const missing = missingServices();
          if (missing.length > 0) throw new Error(`not reached yet: ${missing.join(', ')}`);
        },
      },
      { name: 'shutdown', check: must(() => !isShuttingDown(), 'process is shutting down') },
    ],
  };
}

/** Asks one question at a time, for all who come meanwhile: anybody may ask for health, as often as he likes. */
function askedOnce(ask: () => Promise<unknown>): HealthCheck['check'] {
  let underWay: Promise<unknown> | undefined;
  return async () => {
    underWay ??= ask().finally(() => {
      underWay = undefined;
    });
    await underWay;
  };
}

function passing(name: string): HealthCheck {
  return { name, check: async () => undefined };
}

function must(holds: () => boolean, problem: string): HealthCheck['check'] {
  return async () => {
    if (!holds()) throw new Error(problem);
  };
}
