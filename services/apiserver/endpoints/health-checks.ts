import type { HealthCheck } from './health.js';

/**
 * Milliseconds that the store may take to answer a check: at first as long as in Kubernetes, and less while it is known to give no
 * answer, as is the cache that follows it. Who asks whether we are ready often waits just as long as that, and must hear that we
 * are not: a load balancer takes who says nothing for dead, and breaks connections on which all is well.
 */
const PATIENCE = { usual: 2000, short: 1000 };

export interface HealthParts {
  /** As the check is called. */
  readonly store: 'etcd' | 'store';
  /** Rejects where the store does not answer. */
  readonly askStore: (signal: AbortSignal) => Promise<unknown>;
  /** Why the store takes no writes that need space, for each store that is out of it. */
  readonly shortages: () => readonly string[];
  /** Resolves once the watch cache follows the store. */
  readonly cacheReady: (signal: AbortSignal) => Promise<void>;
  /** What the start consists of. */
  readonly steps: readonly { readonly name: string; readonly isFinished: () => boolean }[];
  /** Whether changes of roles and bindings are seen. */
  readonly roles: { readonly isCurrent: () => boolean };
  /** The admission services that must be asked and that nobody has reached. */
  readonly missingServices: () => readonly string[];
  readonly isShuttingDown: () => boolean;
  readonly now: () => Date;
  /** Milliseconds from now on in which the start need not be done for the server to be alive. */
  readonly livezGracePeriod: number;
  /** Makes a signal that is aborted after so many milliseconds; `AbortSignal.timeout` when absent. */
  readonly timeout?: (milliseconds: number) => AbortSignal;
}

/** The step after which roles and bindings must also be followed for the server to be ready. */
export const RBAC_STEP = 'rbac/bootstrap-roles';

/** The checks of each endpoint, with Kubernetes' names where it has them. */
export interface HealthChecks {
  readonly healthz: readonly HealthCheck[];
  readonly livez: readonly HealthCheck[];
  readonly readyz: readonly HealthCheck[];
}

/** An alarm and no failure: what frees space comes through this server. */
export const SPACE_CHECK = 'storage-space';

/**
 * What must hold. A server that only waits for something, or is about to end, is alive: to start it anew would not help, so
 * that only `/readyz` asks for that.
 */
export function healthChecks(parts: HealthParts): HealthChecks {
  const { store, askStore, cacheReady, steps, roles, missingServices, isShuttingDown } = parts;
  const timeout = parts.timeout ?? ((milliseconds: number) => AbortSignal.timeout(milliseconds));
  const alive = [
    passing('ping'),
    // Logs are written before anything goes on: who answers is not held up by them.
    passing('log'),
    {
      name: store,
      check: askedOnce((hasFailed) => askStore(timeout(hasFailed ? PATIENCE.short : PATIENCE.usual))),
    },
  ];
  const hook = (name: string): string => `poststarthook/${name}`;
  const started = steps.map(({ name, isFinished }) => ({ name: hook(name), check: must(isFinished, 'not finished') }));
  const current = must(roles.isCurrent, 'roles and bindings cannot be followed');
  const isGrace = inGrace(parts);
  return {
    healthz: [...alive, ...started],
    livez: [
      ...alive,
      ...started.map(({ name, check }) => ({
        name,
        check: async (signal: AbortSignal) => (isGrace() ? undefined : check(signal)),
      })),
    ],
    readyz: [
      ...alive,
      {
        name: 'informer-sync',
        check: (signal) => cacheReady(AbortSignal.any([signal, timeout(PATIENCE.short)])),
      },
      ...started.map(({ name, check }) =>
        name === hook(RBAC_STEP) ? { name, check: both(check, current) } : { name, check },
      ),
      {
        name: SPACE_CHECK,
        isAlarm: true,
        check: must(() => parts.shortages().length === 0, 'the store is out of space'),
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
 * Asks one question at a time, for all who come meanwhile: anybody may ask for health, as often as he likes. `ask` is told whether
 * there was no answer the last time.
 */
function askedOnce(ask: (hasFailed: boolean) => Promise<unknown>): HealthCheck['check'] {
  let underWay: Promise<unknown> | undefined;
  let hasFailed = false;
  return async () => {
    underWay ??= ask(hasFailed)
      .then(
        () => (hasFailed = false),
        (error: unknown) => {
          hasFailed = true;
          throw error;
        },
      )
      .finally(() => {
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

function both(first: HealthCheck['check'], second: HealthCheck['check']): HealthCheck['check'] {
  return async (signal) => {
    await first(signal);
    await second(signal);
  };
}

/** Whether the time is not over yet that a start may take. */
function inGrace({ now, livezGracePeriod }: HealthParts): () => boolean {
  const until = now().getTime() + livezGracePeriod;
  return () => now().getTime() < until;
}
