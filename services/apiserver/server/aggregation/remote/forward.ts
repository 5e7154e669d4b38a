import type { IncomingMessage } from 'node:http';
import type { RequestContext } from '../../../request/context.js';
import { textResponse, type Response } from '../../../request/response.js';
import { forward, type Route } from '../../../proxy/forward.js';
import { userHeaders } from './user-headers.js';

/** 503 with Kubernetes' text for an APIService that is not available. */
export function unavailable(): Response {
  return refusal(503, 'service unavailable\n');
}

/** Forwards a request to the server of an APIService, with the user in headers. */
export function forwardTo(context: RequestContext, to: Pick<Route, 'backend' | 'address'>): Promise<Response> {
  return forward(context, {
    ...to,
    scheme: 'https',
    target: context.request.target,
    headers: userHeaders(context.user),
    change: refuseRedirect,
    fail: ({ error }) => refusal(503, `error trying to reach service: ${error.message}\n`),
  });
}

/** A redirect would make the client send its credentials elsewhere (Kubernetes' RejectForwardingRedirects). */
function refuseRedirect(received: IncomingMessage, response: Response): Response {
  const { status, headers } = response;
  if (status < 300 || status > 399 || headers['location'] === undefined) return response;
  received.destroy();
  return refusal(502, 'the backend attempted to redirect this request, which is not permitted');
}

function refusal(status: number, text: string): Response {
  const { headers, ...response } = textResponse(status, 'text/plain; charset=utf-8', text);
  return { ...response, headers: { ...headers, 'x-content-type-options': 'nosniff' } };
}
