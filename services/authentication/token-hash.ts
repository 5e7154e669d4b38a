import { createHmac, randomBytes } from 'node:crypto';

/** The hash by which something is remembered of a token, and of what else it was asked with. */
export type TokenHash = (token: string, ...rest: readonly string[]) => string;

/** Makes hashes by a key of its own: nobody else can make them, or choose tokens whose hashes are alike. */
export function createTokenHash(): TokenHash {
  const key = randomBytes(32);
  return (...texts) => createHmac('sha256', key).update(JSON.stringify(texts)).digest('base64');
}
