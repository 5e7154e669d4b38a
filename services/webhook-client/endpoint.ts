import type { Address, Credentials } from '@pilothouse/client/dial.js';
import { createConnections, type Connections } from './connections.js';
import { inSpan, type SpanOptions, type TraceHeaders } from '@pilothouse/runtime/tracing/span.js';
import { callError, exchange, type CallOptions, type ReviewAnswer } from './exchange.js';
import {
  authoritiesIn,
  webhookTarget,
  type ServicePort,
  type WebhookClientConfig,
  type WebhookTarget,
} from './target.js';

/** Returns the addresses of a service port, at least one. Rejects if there is none. */
export type ServiceResolver = (service: ServicePort, signal: AbortSignal) => Promise<readonly Address[]>;

/** How this server identifies itself to a webhook. */
export interface WebhookIdentity {
  /** A client certificate. */
  readonly credentials?: Credentials;
  /** Further headers, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface EndpointOptions {
  readonly resolve: ServiceResolver;
  /** The identity for a host and port; none by default. Called once. Its error fails each call. */
  readonly identify?: (authority: string) => WebhookIdentity;
}

/** The HTTPS endpoint of a webhook. Connections are kept, and opened on first use. */
export interface WebhookEndpoint {
  /**
   * Posts a review. Rejects with a WebhookCallError, which has client-go's message, and with the reason of the signal if
   * it is aborted.
   */
  readonly post: (body: Uint8Array, options: CallOptions) => Promise<ReviewAnswer>;
  /** Closes the connections when the calls in flight have ended. Further calls open new ones. */
  readonly retire: () => void;
  /** Closes the connections. Calls in flight fail. */
  readonly close: () => void;
}

/** Connections to one address, with the number of calls in flight. */
interface Line {
  readonly connections: Connections;
  calls: number;
  isRetired: boolean;
}

const OWN = 'own';

/** Kubernetes' names and types. */
const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, */*',
  'user-agent': 'kube-apiserver-admission',
};

/** Throws for an invalid config. */
export function webhookEndpoint(config: WebhookClientConfig, options: EndpointOptions): WebhookEndpoint {
  const target = webhookTarget(config);
  const caPem = authoritiesIn(config.caBundle);
  const identity = options.identify?.(target.authority) ?? {};
  const { credentials } = identity;
  const { host: authority } = new URL(target.origin);
  const headers = reviewHeaders(identity);
  const lines = new Map<string, Line>();
  let calls = 0;

  function open(key: string, address: Address | undefined): Line {
    const connections = createConnections({
      url: target.origin,
      http2: target.http2,
      ...(caPem !== undefined && { caPem }),
      ...(credentials && { credentials }),
      ...(address && { address: () => address }),
    });
    const line: Line = { connections, calls: 0, isRetired: false };
    lines.set(key, line);
    return line;
  }

  function retire(key: string, line: Line): void {
    lines.delete(key);
    line.isRetired = true;
    if (line.calls === 0) line.connections.close();
  }

  function begin(key: string, address?: Address): Line {
    const line = lines.get(key) ?? open(key, address);
    line.calls++;
    return line;
  }

  function end(line: Line): void {
    line.calls--;
    if (line.isRetired && line.calls === 0) line.connections.close();
  }

  /** Begins a call on the connections to a service. Those to addresses that it no longer has are retired. */
  async function beginAt(service: ServicePort, signal: AbortSignal): Promise<Line> {
    const addresses = new Map((await options.resolve(service, signal)).map((address) => [keyOf(address), address]));
    for (const [key, line] of lines) if (!addresses.has(key)) retire(key, line);
    const keys = [...addresses.keys()];
    // In turn, so that the requests spread over the pods of a service.
    const key = keys[calls++ % keys.length] ?? '';
    return begin(key, addresses.get(key));
  }

  return {
    async post(body, { signal, trace, ...call }) {
      const url = urlOf(target, call.timeout);
      let line: Line;
      try {
        line = target.service === undefined ? begin(OWN) : await beginAt(target.service, signal);
      } catch (error) {
        signal.throwIfAborted();
        throw callError(url, error instanceof Error ? error.message : String(error), error);
      }
      const send = (sent: TraceHeaders | undefined): Promise<ReviewAnswer> => {
        const review = {
          url,
          authority,
          target: url.slice(target.origin.length),
          headers: sent === undefined ? headers : { ...headers, ...sent },
          body,
        };
        return exchange(line.connections, review, { ...call, signal });
      };
      try {
        if (trace === undefined) return await send(undefined);
        return await inSpan(trace, 'HTTP POST', clientSpan(url, authority), (span) => send(span?.headers()));
      } finally {
        end(line);
      }
    },
    retire() {
      for (const [key, line] of lines) retire(key, line);
    },
    close() {
      const all = [...lines.values()];
      lines.clear();
      for (const { connections } of all) connections.close();
    },
  };
}

/** Attributes of OpenTelemetry's conventions. */
function clientSpan(url: string, authority: string): SpanOptions {
  const attributes = { 'http.request.method': 'POST', 'url.full': url, 'server.address': authority };
  return { kind: 'client', attributes };
}

/** The headers of reviews by this identity. */
export function reviewHeaders({ credentials, headers }: WebhookIdentity): Readonly<Record<string, string>> {
  const token = credentials !== undefined && 'token' in credentials ? credentials.token : undefined;
  return { ...HEADERS, ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers };
}

/** The URL with the timeout in whole seconds, which informs the webhook. */
function urlOf({ origin, path }: WebhookTarget, timeout: number): string {
  return `${origin}${path}?timeout=${Math.max(1, Math.ceil(timeout / 1000))}s`;
}

function keyOf({ host, port }: Address): string {
  return `${host}:${port}`;
}
