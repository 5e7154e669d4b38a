import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { createClient } from '@pilothouse/client/client.js';
import { derived, type Changing } from '@pilothouse/apimachinery/changing/changing.js';
import { followingTransport } from '@pilothouse/client/following-transport.js';
import type { HttpsTransportOptions } from '@pilothouse/client/https-transport.js';
import { sharedTransport } from '@pilothouse/client/shared-transport.js';
import { systemTiming } from '@pilothouse/client/timing.js';
import type { Connect } from '../run.js';
import { accountTokens, type AccountTokensOptions } from './account-tokens.js';
import { accountTransport } from './account-transport.js';

export interface AccountConnectOptions extends Pick<AccountTokensOptions, 'signal'> {
  /** The connection and credentials of the manager. */
  readonly connection: Changing<HttpsTransportOptions>;
  readonly domain: Domain;
  /** Called when a token of an account cannot be renewed, with the milliseconds until the next attempt. */
  readonly onError: (account: string, error: unknown, retryIn: number) => void;
}

/**
 * Transports to the server as each service account, with tokens that the manager requests. All accounts share one transport, and
 * all token requests another. The manager itself gets a new one each time.
 */
export function connectAsAccounts({ connection, domain, onError, signal }: AccountConnectOptions): Connect {
  const server = derived(connection, ({ credentials: _manager, ...rest }) => rest);
  const asManager = sharedTransport(() => followingTransport(connection));
  const withoutCredentials = sharedTransport(() => followingTransport(server));
  return (account) => {
    if (account === undefined) return followingTransport(connection);
    const client = createClient({ transport: asManager(), userAgent: 'pilothouse-controller-manager' });
    const tokens = accountTokens({
      account,
      client,
      domain,
      timing: systemTiming,
      onError: (error, retryIn) => onError(account, error, retryIn),
      signal,
    });
    const { request, close } = accountTransport(tokens, withoutCredentials());
    return {
      request,
      async close() {
        await Promise.all([close(), client.close()]);
      },
    };
  };
}
