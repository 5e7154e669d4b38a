import type { Transport } from './transport.js';

/**
 * Reference-counted transport: all callers share its connections. The first caller opens it, and the last close closes it. An
 * earlier close returns at once and leaves requests in flight alone. A later caller opens a new transport.
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
