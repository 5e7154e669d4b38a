import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Transport, TransportRequest } from '@pilothouse/client/transport.js';
import type { AccountTokens } from './account-tokens.js';

/**
 * Sends requests with the tokens of a service account, over a transport without credentials. A rejected token is replaced, once a
 * request: a request that got 401 was not processed. A StatusError of the token request is wrapped, since it would seem to be
 * about the requested object.
 */
export function accountTransport(tokens: AccountTokens, transport: Transport): Transport {
  const send = (request: TransportRequest, token: string) =>
    transport.request({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } });
  const currentToken = (): Promise<string> =>
    tokens.current().catch((cause: unknown) => {
      if (!(cause instanceof StatusError)) throw cause;
      throw new Error(`cannot get a service account token: ${cause.message}`, { cause });
    });
  return {
    async request(request) {
      const token = await currentToken();
      const response = await send(request, token);
      if (response.status !== 401) return response;
      // Reading to the end frees the connection.
      await collect(response.body);
      tokens.refused(token);
      return send(request, await currentToken());
    },
    close: () => transport.close(),
  };
}
