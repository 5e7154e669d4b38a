import { createHash } from 'node:crypto';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { TokenConfig } from '../serviceaccount/config.js';
import { tokenStanding, type Standing, type WitnessStand } from '../serviceaccount/standing.js';
import { tokenVerifier } from '../serviceaccount/verify.js';
import type { User } from '../request/user.js';
import { UNKNOWN, type Authentication, type Authenticator } from './authenticator.js';
import { bearerToken } from './bearer-token.js';

/** Longer than any that fits into a request's headers. */
const MAX_TOKEN_LENGTH = 64 * 1024;
/** How many tokens are remembered: some megabytes. */
const MAX_TOKENS = 4096;

/** A token whose signature and claims were good. */
interface KnownToken {
  readonly user: User;
  /** Milliseconds since 1970. */
  readonly expires: number;
  readonly standing: Standing;
}

export interface ServiceAccountOptions {
  readonly config: TokenConfig;
  readonly domain: Domain;
  readonly stand: WitnessStand;
}

/**
 * Tokens of service accounts. What a token says of itself is checked once and remembered until its end, by its hash;
 * whether its account and what it is bound to still exist, at every use (see {@link tokenStanding}).
 */
export function serviceAccountAuthenticator({ config, domain, stand }: ServiceAccountOptions): Authenticator {
  const verify = tokenVerifier({ ...config, domain, now: stand.now });
  /** By the token's hash, the least recently used first. */
  const known = new Map<string, KnownToken>();

  async function recognise(token: string): Promise<KnownToken | Authentication> {
    const hash = createHash('sha256').update(token).digest('base64');
    const remembered = known.get(hash);
    known.delete(hash);
    if (remembered !== undefined && stand.now().getTime() < remembered.expires) {
      known.set(hash, remembered);
      return remembered;
    }
    const verification = await verify(token);
    if (verification.type !== 'verified') return verification;
    const { credential, expires } = verification;
    const witnesses = config.lookup ? credential.witnesses : [];
    const found = { user: credential.user, expires, standing: tokenStanding(witnesses, stand) };
    known.set(hash, found);
    const [oldest] = known.keys();
    if (known.size > MAX_TOKENS && oldest !== undefined) known.delete(oldest);
    return found;
  }

  return {
    name: 'service-account',
    async authenticate(context) {
      const token = bearerToken(context);
      if (token === undefined || token.length > MAX_TOKEN_LENGTH) return UNKNOWN;
      const found = await recognise(token);
      if ('type' in found) return found;
      const problem = await found.standing(() => context.signal);
      return problem === undefined
        ? { type: 'authenticated', user: found.user }
        : { type: 'rejected', reason: `the token has been invalidated: ${problem}` };
    },
  };
}
