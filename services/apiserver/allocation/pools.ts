import type { ServiceCIDR } from '@pilothouse/apimachinery/generated/networking/v1.js';
import { createFollower, type Follower } from '@pilothouse/storage/follow.js';
import type { Entry, Store } from '@pilothouse/storage/store.js';
import { collectionPrefix } from '../registry/keys.js';
import type { Resource } from '../registry/resource.js';
import { addressRange, holds, type AddressRange } from './address-range.js';
import { PORTS_PREFIX } from './holders.js';

/**
 * The taken addresses and node ports, and the ranges of addresses, as this server knows them. They may be some milliseconds
 * old: the transaction of a write decides.
 */
export interface Pools {
  readonly start: () => Promise<void>;
  /** The entry of a taken address or port, by key. */
  readonly taken: (key: string) => Entry | undefined;
  /** The ready ranges of a family. */
  readonly ranges: (family: string) => readonly AddressRange[];
  /** Whether any ServiceCIDR has the address, ready or not. */
  readonly isInRange: (address: string) => boolean;
  /** The ready ranges of all families, with the number of their addresses that are taken. */
  readonly usage: () => readonly { readonly range: AddressRange; readonly used: bigint }[];
  /** Whether all addresses of a range are taken. */
  readonly isFull: (range: AddressRange) => boolean;
  /** All known entries. */
  readonly addresses: () => ReadonlyMap<string, Entry>;
  readonly ports: () => ReadonlyMap<string, Entry>;
  /** Reads the newest state of the addresses and of the ports. */
  readonly refreshAddresses: (signal: AbortSignal) => Promise<void>;
  readonly refreshPorts: (signal: AbortSignal) => Promise<void>;
}

export interface PoolsOptions {
  readonly addresses: Resource;
  readonly cidrs: Resource;
  /** The store of the services, which also has their addresses and ports. */
  readonly store: Store;
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

export function createPools({ addresses, cidrs, store, onError, signal }: PoolsOptions): Pools {
  const takenAddresses = new Map<string, Entry>();
  const takenPorts = new Map<string, Entry>();
  const objects = new Map<string, ServiceCIDR>();
  let ranges: readonly CountedRange[] = [];
  const addressPrefix = collectionPrefix(addresses.definition);

  function keep(entries: Map<string, Entry>, key: string, entry: Entry | undefined): void {
    if (entry === undefined) entries.delete(key);
    else entries.set(key, entry);
  }

  function count(key: string, difference: number): void {
    const address = key.slice(addressPrefix.length);
    for (const counted of ranges) if (holds(counted.range, address)) counted.used += BigInt(difference);
  }

  const followAddresses = createFollower({
    store,
    prefix: addressPrefix,
    change(key, entry) {
      if (takenAddresses.has(key) !== (entry !== undefined)) count(key, entry === undefined ? -1 : 1);
      keep(takenAddresses, key, entry);
    },
    onError,
    signal,
  });
  const followPorts = createFollower({
    store,
    prefix: PORTS_PREFIX,
    change: (key, entry) => keep(takenPorts, key, entry),
    onError,
    signal,
  });
  const followCidrs: Follower = createFollower({
    store: cidrs.store,
    prefix: collectionPrefix(cidrs.definition),
    change(key, entry) {
      if (entry === undefined) objects.delete(key);
      else objects.set(key, cidrs.stored.decode(entry) as ServiceCIDR);
    },
    settle() {
      ranges = rangesOf(objects.values()).map((range) => ({ range, used: 0n }));
      for (const key of takenAddresses.keys()) count(key, 1);
    },
    onError,
    signal,
  });

  return {
    start: async () => {
      await Promise.all([followAddresses.start(), followPorts.start(), followCidrs.start()]);
    },
    taken: (key) => takenAddresses.get(key) ?? takenPorts.get(key),
    ranges: (family) => ranges.flatMap(({ range }) => (range.family === family ? [range] : [])),
    isInRange: (address) =>
      [...objects.values()]
        .flatMap(({ spec }) => spec.cidrs ?? [])
        .some((cidr) => {
          const range = addressRange(cidr);
          return range !== undefined && holds(range, address);
        }),
    usage: () => ranges,
    isFull: (wanted) => ranges.some(({ range, used }) => range === wanted && used >= range.size),
    addresses: () => takenAddresses,
    ports: () => takenPorts,
    refreshAddresses: async (until) => {
      await Promise.all([followAddresses.refresh(until), followCidrs.refresh(until)]);
    },
    refreshPorts: (until) => followPorts.refresh(until),
  };
}

interface CountedRange {
  readonly range: AddressRange;
  used: bigint;
}

/** Each range of a ready ServiceCIDR once. A ServiceCIDR without the condition counts as ready, since its controller may not run. */
function rangesOf(objects: Iterable<ServiceCIDR>): AddressRange[] {
  const ready = [...objects].filter(isReady).flatMap(({ spec }) => spec.cidrs ?? []);
  return [...new Set(ready)].flatMap((cidr) => addressRange(cidr) ?? []);
}

function isReady({ metadata, status }: ServiceCIDR): boolean {
  if (metadata.deletionTimestamp !== undefined) return false;
  const condition = (status.conditions ?? []).find(({ type }) => type === 'Ready');
  return condition === undefined || condition.status === 'True';
}
