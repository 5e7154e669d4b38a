const PREFIX = 'base64url.bearer.authorization.k8s.io.';

export interface WebSocketProtocols {
  /** Encoded bearer tokens. */
  readonly tokens: readonly string[];
  readonly others: readonly string[];
}

/** Separates the protocols in a Sec-WebSocket-Protocol header from bearer tokens, which browsers cannot send in another header. */
export function webSocketProtocols(header: string): WebSocketProtocols {
  const all = header.split(',').map((protocol) => protocol.trim());
  const isToken = (protocol: string): boolean => protocol.startsWith(PREFIX);
  return {
    tokens: all.filter(isToken).map((protocol) => protocol.slice(PREFIX.length)),
    others: all.filter((protocol) => !isToken(protocol)),
  };
}
