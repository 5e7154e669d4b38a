import { createDomain, type DomainOptions } from '@pilothouse/apimachinery/domain/domain.js';
import type { Transport } from '@pilothouse/client/transport.js';
import { allControllers } from './catalog.js';
import { runControllers, type RunOptions, type RunningControllers } from './run.js';

export interface InProcessOptions extends DomainOptions, Pick<RunOptions, 'onError'> {
  /** A way into the API server of this process, as a user of that name. */
  readonly connect: (user: string) => Transport;
}

/** Runs every controller beside an API server in the same process, each as a service account of its own. */
export function runInProcess({ connect, onError, ...domain }: InProcessOptions): RunningControllers {
  return runControllers({
    controllers: allControllers(),
    connect: (name) => connect(`system:serviceaccount:kube-system:${name}`),
    domain: createDomain(domain),
    ...(onError && { onError }),
  });
}
