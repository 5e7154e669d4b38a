import type { Transport } from '@pilothouse/client/transport.js';

/** Carries requests that write only while `holds` says so at the moment when they are sent; they are rejected otherwise. */
export function fencedTransport(transport: Transport, holds: () => boolean): Transport {
  return {
    request: async (request) => {
      if (request.method !== 'GET' && !holds()) throw new Error('the lease has run out: nothing is written any more');
      return transport.request(request);
    },
    close: () => transport.close(),
  };
}
