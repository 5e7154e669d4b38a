import type { Authentication, TokenAuthenticator, TokenContext } from './token-authenticator.js';
import { createTokenHash } from './token-hash.js';

export interface TokenCacheOptions {
  /** Milliseconds to cache an authenticated token, but never beyond its expiry. */
  readonly successes: number;
  /** Milliseconds to cache any other answer. */
  readonly failures: number;
  /** Milliseconds. Concurrent callers share one request, so that no single caller can abort it. */
  readonly timeout: number;
  /** Called with a failure; the token is then rejected. When absent, all callers get the error. */
  readonly onError?: (error: unknown) => void;
  /** Called for each answer from the cache, or shared with a request in flight. */
  readonly onHit?: () => void;
  /** Called for each request to the source. */
  readonly onMiss?: () => void;
  readonly now: () => Date;
}

/** Greatest number of entries of either kind: a few megabytes. */
const MAX_ENTRIES = 4096;

interface CacheEntry {
  readonly answer: Authentication;
  /** Milliseconds since 1970. An entry from the future, after the clock was set back, is stale. */
  readonly from: number;
  readonly until: number;
}

/**
 * Token cache with singleflight: caches answers by a keyed hash of the token, and shares one request among concurrent callers.
 * Failures are not cached. With an `onError` they are rejections.
 */
export function cacheTokens(tokens: TokenAuthenticator, options: TokenCacheOptions): TokenAuthenticator {
  const { successes, failures, timeout, onError, onHit, onMiss, now } = options;
  const hash = createTokenHash();
  /** By hash, oldest first. Separate maps, so that guessed tokens evict only guessed tokens. */
  const known = new Map<string, CacheEntry>();
  const unknown = new Map<string, CacheEntry>();
  const inFlight = new Map<string, Promise<Authentication>>();

  async function ask(key: string, token: string, audiences: readonly string[]): Promise<Authentication> {
    try {
      const signal = AbortSignal.timeout(timeout);
      const answer = await tokens.authenticateToken(token, { audiences, signal: () => signal });
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
    authenticateToken(token, { audiences, signal }) {
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
        answer = ask(key, token, audiences).finally(() => inFlight.delete(key));
        // The callers handle a failure. Without callers it is not an unhandled rejection.
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

/** Waits for the answer until the signal aborts, and then rejects with its reason. */
async function answerUntilAborted(
  answer: Promise<Authentication>,
  signal: TokenContext['signal'],
): Promise<Authentication> {
  const wanted = signal();
  wanted.throwIfAborted();
  let leave = (): void => {};
  const left = new Promise<never>((_resolve, reject) => {
    leave = () => reject(wanted.reason as Error);
    wanted.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([answer, left]);
  } finally {
    wanted.removeEventListener('abort', leave);
  }
}
