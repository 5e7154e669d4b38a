import { readAll, type Transport, type TransportRequest } from '@pilothouse/client/transport.js';
import type { AccountTokens } from './account-tokens.js';

/**
 * Carries requests as those of the account whose tokens these are, over a transport that proves nobody's identity. A token
 * that the server refuses is replaced, once a request: what is answered with 401 has not been done.
 */
export function accountTransport(tokens: AccountTokens, transport: Transport): Transport {
  const send = (request: TransportRequest, token: string) =>
    transport.request({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } });
  return {
    async request(request) {
      const token = await tokens.current();
      const response = await send(request, token);
      if (response.status !== 401) return response;
      // Read to its end, the connection is free for what comes.
      await readAll(response.body);
      tokens.refused(token);
      return send(request, await tokens.current());
    },
    close: () => transport.close(),
  };
}
