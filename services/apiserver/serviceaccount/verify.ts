import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { JsonSyntaxError } from '@pilothouse/apimachinery/json/syntax-error.js';
import { isObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { readBoundClaims } from './bound-claims.js';
import type { Claims, Credential } from './claims.js';
import type { TokenConfig } from './config.js';
import type { VerificationKey } from './keys.js';
import { LEGACY_ISSUER, readLegacyClaims } from './legacy-claims.js';

/** What there is to say of a token by itself, without a look at any object. */
export type Verification =
  /** `expires` is in milliseconds since 1970; Infinity for a token without an end. */
  | { readonly type: 'verified'; readonly credential: Credential; readonly expires: number }
  /** It says that it is one of ours, and is not. */
  | { readonly type: 'rejected'; readonly reason: string }
  /** It is somebody else's. */
  | { readonly type: 'unknown' };

/** Seconds that the clocks of servers may differ. As in Kubernetes. */
const LEEWAY = 60;

export interface VerifyOptions extends Pick<TokenConfig, 'keys' | 'issuers' | 'audiences'> {
  readonly domain: Domain;
  readonly now: () => Date;
}

/** Checks a token's signature, time, issuer, audience and claims. */
export function tokenVerifier(options: VerifyOptions): (token: string) => Promise<Verification> {
  const { issuers, domain, now } = options;
  return async (token) => {
    const issuer = issuerOf(token);
    const isLegacy = issuer === LEGACY_ISSUER;
    if (issuer === undefined || !(isLegacy || issuers.includes(issuer))) return { type: 'unknown' };
    const claims = await verifiedClaims(token, { ...options, isLegacy, currentDate: now() });
    if (typeof claims === 'string') return { type: 'rejected', reason: claims };
    const credential = isLegacy ? readLegacyClaims(token, claims, domain) : readBoundClaims(claims, domain);
    if (typeof credential === 'string') return { type: 'rejected', reason: credential };
    const end = claims['exp'];
    const expires = typeof end === 'number' ? (end + LEEWAY) * 1000 : Infinity;
    return { type: 'verified', credential, expires };
  };
}

interface ClaimsOptions extends VerifyOptions {
  readonly isLegacy: boolean;
  readonly currentDate: Date;
}

/** The claims of a token that one of our keys signed and whose time is now; a text that says what is wrong. */
async function verifiedClaims(
  token: string,
  { keys, issuers, audiences, isLegacy, currentDate }: ClaimsOptions,
): Promise<Claims | string> {
  const [{ jwtVerify }, { JOSEError }] = await Promise.all([import('jose/jwt/verify'), import('jose/errors')]);
  const expected = isLegacy
    ? { issuer: LEGACY_ISSUER }
    : { issuer: [...issuers], audience: [...audiences], requiredClaims: ['exp', 'nbf'] };
  let problem = 'no key has the id that it names';
  for (const { publicKey, algorithm } of candidates(token, keys.verification)) {
    try {
      // A key is used in its own way only, whatever the token says of itself.
      const options = { ...expected, currentDate, clockTolerance: LEEWAY, algorithms: [algorithm] };
      await jwtVerify(token, publicKey, options);
      return jsonPart(token, 1) ?? 'its payload is no object';
    } catch (error) {
      if (!(error instanceof JOSEError)) throw error;
      problem = error.message;
    }
  }
  return problem;
}

/** The key that the token names, or all where it names none. */
function candidates(token: string, keys: readonly VerificationKey[]): readonly VerificationKey[] {
  const header = jsonPart(token, 0);
  if (header === undefined) return [];
  return header['kid'] === undefined ? keys : keys.filter(({ id }) => id === header['kid']);
}

/** Who made the token, as it says itself; undefined where it is no JWT in compact form, or says nothing. */
function issuerOf(token: string): string | undefined {
  const issuer = jsonPart(token, 1)?.['iss'];
  return typeof issuer === 'string' ? issuer : undefined;
}

/** A part of the token as it is: nothing has been checked. */
function jsonPart(token: string, index: number): JsonObject | undefined {
  const parts = token.split('.', 4);
  if (parts.length !== 3) return undefined;
  try {
    const { value } = parseJson(Buffer.from(parts[index] ?? '', 'base64url'));
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}
