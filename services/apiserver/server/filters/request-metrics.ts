import type { RequestCounts } from '../../metrics/requests.js';
import type { Filter } from '../../request/context.js';
import { isStream, lengthOf, type Response } from '../../request/response.js';
import { followed } from './audit-stream.js';

/** Counts each request when its response is ready or, for a stream, at its end. */
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
    // Observing each chunk would be a large part of the cost of a watch event.
    if (!counted.isSized) return response;
    const nothing = async (): Promise<void> => undefined;
    const chunk = (part: Uint8Array): void => void (bytes += part.byteLength);
    return { ...response, body: followed(body, { chunk, end: nothing, failed: nothing }) };
  };
}
