import { issuerOf } from '@pilothouse/token-authenticators/jwt.js';
import type { OidcOptions } from '@pilothouse/token-authenticators/oidc/options.js';
import { oidcProvider } from '@pilothouse/token-authenticators/oidc/provider.js';
import { UNKNOWN, type TokenAuthenticator } from '@pilothouse/token-authenticators/token-authenticator.js';

/** An issuer with the authorities (PEM) that verify it; the system's when absent. */
export interface KnownIssuer {
  readonly options: OidcOptions;
  readonly caPem?: string;
}

export interface IssuersOptions {
  readonly issuers: readonly KnownIssuer[];
  /** Milliseconds. */
  readonly timeout: number;
  /** Called when an issuer is unreachable and its cached keys are used. */
  readonly onError: (error: unknown, issuer: string) => void;
  readonly now: () => Date;
}

/** Authenticates ID tokens of several OpenID Connect providers. Each token goes only to the issuer that it names. */
export function issuersAuthenticator({ issuers, timeout, onError, now }: IssuersOptions): TokenAuthenticator {
  const byIssuer = new Map(
    issuers.map(({ options, caPem }) => {
      const provider = oidcProvider(options, { caPem: () => caPem, timeout, onError, now });
      return [options.issuer, provider] as const;
    }),
  );
  return {
    name: 'oidc',
    authenticateToken(token, context) {
      const issuer = issuerOf(token);
      const known = issuer === undefined ? undefined : byIssuer.get(issuer);
      return known === undefined ? UNKNOWN : known.authenticateToken(token, context);
    },
  };
}
