import type { AdmissionService as AdmissionMethods } from '../grpc/generated/admission.js';
import type { GrpcHandlers } from '../grpc/handlers.js';
import { batchedReviews } from './batches.js';
import { grpcErrorOf } from './failures.js';
import { followingCall } from './review-call.js';
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
        return encodeVerdict(review, await service.review(review, followingCall(signal)));
      }),
    reviewBatches: (call) => batchedReviews(service, call),
  };
}

async function withGrpcErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof NoVerdictError ? grpcErrorOf(error) : error;
  }
}
