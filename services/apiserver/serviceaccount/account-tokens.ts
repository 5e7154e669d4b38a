import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { AccountTokens } from '@pilothouse/kinds/definition/account-tokens.js';
import { boundClaims } from './bound-claims.js';
import type { TokenConfig } from './config.js';
import { signToken } from './sign.js';

/** Signs tokens with the configured key, for the first issuer. `uuid` generates their ids. */
export function accountTokens(
  { issuers: [issuer], keys, maxExpiration }: TokenConfig,
  { domain, uuid }: { readonly domain: Domain; readonly uuid: () => string },
): AccountTokens {
  return {
    ...(maxExpiration !== undefined && { maxExpiration }),
    async issue(token) {
      const id = uuid();
      return { token: await signToken(keys().signing, boundClaims({ ...token, issuer, id }, domain)), id };
    },
  };
}
