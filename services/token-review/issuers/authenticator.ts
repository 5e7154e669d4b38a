import { issuerOf } from '@pilothouse/authentication/jwt.js';
import type { OidcOptions } from '@pilothouse/authentication/oidc/options.js';
import { oidcProvider } from '@pilothouse/authentication/oidc/provider.js';
import { UNKNOWN, type TokenAuthenticator } from '@pilothouse/authentication/token-authenticator.js';

/** An issuer with the authorities (PEM) that vouch for it, where those are not the system's. */
export interface KnownIssuer {
  readonly options: OidcOptions;
  readonly caPem?: string;
}

export interface IssuersOptions {
  readonly issuers: readonly KnownIssuer[];
  /** Milliseconds that an issuer may take to answer. */
  readonly timeout: number;
  /** Told when an issuer does not answer whose keys are known. */
  readonly onError: (error: unknown, issuer: string) => void;
  readonly now: () => Date;
}

/** ID tokens of several OpenID Connect providers, each of which is asked only about those that name it. */
export function issuersAuthenticator({ issuers, timeout, onError, now }: IssuersOptions): TokenAuthenticator {
  const byIssuer = new Map(
    issuers.map(({ options, caPem }) => {
      const provider = oidcProvider(options, { caPem: () => caPem, timeout, onError, now });
      return [options.issuer, provider] as const;
    }),
  );
  return {
    name: 'oidc',
    authenticateToken(token, question) {
      const issuer = issuerOf(token);
      const known = issuer === undefined ? undefined : byIssuer.get(issuer);
      return known === undefined ? UNKNOWN : known.authenticateToken(token, question);
    },
  };
}
