import { readFile } from 'node:fs/promises';
import {
  clockTolerance,
  customFetch,
  discovery,
  refreshTokenGrant,
  tokenRevocation,
  type Configuration,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client';
import { providerFetch } from '@pilothouse/token-authenticators/oidc/provider-fetch.js';
import { LoginError } from '../login-error.js';
import type { IssuerOptions, Tokens } from '../tokens/saved-login.js';
import { authoritiesOf } from './authorities.js';
import { issuerClock, type IssuerClock } from './clock.js';
import { explained } from './explain.js';

/** An issuer whose description has been read. */
export interface Issuer {
  readonly options: IssuerOptions;
  readonly configuration: Configuration;
  readonly clock: IssuerClock;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The result of requests to the issuer. Rejects with LoginError. */
  readonly asking: <T>(work: () => Promise<T>) => Promise<T>;
}

export type TokenAnswer = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** Seconds by which the clocks may differ. */
const CLOCK_TOLERANCE = 30;

/** Reads the description of an issuer (OpenID Connect Discovery). Rejects with LoginError. */
export async function readIssuer(options: IssuerOptions, now: () => number): Promise<Issuer> {
  const { issuer, clientId, clientSecretFile, caFile } = options;
  const clock = issuerClock(now);
  const caPem = await authoritiesOf(caFile);
  const send = providerFetch(() => caPem);
  const fetch: typeof send = async (address, request) => {
    const answer = await send(address, request);
    clock.observe(answer.headers.get('date'));
    return answer;
  };
  async function asking<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw explained(error, options, clock);
    }
  }
  const secret = clientSecretFile === undefined ? undefined : await readSecret(clientSecretFile);
  const metadata = { [clockTolerance]: CLOCK_TOLERANCE, ...(secret !== undefined && { client_secret: secret }) };
  const configuration = await asking(() =>
    discovery(new URL(issuer), clientId, metadata, undefined, { [customFetch]: fetch }),
  );
  return { options, configuration, clock, now, asking };
}

async function readSecret(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).replace(/\r?\n$/, '');
  } catch (error) {
    throw new LoginError(`the client secret cannot be read: ${String(error)}`, { cause: error });
  }
}

/** The tokens of an answer, whose ID token the library has validated. Throws LoginError without an ID token. */
export function tokensOf({ options: { issuer }, now }: Issuer, answer: TokenAnswer, former?: Tokens): Tokens {
  const claims = answer.claims();
  if (claims === undefined || answer.id_token === undefined) {
    throw new LoginError(`the issuer ${issuer} returns no ID token; sign in again, with the scope openid`);
  }
  const { sub, exp, iat } = claims;
  if (former !== undefined && former.subject !== sub) {
    throw new LoginError(`the issuer ${issuer} renews the sign-in for another user; sign in again`);
  }
  // With a slow clock, `exp` is later than the expiry at the issuer.
  const expires = Math.min(exp * 1000, now() + (exp - iat) * 1000);
  const refreshToken = answer.refresh_token ?? former?.refreshToken;
  return { idToken: answer.id_token, expires, subject: sub, ...(refreshToken !== undefined && { refreshToken }) };
}

/** Renews tokens. Rejects with RefusedGrantError once the issuer refuses the refresh token. */
export async function renew(issuer: Issuer, tokens: Tokens & { readonly refreshToken: string }): Promise<Tokens> {
  const answer = await issuer.asking(() => refreshTokenGrant(issuer.configuration, tokens.refreshToken));
  return tokensOf(issuer, answer, tokens);
}

/** Revokes a refresh token (RFC 7009). Resolves to false if the issuer cannot revoke tokens. */
export async function revoke(issuer: Issuer, refreshToken: string): Promise<boolean> {
  if (issuer.configuration.serverMetadata().revocation_endpoint === undefined) return false;
  const parameters = { token_type_hint: 'refresh_token' };
  await issuer.asking(() => tokenRevocation(issuer.configuration, refreshToken, parameters));
  return true;
}
