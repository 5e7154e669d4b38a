import { RequestContext, type IncomingRequest, type PeerCertificate } from '../request/context.js';

/** A request with the given headers over a connection with the given certificate. */
export function testContext(
  headers: IncomingRequest['headers'] = {},
  certificate: PeerCertificate = { type: 'none' },
): RequestContext {
  return new RequestContext({
    method: 'GET',
    target: '/',
    headers,
    body: undefined,
    peer: { address: '', certificate },
  });
}
