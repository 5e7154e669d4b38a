import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { badRequest } from '@pilothouse/apimachinery/status/status-error.js';
import type { ConnectSubresource } from '@pilothouse/kinds/definition/definition.js';
import { forbiddenRequest } from '../../authz/forbidden.js';
import { decodedPath } from '../../proxy/paths.js';
import type { RequestContext } from '../../request/context.js';
import type { ResourceRequest } from '../../request/info.js';
import type { Response } from '../../request/response.js';
import { admissionFor } from '../admission.js';
import type { Scope } from '../scope.js';
import { connectCall } from './call.js';
import { streamLog } from './log.js';
import { connectOptions } from './options.js';
import { proxyRequest } from './proxy.js';
import { kubeletTarget, targetOf } from './route.js';
import { upgrade } from './upgrade.js';

/** Connects the client to a running program. Throws StatusErrors. */
export async function connect(
  scope: Scope,
  context: RequestContext,
  request: ResourceRequest,
  subresource: ConnectSubresource,
): Promise<Response> {
  const { mode } = subresource;
  const { counts } = scope.connections;
  const path = mode === 'proxy' ? decodedPath(request.rest) : '';
  const isLog = mode === 'log';
  if (!isLog && context.query.has('dryRun')) throw badRequest('dryRun is not supported');
  const options = connectOptions(subresource, context.query, path);
  // Kubernetes treats a log as a read.
  if (!isLog) {
    const admission = admissionFor(scope, context, request, {
      operation: 'CONNECT',
      dryRun: false,
      options: newObject(),
    });
    await admission.mutate(options, undefined);
    await admission.validate(options, undefined);
  }
  if (mode === 'upgrade') await authorizeCreation(scope, context, request);
  if (isLog) counts?.logWanted(options['insecureSkipTLSVerifyBackend'] === true);
  const call = connectCall(scope, context, request, options);
  const destination = await subresource.locate(call);
  if (destination === undefined) return { status: 204, headers: {}, body: [] };
  const target = await targetOf(destination, scope.connections, call.read);
  switch (mode) {
    case 'log':
      return streamLog(context, { ...target, target: kubeletTarget(destination), name: request.name }, counts);
    case 'upgrade':
      counts?.streamWanted(request.subresource);
      return upgrade(context, { ...target, target: kubeletTarget(destination) });
    case 'proxy':
      return proxyRequest(context, request, target, path);
  }
}

/**
 * A WebSocket is a GET, so that the permission `get` would suffice for what SPDY, a POST, needs `create` for (Kubernetes'
 * AuthorizePodWebsocketUpgradeCreatePermission).
 */
async function authorizeCreation(
  { authorizer, connections }: Scope,
  context: RequestContext,
  request: ResourceRequest,
): Promise<void> {
  if (!connections.needsCreate || request.verb === 'create') return;
  const attributes = { user: context.user, request: { ...request, verb: 'create' } } as const;
  const { type, reason } = await authorizer.authorize(attributes);
  if (type !== 'allow') throw forbiddenRequest(attributes, reason);
}
