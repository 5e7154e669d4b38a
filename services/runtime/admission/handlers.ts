import type { AdmissionService as AdmissionMethods } from '../grpc/generated/admission.js';
import { GrpcError } from '../grpc/errors.js';
import type { GrpcHandlers } from '../grpc/handlers.js';
import { NoVerdictError, type AdmissionService } from './service.js';
import { decodeReview, encodeDescription, encodeVerdict } from './wire.js';

/** Bytes of the longest question: two objects of the most that an API server takes, and what it adds to them. */
export const MAX_REVIEW_BYTES = 10 * 1024 * 1024;

/**
 * What makes a service of this process answer over gRPC. Where it gives no answer, the status says whether one may come:
 * questions that cannot be understood are INVALID_ARGUMENT.
 */
export function admissionHandlers(service: AdmissionService): GrpcHandlers<AdmissionMethods> {
  return {
    describe: (_request, { signal }) => answered(async () => encodeDescription(await service.describe({ signal }))),
    review: (request, { signal }) =>
      answered(async () => {
        const review = decodeReview(request);
        return encodeVerdict(review, await service.review(review, { signal }));
      }),
  };
}

async function answered<T>(answer: () => Promise<T>): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof NoVerdictError)) throw error;
    const code = error.reason === 'unavailable' ? 'UNAVAILABLE' : 'INVALID_ARGUMENT';
    throw new GrpcError(code, error.message, { cause: error });
  }
}
