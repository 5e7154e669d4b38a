import { createDomain, type DomainOptions } from '@pilothouse/apimachinery/domain/domain.js';
import type { Transport } from '@pilothouse/client/transport.js';
import { allControllers, type ControllersConfig } from './catalog.js';
import type { ControllerOptions } from './options/controller-options.js';
import { runControllers, type RunOptions, type RunningControllers } from './run.js';

export interface InProcessOptions extends DomainOptions, Pick<RunOptions, 'onError'> {
  /** Which controllers; all of them when absent. */
  readonly names?: ControllerOptions['controllers'];
  /** A way into the API server of this process, as a user of that name. */
  readonly connect: (user: string) => Transport;
  readonly config: ControllersConfig;
}

/** Runs controllers beside an API server in the same process, each as a service account of its own. */
export function runInProcess({ connect, onError, config, names, ...domain }: InProcessOptions): RunningControllers {
  return runControllers({
    controllers: allControllers(config).filter(({ name }) => names?.has(name) ?? true),
    connect: (name) => connect(`system:serviceaccount:kube-system:${name}`),
    domain: createDomain(domain),
    ...(onError && { onError }),
  });
}
