import { hostname } from 'node:os';
import { addressRange } from '../../allocation/address-range.js';
import { addressText } from '@pilothouse/apimachinery/names/address.js';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { createClient, type Client } from '@pilothouse/client/client.js';
import { systemTiming } from '@pilothouse/client/timing.js';
import type { Transport } from '@pilothouse/client/transport.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import { throttled } from '@pilothouse/runtime/logging/throttled.js';
import type { Store } from '@pilothouse/storage/store.js';
import { advertisedAddress } from '../../options/advertised-address.js';
import { DEFAULT_SERVICE_NETWORK } from '../../options/service-network.js';
import type { ServerOptions } from '../../options/server-options.js';
import { realEnvironment } from '../../registry/environment.js';
import { endpointLeases } from './endpoint-leases.js';
import { keepIdentityLease } from './identity-lease.js';
import type { InProcessUser } from '../in-process.js';
import { keepKubernetesService } from './kubernetes-service.js';
import { isTransient } from '../start/startup.js';

export interface Publication {
  readonly connect: (user: InProcessUser) => Transport;
  readonly port: number;
  readonly domain: Domain;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/**
 * Milliseconds from the start to the first publication. The caller that waits for the start, such as a command that then writes
 * files, goes first.
 */
const DELAY = 100;

/** Renews the identity lease, which announces this server to the other servers on the same etcd. A missed renewal is harmless. */
export async function publishIdentity(publication: Publication): Promise<void> {
  const { domain, port, logger, signal } = publication;
  await afterStart(signal);
  return keepIdentityLease({
    client: ownClient(publication),
    domain,
    environment: realEnvironment,
    timing: systemTiming,
    hostname: hostname(),
    port,
    onError: (error) => logger.info({ error }, 'renewal of the identity lease failed'),
    signal,
  });
}

/** Keeps the Service `kubernetes` and its endpoints, which lead clients in the cluster to the API servers. */
export async function publishService(publication: Publication, options: ServerOptions, store: Store): Promise<void> {
  const { clusterIPRanges, kubernetesNodePort, reconcilesEndpoints } =
    options.serviceNetwork ?? DEFAULT_SERVICE_NETWORK;
  const range = addressRange(clusterIPRanges[0]);
  if (range === undefined) return;
  const { domain, port, logger, signal } = publication;
  const address = reconcilesEndpoints ? advertisedAddress(options, range.family) : undefined;
  if (reconcilesEndpoints && address === undefined) {
    logger.info(
      {},
      `the Service kubernetes has no endpoints: this machine has no ${range.family} address for --advertise-address`,
    );
  }
  await afterStart(signal);
  return keepKubernetesService({
    client: ownClient(publication),
    domain,
    port,
    nodePort: kubernetesNodePort,
    clusterIP: addressText(range.family === 'IPv4' ? 4 : 6, range.first),
    ...(address !== undefined && { address }),
    leases: endpointLeases(store),
    timing: systemTiming,
    onError: throttled((error) => {
      const text = 'update of the Service kubernetes failed and is retried';
      if (isTransient(error)) logger.info({ error }, text);
      else logger.warn({ error }, text);
    }),
    signal,
  });
}

/** Resolves after the delay, and as soon as the signal is aborted. */
async function afterStart(signal: AbortSignal): Promise<void> {
  await systemTiming.sleep(DELAY, signal).catch(() => undefined);
}

function ownClient({ connect }: Publication): Client {
  return createClient({
    transport: connect({ name: 'system:apiserver', groups: ['system:masters'] }),
    userAgent: 'pilothouse',
  });
}
