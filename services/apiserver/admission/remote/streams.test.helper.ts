import { GrpcError } from '@pilothouse/runtime/grpc/errors.js';
import type { AdmissionService as AdmissionMethods } from '@pilothouse/runtime/grpc/generated/admission.js';
import type { GrpcHandlers } from '@pilothouse/runtime/grpc/handlers.js';

/** The handlers of a service with streams, whose reviews are those of the calls. Each is cancelled with its stream. */
export function streaming(handlers: GrpcHandlers<AdmissionMethods>): GrpcHandlers<AdmissionMethods> {
  return {
    ...handlers,
    reviewStream: (call) => {
      const running = new Map<number, AbortController>();
      call.signal.addEventListener('abort', () => running.forEach((each) => each.abort()));
      return async ({ id, request }) => {
        if (request === null) {
          running.get(id)?.abort();
          return undefined;
        }
        const { signal } = running.set(id, new AbortController()).get(id) ?? call;
        try {
          return { id, response: await handlers.review(request, { ...call, signal }) };
        } catch (error) {
          if (!(error instanceof GrpcError)) throw error;
          return { id, failure: { code: error.code, message: error.message } };
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
