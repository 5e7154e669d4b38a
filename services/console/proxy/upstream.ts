import type { Transport, TransportRequest, TransportResponse } from '@pilothouse/client/transport.js';
import type { Grant } from '../session/session.js';

/** The API server, with the credentials of users. */
export interface Upstream {
  readonly request: (grant: Grant, request: TransportRequest) => Promise<TransportResponse>;
}

export interface UpstreamOptions {
  /** Without credentials. */
  readonly plain: Transport;
  /** As the local administrator; absent if the console has no such right. */
  readonly local?: Transport;
}

/** Sends each request with the credentials of its grant. Rejects for a grant that the console does not serve. */
export function createUpstream({ plain, local }: UpstreamOptions): Upstream {
  return {
    async request(grant, request) {
      if (grant.type !== 'local') return bearing(plain, grant.token).request(request);
      if (local === undefined) throw new Error('this console has no local administrator');
      return local.request(request);
    },
  };
}

/** A transport whose requests carry a bearer token. */
export function bearing(transport: Transport, token: string): Transport {
  return {
    request: (request) =>
      transport.request({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }),
    close: () => transport.close(),
  };
}
