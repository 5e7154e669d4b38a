import { pipeline } from 'node:stream/promises';
import type { IncomingMessage } from 'node:http';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { Address } from '@pilothouse/client/dial.js';
import type { RequestContext } from '../../../request/context.js';
import { textResponse, type Response } from '../../../request/response.js';
import { responseOf, type Connection } from './connection.js';
import { answeredHeaders, forwardedHeaders } from './headers.js';

export interface Route {
  readonly connection: Connection;
  readonly address: Address;
}

/** 503 with Kubernetes' text for an APIService that is not available. */
export function unavailable(): Response {
  return failure('service unavailable');
}

/** Sends a request to the server of an APIService. Bodies are streamed with backpressure in both directions. */
export async function forward(context: RequestContext, { connection, address }: Route): Promise<Response> {
  const { request } = context;
  const sent = connection.open({
    address,
    method: request.method,
    target: request.target,
    headers: [
      ...forwardedHeaders({ request, user: context.user, header: (name) => context.header(name) }),
      // Node frames only bodies of usual methods by itself, and that of a DELETE would be sent without a length.
      ...(request.body !== undefined && context.header('content-length') === undefined
        ? ['Transfer-Encoding', 'chunked']
        : []),
    ],
  });
  context.onAbort((reason) => void sent.destroy(reason));
  context.onClose(() => void sent.destroy());
  let received: IncomingMessage;
  try {
    const response = responseOf(sent);
    // A failure of the request rejects the response, too. The server may answer before it has read the body.
    if (request.body === undefined) sent.end();
    else pipeline(request.body, sent).catch((error: unknown) => void sent.destroy(asError(error)));
    received = await response;
  } catch (error) {
    context.signal.throwIfAborted();
    return failure(`error trying to reach service: ${errorMessage(error)}`);
  }
  context.onStarted?.();
  return { status: received.statusCode ?? 502, headers: answeredHeaders(received.headers), body: received };
}

function failure(text: string): Response {
  const { headers, ...response } = textResponse(503, 'text/plain; charset=utf-8', `${text}\n`);
  return { ...response, headers: { ...headers, 'x-content-type-options': 'nosniff' } };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
