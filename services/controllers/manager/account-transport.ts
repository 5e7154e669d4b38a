import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Transport, TransportRequest } from '@pilothouse/client/transport.js';
import type { AccountTokens } from './account-tokens.js';

/**
 * Carries requests as those of the account whose tokens these are, over a transport that proves nobody's identity. A token
 * that the server refuses is replaced, once a request: what is answered with 401 has not been done. Why there is no token is
 * never told as a StatusError: that would say something of the object that the request is about.
 */
export function accountTransport(tokens: AccountTokens, transport: Transport): Transport {
  const send = (request: TransportRequest, token: string) =>
    transport.request({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } });
  const currentToken = (): Promise<string> =>
    tokens.current().catch((cause: unknown) => {
      if (!(cause instanceof StatusError)) throw cause;
      throw new Error(`there is no token to sign in with: ${cause.message}`, { cause });
    });
  return {
    async request(request) {
      const token = await currentToken();
      const response = await send(request, token);
      if (response.status !== 401) return response;
      // Read to its end, the connection is free for what comes.
      await collect(response.body);
      tokens.refused(token);
      return send(request, await currentToken());
    },
    close: () => transport.close(),
  };
}
