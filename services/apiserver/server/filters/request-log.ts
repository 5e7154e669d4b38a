import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import type { Filter, RequestContext } from '../../request/context.js';
import { isStream, type Response } from '../../request/response.js';

/** Query parameters that are logged. Others may contain secrets. */
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

/** Maximum number of characters of a client's text. */
const LONGEST = 1024;

/** Logs a line at the end of each request, at the finest level, without bodies and without headers that can contain credentials. */
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

function lineOf(context: RequestContext, { status }: Response, milliseconds: number): object {
  const { request, user, auditId } = context;
  return {
    verb: context.observedInfo.verb,
    uri: loggedUri(request.target),
    milliseconds: Math.round(milliseconds * 1000) / 1000,
    status,
    user: user.name,
    userAgent: (context.header('user-agent') ?? '').slice(0, LONGEST),
    auditId,
    source: request.peer.address,
  };
}

/** Path and query with masked values of unknown parameters. */
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
