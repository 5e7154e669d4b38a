import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { commonAudiences } from '@pilothouse/token-authenticators/audiences.js';
import type { Authentication, TokenAuthenticator } from '@pilothouse/token-authenticators/token-authenticator.js';
import { createTokenHash } from '@pilothouse/token-authenticators/token-hash.js';
import type { User } from '@pilothouse/token-authenticators/user.js';
import type { TokenConfig } from '../serviceaccount/config.js';
import { createTokenLiveness, type TokenLiveness, type BoundObjectSource } from '../serviceaccount/token-liveness.js';
import { tokenVerifier } from '../serviceaccount/verify.js';

/** Limit of the token cache: some megabytes. */
const MAX_TOKENS = 4096;

/** A token with a valid signature and claims. */
interface KnownToken {
  readonly user: User;
  readonly audiences: readonly string[];
  /** Milliseconds since 1970. */
  readonly expires: number;
  readonly liveness: TokenLiveness;
}

export interface ServiceAccountOptions {
  readonly config: TokenConfig;
  readonly domain: Domain;
  readonly source: BoundObjectSource;
}

/**
 * Service account tokens. Signature and claims are verified once and cached by hash, until expiration or a change of
 * the keys. Whether the account and the bound objects still exist is checked on every use (see {@link
 * createTokenLiveness}).
 */
export function serviceAccountAuthenticator({ config, domain, source }: ServiceAccountOptions): TokenAuthenticator {
  const verify = tokenVerifier({ ...config, domain, now: source.now });
  const hashOf = createTokenHash();
  /** By the token's hash, least recently used first. */
  const known = new Map<string, KnownToken>();
  let keys = config.keys();

  async function recognise(token: string): Promise<KnownToken | Authentication> {
    if (keys !== config.keys()) known.clear();
    keys = config.keys();
    const hash = hashOf(token);
    const remembered = known.get(hash);
    known.delete(hash);
    if (remembered !== undefined && source.now().getTime() < remembered.expires) {
      known.set(hash, remembered);
      return remembered;
    }
    const before = keys;
    const verification = await verify(token);
    if (verification.type !== 'verified') return verification;
    const { credential, audiences = config.audiences, expires } = verification;
    const boundObjects = config.lookup ? credential.boundObjects : [];
    const found = { user: credential.user, audiences, expires, liveness: createTokenLiveness(boundObjects, source) };
    // Results of former keys are not cached.
    if (config.keys() !== before) return found;
    known.set(hash, found);
    const [oldest] = known.keys();
    if (known.size > MAX_TOKENS && oldest !== undefined) known.delete(oldest);
    return found;
  }

  return {
    name: 'service-account',
    async authenticateToken(token, question) {
      const found = await recognise(token);
      if ('type' in found) return found;
      const { user, expires } = found;
      const audiences = commonAudiences(question.audiences, found.audiences);
      if (audiences.length === 0) {
        const [given, wanted] = [found.audiences, question.audiences].map((each) => JSON.stringify(each));
        return { type: 'rejected', reason: `token audiences ${given} is invalid for the target audiences ${wanted}` };
      }
      const problem = await found.liveness(question.signal);
      return problem === undefined
        ? { type: 'authenticated', user, audiences, expires }
        : { type: 'rejected', reason: `the token has been invalidated: ${problem}` };
    },
  };
}
