import type { TokenReview, TokenReviewStatus } from '@pilothouse/apimachinery/generated/authentication/v1.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { badRequest } from '@pilothouse/apimachinery/status/status-error.js';
import type { TokenAuthenticator, TokenContext } from '@pilothouse/token-authenticators/token-authenticator.js';
import { userInfo } from '@pilothouse/token-authenticators/user-info.js';
import type { VirtualAction } from '../definition/action.js';

/** Kubernetes' error for a token that no authenticator accepts. */
const INVALID = 'invalid bearer token';

/**
 * TokenReview: authenticates a token. A failure is part of the answer and not an error; a review without a token gets
 * 400. Nothing is stored, so a dry run does the same.
 */
export const reviewToken: VirtualAction = async ({ object, signal, services, validate }) => {
  const asked = object as TokenReview;
  const { token = '', audiences = [] } = asked.spec;
  if (token === '') throw badRequest('token is required for TokenReview in authentication');
  await validate();
  const context = {
    audiences: audiences.length === 0 ? services.apiAudiences : audiences,
    signal: () => signal,
  };
  asked.status = await statusOf(services.tokens, token, context);
  return asked;
};

async function statusOf(tokens: TokenAuthenticator, token: string, question: TokenContext): Promise<TokenReviewStatus> {
  try {
    const result = await tokens.authenticateToken(token, question);
    if (result.type === 'authenticated') {
      const { user, audiences = [] } = result;
      return { authenticated: true, user: userInfo(user), audiences: [...audiences] };
    }
    const reason = result.type === 'rejected' ? `[${INVALID}, ${result.reason}]` : INVALID;
    return { user: {}, error: reason };
  } catch (error) {
    question.signal().throwIfAborted();
    return { user: {}, error: errorMessage(error) };
  }
}
