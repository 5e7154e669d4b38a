import { fieldErrorText } from '@pilothouse/apimachinery/status/field-error.js';
import { GrpcError } from '@pilothouse/runtime/grpc/errors.js';
import type { Sent } from '@pilothouse/runtime/grpc/contract.js';
import { tokenReviewService, type TokenReviewResponse } from '@pilothouse/runtime/grpc/generated/token-review.js';
import { grpcService, type GrpcService } from '@pilothouse/runtime/grpc/handlers.js';
import type { GrpcPeer } from '@pilothouse/runtime/grpc/peer.js';
import { timestampOf } from '@pilothouse/runtime/grpc/timestamp.js';
import type { User } from '@pilothouse/token-authenticators/user.js';
import type { RequestOrigin, Outcome, Reviewer } from '../review/review.js';

/** The gRPC service of the contract. Calls without an answer fail with the status codes of the contract. */
export function tokenReviewOverGrpc(reviewer: Reviewer): GrpcService {
  return grpcService(tokenReviewService, {
    async review({ token, audiences }, { signal, peer }) {
      const origin: RequestOrigin = { transport: 'grpc', client: clientOf(peer), signal };
      return answerOf(reviewer.admit(origin) ?? (await reviewer.review({ token, audiences }, origin)));
    },
  });
}

const clientOf = (peer: GrpcPeer): string => (peer.type === 'certificate' ? peer.name : peer.address);

/** Converts an outcome. Throws a GrpcError if there is no answer. */
export function answerOf(outcome: Outcome): Sent<TokenReviewResponse> {
  switch (outcome.type) {
    case 'authenticated': {
      const { user, audiences, expires } = outcome;
      return {
        authenticated: true,
        user: userInfo(user),
        audiences,
        ...(expires !== undefined && { expires: timestampOf(expires) }),
      };
    }
    case 'rejected':
      return { authenticated: false, error: outcome.reason };
    case 'unknown':
      return { authenticated: false };
    case 'invalid':
      throw new GrpcError('INVALID_ARGUMENT', outcome.errors.map(fieldErrorText).join(', '));
    case 'limited':
      throw new GrpcError('RESOURCE_EXHAUSTED', 'this client exceeds its rate limit');
    case 'failed':
      throw new GrpcError('UNAVAILABLE', 'the token cannot be reviewed now');
  }
}

function userInfo({ name, uid, groups, extra }: User): NonNullable<Sent<TokenReviewResponse['user']>> {
  const items = [...extra].map(([key, values]) => [key, { items: values }] as const);
  return { username: name, uid, groups, extra: Object.fromEntries(items) };
}
