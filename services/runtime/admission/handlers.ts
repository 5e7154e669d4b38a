import type { AdmissionService as AdmissionMethods } from '../grpc/generated/admission.js';
import { GrpcError } from '../grpc/errors.js';
import type { GrpcHandlers } from '../grpc/handlers.js';
import { NoVerdictError, type AdmissionService } from './service.js';
import { decodeReview, encodeDescription, encodeVerdict } from './wire.js';

/** Bytes of the longest question: two objects of 3 MiB, and what there is to say besides. */
export const MAX_REVIEW_BYTES = 8 * 1024 * 1024;

/** What makes a service of this process answer over gRPC. Questions that cannot be understood are INVALID_ARGUMENT. */
export function admissionHandlers(service: AdmissionService): GrpcHandlers<AdmissionMethods> {
  return {
    describe: async (_request, { signal }) => encodeDescription(await service.describe({ signal })),
    async review(request, { signal }) {
      const review = understood(() => decodeReview(request));
      return encodeVerdict(review, await service.review(review, { signal }));
    },
  };
}

function understood<T>(decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof NoVerdictError)) throw error;
    throw new GrpcError('INVALID_ARGUMENT', error.message, { cause: error });
  }
}
