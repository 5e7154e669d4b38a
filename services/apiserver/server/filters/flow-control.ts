import type { FlowControl, ConcurrencyLimiter } from '../../flowcontrol/flow-control.js';
import { requestKind } from '../../flowcontrol/request-kind.js';
import type { Filter, RequestContext } from '../../request/context.js';
import { isWatch } from '../../request/info.js';
import { isStream, lengthOf, type Response } from '../../request/response.js';

export interface FlowControlFilterOptions {
  readonly flowControl: FlowControl;
  /** Whether there is too little memory for what takes much of it for long: watches, and lists without a limit. */
  readonly isMemoryScarce: () => boolean;
}

/** Answers up to this size are as good as sent; a client that does not take a larger one keeps its place. */
const SMALL_BYTES = 64 * 1024;

/**
 * Lets a request in when there is a place for it (Kubernetes' WithMaxInFlightLimit, with turns of users as in its priority and
 * fairness). It is kept until the answer has been sent; that of a watch until the objects have been sent that it begins with.
 * Throws 429.
 */
export function limitRequests({ flowControl, isMemoryScarce }: FlowControlFilterOptions): Filter {
  return (next) => async (context) => {
    const kind = requestKind(context);
    if (kind === undefined) return next(context);
    const places = flowControl[kind];
    if (takesMemory(context) && isMemoryScarce()) throw places.refuseForMemory();
    const { name } = context.user;
    if (!places.tryAcquire(name)) await places.acquire(name, context);
    if (isWatch(context.info)) return placedWatch(context, places, () => next(context));
    let response: Response;
    try {
      response = await next(context);
    } catch (thrown) {
      places.release(name);
      throw thrown;
    }
    if (isSmall(response)) places.release(name);
    else context.onClose(() => places.release(name));
    return response;
  };
}

async function placedWatch(
  context: RequestContext,
  places: ConcurrencyLimiter,
  next: () => Promise<Response>,
): Promise<Response> {
  const { name } = context.user;
  let hasPlace = true;
  const leave = (): void => {
    if (hasPlace) places.release(name);
    hasPlace = false;
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

function isSmall({ body }: Response): boolean {
  return !isStream(body) && lengthOf(body) <= SMALL_BYTES;
}
