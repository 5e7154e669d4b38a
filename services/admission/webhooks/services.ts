import type { EndpointSlice } from '@pilothouse/apimachinery/generated/discovery/v1.js';
import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { services } from '@pilothouse/client/core.js';
import { endpointSlices } from '@pilothouse/client/discovery.js';
import { inDomain } from '@pilothouse/client/resource-type.js';
import type { ServiceResolver } from '@pilothouse/webhook-client/endpoint.js';
import { locate, type Located, type Reference } from '@pilothouse/kinds/core/service/addresses.js';
import type { ObjectReader } from '../objects.js';

/** The types of objects that a resolver of services reads. */
export const RESOLVER_READS = [services, endpointSlices];

/** Finds the ready endpoints of services. Rejects with Kubernetes' texts. */
export function serviceResolver(objects: ObjectReader, domain: Domain): ServiceResolver {
  const slicesType = inDomain(endpointSlices, domain);
  const label = domain.key('service-name');
  const byService = keyed((slices: readonly EndpointSlice[]) => grouped(slices, label));
  return async (reference, signal) => {
    const { namespace, name } = reference;
    const service = await objects.get(services, { namespace, name, signal });
    const slices = byService(await objects.list(slicesType, { namespace, signal })).get(name) ?? [];
    const located = locate(reference, { service, slices });
    if (located.ok) return located.addresses;
    throw new Error(problemText(reference, located.why.reason));
  };
}

function grouped(slices: readonly EndpointSlice[], label: string): ReadonlyMap<string, readonly EndpointSlice[]> {
  const groups = new Map<string, EndpointSlice[]>();
  for (const slice of slices) {
    const name = slice.metadata.labels?.[label] ?? '';
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [slice]);
    else group.push(slice);
  }
  return groups;
}

type Reason = Extract<Located, { ok: false }>['why']['reason'];

function problemText({ name, port }: Reference, reason: Reason): string {
  if (reason === 'ServiceNotFound') return `service ${JSON.stringify(name)} not found`;
  if (reason === 'ServicePortError') return `no service port ${port} found for service ${JSON.stringify(name)}`;
  return `no endpoints available for service ${JSON.stringify(name)}`;
}
