import { backoff, type Timing } from '@pilothouse/client/timing.js';
import { commonAudiences } from './audiences.js';
import { UNKNOWN, type Authentication, type TokenAuthenticator } from './token-authenticator.js';
import type { ReviewAnswer, TokenReviewer } from './token-reviewer.js';
import { authenticatedUser } from './user.js';

export interface WebhookAuthenticatorOptions {
  /** The service as it is to be reached now. */
  readonly service: () => TokenReviewer;
  /** Whom a token is for when the answer does not say. */
  readonly apiAudiences: readonly string[];
  readonly timing: Timing;
}

/** How often a service is asked that cannot answer, and the milliseconds between two attempts, as in Kubernetes. */
const ATTEMPTS = 5;
const WAIT = { first: 500, longest: 5_000 };

/** Asks a service whose a token is. Rejects where no answer is to be had, or it makes no sense. */
export function webhookAuthenticator(options: WebhookAuthenticatorOptions): TokenAuthenticator {
  const { service, apiAudiences, timing } = options;

  async function ask(token: string, audiences: readonly string[], signal: AbortSignal): Promise<ReviewAnswer> {
    for (let failures = 1; ; failures++) {
      const { review, isPassing } = service();
      try {
        return await review({ token, audiences }, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (failures === ATTEMPTS || !isPassing(error)) throw error;
        await timing.sleep(backoff(failures, WAIT, timing.random), signal);
      }
    }
  }

  return {
    name: 'webhook',
    async authenticateToken(token, { audiences, signal }) {
      return authenticationOf(await ask(token, audiences, signal()), { audiences, apiAudiences });
    },
  };
}

interface Audiences {
  readonly audiences: readonly string[];
  readonly apiAudiences: readonly string[];
}

function authenticationOf(answer: ReviewAnswer, { audiences, apiAudiences }: Audiences): Authentication {
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
