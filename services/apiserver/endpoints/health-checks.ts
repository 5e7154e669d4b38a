import type { HealthCheck } from './health.js';

/**
 * Timeout in milliseconds for the store's answer to a check: at first as in Kubernetes, and shorter while the store or
 * the watch cache is known not to answer. A load balancer often has the same timeout, and must get "not ready" within
 * it: it treats a server without an answer as dead, and breaks healthy connections.
 */
const TIMEOUTS = { usual: 2000, short: 1000 };

export interface HealthParts {
  /** The name of the check. */
  readonly store: 'etcd' | 'store';
  /** Rejects if the store does not answer. */
  readonly pingStore: (signal: AbortSignal) => Promise<unknown>;
  /** The checks of the services that hold keys of the encryption. */
  readonly keys?: readonly HealthCheck[];
  /** The reasons why stores refuse writes for lack of space. */
  readonly shortages: () => Promise<readonly string[]>;
  /** Resolves once the watch cache follows the store. */
  readonly cacheReady: (signal: AbortSignal) => Promise<void>;
  /** The steps of the start. */
  readonly steps: readonly { readonly name: string; readonly isFinished: () => boolean }[];
  /** Whether the server follows changes of roles and bindings. */
  readonly roles: { readonly isCurrent: () => boolean };
  /** The required admission services that have not been reached yet. */
  readonly missingServices: () => readonly string[];
  readonly isShuttingDown: () => boolean;
  readonly now: () => Date;
  /** Milliseconds from now in which liveness does not require a finished start. */
  readonly livezGracePeriod: number;
  /** Creates a signal that is aborted after a timeout; by default `AbortSignal.timeout`. */
  readonly timeout?: (milliseconds: number) => AbortSignal;
}

/** The step after which readiness also requires that roles and bindings are followed. */
export const RBAC_STEP = 'rbac/bootstrap-roles';

/** The checks of each endpoint, with Kubernetes' names if it has them. */
export interface HealthChecks {
  readonly healthz: readonly HealthCheck[];
  readonly livez: readonly HealthCheck[];
  readonly readyz: readonly HealthCheck[];
}

/** An alarm and not a failure, since clients free space through this server. */
export const SPACE_CHECK = 'storage-space';

/**
 * The checks. A server that waits for something, or shuts down, is alive: a restart would not help. Only `/readyz`
 * includes these conditions.
 */
export function healthChecks(parts: HealthParts): HealthChecks {
  const { store, pingStore, cacheReady, steps, roles, missingServices, isShuttingDown } = parts;
  const timeout = parts.timeout ?? ((milliseconds: number) => AbortSignal.timeout(milliseconds));
  const alive = [
    passing('ping'),
    // Logs are written synchronously, so a server that answers can write logs.
    passing('log'),
    {
      name: store,
      check: singleflight((hasFailed) => pingStore(timeout(hasFailed ? TIMEOUTS.short : TIMEOUTS.usual))),
    },
  ];
  const hook = (name: string): string => `poststarthook/${name}`;
  const started = steps.map(({ name, isFinished }) => ({ name: hook(name), check: must(isFinished, 'not finished') }));
  const current = must(roles.isCurrent, 'roles and bindings cannot be followed');
  const isGrace = inGrace(parts);
  // Not in `/livez`: a restart does not help.
  const { keys = [] } = parts;
  return {
    healthz: [...alive, ...keys, ...started],
    livez: [
      ...alive,
      ...started.map(({ name, check }) => ({
        name,
        check: async (signal: AbortSignal) => (isGrace() ? undefined : check(signal)),
      })),
    ],
    readyz: [
      ...alive,
      ...keys,
      {
        name: 'informer-sync',
        check: (signal) => cacheReady(AbortSignal.any([signal, timeout(TIMEOUTS.short)])),
      },
      ...started.map(({ name, check }) =>
        name === hook(RBAC_STEP) ? { name, check: both(check, current) } : { name, check },
      ),
      {
        name: SPACE_CHECK,
        isAlarm: true,
        async check() {
          if ((await parts.shortages()).length > 0) throw new Error('the store is out of space');
        },
      },
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

/**
 * Singleflight: concurrent requests share one check, since every client may call the health endpoints at any rate.
 * `ask` gets whether the last check failed.
 */
function singleflight(ask: (hasFailed: boolean) => Promise<unknown>): HealthCheck['check'] {
  let inFlight: Promise<unknown> | undefined;
  let hasFailed = false;
  return async () => {
    inFlight ??= ask(hasFailed)
      .then(
        () => (hasFailed = false),
        (error: unknown) => {
          hasFailed = true;
          throw error;
        },
      )
      .finally(() => {
        inFlight = undefined;
      });
    await inFlight;
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

function both(first: HealthCheck['check'], second: HealthCheck['check']): HealthCheck['check'] {
  return async (signal) => {
    await first(signal);
    await second(signal);
  };
}

/** Whether the grace period of the start has not ended. */
function inGrace({ now, livezGracePeriod }: HealthParts): () => boolean {
  const until = now().getTime() + livezGracePeriod;
  return () => now().getTime() < until;
}
