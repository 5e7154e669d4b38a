import type { Transport } from '@pilothouse/client/transport.js';

/**
 * Carries requests that write only while `holds` says so, both when they are made and at the moment when they are sent, before
 * which they may wait for a token or a connection; they are rejected otherwise.
 */
export function fencedTransport(transport: Transport, holds: () => boolean): Transport {
  const beforeSending = (): void => {
    if (!holds()) throw new Error('the lease has run out: nothing is written any more');
  };
  return {
    async request(request) {
      if (request.method === 'GET') return transport.request(request);
      beforeSending();
      return transport.request({ ...request, beforeSending });
    },
    close: () => transport.close(),
  };
}
