import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { parseValue } from '@pilothouse/flags/parse-value.js';
import { createLinkedQueue, type Linked } from '@pilothouse/runtime/linked-queue/linked-queue.js';
import type { Filter, RequestContext } from '../../request/context.js';
import { isLongRunning } from '../../request/info.js';
import { isStream, SWITCHING_PROTOCOLS, type Response } from '../../request/response.js';

/** Milliseconds between two checks of the active requests. */
const INTERVAL = 1000;

interface Active extends Linked<Active> {
  readonly context: RequestContext;
  readonly since: number;
  isActive: boolean;
}

/**
 * Request timeout: aborts a request that is not long-running after `milliseconds` and up to a second more. The client gets 504, or a
 * broken connection if the response has begun. One timer checks all active requests, since a timer for each would be a large part
 * of the cost of a request. Only a request with a shorter `timeout` in its query has its own timer.
 */
export function deadline(milliseconds: number): Filter {
  /** The oldest first. */
  const active = createLinkedQueue<Active>();
  let timer: NodeJS.Timeout | undefined;
  const leave = (request: Active): void => {
    if (request.isActive) active.remove(request);
    request.isActive = false;
  };
  const look = (): void => {
    const latest = performance.now() - milliseconds;
    for (let oldest = active.first(); oldest !== undefined && oldest.since <= latest; oldest = active.first()) {
      leave(oldest);
      terminate(oldest.context);
    }
    if (active.size() > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return (next) => async (context) => {
    if (isLongRunning(context.info)) return next(context);
    const wanted = wantedTime(context);
    const sooner = wanted > 0 && wanted < milliseconds ? endAfter(context, wanted) : undefined;
    const request = { context, since: performance.now(), isActive: true, previous: undefined, next: undefined };
    active.add(request);
    timer ??= setInterval(look, Math.min(INTERVAL, milliseconds)).unref();
    const end = (): void => {
      leave(request);
      if (sooner !== undefined) clearTimeout(sooner);
    };
    let response: Response;
    try {
      response = await next(context);
    } catch (thrown) {
      end();
      throw thrown;
    }
    // An upgraded connection lasts as long as its peers want.
    if (isStream(response.body) && response.status !== SWITCHING_PROTOCOLS) context.onClose(end);
    else end();
    return response;
  };
}

/** Milliseconds of the query parameter `timeout`; 0 if it is absent. Throws 400 if it is not a duration. */
function wantedTime(context: RequestContext): number {
  if (!context.request.target.includes('?')) return 0;
  const text = context.query.get('timeout') ?? '';
  if (text === '') return 0;
  const parsed = parseValue('duration', text);
  const hasUnit = /\D/.test(text) || Number(text) === 0;
  if (parsed.ok && hasUnit) return Number(parsed.value) * 1000;
  const why = `${JSON.stringify(text)} is not a duration such as 30s`;
  throw new StatusError('BadRequest', `invalid timeout specified in the request URL - ${why}`);
}

function endAfter(context: RequestContext, milliseconds: number): NodeJS.Timeout {
  return setTimeout(() => terminate(context), milliseconds).unref();
}

function terminate(context: RequestContext): void {
  context.isTerminated = true;
  context.abort(timedOut());
}

function timedOut(): StatusError {
  const message = 'Timeout: request did not complete within the allotted timeout';
  return new StatusError('Timeout', message, { details: { retryAfterSeconds: 1 } });
}
