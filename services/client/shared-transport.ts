import type { Transport } from './transport.js';

/**
 * Makes a function that gives out the same transport again and again, so that all who ask for it share its connections. It is
 * opened for the first of them and closed with the last; until then, who closes it has nothing to wait for, and his requests
 * under way go on. After that it is opened anew.
 */
export function sharedTransport(open: () => Transport): () => Transport {
  let shared: Transport | undefined;
  let users = 0;
  return () => {
    const transport = (shared ??= open());
    users += 1;
    let isClosed = false;
    return {
      request: (request) => transport.request(request),
      async close() {
        if (isClosed) return;
        isClosed = true;
        users -= 1;
        if (users > 0) return;
        shared = undefined;
        await transport.close();
      },
    };
  };
}
