import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { JWTVerifyOptions } from 'jose';
import type { Claims } from '../claims.js';
import { claimsOf, headerOf } from '../jwt.js';
import type { KeySet } from './key-set.js';
import type { OidcOptions } from './options.js';

export interface VerifyOptions extends Pick<OidcOptions, 'issuer' | 'clientId' | 'algorithms'> {
  /** The keys of the issuer. */
  readonly keySet: KeySet;
  readonly now: () => Date;
}

/** Tolerated clock skew of the provider in seconds. */
const LEEWAY = 60;

/**
 * Verifies signature, issuer, audience and validity of a token. Returns its claims, or a text that describes the error.
 * Rejects if the provider's keys cannot be fetched.
 */
export async function verifiedClaims(
  token: string,
  { issuer, clientId, algorithms, keySet, now }: VerifyOptions,
): Promise<Claims | string> {
  const header = headerOf(token) ?? {};
  if (!algorithms.some((name) => name === header['alg'])) return 'its algorithm is not accepted';
  const { kid } = header;
  if (kid !== undefined && typeof kid !== 'string') return 'its key id is not a string';
  const keys = (await keySet.keysFor(kid)).filter((key) => kid === undefined || key['kid'] === kid);
  const options: JWTVerifyOptions = {
    issuer,
    audience: clientId,
    algorithms: [...algorithms],
    clockTolerance: LEEWAY,
    currentDate: now(),
    requiredClaims: ['exp'],
  };
  const claims = await verifyWith(token, keys, options);
  if (kid !== undefined || typeof claims !== 'string') return claims;
  const newKeys = await keySet.newKeys();
  return newKeys === undefined ? claims : verifyWith(token, newKeys, options);
}

/** Tries the keys in turn. A token without key id may match several keys, and several keys may share an id. */
async function verifyWith(
  token: string,
  keys: readonly JsonObject[],
  options: JWTVerifyOptions,
): Promise<Claims | string> {
  const [{ jwtVerify }, { createLocalJWKSet }] = await Promise.all([
    import('jose/jwt/verify'),
    import('jose/jwks/local'),
  ]);
  let problem = 'no key has its key id';
  for (const key of keys) {
    try {
      // A set of one key: jose checks the type and the declared use of the key.
      await jwtVerify(token, createLocalJWKSet({ keys: [key] }), options);
      return claimsOf(token) ?? 'its payload is not an object';
    } catch (error) {
      // An invalid published key is reported like an invalid signature.
      problem = errorMessage(error);
    }
  }
  return problem;
}
