import type { TokenAuthenticator } from '../token-authenticator.js';
import { oidcAuthenticator } from './authenticator.js';
import { fetchJson, fetchToken, type FetchOptions } from './fetch.js';
import { oidcKeySet } from './key-set.js';
import { keySets } from './key-sets.js';
import type { OidcOptions } from './options.js';

export interface ProviderOptions {
  /** The current trusted authorities (PEM); those of the system when undefined. */
  readonly caPem: () => string | undefined;
  /** Timeout of a request in milliseconds. */
  readonly timeout: number;
  /** Called when an issuer is unreachable and its cached keys are used. */
  readonly onError: (error: unknown, issuer: string) => void;
  readonly now: () => Date;
}

/** Authenticates ID tokens of one OpenID Connect provider over HTTPS. Rejects as `oidcAuthenticator` does. */
export function oidcProvider(oidc: OidcOptions, { caPem, timeout, onError, now }: ProviderOptions): TokenAuthenticator {
  const fetching = (): FetchOptions => ({ caPem: caPem(), signal: AbortSignal.timeout(timeout) });
  const keySetOf = keySets((issuer) =>
    oidcKeySet({
      issuer,
      fetchJson: (url) => fetchJson(url, fetching()),
      onError: (error) => onError(error, issuer),
      now,
    }),
  );
  return oidcAuthenticator({
    ...oidc,
    keySet: keySetOf(oidc.issuer),
    claimSources: { keySetOf, fetchToken: (url, bearer) => fetchToken(url, bearer, fetching()) },
    now,
  });
}
