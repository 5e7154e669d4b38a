import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { textsIn, type Claims } from '@pilothouse/token-authenticators/claims.js';
import { claimsOf, headerOf, issuerOf } from '@pilothouse/token-authenticators/jwt.js';
import { readBoundClaims } from './bound-claims.js';
import type { TokenConfig } from './config.js';
import type { VerificationKey } from './keys.js';
import { LEGACY_ISSUER, readLegacyClaims } from './legacy-claims.js';
import type { BoundCredential } from './bound-objects.js';

/** The result of verification, without lookup of objects. */
export type Verification =
  | {
      readonly type: 'verified';
      readonly credential: BoundCredential;
      /** The audiences; undefined for a legacy token in a secret, which is for the API server. */
      readonly audiences: readonly string[] | undefined;
      /** In milliseconds since 1970; Infinity without expiration. */
      readonly expires: number;
    }
  /** The token has one of our issuers, and is invalid. */
  | { readonly type: 'rejected'; readonly reason: string }
  /** The token has another issuer. */
  | { readonly type: 'unknown' };

/** Allowed clock difference in seconds. As in Kubernetes. */
const LEEWAY = 60;

export interface VerifyOptions extends Pick<TokenConfig, 'keys' | 'issuers'> {
  readonly domain: Domain;
  readonly now: () => Date;
}

/** Verifies a token's signature, time, issuer and claims. The caller checks audiences. */
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

/** Loads the library on first use, which takes 40–90 ms. */
async function loadLibrary() {
  const [{ jwtVerify }, { JOSEError }] = await Promise.all([import('jose/jwt/verify'), import('jose/errors')]);
  return { jwtVerify, JOSEError };
}

interface ClaimsOptions extends VerifyOptions, Awaited<ReturnType<typeof loadLibrary>> {
  readonly isLegacy: boolean;
  readonly currentDate: Date;
}

/** The claims of a token with a valid signature and time; otherwise the reason. */
async function verifiedClaims(
  token: string,
  { keys, issuers, jwtVerify, JOSEError, isLegacy, currentDate }: ClaimsOptions,
): Promise<Claims | string> {
  const expected = isLegacy
    ? { issuer: LEGACY_ISSUER }
    : { issuer: [...issuers], requiredClaims: ['exp', 'nbf', 'aud'] };
  let problem = 'unknown key id';
  for (const { publicKey, algorithm } of candidates(token, keys().verification)) {
    try {
      // The key determines the algorithm, not the token's header.
      const options = { ...expected, currentDate, clockTolerance: LEEWAY, algorithms: [algorithm] };
      await jwtVerify(token, publicKey, options);
      return claimsOf(token) ?? 'the payload is not an object';
    } catch (error) {
      if (!(error instanceof JOSEError)) throw error;
      problem = error.message;
    }
  }
  return problem;
}

/** The key with the token's key id, or all keys without one. */
function candidates(token: string, keys: readonly VerificationKey[]): readonly VerificationKey[] {
  const header = headerOf(token);
  if (header === undefined) return [];
  return header['kid'] === undefined ? keys : keys.filter(({ id }) => id === header['kid']);
}
