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
  /** How the manager itself reaches the server, and as whom. */
  readonly connection: Changing<HttpsTransportOptions>;
  readonly domain: Domain;
  /** Told which account cannot sign in anew, and in how many milliseconds it tries again. */
  readonly onError: (account: string, error: unknown, retryIn: number) => void;
}

/**
 * Ways to the server as each service account, with tokens that the manager makes in its own name. All accounts share one way,
 * and those who make their tokens another; the manager itself has a new one each time.
 */
export function connectAsAccounts({ connection, domain, onError, signal }: AccountConnectOptions): Connect {
  const server = derived(connection, ({ credentials: _manager, ...rest }) => rest);
  const asManager = sharedTransport(() => followingTransport(connection));
  const asNobody = sharedTransport(() => followingTransport(server));
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
    const { request, close } = accountTransport(tokens, asNobody());
    return {
      request,
      async close() {
        await Promise.all([close(), client.close()]);
      },
    };
  };
}
