import type { Service } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { EndpointSlice } from '@pilothouse/apimachinery/generated/discovery/v1.js';
import type { Availability } from '../../apiregistration/available.js';
import { readyEndpoints } from '../../discovery/ready-endpoints.js';

/** Reference to a port of a Service. */
export interface Reference {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

/** Where an endpoint listens. */
export interface Address {
  /** A name or an IP address. */
  readonly host: string;
  readonly port: number;
}

/** A Service as stored, with its EndpointSlices. */
export interface ServiceState {
  readonly service: Service | undefined;
  readonly slices: readonly EndpointSlice[];
}

export type Located =
  | { readonly ok: true; readonly addresses: readonly [Address, ...Address[]] }
  | { readonly ok: false; readonly why: Availability };

/**
 * The addresses of the ready endpoints of a Service, those of its primary IP family if there are any. An ExternalName is
 * its own address. Reasons and texts are those of Kubernetes.
 */
export function locate({ namespace, name, port }: Reference, { service, slices }: ServiceState): Located {
  const which = `service/${name} in ${JSON.stringify(namespace)}`;
  if (service === undefined) return refuse('ServiceNotFound', `${which} is not present`);
  const { type, externalName = '', ports = [], ipFamilies = [] } = service.spec;
  if (type === 'ExternalName') return { ok: true, addresses: [{ host: externalName, port }] };
  const found = ports.find((each) => each.port === port);
  if (found === undefined) return refuse('ServicePortError', `${which} is not listening on port ${port}`);
  if (slices.length === 0) return refuse('EndpointsNotFound', `cannot find endpointslices for ${which}`);
  const portName = found.name ?? '';
  const primary = slices.filter(({ addressType }) => addressType === ipFamilies[0]);
  const [first, ...others] = [primary, slices].map((each) => readyEndpoints(each, portName)).find(isFilled) ?? [];
  if (first !== undefined) return { ok: true, addresses: [first.address, ...others.map(({ address }) => address)] };
  const text = `endpointslices for ${which} have no addresses with port name ${JSON.stringify(portName)}`;
  return refuse('MissingEndpoints', text);
}

function isFilled(list: readonly unknown[]): boolean {
  return list.length > 0;
}

function refuse(reason: string, message: string): Located {
  return { ok: false, why: { status: 'False', reason, message } };
}
