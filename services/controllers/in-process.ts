import { createDomain, type DomainOptions } from '@pilothouse/apimachinery/domain/domain.js';
import type { Transport } from '@pilothouse/client/transport.js';
import { allControllers, type ControllersConfig } from './catalog.js';
import { runManager, type RunManagerOptions } from './manager/run-manager.js';
import { MANAGER_USER, SYSTEM_NAMESPACE } from './names.js';
import type { ControllerOptions } from './options/controller-options.js';
import { defaultElection } from './options/manager-options.js';
import { runControllers, type RunOptions, type RunningControllers } from './run.js';

export interface InProcessOptions extends DomainOptions, Pick<RunOptions, 'onError' | 'metrics'> {
  /** Which controllers; all of them when absent. */
  readonly names?: ControllerOptions['controllers'];
  /** A way into the API server of this process, as a user of that name in these groups, besides those of every known user. */
  readonly connect: (user: { readonly name: string; readonly groups: readonly string[] }) => Transport;
  readonly config: ControllersConfig;
  /** Who this process is among several that share a store, of whose controllers only one set may run; absent when it is alone. */
  readonly identity?: string;
}

/**
 * Runs controllers beside an API server in the same process, each as a service account of its own, which need not exist: it
 * may do what its role allows, and so may their manager, in whose name they elect a leader and share informers.
 */
export function runInProcess(options: InProcessOptions): RunningControllers {
  const { connect, onError, metrics, config, names, identity, ...domain } = options;
  const run: Omit<RunOptions, 'metrics'> = {
    controllers: allControllers(config).filter(({ name }) => names?.has(name) ?? true),
    connect: (account) => connect(account === undefined ? { name: MANAGER_USER, groups: [] } : accountUser(account)),
    domain: createDomain(domain),
    ...(onError && { onError }),
  };
  if (identity === undefined) return runControllers({ ...run, ...(metrics && { metrics }) });
  const off = new AbortController();
  const counts = metrics && { queue: metrics, leads: () => undefined };
  const ended = runElected({ ...run, ...(counts && { metrics: counts }), identity, signal: off.signal });
  return {
    async stop() {
      off.abort();
      await ended;
    },
  };
}

function accountUser(account: string): { readonly name: string; readonly groups: readonly string[] } {
  return {
    name: `system:serviceaccount:${SYSTEM_NAMESPACE}:${account}`,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${SYSTEM_NAMESPACE}`],
  };
}

/** Runs them whenever this process leads, by the lease of controller managers; one that has lost the lead stands again. */
async function runElected(options: Omit<RunManagerOptions, 'election' | 'onLeader'>): Promise<void> {
  const { signal } = options;
  const election = defaultElection();
  while (!signal.aborted) await runManager({ ...options, election, onLeader: () => undefined });
}
