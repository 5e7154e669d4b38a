import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Logger } from '@pilothouse/runtime/logging/logger.js';
import { throttled } from '@pilothouse/runtime/logging/throttled.js';
import { StoreUnavailableError } from '@pilothouse/storage/store.js';
import { metaForms } from '../../endpoints/negotiation/meta-forms.js';
import { json, negotiate, wantsPretty, type Representation } from '../../endpoints/negotiation/representation.js';
import { valueResponse, type Encodable } from '../../endpoints/negotiation/write-entry.js';
import { statusObject } from '../../endpoints/status-object.js';
import { storeStatusError } from '../../endpoints/store-errors.js';
import type { Filter, RequestContext } from '../../request/context.js';
import type { Response } from '../../request/response.js';

export interface ErrorOptions {
  readonly logger: Logger;
  readonly domain: Domain;
}

/**
 * The one edge where whatever was thrown becomes a Status, in the encoding that the client wants. What nobody foresaw is
 * logged, but for requests that were given up; its stack is not sent.
 */
export function answerErrors({ logger, domain }: ErrorOptions): Filter {
  const { status: protobuf } = metaForms(domain.group('meta'));
  // Clients get a fixed text: the reason is told here, and a store that is away fails thousands of requests for the same one.
  const reportStore = throttled((reason) => logger.warn({ reason }, 'the store is unavailable'));
  return (next) => async (context) => {
    try {
      return await next(context);
    } catch (thrown) {
      const error = StatusError.from(storeStatusError(thrown));
      if (thrown instanceof StoreUnavailableError) reportStore(thrown.message);
      if (error.reason === 'InternalError' && thrown !== context.signal.reason) {
        logger.error({ method: context.request.method, path: context.path, error: thrown }, 'request failed');
      }
      const encodable = { value: statusObject(error), protobuf };
      return statusResponse(context, error, { encodable, representation: representationOf(context, domain) });
    }
  };
}

/** JSON where the client wants what a Status cannot be, such as a Table. */
function representationOf(context: RequestContext, domain: Domain): Representation {
  try {
    return negotiate(context, { group: domain.group('meta'), transforms: false, protobuf: domain.protobufMediaTypes });
  } catch {
    return json(wantsPretty(context));
  }
}

async function statusResponse(
  { request }: RequestContext,
  { code, reason, details }: StatusError,
  { encodable, representation }: { readonly encodable: Encodable; readonly representation: Representation },
): Promise<Response> {
  const response = await valueResponse(encodable, { status: code, representation });
  const retryAfter = details?.retryAfterSeconds;
  return {
    ...response,
    headers: {
      ...response.headers,
      'x-content-type-options': 'nosniff',
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      // What is left of a body that is too large is not worth reading.
      ...(reason === 'RequestEntityTooLarge' && request.body !== undefined && { connection: 'close' }),
    },
  };
}
