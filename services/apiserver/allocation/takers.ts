import { addressText } from '@pilothouse/apimachinery/names/address.js';
import type { AllocationCounts } from '../metrics/allocation.js';
import { candidates, holds, type AddressRange } from './address-range.js';
import { canonical, portKey, portValue, type AddressHolders, type Holder } from './holders.js';
import type { Ledger } from './ledger.js';
import type { Pools } from './pools.js';
import type { PortRange } from '../options/service-network.js';
import { portCandidates, rangeText } from './port-range.js';
import type { AddressTaker } from './take-addresses.js';
import type { PortTaker } from './take-ports.js';

const PORT_ALLOCATED = 'provided port is already allocated';

export interface TakerOptions {
  readonly pools: Pools;
  readonly holders: AddressHolders;
  readonly nodePorts: PortRange;
  readonly random: (limit: number) => number;
  /** No metrics when absent. */
  readonly counts?: AllocationCounts | undefined;
}

/** The write of one service. */
export interface TakenFor {
  readonly ledger: Ledger;
  readonly holder: Holder;
  readonly signal: AbortSignal;
}

interface Found {
  readonly cidr: string;
  readonly address: string;
}

export function addressTaker(
  { pools, holders, random, counts }: TakerOptions,
  { ledger, holder, signal }: TakenFor,
): AddressTaker {
  function find(family: string): Found | undefined {
    for (const range of pools.ranges(family)) {
      const address = findIn(range);
      if (address !== undefined) return { cidr: range.cidr, address };
    }
    return undefined;
  }

  function findIn(range: AddressRange): string | undefined {
    if (pools.isFull(range)) return undefined;
    const begin = performance.now();
    for (const address of candidates(range, random)) {
      if (ledger.entry(holders.key(address)) !== undefined) continue;
      counts?.searched(range.cidr, (performance.now() - begin) / 1000);
      return address;
    }
    return undefined;
  }

  return {
    async take(address, family) {
      const range = pools.ranges(family).find((each) => holds(each, address));
      if (range === undefined) return 'the provided network does not match the current range';
      const name = canonical(address);
      const isFree = await ledger.isFree(holders.key(name));
      counts?.address(range.cidr, 'static', isFree);
      if (!isFree) return 'provided IP is already allocated';
      ledger.take(holders.key(name), holders.value(name, family, holder));
      return undefined;
    },
    async takeAny(family) {
      let found = find(family);
      if (found === undefined) {
        await pools.refreshAddresses(signal);
        found = find(family);
      }
      if (found === undefined) {
        for (const { cidr } of pools.ranges(family)) counts?.address(cidr, 'dynamic', false);
        return { type: 'full' };
      }
      const { cidr, address } = found;
      counts?.address(cidr, 'dynamic', true);
      ledger.take(holders.key(address), holders.value(address, family, holder));
      return { type: 'taken', address };
    },
  };
}

/** A dry run takes no address. It shows that of the network, as in Kubernetes. */
export function dryAddressTaker({ pools }: Pick<TakerOptions, 'pools'>): AddressTaker {
  const NOT_READY = 'allocator not ready';
  return {
    async take(address, family) {
      const [range] = pools.ranges(family);
      if (range === undefined) return NOT_READY;
      if (holds(range, address)) return undefined;
      return `the provided IP (${address}) is not in the valid range. The range of valid IPs is ${range.cidr}`;
    },
    async takeAny(family) {
      const [range] = pools.ranges(family);
      if (range === undefined) return { type: 'refused', problem: NOT_READY };
      return { type: 'taken', address: addressText(family === 'IPv4' ? 4 : 6, range.network) };
    },
  };
}

export function portTaker(
  { pools, nodePorts, random, counts }: TakerOptions,
  { ledger, holder, signal }: TakenFor,
): PortTaker {
  const own = new Set<number>();

  function find(): number | undefined {
    for (const port of portCandidates(nodePorts, random)) {
      if (!own.has(port) && ledger.entry(portKey(port)) === undefined) return port;
    }
    return undefined;
  }

  function take(port: number): void {
    own.add(port);
    ledger.take(portKey(port), portValue(holder));
  }

  return {
    async take(port) {
      if (port < nodePorts.first || port > nodePorts.last) {
        counts?.port('static', false);
        return `provided port is not in the valid range. The range of valid ports is ${rangeText(nodePorts)}`;
      }
      const isFree = !own.has(port) && (await ledger.isFree(portKey(port)));
      counts?.port('static', isFree);
      if (!isFree) return PORT_ALLOCATED;
      take(port);
      return undefined;
    },
    async takeAny() {
      let port = find();
      if (port === undefined) {
        await pools.refreshPorts(signal);
        port = find();
      }
      counts?.port('dynamic', port !== undefined);
      if (port !== undefined) take(port);
      return port;
    },
  };
}

/** A dry run takes no port. It shows ports after this one, as in Kubernetes. */
const DRY_RUN_PORT = 32_768;

export function dryPortTaker({ ledger }: Pick<TakenFor, 'ledger'>): PortTaker {
  const own = new Set<number>();
  return {
    async take(port) {
      if (own.has(port) || !(await ledger.isFree(portKey(port)))) return PORT_ALLOCATED;
      own.add(port);
      return undefined;
    },
    async takeAny() {
      const port = own.size === 0 ? DRY_RUN_PORT + 1 : Math.max(...own) + 1;
      own.add(port);
      return port;
    },
  };
}
