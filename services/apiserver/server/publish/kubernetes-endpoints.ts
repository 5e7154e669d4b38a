import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Endpoints } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { EndpointSlice } from '@pilothouse/apimachinery/generated/discovery/v1.js';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import { deepCopy, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Client } from '@pilothouse/client/client.js';
import { endpoints } from '@pilothouse/client/core.js';
import { endpointSlices } from '@pilothouse/client/discovery.js';
import { inDomain } from '@pilothouse/client/resource-type.js';

export interface EndpointsOptions {
  readonly client: Client;
  readonly domain: Domain;
  /** Port of this server, with which the objects are created. */
  readonly port: number;
  readonly signal: AbortSignal;
}

const NAME = 'kubernetes';
const NAMESPACE = 'default';
const PORT_NAME = 'https';

/** Writes the Endpoints and the EndpointSlice of the Service `kubernetes`, if they lack one of the addresses or have others. */
export async function writeEndpoints(options: EndpointsOptions, addresses: readonly string[]): Promise<void> {
  const { client, domain, port, signal } = options;
  const collection = client.of(endpoints).namespace(NAMESPACE);
  const label = `endpointslice.${domain.label}/skip-mirror`;
  const ports = [{ name: PORT_NAME, port, protocol: 'TCP' }];
  const subsets = addresses.length === 0 ? [] : [{ addresses: addresses.map((ip) => ({ ip })), ports }];
  const live = await found(collection.get(NAME, { signal }));
  let written: Endpoints;
  if (live === undefined) {
    written = await collection.create({ metadata: { name: NAME, labels: { [label]: 'true' } }, subsets }, { signal });
  } else if (live.metadata.labels?.[label] === 'true' && sameAddresses(live, addresses)) {
    written = live;
  } else {
    const metadata = { ...live.metadata, labels: { ...live.metadata.labels, [label]: 'true' } };
    // Ports of a valid object stay: a server with another port may have written them.
    const kept = live.subsets?.length === 1 ? live.subsets[0]?.ports : undefined;
    const changed = subsets.map((subset) => ({ ...subset, ports: kept ?? ports }));
    written = await collection.update({ ...live, metadata, subsets: changed }, { signal });
  }
  await writeSlice(options, written);
}

function sameAddresses({ subsets = [] }: Endpoints, wanted: readonly string[]): boolean {
  if (wanted.length === 0) return subsets.length === 0;
  const [subset, ...others] = subsets;
  const given = (subset?.addresses ?? []).map(({ ip }) => ip);
  return others.length === 0 && given.length === wanted.length && wanted.every((address) => given.includes(address));
}

async function writeSlice({ client, domain, signal }: EndpointsOptions, { subsets = [] }: Endpoints): Promise<void> {
  const collection = client.of(inDomain(endpointSlices, domain)).namespace(NAMESPACE);
  const [{ addresses = [], ports = [] } = {}] = subsets;
  const labels = { [domain.key('service-name')]: NAME };
  const isIPv6 = addresses.length > 0 && addresses.every(({ ip }) => ip.includes(':'));
  const wanted = {
    addressType: isIPv6 ? 'IPv6' : 'IPv4',
    endpoints: addresses.map(({ ip }) => ({ addresses: [ip], conditions: { ready: true } })),
    ports: ports.map(({ name = '', port, protocol = 'TCP' }) => ({ name, port, protocol })),
  };
  const create = (): Promise<EndpointSlice> =>
    collection.create({ metadata: { name: NAME, labels }, ...wanted }, { signal });
  const live = await found(collection.get(NAME, { signal }));
  if (live === undefined) {
    await create();
  } else if (live.addressType !== wanted.addressType) {
    await collection.delete(NAME, { signal });
    await create();
  } else if (
    !isSame(live.endpoints, wanted.endpoints) ||
    !isSame(live.ports, wanted.ports) ||
    !isSame(live.metadata.labels, labels)
  ) {
    await collection.update({ ...live, metadata: { ...live.metadata, labels }, ...wanted }, { signal });
  }
}

/** Absent lists are empty. */
function isSame(a: JsonValue | undefined, b: JsonValue): boolean {
  return deepEqual(a ?? [], deepCopy(b));
}

/** Undefined if the object does not exist. */
export async function found<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof StatusError && error.reason === 'NotFound') return undefined;
    throw error;
  }
}
