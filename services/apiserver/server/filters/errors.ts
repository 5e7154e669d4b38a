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
 * Converts all errors to a Status, in the encoding that the client accepts. Unexpected errors are logged, except for aborted
 * requests. The stack is never sent.
 */
export function answerErrors({ logger, domain }: ErrorOptions): Filter {
  const { status: protobuf } = metaForms(domain.group('meta'));
  // Clients get a fixed text. The log is throttled, since an outage of the store fails thousands of requests for the same reason.
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

/** Representation of the Status: JSON if the client accepts only types that a Status does not have, such as Table. */
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
      // The rest of a body that is too large is not read.
      ...(reason === 'RequestEntityTooLarge' && request.body !== undefined && { connection: 'close' }),
    },
  };
}
