import { rememberTokens } from '@pilothouse/authentication/remembered-tokens.js';
import type { Authentication, TokenAuthenticator } from '@pilothouse/authentication/token-authenticator.js';
import { unionTokenAuthenticator } from '@pilothouse/authentication/union.js';

export interface SourcesOptions {
  /** Asked in this order, each only about tokens that none before it knows. */
  readonly sources: readonly TokenAuthenticator[];
  /** Milliseconds that known users, and everything else, are remembered. */
  readonly successes: number;
  readonly failures: number;
  /** Milliseconds that an answer may take. */
  readonly timeout: number;
  /** Told of each answer of a source. */
  readonly onAnswer: (source: string, result: Authentication['type']) => void;
  /** Told of each answer that a source could not give, which is also thrown. */
  readonly onFailure: (source: string, error: unknown) => void;
  /** Told of each answer that was remembered. */
  readonly onHit: () => void;
  readonly now: () => Date;
}

export interface Sources extends TokenAuthenticator {
  /** Has every answer from before forgotten, also those that are still under way. */
  readonly forget: () => void;
}

/** Several sources of tokens as one that remembers. Rejects where a source failed and no other knows the user. */
export function joinSources(options: SourcesOptions): Sources {
  const union = unionTokenAuthenticator(options.sources.map((source) => observed(source, options)));
  let memory = rememberTokens(union, options);
  return {
    name: 'sources',
    authenticateToken: (token, question) => memory.authenticateToken(token, question),
    forget() {
      memory = rememberTokens(union, options);
    },
  };
}

function observed(source: TokenAuthenticator, { onAnswer, onFailure }: SourcesOptions): TokenAuthenticator {
  const { name } = source;
  return {
    name,
    async authenticateToken(token, question) {
      try {
        const answer = await source.authenticateToken(token, question);
        onAnswer(name, answer.type);
        return answer;
      } catch (error) {
        onFailure(name, error);
        throw error;
      }
    },
  };
}
