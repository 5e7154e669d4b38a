import type { Endpoint, EndpointSlice } from '@pilothouse/apimachinery/generated/discovery/v1.js';

export interface ReadyEndpoint {
  readonly endpoint: Endpoint;
  readonly address: { readonly host: string; readonly port: number };
}

/** The ready endpoints with a port of the name. */
export function readyEndpoints(slices: readonly EndpointSlice[], portName: string): ReadyEndpoint[] {
  return slices.flatMap(({ endpoints, ports }) => {
    const port = (ports ?? []).find(({ name = '', port: number }) => name === portName && number !== undefined)?.port;
    if (port === undefined) return [];
    const ready = (endpoints ?? []).filter(({ conditions }) => conditions?.ready !== false);
    return ready.flatMap((endpoint) => {
      const [host] = endpoint.addresses ?? [];
      return host === undefined ? [] : [{ endpoint, address: { host, port } }];
    });
  });
}
