import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { JWTVerifyOptions } from 'jose';
import type { Claims } from '../claims.js';
import { claimsOf, headerOf } from '../jwt.js';
import type { KeySet } from './key-set.js';
import type { OidcOptions } from './options.js';

export interface VerifyOptions extends Pick<OidcOptions, 'issuer' | 'clientId' | 'algorithms'> {
  /** The issuer's. */
  readonly keySet: KeySet;
  readonly now: () => Date;
}

/** Seconds that the provider's clock may differ. */
const LEEWAY = 60;

/**
 * The claims of a token that the provider signed for us and whose time is now; a text that says what is wrong. Rejects with
 * whatever keeps the provider's keys from being known.
 */
export async function verifiedClaims(
  token: string,
  { issuer, clientId, algorithms, keySet, now }: VerifyOptions,
): Promise<Claims | string> {
  const header = headerOf(token) ?? {};
  if (!algorithms.some((name) => name === header['alg'])) return 'its algorithm is not accepted';
  const { kid } = header;
  if (kid !== undefined && typeof kid !== 'string') return 'the id of its key is no text';
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

/** Tries the keys in turn: where the token names none, or several have one name, there is more than one. */
async function verifyWith(
  token: string,
  keys: readonly JsonObject[],
  options: JWTVerifyOptions,
): Promise<Claims | string> {
  const [{ jwtVerify }, { createLocalJWKSet }] = await Promise.all([
    import('jose/jwt/verify'),
    import('jose/jwks/local'),
  ]);
  let problem = 'no key has the id that it names';
  for (const key of keys) {
    try {
      // A key is used only as its kind, and what it says of its own use, allow.
      await jwtVerify(token, createLocalJWKSet({ keys: [key] }), options);
      return claimsOf(token) ?? 'its payload is no object';
    } catch (error) {
      // Whatever the provider publishes as a key, it is no fault of ours.
      problem = errorMessage(error);
    }
  }
  return problem;
}
