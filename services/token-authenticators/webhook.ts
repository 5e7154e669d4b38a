import { backoff, type Timing } from '@pilothouse/client/timing.js';
import type { Span } from '@pilothouse/runtime/tracing/span.js';
import { commonAudiences } from './audiences.js';
import { UNKNOWN, type Authentication, type TokenAuthenticator } from './token-authenticator.js';
import type { ReviewRequest, ReviewResponse, TokenReviewer } from './token-reviewer.js';
import { authenticatedUser } from './user.js';

export interface WebhookAuthenticatorOptions {
  /** Returns the current service. */
  readonly service: () => TokenReviewer;
  /** The audiences of tokens when the answer has none. */
  readonly apiAudiences: readonly string[];
  readonly timing: Timing;
}

/** Attempts, and the exponential backoff between them in milliseconds, as in Kubernetes. */
const ATTEMPTS = 5;
const BACKOFF = { first: 500, longest: 5_000 };

/** Authenticates tokens by a token review service. Rejects if there is no valid response. */
export function webhookAuthenticator(options: WebhookAuthenticatorOptions): TokenAuthenticator {
  const { service, apiAudiences, timing } = options;

  async function review(
    { token, audiences }: ReviewRequest,
    signal: AbortSignal,
    trace?: Span,
  ): Promise<ReviewResponse> {
    for (let failures = 1; ; failures++) {
      const reviewer = service();
      try {
        return await reviewer.review({ token, audiences }, signal, trace);
      } catch (error) {
        signal.throwIfAborted();
        if (failures === ATTEMPTS || !reviewer.isTransient(error)) throw error;
        await timing.sleep(backoff(failures, BACKOFF, timing.random), signal);
      }
    }
  }

  return {
    name: 'webhook',
    async authenticateToken(token, { audiences, signal, trace }) {
      return authenticationOf(await review({ token, audiences }, signal(), trace), { audiences, apiAudiences });
    },
  };
}

interface Audiences {
  readonly audiences: readonly string[];
  readonly apiAudiences: readonly string[];
}

function authenticationOf(answer: ReviewResponse, { audiences, apiAudiences }: Audiences): Authentication {
  if (!answer.authenticated) return answer.error === '' ? UNKNOWN : { type: 'rejected', reason: answer.error };
  const { user, audiences: given, expires } = answer;
  const common = commonAudiences(audiences, given.length === 0 ? apiAudiences : given);
  if (common.length === 0) return UNKNOWN;
  if (user.name === '') throw new Error('the answer names no user');
  return {
    type: 'authenticated',
    user: { ...authenticatedUser(user.name, user.groups, user.uid), extra: user.extra },
    audiences: common,
    ...(expires !== undefined && { expires }),
  };
}
