import type { RequestCounts } from '../../metrics/requests.js';
import type { Filter } from '../../request/context.js';
import { isStream, lengthOf, type Response } from '../../request/response.js';
import { followed } from './audit-stream.js';

/** Counts each request when its answer has been made, or was sent to its end where that comes as a stream. */
export function countRequests({ begin }: Pick<RequestCounts, 'begin'>): Filter {
  return (next) => async (context) => {
    const counted = begin(context);
    let response: Response;
    try {
      response = await next(context);
    } catch (error) {
      counted.end(500, 0);
      throw error;
    }
    const { status, body } = response;
    if (!isStream(body)) {
      counted.end(status, counted.isSized ? lengthOf(body) : 0);
      return response;
    }
    let bytes = 0;
    context.onClose(() => counted.end(status, bytes));
    // To look at each chunk would be a good part of what sending an event to a watcher costs.
    if (!counted.isSized) return response;
    const nothing = async (): Promise<void> => undefined;
    const chunk = (part: Uint8Array): void => void (bytes += part.byteLength);
    return { ...response, body: followed(body, { chunk, end: nothing, failed: nothing }) };
  };
}
