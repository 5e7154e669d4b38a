import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { parseValue } from '@pilothouse/flags/parse-value.js';
import type { Filter, RequestContext } from '../../request/context.js';
import { isWatch } from '../../request/info.js';
import { isStream, type Response } from '../../request/response.js';

/** Milliseconds between two looks at the requests under way. */
const INTERVAL = 1000;

/**
 * Gives up on a request, other than a watch, after so many milliseconds and up to a second more: 504, or a broken
 * connection where its answer is being sent. One timer looks after all of them, and only while there are any: a timer each
 * would be a good part of what a request costs. Only who asks for less time, by `timeout` in the query, has one of his own.
 */
export function deadline(milliseconds: number): Filter {
  /** When each request came, the oldest first. */
  const underWay = new Map<RequestContext, number>();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const latest = performance.now() - milliseconds;
    for (const [context, since] of underWay) {
      if (since > latest) break;
      underWay.delete(context);
      context.abort(timedOut());
    }
    if (underWay.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return (next) => async (context) => {
    if (isWatch(context.info)) return next(context);
    const wanted = wantedTime(context);
    const sooner = wanted > 0 && wanted < milliseconds ? endAfter(context, wanted) : undefined;
    underWay.set(context, performance.now());
    timer ??= setInterval(look, Math.min(INTERVAL, milliseconds)).unref();
    const end = (): void => {
      underWay.delete(context);
      if (sooner !== undefined) clearTimeout(sooner);
    };
    let response: Response;
    try {
      response = await next(context);
    } catch (thrown) {
      end();
      throw thrown;
    }
    if (isStream(response.body)) context.onClose(end);
    else end();
    return response;
  };
}

/** The milliseconds that a client gives his request; 0 where he leaves it to the server. Throws 400 where that is no duration. */
function wantedTime(context: RequestContext): number {
  if (!context.request.target.includes('?')) return 0;
  const text = context.query.get('timeout') ?? '';
  if (text === '') return 0;
  const parsed = parseValue('duration', text);
  const hasUnit = /\D/.test(text) || Number(text) === 0;
  if (parsed.ok && hasUnit) return Number(parsed.value) * 1000;
  const why = `${JSON.stringify(text)} is no duration, such as 30s`;
  throw new StatusError('BadRequest', `invalid timeout specified in the request URL - ${why}`);
}

function endAfter(context: RequestContext, milliseconds: number): NodeJS.Timeout {
  return setTimeout(() => context.abort(timedOut()), milliseconds).unref();
}

function timedOut(): StatusError {
  const message = 'Timeout: request did not complete within the allotted timeout';
  return new StatusError('Timeout', message, { details: { retryAfterSeconds: 1 } });
}
