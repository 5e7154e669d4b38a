import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import type { Filter, RequestContext } from '../../request/context.js';
import { isStream, type Response } from '../../request/response.js';

/** Query parameters of the API. Others may be anything, also a secret, and are not logged. */
const KNOWN: ReadonlySet<string> = new Set([
  'allowWatchBookmarks',
  'continue',
  'dryRun',
  'exclude',
  'fieldManager',
  'fieldSelector',
  'fieldValidation',
  'force',
  'gracePeriodSeconds',
  'includeObject',
  'labelSelector',
  'limit',
  'orphanDependents',
  'pretty',
  'propagationPolicy',
  'resourceVersion',
  'resourceVersionMatch',
  'seconds',
  'sendInitialEvents',
  'timeout',
  'timeoutSeconds',
  'verbose',
  'watch',
]);

/** Characters of a text that a client makes up. */
const LONGEST = 1024;

/** One line for each request at its end, at the finest level. Never a header that could hold a credential, and never a body. */
export function logRequests(logger: Logger): Filter {
  if (!logger.isLevelEnabled('trace')) return (next) => next;
  return (next) => async (context) => {
    const start = performance.now();
    const response = await next(context);
    const log = (): void => logger.trace(lineOf(context, response, performance.now() - start), 'HTTP');
    if (isStream(response.body)) context.onClose(log);
    else log();
    return response;
  };
}

function lineOf(context: RequestContext, { status, headers }: Response, milliseconds: number): object {
  const { request, user } = context;
  const auditId = headers['audit-id'];
  return {
    verb: context.observedInfo.verb,
    uri: loggedUri(request.target),
    milliseconds: Math.round(milliseconds * 1000) / 1000,
    status,
    user: user.name,
    userAgent: (context.header('user-agent') ?? '').slice(0, LONGEST),
    ...(auditId !== undefined && { auditId }),
    source: request.peer.address,
  };
}

/** Path and query, in which unknown parameters are hidden. */
export function loggedUri(target: string): string {
  const mark = target.indexOf('?');
  if (mark === -1) return target.slice(0, LONGEST);
  const query = target
    .slice(mark + 1)
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=');
      return KNOWN.has(equals === -1 ? pair : pair.slice(0, equals)) ? pair : '…';
    });
  return `${target.slice(0, mark)}?${query.join('&')}`.slice(0, LONGEST);
}
