import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import { throttled } from '@pilothouse/runtime/logging/throttled.js';
import { reading, type Metric } from '@pilothouse/runtime/metrics/series.js';
import { NotReadyError } from '@pilothouse/storage/store.js';
import type { ResourceDefinition } from '@pilothouse/kinds/definition/definition.js';
import { addressRange } from '../../allocation/address-range.js';
import { keepDefaultCidr } from '../../allocation/default-cidr.js';
import { publishFault } from '../../allocation/fault-event.js';
import { addressHolders } from '../../allocation/holders.js';
import { createPools, type Pools } from '../../allocation/pools.js';
import { keepRepairing } from '../../allocation/repair.js';
import { serviceClaims } from '../../allocation/service-claims.js';
import { createAllocationCounts } from '../../metrics/allocation.js';
import type { ServerMetrics } from '../../metrics/server-metrics.js';
import { METRICS } from '../../metrics/table.js';
import { DEFAULT_SERVICE_NETWORK, type PortRange, type ServiceNetwork } from '../../options/service-network.js';
import type { Claims } from '../../registry/claims.js';
import type { Environment } from '../../registry/environment.js';
import { resourceNamed, type Resource } from '../../registry/resource.js';
import { isTransient } from './startup.js';
import type { Stores } from '../stores/stores.js';

/** The allocation of cluster IPs and node ports. */
export interface ServiceAllocation {
  readonly claimsOf: (definition: ResourceDefinition) => Claims | undefined;
  /** Creates the default range, and reads the taken addresses and ports. */
  readonly start: (resources: readonly Resource[]) => Promise<void>;
}

interface Options {
  readonly stores: Stores;
  readonly domain: Domain;
  readonly environment: Pick<Environment, 'random'>;
  readonly logger: Logger;
  /** The defaults when absent. */
  readonly serviceNetwork?: ServiceNetwork;
  /** No metrics when absent. */
  readonly metrics?: Pick<ServerMetrics, 'add'>;
  readonly signal: AbortSignal;
}

export function createServiceAllocation(options: Options): ServiceAllocation {
  const { stores, domain, environment, logger, metrics, signal } = options;
  const counts = metrics && createAllocationCounts();
  for (const metric of counts?.metrics ?? []) metrics?.add(metric);
  const { clusterIPRanges, nodePorts } = options.serviceNetwork ?? DEFAULT_SERVICE_NETWORK;
  let claims: Claims | undefined;
  const warn = throttled((error) =>
    logger.warn({ error }, 'the watch of cluster IPs and node ports failed and is retried'),
  );

  const reporter = (text: string): ((error: unknown) => void) =>
    throttled((error) => {
      if (isTransient(error)) logger.info({ error }, text);
      else logger.warn({ error }, text);
    });
  const onCidrError = reporter('update of the default ServiceCIDR failed and is retried');
  const onRepairError = reporter('the check of cluster IPs and node ports failed and is retried');

  async function start(resources: readonly Resource[]): Promise<void> {
    const group = domain.group('networking');
    const addresses = resourceNamed(resources, group, 'ipaddresses');
    const cidrs = resourceNamed(resources, group, 'servicecidrs');
    const services = resourceNamed(resources, '', 'services');
    const store = stores.of(services.definition);
    if (stores.of(addresses.definition) !== store) {
      const name = `ipaddresses.${group}`;
      throw new Error(
        `--etcd-servers-overrides: services and ${name} need the same etcd, because one transaction writes both`,
      );
    }
    const pools = createPools({
      addresses,
      cidrs,
      store,
      onError: (error) => (error instanceof NotReadyError ? stores.onWaiting(error) : warn(error)),
      signal,
    });
    const endpoints = resourceNamed(resources, '', 'endpoints');
    for (const metric of poolMetrics(pools, nodePorts)) metrics?.add(metric);
    await keepDefaultCidr({ cidrs, ranges: clusterIPRanges, logger, onError: onCidrError, signal });
    await pools.start();
    const holders = addressHolders(addresses, domain);
    claims = serviceClaims({
      families: clusterIPRanges.flatMap((cidr) => addressRange(cidr)?.family ?? []),
      nodePorts,
      pools,
      holders,
      store,
      ...(stores.of(endpoints.definition) === store && { endpoints }),
      random: environment.random,
      counts,
    });
    void keepRepairing({
      services,
      pools,
      store,
      holders,
      nodePorts,
      isInRange: (address) => pools.isInRange(address),
      report: (fault) =>
        publishFault({ events: resourceNamed(resources, '', 'events'), services, addresses, signal }, fault),
      logger,
      onError: onRepairError,
      signal,
    });
  }

  return {
    start,
    claimsOf: ({ group, resource }) =>
      group === '' && resource === 'services' ? { begin: (request) => (claims ?? notYet()).begin(request) } : undefined,
  };
}

/** What is taken and what is free, read at each scrape. */
function poolMetrics(pools: Pick<Pools, 'usage' | 'ports'>, { first, last }: PortRange): Metric[] {
  return [
    reading(METRICS.allocatedAddresses, () =>
      pools.usage().map(({ range, used }) => ({ labels: [range.cidr], value: Number(used) })),
    ),
    reading(METRICS.availableAddresses, () =>
      pools.usage().map(({ range, used }) => ({ labels: [range.cidr], value: Number(range.size - used) })),
    ),
    reading(METRICS.allocatedPorts, () => [{ labels: [], value: pools.ports().size }]),
    reading(METRICS.availablePorts, () => [{ labels: [], value: last - first + 1 - pools.ports().size }]),
  ];
}

/** Never thrown: requests wait for the start. */
function notYet(): never {
  throw new Error('the allocation of cluster IPs has not started');
}
