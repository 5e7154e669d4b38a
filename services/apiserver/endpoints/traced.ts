import type { SpanAttributes } from '@pilothouse/runtime/tracing/span.js';
import type { Verb } from '@pilothouse/kinds/definition/verb.js';
import { scopeLabel, verbLabel } from '../metrics/request-labels.js';
import type { RequestContext } from '../request/context.js';
import type { ResourceRequest } from '../request/info.js';
import { isStream, type Response } from '../request/response.js';

/** Kubernetes' names of spans. */
const NAMES: Readonly<Record<Verb, string>> = {
  get: 'Get',
  list: 'List',
  watch: 'WatchServer.HandleHTTP',
  create: 'Create',
  update: 'Update',
  patch: 'Patch',
  delete: 'Delete',
  deletecollection: 'Delete',
};

/** Maximum length of a user agent, as in Kubernetes. */
const LONGEST_AGENT = 1024;

/** Runs an endpoint as a part of the trace. The span of a stream ends with the response. */
export async function traced(
  context: RequestContext,
  request: ResourceRequest,
  run: () => Promise<Response>,
): Promise<Response> {
  const parent = context.trace;
  if (parent?.isRecorded !== true) return run();
  const span = parent.start(NAMES[request.verb], { attributes: attributesOf(context, request) });
  context.trace = span;
  try {
    const response = await run();
    if (isStream(response.body)) context.onClose(() => span.end());
    else span.end();
    return response;
  } catch (error) {
    span.fail(error instanceof Error ? error.message : String(error));
    span.end();
    throw error;
  } finally {
    context.trace = parent;
  }
}

function attributesOf(context: RequestContext, request: ResourceRequest): SpanAttributes {
  const { auditId } = context;
  const scope = scopeLabel(request);
  return {
    accept: context.header('accept') ?? '',
    'audit-id': auditId,
    client: context.request.peer.address,
    'api-group': request.group,
    'api-version': request.version,
    name: request.name,
    subresource: request.subresource,
    namespace: request.namespace,
    resource: request.resource,
    scope,
    url: request.path,
    'user-agent': (context.header('user-agent') ?? '').slice(0, LONGEST_AGENT),
    verb: verbLabel(context, request, scope),
  };
}
