import { issuerOf } from '../jwt.js';
import { UNKNOWN, type TokenAuthenticator } from '../token-authenticator.js';
import { claimsFromSource, type ClaimSources } from './claim-sources.js';
import { oidcUser, type ClaimMapping } from './user.js';
import { verifiedClaims, type VerifyOptions } from './verify.js';

export interface OidcAuthenticatorOptions extends ClaimMapping, VerifyOptions {
  /** Resolves distributed group claims. When absent, they are ignored. */
  readonly claimSources?: ClaimSources;
}

/**
 * Authenticates ID tokens of one OpenID Connect provider. Tokens of other issuers are unknown. Rejects when the provider's keys
 * or a distributed claim cannot be fetched.
 */
export function oidcAuthenticator(options: OidcAuthenticatorOptions): TokenAuthenticator {
  return {
    name: 'oidc',
    async authenticateToken(token) {
      if (issuerOf(token) !== options.issuer) return UNKNOWN;
      const own = await verifiedClaims(token, options);
      if (typeof own === 'string') return { type: 'rejected', reason: own };
      const { groupsClaim, claimSources } = options;
      const isComplete = groupsClaim === undefined || claimSources === undefined;
      const claims = isComplete ? own : await claimsFromSource(own, groupsClaim, { ...options, ...claimSources });
      if (typeof claims === 'string') return { type: 'rejected', reason: claims };
      const user = oidcUser(claims, options);
      if (typeof user === 'string') return { type: 'rejected', reason: user };
      return { type: 'authenticated', user, expires: Number(claims['exp']) * 1000 };
    },
  };
}
