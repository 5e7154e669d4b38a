import { providerFetch } from '@pilothouse/token-authenticators/oidc/provider-fetch.js';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
  ResponseBodyError,
  type Configuration,
} from 'openid-client';
import type { Grant } from '../session/session.js';
import { RejectedError } from './strategy.js';

export interface OpenIdOptions {
  readonly issuer: string;
  readonly clientId: string;
  /** Read on each use; undefined for a public client. */
  readonly clientSecret: () => string | undefined;
  /** Authorities of the provider (PEM); those of the system when undefined. */
  readonly caPem: () => string | undefined;
  readonly scopes: readonly string[];
  /** Where the provider sends the browser back, and after a sign-out. */
  readonly redirectUri: string;
  readonly signedOutUri: string;
  /** The grant of an ID token, which the API server accepts. Rejects with RejectedError. */
  readonly grantOf: (idToken: string) => Promise<Grant>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A sign-in that waits for the browser to come back. */
export interface Pending {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

type OpenIdGrant = Extract<Grant, { type: 'openid' }>;

/** Signs in at an OpenID Connect provider by the authorization code flow with PKCE. Its ID tokens authenticate at the API server. */
export interface OpenId {
  /** The address of the provider for the browser, and what `finish` needs. */
  readonly begin: () => Promise<{ readonly url: URL; readonly pending: Pending }>;
  /** `query` is that of the redirect. Rejects with RejectedError for an answer that is wrong or not the pending one's. */
  readonly finish: (query: URLSearchParams, pending: Pending) => Promise<Grant>;
  /** Renews an ID token that expires soon; the same grant otherwise. Rejects with RejectedError once the provider refuses. */
  readonly renewed: (grant: OpenIdGrant) => Promise<OpenIdGrant>;
  /** Where the browser ends the session at the provider; undefined if the provider has no such page. */
  readonly endUrl: (grant: OpenIdGrant) => Promise<URL | undefined>;
}

/** Codes of a provider that does not answer. */
const UNANSWERED: ReadonlySet<string> = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT']);
/** Milliseconds before its expiry at which a token is renewed. */
const RENEW_BEFORE = 60_000;
/** Renewals that are remembered: several requests bring the same cookie. */
const MAX_RENEWALS = 1_000;

export function createOpenId(options: OpenIdOptions): OpenId {
  const { issuer, clientId, clientSecret, caPem, scopes, redirectUri, signedOutUri, grantOf, now } = options;
  let known: { readonly secret: string | undefined; readonly configuration: Promise<Configuration> } | undefined;
  const renewals = new Map<string, Promise<OpenIdGrant>>();

  /** Reads the provider's description on the first use, and again after a failure or with a new secret. */
  function configuration(): Promise<Configuration> {
    const secret = clientSecret();
    if (known === undefined || known.secret !== secret) {
      const read = discovery(new URL(issuer), clientId, secret, undefined, { [customFetch]: providerFetch(caPem) });
      known = { secret, configuration: read };
      read.catch(() => {
        known = undefined;
      });
    }
    return known.configuration;
  }

  async function grantWith(idToken: string, refreshToken: string | undefined): Promise<OpenIdGrant> {
    const { user } = await grantOf(idToken);
    return {
      type: 'openid',
      user,
      token: idToken,
      expires: expiryOf(idToken),
      ...(refreshToken !== undefined && { refreshToken }),
    };
  }

  async function renew({ refreshToken = '' }: OpenIdGrant): Promise<OpenIdGrant> {
    try {
      const tokens = await refreshTokenGrant(await configuration(), refreshToken);
      if (tokens.id_token === undefined) throw new RejectedError('The provider renews no ID tokens.');
      return await grantWith(tokens.id_token, tokens.refresh_token ?? refreshToken);
    } catch (error) {
      throw rejection(error);
    }
  }

  return {
    async begin() {
      const pending = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: scopes.join(' '),
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      });
      return { url, pending };
    },
    async finish(query, { state, nonce, verifier }) {
      const present = new URL(redirectUri);
      present.search = query.toString();
      try {
        const tokens = await authorizationCodeGrant(await configuration(), present, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        return await grantWith(tokens.id_token ?? '', tokens.refresh_token);
      } catch (error) {
        throw rejection(error);
      }
    },
    async renewed(grant) {
      if (grant.expires - now() > RENEW_BEFORE || grant.refreshToken === undefined) return grant;
      // Providers may keep the refresh token, but each ID token is new.
      const { token } = grant;
      let renewal = renewals.get(token);
      if (renewal === undefined) {
        renewal = renew(grant);
        renewals.set(token, renewal);
        const [oldest] = renewals.keys();
        if (renewals.size > MAX_RENEWALS && oldest !== undefined) renewals.delete(oldest);
        // A failure that may pass is tried again.
        renewal.catch((error: unknown) => {
          if (!(error instanceof RejectedError)) renewals.delete(token);
        });
      }
      return renewal;
    },
    async endUrl(grant) {
      const provider = await configuration();
      if (provider.serverMetadata().end_session_endpoint === undefined) return undefined;
      return buildEndSessionUrl(provider, { id_token_hint: grant.token, post_logout_redirect_uri: signedOutUri });
    },
  };
}

/** Answers that the provider gives, or that do not belong to the sign-in, are rejections. A provider that is away is not. */
function rejection(error: unknown): unknown {
  if (error instanceof ResponseBodyError && error.status >= 500) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const isAnswer =
    error instanceof ResponseBodyError ||
    (typeof code === 'string' && code.startsWith('OAUTH_') && !UNANSWERED.has(code));
  return isAnswer ? new RejectedError('The answer of the provider is not accepted.', { cause: error }) : error;
}

/** The expiry of a token that has been verified, in milliseconds since 1970. */
function expiryOf(token: string): number {
  const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as { exp?: unknown };
  return typeof payload.exp === 'number' ? payload.exp * 1000 : 0;
}
