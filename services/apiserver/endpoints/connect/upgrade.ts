import { badRequest } from '@pilothouse/apimachinery/status/status-error.js';
import { forward, type Failure, type Route } from '../../proxy/forward.js';
import { unknownError } from '../../proxy/kubelet.js';
import type { RequestContext } from '../../request/context.js';
import type { Response } from '../../request/response.js';

/** Passes the upgrade of a connection to a kubelet, which speaks SPDY and WebSockets itself. Throws StatusErrors. */
export async function upgrade(context: RequestContext, route: Omit<Route, 'headers' | 'fail'>): Promise<Response> {
  if (context.request.upgraded === undefined) throw badRequest('Upgrade request required');
  return forward(context, { ...route, headers: hostHeader(context), fail: refuseUpgrade });
}

/** The host that the client has asked for, which Kubernetes passes on. */
export function hostHeader(context: RequestContext): string[] {
  const host = context.header('host');
  return host === undefined ? [] : ['Host', host];
}

/** Never returns. */
export function refuseUpgrade({ error, isConnected }: Failure): never {
  throw unknownError(isConnected ? error.message : `error dialing backend: ${error.message}`, error);
}
