import { setTimeout as delay } from 'node:timers/promises';
import type { Service } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import type { Store } from '@pilothouse/storage/store.js';
import { collectionPrefix, objectKey } from '../registry/keys.js';
import type { Resource } from '../registry/resource.js';
import type { Pools } from './pools.js';
import { findFaults, type Fault, type Repair, type State } from './find-faults.js';

export interface RepairOptions extends Pick<State, 'nodePorts' | 'holders' | 'isInRange'> {
  readonly services: Pick<Resource, 'definition' | 'stored' | 'store'>;
  readonly pools: Pick<Pools, 'addresses' | 'ports' | 'refreshAddresses' | 'refreshPorts'>;
  readonly store: Store;
  /** Publishes an event. */
  readonly report: (fault: Fault) => Promise<void>;
  readonly logger: Logger;
  /** Called for each check that failed. */
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** Milliseconds between two checks, as in Kubernetes. */
const INTERVAL = 3 * 60_000;

/**
 * Checks now and every three minutes that services and the keys of their addresses and ports match, and repairs what
 * edits of the store, deleted IPAddresses or data of another program left. Writes of this program leave no such faults.
 */
export async function keepRepairing(options: RepairOptions): Promise<void> {
  const { onError, signal } = options;
  while (!signal.aborted) {
    await repairOnce(options).catch((error: unknown) => {
      if (!signal.aborted) onError(error);
    });
    await delay(INTERVAL, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** Returns the faults of one check that were repaired, and those that only a user can repair. */
export async function repairOnce(options: RepairOptions): Promise<readonly Fault[]> {
  const { services, pools, logger, report, signal } = options;
  await Promise.all([pools.refreshAddresses(signal), pools.refreshPorts(signal)]);
  const [addresses, ports] = [new Map(pools.addresses()), new Map(pools.ports())];
  // Read later than the keys: a key without a service is then of a deleted one, and a repair of it fails harmlessly.
  const { entries } = await services.store.list(collectionPrefix(services.definition), { signal });
  const objects = entries.map((entry) => services.stored.decode(entry) as Service);
  const faults: Fault[] = [];
  for (const fault of findFaults({ ...options, addresses, ports, services: objects })) {
    signal.throwIfAborted();
    if (fault.repair !== undefined && !(await repair(options, fault.repair))) continue;
    faults.push(fault);
    logger.warn({ reason: fault.reason }, fault.message);
    await report(fault);
  }
  return faults;
}

/** Whether the repair was written. It is not if another write came first. */
async function repair({ services, store, signal }: RepairOptions, how: Repair): Promise<boolean> {
  if (how.type === 'free') return (await store.delete(how.entry.key, how.entry.revision, { signal })).ok;
  const { key, over, value, holder } = how;
  if (over !== undefined) return (await store.update(key, value(), over.revision, { signal })).ok;
  const service = objectKey(services.definition, holder.namespace, holder.name);
  const { entry } = await store.get(service, { signal });
  if (entry === undefined) return false;
  const preconditions = [{ key: service, revision: entry.revision }];
  return (await store.create(key, value(), { preconditions, signal })).ok;
}
