import { createDomain, type DomainOptions } from '@pilothouse/apimachinery/domain/domain.js';
import type { Transport } from '@pilothouse/client/transport.js';
import { allControllers, type ControllersConfig } from './catalog.js';
import { runManager, type RunManagerOptions } from './manager/run-manager.js';
import { MANAGER_USER, SYSTEM_NAMESPACE } from './names.js';
import type { ControllerOptions } from './options/controller-options.js';
import { defaultElection } from './options/manager-options.js';
import { runControllers, type RunOptions, type RunningControllers } from './run.js';

export interface InProcessOptions extends DomainOptions, Pick<RunOptions, 'onError' | 'metrics'> {
  /** The controllers to run; all when absent. */
  readonly names?: ControllerOptions['controllers'];
  /** Connects to the API server of this process as a user, with these groups in addition to those of every authenticated user. */
  readonly connect: (user: { readonly name: string; readonly groups: readonly string[] }) => Transport;
  readonly config: ControllersConfig;
  /** The identity for leader election among processes that share a store; absent for a single process. */
  readonly identity?: string;
}

/**
 * Runs controllers in the process of the API server, each as its own service account, which need not exist. The permissions are
 * those of its role. Leader election and shared informers use the identity of the manager.
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

/** Runs the controllers while this process leads. A process that loses the lease becomes a candidate again. */
async function runElected(options: Omit<RunManagerOptions, 'election' | 'onLeader'>): Promise<void> {
  const { signal } = options;
  const election = defaultElection();
  while (!signal.aborted) await runManager({ ...options, election, onLeader: () => undefined });
}
