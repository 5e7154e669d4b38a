import { fieldErrorText, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';
import { commonAudiences } from '@pilothouse/token-authenticators/audiences.js';
import type { TokenAuthenticator } from '@pilothouse/token-authenticators/token-authenticator.js';
import type { User } from '@pilothouse/token-authenticators/user.js';
import { clientKey } from '../limits/client-key.js';
import type { RateLimiter } from '@pilothouse/runtime/limits/rate-limiter.js';
import { requestErrors, type ReviewRequest } from './review-request.js';

export type TransportName = 'https' | 'grpc';

/** The origin of a request. */
export interface RequestOrigin {
  readonly transport: TransportName;
  /** The name in the client certificate, or the address. */
  readonly client: string;
  /** Aborted when the client no longer waits. */
  readonly signal: AbortSignal;
}

/** A verdict, or the reason why there is none. */
export type Outcome =
  | Verdict
  /** The request is invalid. */
  | { readonly type: 'invalid'; readonly errors: readonly FieldError[] }
  /** The client exceeds its rate limit. `retryAfter` is in seconds. */
  | { readonly type: 'limited'; readonly retryAfter: number }
  /** A source failed. A retry may succeed. */
  | { readonly type: 'failed' };

/** The result for a token. */
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
  /** Audiences of the service. */
  readonly audiences: readonly string[];
  readonly limiter: RateLimiter;
  /** Called for every request. The argument does not contain the token. */
  readonly onReview: (review: Reviewed) => void;
  /** Called with the error of a failed source. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

export interface Reviewed extends Pick<RequestOrigin, 'transport' | 'client'> {
  readonly result: Outcome['type'];
  /** The user name of an authenticated token. */
  readonly user?: string;
  /** The errors of the request, or why the token is rejected. */
  readonly reason?: string;
  readonly milliseconds: number;
}

export interface Reviewer {
  /** Applies the rate limit. Call it before the request is read. */
  readonly admit: (origin: RequestOrigin) => Extract<Outcome, { type: 'limited' }> | undefined;
  /** Reviews a token for an admitted client. Never rejects. */
  readonly review: (reviewRequest: ReviewRequest, origin: RequestOrigin) => Promise<Outcome>;
  /** Reports a request that could not be decoded. */
  readonly unreadable: (reason: string, origin: RequestOrigin) => void;
}

/** Creates the reviewer of all transports. */
export function createReviewer(options: ReviewerOptions): Reviewer {
  const { limiter, onReview, now } = options;
  const report = ({ transport, client }: RequestOrigin, outcome: Outcome, started: number): void => {
    onReview({ transport, client, result: outcome.type, ...detailsOf(outcome), milliseconds: now() - started });
  };
  return {
    admit(origin) {
      const retryAfter = limiter(clientKey(origin.client));
      if (retryAfter === undefined) return undefined;
      const outcome = { type: 'limited', retryAfter } as const;
      report(origin, outcome, now());
      return outcome;
    },
    async review(reviewRequest, origin) {
      const started = now();
      const outcome = await answer(reviewRequest, origin.signal, options);
      report(origin, outcome, started);
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

async function answer(reviewRequest: ReviewRequest, signal: AbortSignal, options: ReviewerOptions): Promise<Outcome> {
  const errors = requestErrors(reviewRequest);
  if (errors.length > 0) return { type: 'invalid', errors };
  const audiences =
    reviewRequest.audiences.length === 0
      ? options.audiences
      : commonAudiences(reviewRequest.audiences, options.audiences);
  if (audiences.length === 0) {
    return { type: 'rejected', reason: 'none of the requested audiences belongs to this service' };
  }
  try {
    const result = await options.tokens.authenticateToken(reviewRequest.token, { audiences, signal: () => signal });
    // A source without audiences was asked for those of the service only.
    return result.type === 'authenticated' ? { ...result, audiences: result.audiences ?? audiences } : result;
  } catch (error) {
    if (!signal.aborted) options.onError(error);
    return { type: 'failed' };
  }
}
