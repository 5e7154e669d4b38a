import type { Authentication, TokenAuthenticator } from '@pilothouse/token-authenticators/token-authenticator.js';
import { cacheTokens } from '@pilothouse/token-authenticators/token-cache.js';
import { unionTokenAuthenticator } from '@pilothouse/token-authenticators/union.js';

export interface SourcesOptions {
  /** Asked in this order. Each source gets only tokens that the earlier ones do not know. */
  readonly sources: readonly TokenAuthenticator[];
  /** Milliseconds to cache authenticated tokens, and all other answers. */
  readonly successes: number;
  readonly failures: number;
  /** Milliseconds. */
  readonly timeout: number;
  /** Called for each answer of a source. */
  readonly onAnswer: (source: string, result: Authentication['type']) => void;
  /** Called for each failure of a source, which is also thrown. */
  readonly onFailure: (source: string, error: unknown) => void;
  /** Called for each cache hit. */
  readonly onHit: () => void;
  readonly now: () => Date;
}

export interface Sources extends TokenAuthenticator {
  /** Clears the cache. Answers in flight are not cached either. */
  readonly clearCache: () => void;
}

/** Combines sources behind a cache. Rejects if a source failed and no other authenticates the token. */
export function joinSources(options: SourcesOptions): Sources {
  const union = unionTokenAuthenticator(options.sources.map((source) => observed(source, options)));
  let cached = cacheTokens(union, options);
  return {
    name: 'sources',
    authenticateToken: (token, context) => cached.authenticateToken(token, context),
    clearCache() {
      cached = cacheTokens(union, options);
    },
  };
}

function observed(source: TokenAuthenticator, { onAnswer, onFailure }: SourcesOptions): TokenAuthenticator {
  const { name } = source;
  return {
    name,
    async authenticateToken(token, context) {
      try {
        const answer = await source.authenticateToken(token, context);
        onAnswer(name, answer.type);
        return answer;
      } catch (error) {
        onFailure(name, error);
        throw error;
      }
    },
  };
}
