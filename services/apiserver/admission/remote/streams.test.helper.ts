import { GrpcError } from '@pilothouse/runtime/grpc/errors.js';
import type { AdmissionService as AdmissionMethods } from '@pilothouse/runtime/grpc/generated/admission.js';
import type { GrpcHandlers } from '@pilothouse/runtime/grpc/handlers.js';

/** The handlers of a service with streams, whose reviews are those of the calls. Each is cancelled with its stream. */
export function streaming(handlers: GrpcHandlers<AdmissionMethods>): GrpcHandlers<AdmissionMethods> {
  return {
    ...handlers,
    reviewBatches: (call) => {
      const running = new Map<number, AbortController>();
      call.signal.addEventListener('abort', () => running.forEach((each) => each.abort()));
      return async ({ reviews, cancelled }) => {
        for (const id of cancelled) running.get(id)?.abort();
        for (const { id, request } of reviews) {
          if (request === null) continue;
          const { signal } = running.set(id, new AbortController()).get(id) ?? call;
          try {
            call.send({ answers: [{ id, response: await handlers.review(request, { ...call, signal }) }] });
          } catch (error) {
            if (!(error instanceof GrpcError)) throw error;
            call.send({ answers: [{ id, failure: { code: error.code, message: error.message } }] });
          }
        }
      };
    },
  };
}

/** The handlers of a service of an earlier release. */
export function withoutStreams({
  describe: described,
  review,
}: GrpcHandlers<AdmissionMethods>): GrpcHandlers<AdmissionMethods> {
  return { describe: described, review };
}
