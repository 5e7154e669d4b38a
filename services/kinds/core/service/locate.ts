import type { Pod, Service } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { Endpoint, EndpointSlice } from '@pilothouse/apimachinery/generated/discovery/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { namedPort, type ConnectCall, type Locate } from '../../definition/connect.js';
import { readyEndpoints } from '../../discovery/ready-endpoints.js';

const SERVICES = { group: '', resource: 'services' };
const PODS = { group: '', resource: 'pods' };

/** Port numbers. Other ports are names. */
const NUMBER = /^[+-]?\d+$/;

/** A ready endpoint of a service, at random. Only endpoints that are pods count, so that no other address can be reached. */
export const locateService: Locate = async (call) => {
  const { scheme, name, port } = namedPort(call.name, 'service');
  const portName = NUMBER.test(port) ? await nameOfPort(call, name, Number(port)) : port;
  const resource = { group: call.domain.group('discovery'), resource: 'endpointslices' };
  const slices = (await call.list(resource, { [call.domain.key('service-name')]: name })) as EndpointSlice[];
  if (slices.length === 0) await call.read(SERVICES, name);
  const isEmpty = slices.every(({ endpoints }) => (endpoints ?? []).length === 0);
  if (isEmpty) throw noEndpoints(name);
  const ready = readyEndpoints(slices, portName);
  const start = ready.length === 0 ? 0 : call.random(ready.length);
  for (const { endpoint, address } of [...ready.slice(start), ...ready.slice(0, start)]) {
    if (await isPod(call, endpoint, address.host))
      return { type: 'address', scheme, name: address.host, port: String(address.port) };
  }
  throw noEndpoints(call.name);
};

async function nameOfPort({ read }: ConnectCall, name: string, number: number): Promise<string> {
  const { spec } = (await read(SERVICES, name)) as Service;
  const own = (spec.ports ?? []).find(({ port }) => port === number);
  if (own !== undefined) return own.name ?? '';
  throw unavailable(`no service port ${number} found for service ${JSON.stringify(name)}`);
}

/** Whether the endpoint is a pod of the namespace, with the address. */
async function isPod({ read, namespace }: ConnectCall, { targetRef }: Endpoint, address: string): Promise<boolean> {
  if (targetRef === undefined || targetRef.namespace !== namespace) return false;
  const pod = (await found(read(PODS, targetRef.name ?? ''))) as Pod | undefined;
  const { podIPs = [], podIP } = pod?.status ?? {};
  return podIPs.some(({ ip }) => ip === address) || podIP === address;
}

/** Undefined for an object that does not exist. */
async function found(object: Promise<JsonObject>): Promise<JsonObject | undefined> {
  try {
    return await object;
  } catch (thrown) {
    if (thrown instanceof StatusError && thrown.reason === 'NotFound') return undefined;
    throw thrown;
  }
}

function noEndpoints(name: string): StatusError {
  return unavailable(`no endpoints available for service ${JSON.stringify(name)}`);
}

function unavailable(message: string): StatusError {
  return new StatusError('ServiceUnavailable', message);
}
