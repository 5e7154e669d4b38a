import type { Claims } from '@pilothouse/token-authenticators/claims.js';
import type { SigningKey } from './keys.js';

/**
 * The claims as a signed token (JWT). The library is loaded on first use, since that takes longer than most requests.
 */
export async function signToken(key: SigningKey, claims: Claims): Promise<string> {
  const { SignJWT } = await import('jose/jwt/sign');
  return new SignJWT(claims).setProtectedHeader({ alg: key.algorithm, kid: key.id }).sign(key.privateKey);
}
