import { createDomain, type DomainOptions } from '@pilothouse/apimachinery/domain/domain.js';
import type { Transport } from '@pilothouse/client/transport.js';
import { allControllers, type ControllersConfig } from './catalog.js';
import { runManager, type RunManagerOptions } from './manager/run-manager.js';
import type { ControllerOptions } from './options/controller-options.js';
import { defaultElection } from './options/manager-options.js';
import { runControllers, type RunOptions, type RunningControllers } from './run.js';

export interface InProcessOptions extends DomainOptions, Pick<RunOptions, 'onError'> {
  /** Which controllers; all of them when absent. */
  readonly names?: ControllerOptions['controllers'];
  /** A way into the API server of this process, as a user of that name. */
  readonly connect: (user: string) => Transport;
  readonly config: ControllersConfig;
  /** Who this process is among several that share a store, of whose controllers only one set may run; absent when it is alone. */
  readonly identity?: string;
}

/** Runs controllers beside an API server in the same process, each as a service account of its own. */
export function runInProcess(options: InProcessOptions): RunningControllers {
  const { connect, onError, config, names, identity, ...domain } = options;
  const run: Omit<RunOptions, 'metrics'> = {
    controllers: allControllers(config).filter(({ name }) => names?.has(name) ?? true),
    connect: (name) => connect(`system:serviceaccount:kube-system:${name}`),
    domain: createDomain(domain),
    ...(onError && { onError }),
  };
  if (identity === undefined) return runControllers(run);
  const off = new AbortController();
  const ended = runElected({ ...run, identity, signal: off.signal });
  return {
    async stop() {
      off.abort();
      await ended;
    },
  };
}

/** Runs them whenever this process leads, by the lease of controller managers; one that has lost the lead stands again. */
async function runElected(options: Omit<RunManagerOptions, 'election' | 'onLeader'>): Promise<void> {
  const { signal } = options;
  const election = defaultElection();
  while (!signal.aborted) await runManager({ ...options, election, onLeader: () => undefined });
}
