import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { services } from '@pilothouse/client/core.js';
import type { Timing } from '@pilothouse/client/timing.js';
import type { EndpointLeases } from './endpoint-leases.js';
import { found, writeEndpoints, type EndpointsOptions } from './kubernetes-endpoints.js';

export interface KubernetesServiceOptions extends EndpointsOptions {
  /** Cluster IP of the Service: the first address of the first range. */
  readonly clusterIP: string;
  /** Node port of a new Service, which then is of the type NodePort; 0 for none. */
  readonly nodePort?: number;
  /** Address at which other machines reach this server. Absent: the endpoints are not kept. */
  readonly address?: string;
  readonly leases: EndpointLeases;
  readonly timing: Timing;
  /** Called for each failed attempt. */
  readonly onError: (error: unknown) => void;
}

/** Milliseconds between two attempts, as in Kubernetes. */
const INTERVAL = 10_000;
/** Milliseconds for the removal of the endpoint, which otherwise expires. */
const REMOVAL_TIMEOUT = 2_000;
/** Attempts after conflicts with other servers. */
const ATTEMPTS = 5;

/**
 * Keeps the Service `kubernetes` in the namespace `default`, with the addresses of all servers as its endpoints, until the
 * signal is aborted. Then removes the address of this server, so that clients use the others.
 */
export async function keepKubernetesService(options: KubernetesServiceOptions): Promise<void> {
  const { address, leases, onError, signal, timing } = options;
  while (!signal.aborted) {
    try {
      await createService(options);
      if (address !== undefined) {
        await leases.renew(address, signal);
        await reconcile(options, signal);
      }
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
    await timing.sleep(INTERVAL, signal).catch(() => undefined);
  }
  if (address === undefined) return;
  const last = AbortSignal.timeout(REMOVAL_TIMEOUT);
  try {
    await leases.remove(address, last);
    await reconcile(options, last);
  } catch (error) {
    onError(error);
  }
}

/** Creates the Service if it is missing. A changed one stays as it is, as in Kubernetes. */
async function createService({
  client,
  clusterIP,
  nodePort = 0,
  port,
  signal,
}: KubernetesServiceOptions): Promise<void> {
  const collection = client.of(services).namespace('default');
  if ((await found(collection.get('kubernetes', { signal }))) !== undefined) return;
  const labels = { component: 'apiserver', provider: 'kubernetes' };
  const spec = {
    ports: [{ name: 'https', protocol: 'TCP', port: 443, targetPort: port, ...(nodePort > 0 && { nodePort }) }],
    clusterIP,
    ipFamilyPolicy: 'SingleStack',
    sessionAffinity: 'None',
    type: nodePort > 0 ? 'NodePort' : 'ClusterIP',
  };
  try {
    await collection.create({ metadata: { name: 'kubernetes', labels }, spec }, { signal });
  } catch (error) {
    // Another server was first.
    if (!isReason(error, 'AlreadyExists')) throw error;
  }
}

async function reconcile(options: KubernetesServiceOptions, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await writeEndpoints({ ...options, signal }, await options.leases.list(signal));
      return;
    } catch (error) {
      const isLost = isReason(error, 'Conflict') || isReason(error, 'AlreadyExists') || isReason(error, 'NotFound');
      if (!isLost || attempt === ATTEMPTS) throw error;
    }
  }
}

function isReason(error: unknown, reason: string): boolean {
  return error instanceof StatusError && error.reason === reason;
}
