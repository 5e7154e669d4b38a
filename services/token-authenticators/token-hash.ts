import { createHmac, randomBytes } from 'node:crypto';

/** A cache key of a token and its parameters. */
export type TokenHash = (token: string, ...rest: readonly string[]) => string;

/** Creates a keyed hash (HMAC) with a random key, so that no client can construct collisions. */
export function createTokenHash(): TokenHash {
  const key = randomBytes(32);
  return (...texts) => createHmac('sha256', key).update(JSON.stringify(texts)).digest('base64');
}
