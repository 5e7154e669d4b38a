import { NoVerdictError, type AdmissionService } from '@pilothouse/runtime/admission/service.js';
import { decodeReview, encodeDescription, encodeVerdict } from '@pilothouse/runtime/admission/wire.js';
import { GrpcError } from '@pilothouse/runtime/grpc/errors.js';
import { admissionService } from '@pilothouse/runtime/grpc/generated/admission.js';
import { grpcService, type GrpcService } from '@pilothouse/runtime/grpc/handlers.js';

/** The service by its gRPC contract. Where it gives no answer, the status says whether one may come. */
export function admissionOverGrpc(service: AdmissionService): GrpcService {
  return grpcService(admissionService, {
    describe: (_request, { signal }) => answered(async () => encodeDescription(await service.describe({ signal }))),
    review: (request, { signal }) =>
      answered(async () => {
        const review = decodeReview(request);
        return encodeVerdict(review, await service.review(review, { signal }));
      }),
  });
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
