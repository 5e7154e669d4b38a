import type { Authentication, TokenAuthenticator, TokenContext } from './token-authenticator.js';
import { createTokenHash } from './token-hash.js';

export interface TokenCacheOptions {
  /** Milliseconds to cache an authenticated token, but never beyond its expiry. */
  readonly successes: number;
  /** Milliseconds to cache any other answer. */
  readonly failures: number;
  /** Timeout of a request in milliseconds. Callers cannot abort a request, since they may share it. */
  readonly timeout: number;
  /** Called with a failure; the token is then rejected. When absent, all callers get the error. */
  readonly onError?: (error: unknown) => void;
  /** Called for each answer from the cache, or shared with a request in flight. */
  readonly onHit?: () => void;
  /** Called for each request to the source. */
  readonly onMiss?: () => void;
  readonly now: () => Date;
}

/** Maximum number of entries of each kind, a few megabytes. */
const MAX_ENTRIES = 4096;

interface CacheEntry {
  readonly answer: Authentication;
  /** Milliseconds since 1970. An entry from the future is stale: the clock was set back. */
  readonly from: number;
  readonly until: number;
}

/**
 * Token cache with singleflight: caches answers by a keyed hash of the token, and shares one request among concurrent callers.
 * Failures are not cached. With `onError`, a failure rejects the token.
 */
export function cacheTokens(tokens: TokenAuthenticator, options: TokenCacheOptions): TokenAuthenticator {
  const { successes, failures, timeout, onError, onHit, onMiss, now } = options;
  const hash = createTokenHash();
  /** By hash, oldest first. Separate maps, so that guessed tokens evict only guessed tokens. */
  const known = new Map<string, CacheEntry>();
  const unknown = new Map<string, CacheEntry>();
  const inFlight = new Map<string, Promise<Authentication>>();

  async function authenticate(
    key: string,
    token: string,
    { audiences, trace }: Pick<TokenContext, 'audiences' | 'trace'>,
  ): Promise<Authentication> {
    try {
      const signal = AbortSignal.timeout(timeout);
      const answer = await tokens.authenticateToken(token, { audiences, signal: () => signal, trace });
      remember(key, answer);
      return answer;
    } catch (error) {
      if (onError === undefined) throw error;
      onError(error);
      return { type: 'rejected', reason: `the token could not be checked: ${String(error)}` };
    }
  }

  function remember(key: string, answer: Authentication): void {
    const isKnown = answer.type === 'authenticated';
    const time = now().getTime();
    const until = isKnown ? Math.min(time + successes, answer.expires ?? Infinity) : time + failures;
    if (until <= time) return;
    const answers = isKnown ? known : unknown;
    answers.set(key, { answer, from: time, until });
    const [oldest] = answers.keys();
    if (answers.size > MAX_ENTRIES && oldest !== undefined) answers.delete(oldest);
  }

  return {
    name: tokens.name,
    authenticateToken(token, { audiences, signal, trace }) {
      const key = hash(token, ...audiences);
      const remembered = known.get(key) ?? unknown.get(key);
      if (remembered !== undefined && isFresh(remembered, now().getTime())) {
        onHit?.();
        return remembered.answer;
      }
      known.delete(key);
      unknown.delete(key);
      let answer = inFlight.get(key);
      if (answer === undefined) {
        onMiss?.();
        answer = authenticate(key, token, { audiences, trace }).finally(() => inFlight.delete(key));
        // Callers handle a failure. If all have aborted, the rejection must not be unhandled.
        answer.catch(() => undefined);
        inFlight.set(key, answer);
      } else {
        onHit?.();
      }
      return answerUntilAborted(answer, signal);
    },
  };
}

function isFresh({ from, until }: CacheEntry, time: number): boolean {
  return from <= time && time < until;
}

/** Resolves to the answer. Rejects with the signal's reason if it aborts before. */
async function answerUntilAborted(
  answer: Promise<Authentication>,
  signal: TokenContext['signal'],
): Promise<Authentication> {
  const caller = signal();
  caller.throwIfAborted();
  let onAbort = (): void => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(caller.reason as Error);
    caller.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    caller.removeEventListener('abort', onAbort);
  }
}
