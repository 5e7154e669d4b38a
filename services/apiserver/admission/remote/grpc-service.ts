import { backoff, type Timing } from '@pilothouse/client/timing.js';
import { NoVerdictError, type AdmissionService } from '@pilothouse/runtime/admission-api/service.js';
import { decodeDescription, decodeVerdict, encodeReview } from '@pilothouse/runtime/admission-api/wire.js';
import type { GrpcConnection } from '@pilothouse/runtime/grpc/connect.js';
import { GrpcError, type GrpcCode } from '@pilothouse/runtime/grpc/errors.js';
import { admissionService } from '@pilothouse/runtime/grpc/generated/admission.js';

export interface GrpcServiceOptions {
  /** To the service as it is to be reached now. */
  readonly connection: () => GrpcConnection;
  readonly timing: Timing;
}

/** How often a question is asked at least whose connection is lost, and the milliseconds between two attempts. */
const ATTEMPTS = 3;
const WAIT = { first: 50, longest: 250 };
/** Milliseconds after its last answer for which a service that is gone counts as one that is being replaced. */
const REPLACEMENT = 1500;

/** Codes of calls without an answer: there is no connection, or it was lost, or given up by the other side. */
const LOST: readonly GrpcCode[] = ['UNAVAILABLE', 'CANCELLED'];
/** Codes of a service that may well answer soon. */
const PASSING: readonly GrpcCode[] = [...LOST, 'RESOURCE_EXHAUSTED', 'DEADLINE_EXCEEDED', 'ABORTED'];

/**
 * A service behind the gRPC contract. A question is asked again, with the same uid, only when its connection was lost or
 * could not be made: a few times, or until the service has been gone for longer than its replacement takes. Rejects with a
 * NoVerdictError.
 */
export function grpcAdmissionService({ connection, timing }: GrpcServiceOptions): AdmissionService {
  const client = () => connection().client(admissionService);
  let answeredAt = -Infinity;
  const isBeingReplaced = (): boolean => timing.now() - answeredAt < REPLACEMENT;
  return {
    async describe({ signal }) {
      return decodeDescription(await answered(() => client().describe({}, { signal })));
    },
    async review(review, { signal }) {
      const request = encodeReview(review);
      for (let failures = 1; ; failures++) {
        try {
          const response = await client().review(request, { signal });
          answeredAt = timing.now();
          return decodeVerdict(review, response);
        } catch (error) {
          signal.throwIfAborted();
          const isLost = error instanceof GrpcError && LOST.includes(error.code);
          if (!isLost || (failures >= ATTEMPTS && !isBeingReplaced())) throw noVerdict(error);
        }
        await timing.sleep(backoff(failures, WAIT, timing.random), signal);
      }
    },
  };
}

async function answered<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw noVerdict(error);
  }
}

function noVerdict(error: unknown): unknown {
  if (!(error instanceof GrpcError)) return error;
  const reason = PASSING.includes(error.code) ? 'unavailable' : 'invalid';
  return new NoVerdictError(reason, `${error.code}: ${error.message}`, { cause: error });
}
