import { histogram, numbers, type Metric } from '@pilothouse/runtime/metrics/series.js';
import { METRICS } from './table.js';

/** `static`: the value is that of the request; `dynamic`: any free one. */
export type AllocationScope = 'static' | 'dynamic';

/** Counts allocations of cluster IPs and node ports. Writes that fail later count, too, as in Kubernetes. */
export interface AllocationCounts {
  readonly metrics: readonly Metric[];
  readonly address: (cidr: string, scope: AllocationScope, isTaken: boolean) => void;
  /** The duration of the search for a free address, in seconds. */
  readonly searched: (cidr: string, seconds: number) => void;
  readonly port: (scope: AllocationScope, isTaken: boolean) => void;
}

export function createAllocationCounts(): AllocationCounts {
  const addresses = { taken: numbers(METRICS.addressAllocations), failed: numbers(METRICS.addressErrors) };
  const ports = { taken: numbers(METRICS.portAllocations), failed: numbers(METRICS.portErrors) };
  const seconds = histogram(METRICS.addressSeconds);
  return {
    metrics: [addresses.taken, addresses.failed, seconds, ports.taken, ports.failed],
    address: (cidr, scope, isTaken) => void (addresses[isTaken ? 'taken' : 'failed'].at(cidr, scope).value += 1),
    searched: (cidr, duration) => seconds.at(cidr).observe(duration),
    port: (scope, isTaken) => void (ports[isTaken ? 'taken' : 'failed'].at(scope).value += 1),
  };
}
