import type { Service } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { Entry } from '@pilothouse/storage/store.js';
import { familyOf } from '@pilothouse/kinds/core/service/validate-cluster-ips.js';
import { canonical, portHolder, portKey, portValue, type AddressHolders, type Holder } from './holders.js';
import type { PortRange } from '../options/service-network.js';
import { rangeText } from './port-range.js';
import { addressesOf } from './take-addresses.js';
import { portsOf } from './take-ports.js';

/** A service or an address that does not match its counterpart. */
export interface Fault {
  /** The object of the event: a service, or an IPAddress without a namespace. Absent for a node port that leaked. */
  readonly about?: { readonly kind: 'Service' | 'IPAddress'; readonly holder: Holder };
  readonly reason: string;
  readonly message: string;
  /** Absent where only a user can help. */
  readonly repair?: Repair;
}

export type Repair =
  /** Writes the holder of a key, over another one that does not hold it. */
  | {
      readonly type: 'hold';
      readonly key: string;
      readonly value: () => Uint8Array;
      readonly over: Entry | undefined;
      readonly holder: Holder;
    }
  /** Deletes a key that no service holds. */
  | { readonly type: 'free'; readonly entry: Entry };

/** The state of the store, whose parts may differ by some milliseconds: a repair is checked again before it is written. */
export interface State {
  readonly services: readonly Service[];
  readonly addresses: ReadonlyMap<string, Entry>;
  readonly ports: ReadonlyMap<string, Entry>;
  readonly nodePorts: PortRange;
  readonly holders: AddressHolders;
  /** Whether any ServiceCIDR has the address. */
  readonly isInRange: (address: string) => boolean;
}

/** The faults of all services, and then those of addresses and ports that no service has. Texts and reasons are those of Kubernetes. */
export function findFaults(state: State): Fault[] {
  const services = new Map(state.services.map((service) => [nameOf(holderOf(service)), service]));
  return [
    ...state.services.flatMap((service) => [
      ...addressFaults(state, service, services),
      ...portFaults(state, service, services),
    ]),
    ...leakedAddresses(state, services),
    ...leakedPorts(state, services),
  ];
}

type Services = ReadonlyMap<string, Service>;

const nameOf = ({ namespace, name }: Holder): string => `${namespace}/${name}`;
const holderOf = ({ metadata: { namespace = '', name = '' } }: Service): Holder => ({ namespace, name });

function addressFaults({ addresses, holders, isInRange }: State, service: Service, services: Services): Fault[] {
  const holder = holderOf(service);
  const about = { kind: 'Service', holder } as const;
  return addressesOf(service.spec).flatMap((text): Fault[] => {
    const address = canonical(text);
    const family = familyOf(address);
    const shown = `[${family}]: ${address}`;
    if (!isInRange(address)) {
      const message = `Cluster IP ${shown} is not within any configured Service CIDR; please recreate service`;
      return [{ about, reason: 'ClusterIPOutOfRange', message }];
    }
    const key = holders.key(address);
    const entry = addresses.get(key);
    const hold = {
      type: 'hold',
      key,
      value: () => holders.value(address, family, holder),
      over: entry,
      holder,
    } as const;
    const reason = 'ClusterIPNotAllocated';
    if (entry === undefined)
      return [{ about, reason, message: `Cluster IP ${shown} is not allocated; repairing`, repair: hold }];
    const held = holders.holder(entry);
    if (held !== undefined && nameOf(held) === nameOf(holder)) return [];
    const other = held && services.get(nameOf(held));
    if (other !== undefined && addressesOf(other.spec).map(canonical).includes(address)) {
      const message = `Cluster IP [${family}]:${address} was assigned to multiple services; please recreate service`;
      return [{ about, reason: 'ClusterIPAlreadyAllocated', message }];
    }
    const message = `the ClusterIP ${shown} for Service ${nameOf(holder)} has a wrong reference; repairing`;
    return [{ about, reason, message, repair: hold }];
  });
}

function portFaults({ ports, nodePorts }: State, service: Service, services: Services): Fault[] {
  const holder = holderOf(service);
  const about = { kind: 'Service', holder } as const;
  return [...new Set(portsOf(service.spec))].flatMap((port): Fault[] => {
    if (port < nodePorts.first || port > nodePorts.last) {
      const message = `Port ${port} is not within the port range ${rangeText(nodePorts)}; please recreate service`;
      return [{ about, reason: 'PortOutOfRange', message }];
    }
    const key = portKey(port);
    const entry = ports.get(key);
    const held = entry && portHolder(entry);
    if (held !== undefined && nameOf(held) === nameOf(holder)) return [];
    const other = held && services.get(nameOf(held));
    if (other !== undefined && portsOf(other.spec).includes(port)) {
      const message = `Port ${port} was assigned to multiple services; please recreate service`;
      return [{ about, reason: 'PortAlreadyAllocated', message }];
    }
    const message = `Port ${port} is not allocated; repairing`;
    const repair = { type: 'hold', key, value: () => portValue(holder), over: entry, holder } as const;
    return [{ about, reason: 'PortNotAllocated', message, repair }];
  });
}

function leakedAddresses({ addresses, holders }: State, services: Services): Fault[] {
  return [...addresses.values()].flatMap((entry): Fault[] => {
    if (!holders.isManaged(entry)) return [];
    const address = holders.address(entry.key);
    const about = { kind: 'IPAddress', holder: { namespace: '', name: address } } as const;
    const repair = { type: 'free', entry } as const;
    const held = holders.holder(entry);
    if (held === undefined) {
      const message = `IPAddress ${address} appears to have been modified, not referencing a Service: cleaning up`;
      return [{ about, reason: 'IPAddressNotAllocated', message, repair }];
    }
    const service = services.get(nameOf(held));
    if (service === undefined) {
      const message = `IPAddress: ${address} for Service ${nameOf(held)} appears to have leaked: cleaning up`;
      return [{ about, reason: 'IPAddressNotAllocated', message, repair }];
    }
    if (addressesOf(service.spec).map(canonical).includes(address)) return [];
    const message = `IPAddress: ${address} for Service ${nameOf(held)} has a wrong reference; cleaning up`;
    return [{ about, reason: 'IPAddressWrongReference', message, repair }];
  });
}

function leakedPorts({ ports }: State, services: Services): Fault[] {
  return [...ports.values()].flatMap((entry): Fault[] => {
    const service = services.get(nameOf(portHolder(entry)));
    if (service !== undefined && portsOf(service.spec).some((port) => portKey(port) === entry.key)) return [];
    const message = `the node port at ${entry.key} appears to have leaked: releasing`;
    return [{ reason: 'PortLeaked', message, repair: { type: 'free', entry } }];
  });
}
