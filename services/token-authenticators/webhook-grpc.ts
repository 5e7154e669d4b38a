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
import { inSpan } from '@pilothouse/runtime/tracing/span.js';
import type { ReviewResponse, TokenReviewer } from './token-reviewer.js';
import type { User } from './user.js';

/** The name of the span, as of OpenTelemetry for gRPC. */
const GRPC_METHOD = 'pilothouse.TokenReviewService/Review';

/** The service is unreachable, limits its rate, or has cancelled the call. */
const TRANSIENT: readonly GrpcCode[] = ['UNAVAILABLE', 'RESOURCE_EXHAUSTED', 'CANCELLED'];

/**
 * A token review service over gRPC, as in `proto/services/token_review.proto`. The URL is `grpcs://host:port`, with more hosts
 * after commas, or `grpc:` without TLS and without credentials. Throws for any other URL.
 */
export function grpcReviewer({ url, ...tls }: HttpsTransportOptions): TokenReviewer {
  const connection = connectGrpc({ addresses: addressesIn(url), security: securityOf(url, tls) });
  const client = connection.client(tokenReviewService);
  return {
    review: (request, signal, trace) =>
      inSpan(trace, GRPC_METHOD, { kind: 'client' }, async (span) =>
        answerOf(await client.review(request, { signal, ...(span && { headers: span.headers() }) })),
      ),
    isTransient: (error) => error instanceof GrpcError && TRANSIENT.includes(error.code),
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
  throw new Error(`the server ${url} must be grpcs://host:port, or several host:port separated by commas`);
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

function answerOf({ authenticated, user, audiences, error, expires }: TokenReviewResponse): ReviewResponse {
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
