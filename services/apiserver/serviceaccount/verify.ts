import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { textsIn, type Claims } from '@pilothouse/token-authenticators/claims.js';
import { claimsOf, headerOf, issuerOf } from '@pilothouse/token-authenticators/jwt.js';
import { readBoundClaims } from './bound-claims.js';
import type { TokenConfig } from './config.js';
import type { VerificationKey } from './keys.js';
import { LEGACY_ISSUER, readLegacyClaims } from './legacy-claims.js';
import type { BoundCredential } from './bound-objects.js';

/** What there is to say of a token by itself, without a look at any object. */
export type Verification =
  | {
      readonly type: 'verified';
      readonly credential: BoundCredential;
      /** Whom it is for; undefined for one that is kept in a secret, which is for the API server. */
      readonly audiences: readonly string[] | undefined;
      /** In milliseconds since 1970; Infinity for a token without an end. */
      readonly expires: number;
    }
  /** It says that it is one of ours, and is not. */
  | { readonly type: 'rejected'; readonly reason: string }
  /** It is somebody else's. */
  | { readonly type: 'unknown' };

/** Seconds that the clocks of servers may differ. As in Kubernetes. */
const LEEWAY = 60;

export interface VerifyOptions extends Pick<TokenConfig, 'keys' | 'issuers'> {
  readonly domain: Domain;
  readonly now: () => Date;
}

/** Checks a token's signature, time, issuer and claims. Whom it is for is the caller's business. */
export function tokenVerifier(options: VerifyOptions): (token: string) => Promise<Verification> {
  const { issuers, domain, now } = options;
  let library: ReturnType<typeof loadLibrary> | undefined;
  return async (token) => {
    const issuer = issuerOf(token);
    const isLegacy = issuer === LEGACY_ISSUER;
    if (issuer === undefined || !(isLegacy || issuers.includes(issuer))) return { type: 'unknown' };
    const { jwtVerify, JOSEError } = await (library ??= loadLibrary());
    const claims = await verifiedClaims(token, { ...options, jwtVerify, JOSEError, isLegacy, currentDate: now() });
    if (typeof claims === 'string') return { type: 'rejected', reason: claims };
    const credential = isLegacy ? readLegacyClaims(token, claims, domain) : readBoundClaims(claims, domain);
    if (typeof credential === 'string') return { type: 'rejected', reason: credential };
    const end = claims['exp'];
    const expires = typeof end === 'number' ? (end + LEEWAY) * 1000 : Infinity;
    const audiences = isLegacy ? undefined : textsIn(claims['aud']);
    return { type: 'verified', credential, audiences, expires };
  };
}

/** At the first token: it takes 40–90 ms. */
async function loadLibrary() {
  const [{ jwtVerify }, { JOSEError }] = await Promise.all([import('jose/jwt/verify'), import('jose/errors')]);
  return { jwtVerify, JOSEError };
}

interface ClaimsOptions extends VerifyOptions, Awaited<ReturnType<typeof loadLibrary>> {
  readonly isLegacy: boolean;
  readonly currentDate: Date;
}

/** The claims of a token that one of our keys signed and whose time is now; a text that says what is wrong. */
async function verifiedClaims(
  token: string,
  { keys, issuers, jwtVerify, JOSEError, isLegacy, currentDate }: ClaimsOptions,
): Promise<Claims | string> {
  const expected = isLegacy
    ? { issuer: LEGACY_ISSUER }
    : { issuer: [...issuers], requiredClaims: ['exp', 'nbf', 'aud'] };
  let problem = 'no key has the id that it names';
  for (const { publicKey, algorithm } of candidates(token, keys().verification)) {
    try {
      // A key is used in its own way only, whatever the token says of itself.
      const options = { ...expected, currentDate, clockTolerance: LEEWAY, algorithms: [algorithm] };
      await jwtVerify(token, publicKey, options);
      return claimsOf(token) ?? 'its payload is no object';
    } catch (error) {
      if (!(error instanceof JOSEError)) throw error;
      problem = error.message;
    }
  }
  return problem;
}

/** The key that the token names, or all where it names none. */
function candidates(token: string, keys: readonly VerificationKey[]): readonly VerificationKey[] {
  const header = headerOf(token);
  if (header === undefined) return [];
  return header['kid'] === undefined ? keys : keys.filter(({ id }) => id === header['kid']);
}
