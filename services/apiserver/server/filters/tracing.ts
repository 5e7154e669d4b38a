import type { Span, SpanAttributes, Tracer } from '@pilothouse/runtime/tracing/span.js';
import { remoteContext } from '@pilothouse/runtime/tracing/trace-context.js';
import type { Filter, Handler, RequestContext, TraceArrival } from '../../request/context.js';
import type { RequestInfo } from '../../request/info.js';
import { isStream, lengthOf, type Response } from '../../request/response.js';
import { loggedUri } from './request-log.js';

export interface TracingFilters {
  /** Outside of authentication: begins the trace of each request. */
  readonly begin: Filter;
  /** Inside of authentication: continues the trace of a client whose user may decide about sampling. */
  readonly accept: Filter;
}

/** Groups whose members continue their own traces, with their sampling decision, as in Kubernetes. */
const TRUSTED: readonly string[] = ['system:masters', 'system:monitoring'];
const SERVER_ERROR = 500;
/** Maximum length of a client's text, which is as much as Kubernetes keeps of a user agent. */
const LONGEST = 1024;

/**
 * Traces requests (Kubernetes' WithTracing). The span of a filter ends when the filter passes the request on; in Kubernetes it
 * contains all that follows.
 */
export function tracingFilters(tracer: Tracer): TracingFilters {
  const begin: Filter = (next) => (context) => {
    const header = context.header('traceparent');
    const sent = header === undefined ? undefined : remoteContext(header, context.header('tracestate'));
    const isSampled = tracer.samples();
    // Most requests.
    if (sent === undefined && !isSampled) {
      context.trace = tracer.unsampled;
      return next(context);
    }
    const time = performance.now();
    const name = (): string => spanName(context);
    const root = tracer.root({ isSampled, name, begin: time, sent, continues: false });
    context.trace = isSampled ? root.start('authentication', { begin: time }) : root;
    // A field and not a WeakMap, which would make garbage collections several times as long.
    const arrival: TraceArrival = { begin: time, sent, root };
    context.arrival = arrival;
    return answered(context, arrival, next);
  };

  const accept: Filter = (next) => (context) => {
    const { arrival } = context;
    if (arrival === undefined) return next(context);
    const { begin: time, sent } = arrival;
    if (sent !== undefined && context.user.groups.some((group) => TRUSTED.includes(group))) {
      // The former root is not ended, and so not sent.
      const { isSampled } = sent;
      const name = (): string => spanName(context);
      arrival.root = tracer.root({ isSampled, name, begin: time, sent, continues: true });
      arrival.root.start('authentication', { begin: time }).end();
    } else context.trace?.end();
    context.trace = arrival.root;
    return next(context);
  };

  return { begin, accept };
}

async function answered(context: RequestContext, arrival: TraceArrival, next: Handler): Promise<Response> {
  let response: Response;
  try {
    response = await next(context);
  } catch (error) {
    arrival.root.fail(String(error));
    arrival.root.end();
    throw error;
  }
  if (arrival.root.isRecorded) endWithAnswer(context, arrival.root, response);
  return response;
}

/** Ends the span of a request when its answer is sent. */
function endWithAnswer(context: RequestContext, root: Span, { status, body }: Response): void {
  root.set(attributesOf(context));
  root.set({
    'http.response.status_code': status,
    ...(!isStream(body) && { 'http.response.body.size': lengthOf(body) }),
  });
  if (status >= SERVER_ERROR) root.fail('');
  context.onClose(() => root.end());
}

/** The attributes of Kubernetes, which are those of OpenTelemetry's conventions. */
function attributesOf(context: RequestContext): SpanAttributes {
  const { request, auditId } = context;
  const host = context.header('host');
  const agent = context.header('user-agent');
  return {
    'http.request.method': request.method,
    'http.target': loggedUri(request.target),
    'url.path': context.path.slice(0, LONGEST),
    'url.scheme': 'https',
    ...(host !== undefined && { 'server.address': host.slice(0, LONGEST) }),
    ...(request.peer.address !== '' && { 'network.peer.address': request.peer.address }),
    ...(agent !== undefined && { 'user_agent.original': agent.slice(0, LONGEST) }),
    'audit-id': auditId,
  };
}

/** Kubernetes' name, without names of objects, so that equal requests have equal names. */
function spanName(context: RequestContext): string {
  const { method } = context.request;
  const path = pathOf(context.observedInfo);
  return path === undefined ? method : `${method} ${path}`;
}

function pathOf(info: RequestInfo): string | undefined {
  if (info.type !== 'resource') return undefined;
  const { group, version, namespace, resource, name, subresource } = info;
  return [
    group === '' ? '/api' : `/apis/${group}`,
    version,
    ...(namespace === '' ? [] : ['namespaces/{:namespace}']),
    resource,
    ...(name === '' ? [] : ['{:name}']),
    ...(subresource === '' ? [] : [subresource]),
  ].join('/');
}
