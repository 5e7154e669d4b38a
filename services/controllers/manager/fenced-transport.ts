import type { Transport } from '@pilothouse/client/transport.js';

/**
 * Write fence: sends writes only while `holds` returns true. It is checked when a write is requested and again immediately before
 * it is sent, since it may wait for a token or a connection. A write without the lease is rejected.
 */
export function fencedTransport(transport: Transport, holds: () => boolean): Transport {
  const beforeSending = (): void => {
    if (!holds()) throw new Error('the lease has expired: the write is rejected');
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
