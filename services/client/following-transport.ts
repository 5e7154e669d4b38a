import type { Changing } from '@pilothouse/apimachinery/changing/changing.js';
import { httpsTransport, type HttpsTransportOptions } from './https-transport.js';
import type { Transport } from './transport.js';

/** Milliseconds that requests may still take on connections from before a change; what is longer is a watch, and resumes. */
const FAREWELL = 60_000;

/**
 * A transport to where a server is now, with the credentials that count now. Requests under way go on as they began, for so
 * many milliseconds (a minute when absent). Throws like {@link httpsTransport}, at first.
 */
export function followingTransport(connection: Changing<HttpsTransportOptions>, farewell = FAREWELL): Transport {
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
    setTimeout(() => void end(former), farewell).unref();
  }, off.signal);
  return {
    request: (request) => latest.request(request),
    async close() {
      off.abort();
      await Promise.all([...open].map(end));
    },
  };
}
