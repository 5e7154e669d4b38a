import type { HttpsTransportOptions } from '@pilothouse/client/https-transport.js';
import type { GrpcAddress } from '@pilothouse/runtime/grpc/address.js';
import { connectGrpc, type GrpcClientSecurity } from '@pilothouse/runtime/grpc/connect.js';
import { GrpcError, type GrpcCode } from '@pilothouse/runtime/grpc/errors.js';
import {
  tokenReviewService,
  type TokenReviewResponse,
  type UserInfo,
} from '@pilothouse/runtime/grpc/generated/token-review.js';
import { millisecondsOf } from '@pilothouse/runtime/grpc/timestamp.js';
import type { ReviewAnswer, TokenReviewer } from './token-reviewer.js';
import type { User } from './user.js';

/** The service cannot be reached, is asked too often, or has broken the call off. */
const PASSING: readonly GrpcCode[] = ['UNAVAILABLE', 'RESOURCE_EXHAUSTED', 'CANCELLED'];

/**
 * A service that is asked over gRPC, as `proto/services/token_review.proto` says. Its URL is `grpcs://host:port`, with more
 * such hosts behind commas, or `grpc:` without TLS, and then also without credentials. Throws for any other.
 */
export function grpcReviewer({ url, ...tls }: HttpsTransportOptions): TokenReviewer {
  const connection = connectGrpc({ addresses: addressesIn(url), security: securityOf(url, tls) });
  const client = connection.client(tokenReviewService);
  return {
    review: async (question, signal) => answerOf(await client.review(question, { signal })),
    isPassing: (error) => error instanceof GrpcError && PASSING.includes(error.code),
    close: async () => connection.close(),
  };
}

function addressesIn(url: string): readonly [GrpcAddress, ...GrpcAddress[]] {
  const hosts = /^grpcs?:\/\/([^/]*)\/?$/.exec(url)?.[1]?.split(',') ?? [];
  const [first, ...others] = hosts.map((text) => {
    const [, ipv6, host = ipv6, port] = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
    return host === undefined || !(Number(port) <= 65_535) ? undefined : { host, port: Number(port) };
  });
  if (first !== undefined && others.every((each) => each !== undefined)) return [first, ...others];
  throw new Error(`the server ${url} must be grpcs://host:port, or several hosts with their ports and commas between`);
}

function securityOf(url: string, connection: Omit<HttpsTransportOptions, 'url'>): GrpcClientSecurity {
  const { caPem, credentials, serverName, insecureSkipVerify = false } = connection;
  if (url.startsWith('grpcs:')) {
    return {
      type: 'tls',
      insecureSkipVerify,
      ...(caPem !== undefined && { caPem }),
      ...(serverName !== undefined && { serverName }),
      ...(credentials !== undefined && ('token' in credentials ? credentials : { credentials })),
    };
  }
  if (credentials !== undefined) throw new Error('credentials are not sent over grpc:, which has no TLS: use grpcs:');
  if (caPem === undefined && serverName === undefined) return { type: 'plain' };
  throw new Error('a certificate authority or server name has no meaning over grpc:, which has no TLS: use grpcs:');
}

function answerOf({ authenticated, user, audiences, error, expires }: TokenReviewResponse): ReviewAnswer {
  if (!authenticated) return { authenticated, error };
  if (user === null) throw new Error('the answer names no user');
  return {
    authenticated,
    user: userOf(user),
    audiences,
    ...(expires !== null && { expires: millisecondsOf(expires) }),
  };
}

function userOf({ username, uid, groups, extra }: UserInfo): User {
  return {
    name: username,
    uid,
    groups,
    extra: new Map(Object.entries(extra).map(([key, { items }]) => [key, items])),
  };
}
