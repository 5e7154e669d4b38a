import type { Authentication, TokenAuthenticator, TokenQuestion } from './token-authenticator.js';
import { createTokenHash } from './token-hash.js';

export interface RememberOptions {
  /** Milliseconds that a known user is remembered, but never longer than the token lives. */
  readonly successes: number;
  /** Milliseconds that anything else is remembered. */
  readonly failures: number;
  /** Milliseconds that an answer may take: all who ask about a token wait for the same one, so none of them can end it. */
  readonly timeout: number;
  /** Told of whatever kept an answer from coming: the token is refused then. Absent: all who wait get the error itself. */
  readonly onError?: (error: unknown) => void;
  /** Told whenever an answer is remembered, or somebody else is waiting for it already. */
  readonly onHit?: () => void;
  /** Told whenever the source itself has to be asked. */
  readonly onMiss?: () => void;
  readonly now: () => Date;
}

/** How many answers of either kind are remembered: some megabytes. */
const MAX_ANSWERS = 4096;

interface Remembered {
  readonly answer: Authentication;
  /** Milliseconds since 1970. A clock that was put back counts as one that has moved on. */
  readonly from: number;
  readonly until: number;
}

/**
 * Remembers for a while whose a token is, by a hash of it that nobody else can make, and asks once for all who want to know
 * it at the same time. Where no answer comes nothing is remembered; to those with an `onError` that is a refusal.
 */
export function rememberTokens(tokens: TokenAuthenticator, options: RememberOptions): TokenAuthenticator {
  const { successes, failures, timeout, onError, onHit, onMiss, now } = options;
  const hash = createTokenHash();
  /** By hash, the oldest first: whom guessed tokens push out are other guessed tokens. */
  const known = new Map<string, Remembered>();
  const unknown = new Map<string, Remembered>();
  const underWay = new Map<string, Promise<Authentication>>();

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
    if (answers.size > MAX_ANSWERS && oldest !== undefined) answers.delete(oldest);
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
      let answer = underWay.get(key);
      if (answer === undefined) {
        onMiss?.();
        answer = ask(key, token, audiences).finally(() => underWay.delete(key));
        // Those who wait hear of a failure; that nobody waits any more is none.
        answer.catch(() => undefined);
        underWay.set(key, answer);
      } else {
        onHit?.();
      }
      return answerOrLeave(answer, signal);
    },
  };
}

function isFresh({ from, until }: Remembered, time: number): boolean {
  return from <= time && time < until;
}

/** The answer, unless nobody wants it any more before: then it rejects with the signal's reason. */
async function answerOrLeave(
  answer: Promise<Authentication>,
  signal: TokenQuestion['signal'],
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
