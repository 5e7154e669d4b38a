import { fieldErrorText, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { commonAudiences } from '@pilothouse/authentication/audiences.js';
import type { TokenAuthenticator } from '@pilothouse/authentication/token-authenticator.js';
import type { User } from '@pilothouse/authentication/user.js';
import { clientKey } from '../limits/client-key.js';
import type { RateLimiter } from '../limits/rate-limiter.js';
import { questionErrors, type Question } from './question.js';

export type TransportName = 'https' | 'grpc';

/** Who asks, and how. */
export interface Asking {
  readonly transport: TransportName;
  /** Whom the client's certificate names, or the address. */
  readonly client: string;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** An answer, or why there is none. */
export type Outcome =
  | Verdict
  /** The question cannot be answered as it is. */
  | { readonly type: 'invalid'; readonly errors: readonly FieldError[] }
  /** The client has asked too often, and may do so again after so many seconds. */
  | { readonly type: 'limited'; readonly retryAfter: number }
  /** It cannot be told now; it may be worth asking again. */
  | { readonly type: 'failed' };

/** What is known of a token. */
export type Verdict =
  | {
      readonly type: 'authenticated';
      readonly user: User;
      readonly audiences: readonly string[];
      /** Milliseconds since 1970. */
      readonly expires?: number;
    }
  | { readonly type: 'rejected'; readonly reason: string }
  | { readonly type: 'unknown' };

export interface ReviewerOptions {
  readonly tokens: TokenAuthenticator;
  /** Those of the service. */
  readonly audiences: readonly string[];
  readonly limiter: RateLimiter;
  /** Told of every question. It holds nothing of the token. */
  readonly onReview: (review: Reviewed) => void;
  /** Told why it could not be told whose a token is. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
}

export interface Reviewed extends Pick<Asking, 'transport' | 'client'> {
  readonly result: Outcome['type'];
  /** For a known user, his name. */
  readonly user?: string;
  /** What was wrong with the question, or why the token is refused. */
  readonly reason?: string;
  readonly milliseconds: number;
}

export interface Reviewer {
  /** Says whether the client may ask now; to be asked before anything of the question is read. */
  readonly admit: (asking: Asking) => Extract<Outcome, { type: 'limited' }> | undefined;
  /** Answers a question of a client that was admitted. It never rejects. */
  readonly review: (question: Question, asking: Asking) => Promise<Outcome>;
  /** Told of questions that could not be read. */
  readonly unreadable: (reason: string, asking: Asking) => void;
}

/** What answers questions, whichever way they come. */
export function createReviewer(options: ReviewerOptions): Reviewer {
  const { limiter, onReview, now } = options;
  const report = ({ transport, client }: Asking, outcome: Outcome, started: number): void => {
    onReview({ transport, client, result: outcome.type, ...detailsOf(outcome), milliseconds: now() - started });
  };
  return {
    admit(asking) {
      const retryAfter = limiter(clientKey(asking.client));
      if (retryAfter === undefined) return undefined;
      const outcome = { type: 'limited', retryAfter } as const;
      report(asking, outcome, now());
      return outcome;
    },
    async review(question, asking) {
      const started = now();
      const outcome = await answer(question, asking.signal, options);
      report(asking, outcome, started);
      return outcome;
    },
    unreadable(reason, { transport, client }) {
      onReview({ transport, client, result: 'invalid', reason, milliseconds: 0 });
    },
  };
}

function detailsOf(outcome: Outcome): Pick<Reviewed, 'user' | 'reason'> {
  switch (outcome.type) {
    case 'authenticated':
      return { user: outcome.user.name };
    case 'rejected':
      return { reason: outcome.reason };
    case 'invalid':
      return { reason: outcome.errors.map(fieldErrorText).join(', ') };
    case 'unknown':
    case 'limited':
    case 'failed':
      return {};
  }
}

async function answer(question: Question, signal: AbortSignal, options: ReviewerOptions): Promise<Outcome> {
  const errors = questionErrors(question);
  if (errors.length > 0) return { type: 'invalid', errors };
  const audiences =
    question.audiences.length === 0 ? options.audiences : commonAudiences(question.audiences, options.audiences);
  if (audiences.length === 0) {
    return { type: 'rejected', reason: 'none of the audiences that were asked for is one of this service' };
  }
  try {
    const result = await options.tokens.authenticateToken(question.token, { audiences, signal: () => signal });
    // Who says nothing of audiences has been asked for those of the service only.
    return result.type === 'authenticated' ? { ...result, audiences: result.audiences ?? audiences } : result;
  } catch (error) {
    if (!signal.aborted) options.onError(error);
    return { type: 'failed' };
  }
}
