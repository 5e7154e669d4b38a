import type { Service } from '@pilothouse/apimachinery/generated/core/v1.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { invalid } from '@pilothouse/apimachinery/status/field-error.js';
import { invalidObject } from '@pilothouse/apimachinery/status/status-error.js';
import { completeClusterIPs, keepAllocatedValues } from '@pilothouse/kinds/core/service/allocated-values.js';
import { setIPFamilies, type ClusterFamilies } from '@pilothouse/kinds/core/service/ip-families.js';
import type { Store } from '@pilothouse/storage/store.js';
import type { Claim, Claims } from '../registry/claims.js';
import { objectKey } from '../registry/keys.js';
import type { Resource } from '../registry/resource.js';
import { canonical, portHolder, portKey, type Holder } from './holders.js';
import { createLedger } from './ledger.js';
import { addressesOf, takeAddresses } from './take-addresses.js';
import { portsOf, takePorts } from './take-ports.js';
import { addressTaker, dryAddressTaker, dryPortTaker, portTaker, type TakerOptions } from './takers.js';

export interface ServiceClaimsOptions extends TakerOptions {
  readonly families: ClusterFamilies;
  /** The store of the services. */
  readonly store: Store;
  /** The Endpoints of services; absent if another store has them. */
  readonly endpoints?: Pick<Resource, 'definition' | 'stored'>;
}

/** Limits of keys in one transaction: etcd accepts 128 operations by default. */
const MOST_PORTS = 100;
const MOST_CHANGES = 115;

/** The cluster IPs and node ports of services. */
export function serviceClaims(options: ServiceClaimsOptions): Claims {
  const { families, pools, holders, store, endpoints } = options;
  return {
    begin({ namespace, dryRun, signal }): Claim {
      const ledger = createLedger({ pools, store, signal });
      const holderOf = ({ metadata: { name = '' } }: Service): Holder => ({ namespace, name });

      async function free(addresses: readonly string[], ports: readonly number[], holder: Holder): Promise<void> {
        for (const address of addresses) await ledger.free(holders.key(canonical(address)), holder, holders.holder);
        for (const port of new Set(ports)) await ledger.free(portKey(port), holder, portHolder);
      }

      /** Removes the Endpoints of a deleted service, since a new one could have its name. Finalizers keep them, as in Kubernetes. */
      async function removeEndpoints({ name }: Holder): Promise<void> {
        if (endpoints === undefined) return;
        const { entry } = await store.get(objectKey(endpoints.definition, namespace, name), { atLeast: 0 });
        if (entry === undefined) return;
        const { finalizers = [] } = metadataOf(endpoints.stored.decodeMetadata(entry));
        if (finalizers.length === 0) ledger.remove(entry);
      }

      return {
        async take(object, before) {
          ledger.begin();
          const service = object as Service;
          const old = before as Service | undefined;
          if (old === undefined) completeClusterIPs(service.spec);
          else keepAllocatedValues(service.spec, old.spec);
          setIPFamilies(service, old, families);
          const taken = { ledger, holder: holderOf(service), signal };
          const addresses = dryRun ? dryAddressTaker(options) : addressTaker(options, taken);
          const ports = dryRun ? dryPortTaker(taken) : portTaker(options, taken);
          const formerAddresses = await takeAddresses(service, old, addresses);
          const formerPorts = await takePorts(service, old, ports);
          if (dryRun) return [];
          await free(formerAddresses, formerPorts, taken.holder);
          refuseTooMany(service, ledger.changes().length);
          return ledger.changes();
        },
        async release(object) {
          ledger.begin();
          const service = object as Service;
          const holder = holderOf(service);
          await free(addressesOf(service.spec), portsOf(service.spec), holder);
          await removeEndpoints(holder);
          return ledger.changes();
        },
        refresh: ledger.refresh,
      };
    },
  };
}

function refuseTooMany({ metadata: { name = '' }, spec }: Service, changes: number): void {
  const { length } = portsOf(spec);
  const refuse = (text: string) =>
    invalidObject({ group: '', kind: 'Service' }, name, [invalid('spec.ports', length, text)]);
  if (length > MOST_PORTS) throw refuse(`a service can have at most ${MOST_PORTS} node ports`);
  if (changes > MOST_CHANGES) throw refuse('too many node ports change at once: change them in several updates');
}
