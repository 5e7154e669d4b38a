import { UNKNOWN, type TokenAuthenticator } from '@pilothouse/token-authenticators/token-authenticator.js';
import { webSocketProtocols } from '../request/bearer-protocol.js';
import type { RequestContext } from '../request/context.js';
import type { Authenticator } from './authenticator.js';

/** More than fits into a request's headers. */
const MAX_TOKEN_LENGTH = 64 * 1024;

/** The token of an `Authorization: Bearer` header, or of a WebSocket's protocols; undefined without one. */
export function bearerToken(context: RequestContext): string | undefined {
  const header = context.header('authorization');
  const match = header === undefined ? null : /^bearer +(\S+) *$/i.exec(header);
  return match?.[1] ?? (context.request.upgraded === undefined ? undefined : webSocketToken(context));
}

/**
 * The token that a browser sends as a protocol of a WebSocket. It must be the only one, beside another protocol, which the
 * server can choose (Kubernetes' ProtocolAuthenticator). Otherwise the result is empty, which is not a valid token.
 */
function webSocketToken(context: RequestContext): string | undefined {
  if (context.header('upgrade')?.toLowerCase() !== 'websocket') return undefined;
  const { tokens, others } = webSocketProtocols(context.header('sec-websocket-protocol') ?? '');
  const [token] = tokens;
  if (token === undefined) return undefined;
  return tokens.length === 1 && others.length > 0 ? Buffer.from(token, 'base64url').toString() : '';
}

/** Authenticates requests by bearer token. The token must be for one of the audiences. */
export function bearerTokenAuthenticator(tokens: TokenAuthenticator, audiences: readonly string[]): Authenticator {
  return {
    name: tokens.name,
    authenticate(context) {
      const token = bearerToken(context);
      if (token === undefined || token.length > MAX_TOKEN_LENGTH) return UNKNOWN;
      return tokens.authenticateToken(token, { audiences, signal: () => context.signal, trace: context.trace });
    },
  };
}
