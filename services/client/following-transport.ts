import type { Changing } from '@pilothouse/apimachinery/changing/changing.js';
import { httpsTransport, type HttpsTransportOptions } from './https-transport.js';
import type { Transport } from './transport.js';

/** Milliseconds for requests in flight on a replaced connection. Longer ones are watches, which resume. */
const DRAIN_TIME = 60_000;

/**
 * A transport that follows a connection with its credentials as they change. Requests in flight finish on the former connection
 * within the drain time (in milliseconds, a minute when absent). Throws like {@link httpsTransport} on creation.
 */
export function followingTransport(connection: Changing<HttpsTransportOptions>, drainTime = DRAIN_TIME): Transport {
  const off = new AbortController();
  const open = new Set<Transport>();
  let latest = start(connection.current());

  function start(options: HttpsTransportOptions): Transport {
    const transport = httpsTransport(options);
    open.add(transport);
    return transport;
  }

  async function end(transport: Transport): Promise<void> {
    open.delete(transport);
    await transport.close();
  }

  connection.onChange((next) => {
    const former = latest;
    latest = start(next);
    setTimeout(() => void end(former), drainTime).unref();
  }, off.signal);
  return {
    request: (request) => latest.request(request),
    async close() {
      off.abort();
      await Promise.all([...open].map(end));
    },
  };
}
