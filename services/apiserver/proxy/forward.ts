import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Address } from '@pilothouse/client/dial.js';
import type { RequestContext } from '../request/context.js';
import type { Response } from '../request/response.js';
import { CONNECTED, type Backend, type Scheme } from './backend.js';
import { answeredHeaders, forwardedHeaders } from './headers.js';
import { upgradedResponse, type Upgraded } from './upgraded.js';

export interface Route {
  readonly backend: Backend;
  readonly scheme: Scheme;
  readonly address: Address;
  /** The expected name of the server, if it is not the host. */
  readonly serverName?: string;
  /** Path and query. */
  readonly target: string;
  /** Headers besides those of the client, as alternating names and values. */
  readonly headers: readonly string[];
  /** Changes the response of the backend. */
  readonly change?: (received: IncomingMessage, response: Response) => Response | Promise<Response>;
  /** The response to a request that the backend has not answered. May throw instead. */
  readonly fail: (failure: Failure) => Response;
}

export interface Failure {
  readonly error: Error;
  /** Whether there is a connection to the backend. */
  readonly isConnected: boolean;
}

type Answer =
  { readonly type: 'response'; readonly received: IncomingMessage } | ({ readonly type: 'upgrade' } & Upgraded);

/**
 * Forwards a request to a backend. Bodies are streamed with backpressure in both directions. A request that asks for an upgrade
 * of the connection gets it if the backend accepts; otherwise the refusal of the backend.
 */
export async function forward(context: RequestContext, route: Route): Promise<Response> {
  const isUpgrade = context.request.upgraded !== undefined;
  let answer: Answer;
  try {
    answer = await sent(context, route, isUpgrade);
  } catch (thrown) {
    context.signal.throwIfAborted();
    if (thrown instanceof BackendError) return route.fail(thrown);
    throw thrown;
  }
  if (answer.type === 'upgrade') return upgradedResponse(context, answer);
  const { received } = answer;
  const { statusCode: status = 502 } = received;
  if (isUpgrade && status < 400) {
    received.destroy();
    return route.fail({ error: new Error(`invalid upgrade response: status code ${status}`), isConnected: true });
  }
  context.onStarted?.();
  const response: Response = { status, headers: answeredHeaders(received), body: received };
  return route.change?.(received, response) ?? response;
}

/** A failure of the connection to a backend. */
class BackendError extends Error implements Failure {
  constructor(
    readonly error: Error,
    readonly isConnected: boolean,
    /** Whether the backend has closed a connection that was idle, as it may at any time. */
    readonly isStale: boolean,
  ) {
    super(error.message, { cause: error });
  }
}

async function sent(context: RequestContext, route: Route, isUpgrade: boolean): Promise<Answer> {
  try {
    return await exchange(context, route, isUpgrade);
  } catch (thrown) {
    const { method, body } = context.request;
    const isRepeatable = body === undefined && (method === 'GET' || method === 'HEAD');
    if (!(thrown instanceof BackendError && thrown.isStale && isRepeatable)) throw thrown;
    return exchange(context, route, isUpgrade);
  }
}

/** Throws BackendError. */
async function exchange(context: RequestContext, route: Route, isUpgrade: boolean): Promise<Answer> {
  const { request } = context;
  const { backend, scheme, address, target, serverName } = route;
  const span = context.trace?.start(`HTTP ${request.method}`, {
    kind: 'client',
    attributes: { 'http.request.method': request.method, 'server.address': address.host, 'server.port': address.port },
  });
  const outgoing = backend.open({
    scheme,
    address,
    target,
    serverName,
    isAlone: isUpgrade,
    method: request.method,
    headers: [
      ...forwardedHeaders(request, span?.headers()),
      // Node frames only bodies of usual methods by itself, and that of a DELETE would be sent without a length.
      ...(request.body !== undefined && context.header('content-length') === undefined
        ? ['Transfer-Encoding', 'chunked']
        : []),
      ...route.headers,
    ],
  });
  context.onAbort((reason) => void outgoing.destroy(reason));
  context.onClose(() => void outgoing.destroy());
  return new Promise((resolve, reject) => {
    outgoing.once('response', (received) => {
      span?.set({ 'http.response.status_code': received.statusCode ?? 0 });
      resolve({ type: 'response', received });
    });
    if (isUpgrade) {
      outgoing.once('upgrade', (received, socket, head) => resolve({ type: 'upgrade', received, socket, head }));
    }
    let isConnected = false;
    const connected = (): void => void (isConnected = true);
    outgoing.once('socket', (socket) => {
      if (socket.connecting) socket.once(CONNECTED[scheme], connected);
      else connected();
    });
    outgoing.once('close', () => span?.end());
    outgoing.on('error', (error) => reject(new BackendError(error, isConnected, outgoing.reusedSocket)));
    // A failure of the request rejects the response, too. The server may answer before it has read the body.
    if (request.body === undefined) outgoing.end();
    else pipeline(request.body, outgoing).catch((error: unknown) => void outgoing.destroy(asError(error)));
  });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
