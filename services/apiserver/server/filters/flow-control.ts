import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { FlowControl, Ticket } from '../../flowcontrol/flow-control.js';
import type { Filter, RequestContext } from '../../request/context.js';
import { isConnect, isWatch } from '../../request/info.js';
import { isStream, lengthOf, SWITCHING_PROTOCOLS, type Response } from '../../request/response.js';

export interface FlowControlFilterOptions {
  readonly flowControl: FlowControl;
  /** Whether memory is too scarce for expensive requests: watches, and lists without a limit. */
  readonly isMemoryScarce: () => boolean;
}

/** Responses up to this size release the seats immediately. Larger ones hold them until the client has read them. */
const SMALL_BYTES = 64 * 1024;

/**
 * API Priority and Fairness. A request holds its seats until the response is sent or, for a watch, until the initial events are
 * sent. Connections to running programs need none. Throws 429.
 */
export function limitRequests({ flowControl, isMemoryScarce }: FlowControlFilterOptions): Filter {
  return (next) => async (context) => {
    if (isConnect(context.info)) return next(context);
    const span = context.trace?.start('priorityandfairness');
    const ticket = flowControl.classify(context);
    context.flowHeaders = ticket.headers;
    const isExempt = ticket.level.settings().isExempt;
    if (!isExempt && takesMemory(context) && isMemoryScarce()) {
      context.isTerminated = true;
      throw flowControl.refuseForMemory(ticket);
    }
    if (flowControl.tryStart(ticket)) span?.end();
    else await waitForSeats(context, flowControl, ticket).finally(() => span?.end());
    const end = (): void => flowControl.end(ticket);
    if (isWatch(context.info)) return watchWithSeats(context, end, () => next(context));
    let response: Response;
    try {
      response = await next(context);
    } catch (thrown) {
      end();
      throw thrown;
    }
    if (isSmall(response)) end();
    else context.onClose(end);
    return response;
  };
}

async function waitForSeats(context: RequestContext, flowControl: FlowControl, ticket: Ticket): Promise<void> {
  const since = performance.now();
  try {
    await flowControl.start(ticket);
  } catch (thrown) {
    context.isTerminated ||= thrown instanceof StatusError && thrown.reason === 'TooManyRequests';
    throw thrown;
  } finally {
    context.outsideTime += performance.now() - since;
  }
}

async function watchWithSeats(
  context: RequestContext,
  release: () => void,
  next: () => Promise<Response>,
): Promise<Response> {
  let hasSeats = true;
  const leave = (): void => {
    if (hasSeats) release();
    hasSeats = false;
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
