import type { Sent } from '../grpc/contract.js';
import type {
  AdmissionService as AdmissionMethods,
  StreamedAnswer,
  StreamedReview,
} from '../grpc/generated/admission.js';
import { GrpcError } from '../grpc/errors.js';
import type { GrpcCall, GrpcHandlers } from '../grpc/handlers.js';
import { NoVerdictError, type AdmissionService } from './service.js';
import { decodeReview, encodeDescription, encodeVerdict } from './wire.js';

/** Size limit of a request in bytes: two objects of the largest size an API server accepts, plus metadata. */
export const MAX_REVIEW_BYTES = 10 * 1024 * 1024;

/**
 * The gRPC handlers of an admission service in this process. A NoVerdictError becomes UNAVAILABLE if a retry may
 * help, and INVALID_ARGUMENT for a malformed request.
 */
export function admissionHandlers(service: AdmissionService): GrpcHandlers<AdmissionMethods> {
  return {
    describe: (_request, { signal }) =>
      withGrpcErrors(async () => encodeDescription(await service.describe({ signal }))),
    review: (request, { signal }) =>
      withGrpcErrors(async () => {
        const review = decodeReview(request);
        return encodeVerdict(review, await service.review(review, { signal }));
      }),
    reviewStream: (call) => streamedReviews(service, call),
  };
}

/** Reviews on one stream. Each can be cancelled; all are when the client leaves. A failure of one does not end the others. */
function streamedReviews(
  service: AdmissionService,
  { signal: left }: GrpcCall,
): (message: StreamedReview) => Promise<Sent<StreamedAnswer> | undefined> {
  const running = new Map<number, AbortController>();
  left.addEventListener('abort', () => {
    for (const each of running.values()) each.abort(left.reason);
  });
  return async ({ id, request }) => {
    if (request === null) {
      running.get(id)?.abort(new GrpcError('CANCELLED', 'the client cancelled the review'));
      return undefined;
    }
    const own = new AbortController();
    running.set(id, own);
    try {
      const review = decodeReview(request);
      return { id, response: encodeVerdict(review, await service.review(review, own)) };
    } catch (error) {
      if (own.signal.aborted) return undefined;
      const known = error instanceof NoVerdictError ? grpcErrorOf(error) : error;
      if (!(known instanceof GrpcError)) throw error;
      return { id, failure: { code: known.code, message: known.message } };
    } finally {
      running.delete(id);
    }
  };
}

async function withGrpcErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof NoVerdictError ? grpcErrorOf(error) : error;
  }
}

function grpcErrorOf(error: NoVerdictError): GrpcError {
  const code = error.reason === 'unavailable' ? 'UNAVAILABLE' : 'INVALID_ARGUMENT';
  return new GrpcError(code, error.message, { cause: error });
}
