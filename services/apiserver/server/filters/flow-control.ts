import type { FlowControl, ConcurrencyLimiter } from '../../flowcontrol/flow-control.js';
import { requestKind } from '../../flowcontrol/request-kind.js';
import type { Filter, RequestContext } from '../../request/context.js';
import { isConnect, isWatch } from '../../request/info.js';
import { isStream, lengthOf, SWITCHING_PROTOCOLS, type Response } from '../../request/response.js';

export interface FlowControlFilterOptions {
  readonly flowControl: FlowControl;
  /** Whether memory is too scarce for expensive requests: watches, and lists without a limit. */
  readonly isMemoryScarce: () => boolean;
}

/** Responses up to this size release the seat immediately. Larger ones hold it until the client has read them. */
const SMALL_BYTES = 64 * 1024;

/**
 * Limits concurrent requests (Kubernetes' WithMaxInFlightLimit), with fair queues as in priority and fairness. A request holds its
 * seat until the response is sent or, for a watch, until the initial events are sent. Connections to running programs need none.
 * Throws 429.
 */
export function limitRequests({ flowControl, isMemoryScarce }: FlowControlFilterOptions): Filter {
  return (next) => async (context) => {
    const kind = requestKind(context);
    if (kind === undefined || isConnect(context.info)) return next(context);
    const limiter = flowControl[kind];
    if (takesMemory(context) && isMemoryScarce()) throw limiter.refuseForMemory();
    const { name } = context.user;
    if (!limiter.tryAcquire(name)) await limiter.acquire(name, context);
    if (isWatch(context.info)) return watchWithSeat(context, limiter, () => next(context));
    let response: Response;
    try {
      response = await next(context);
    } catch (thrown) {
      limiter.release(name);
      throw thrown;
    }
    if (isSmall(response)) limiter.release(name);
    else context.onClose(() => limiter.release(name));
    return response;
  };
}

async function watchWithSeat(
  context: RequestContext,
  limiter: ConcurrencyLimiter,
  next: () => Promise<Response>,
): Promise<Response> {
  const { name } = context.user;
  let hasSeat = true;
  const leave = (): void => {
    if (hasSeat) limiter.release(name);
    hasSeat = false;
  };
  context.onStarted = leave;
  context.onClose(leave);
  try {
    return await next();
  } catch (thrown) {
    leave();
    throw thrown;
  }
}

function takesMemory({ info, query }: RequestContext): boolean {
  if (info.type !== 'resource') return false;
  return isWatch(info) || (info.verb === 'list' && !(Number(query.get('limit')) > 0));
}

function isSmall({ status, body }: Response): boolean {
  return isStream(body) ? status === SWITCHING_PROTOCOLS : lengthOf(body) <= SMALL_BYTES;
}
