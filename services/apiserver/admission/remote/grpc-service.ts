import { backoff, type Timing } from '@pilothouse/client/timing.js';
import type { ReviewCall } from '@pilothouse/runtime/admission-api/review-call.js';
import { NoVerdictError, type AdmissionService } from '@pilothouse/runtime/admission-api/service.js';
import { decodeDescription, decodeVerdict, encodeReview } from '@pilothouse/runtime/admission-api/wire.js';
import type { GrpcConnection } from '@pilothouse/runtime/grpc/connect.js';
import { GrpcError, type GrpcCode } from '@pilothouse/runtime/grpc/errors.js';
import type { Sent } from '@pilothouse/runtime/grpc/contract.js';
import {
  admissionService,
  type AdmissionRequest,
  type AdmissionResponse,
} from '@pilothouse/runtime/grpc/generated/admission.js';
import { inSpan } from '@pilothouse/runtime/tracing/span.js';
import { NoStreamsError } from './batch-stream.js';
import { reviewStreams } from './review-streams.js';

export interface GrpcServiceOptions {
  /** The present connection to the service. */
  readonly connection: () => GrpcConnection;
  /** The number of its addresses; 1 when absent. */
  readonly addresses?: number;
  readonly timing: Timing;
}

/** Minimum number of attempts after a lost connection, and the backoff in milliseconds. */
const ATTEMPTS = 3;
const WAIT = { first: 50, longest: 250 };
/** Milliseconds after the last response during which an unavailable service counts as being replaced. */
const REPLACEMENT = 1500;

/** The name of the span, as of OpenTelemetry for gRPC. */
const METHOD = 'pilothouse.AdmissionService/Review';
/** Codes of calls without a response: no connection, a lost connection, or a call that the service cancelled. */
const LOST: readonly GrpcCode[] = ['UNAVAILABLE', 'CANCELLED'];
/** Codes of transient failures. */
const TRANSIENT: readonly GrpcCode[] = [...LOST, 'RESOURCE_EXHAUSTED', 'DEADLINE_EXCEEDED', 'ABORTED'];

/**
 * An admission service over gRPC. Reviews go over streams if the service has them. A call is retried with the same uid only if
 * its connection or stream was lost or could not be opened: for a few attempts, or for as long as the service's replacement may
 * take. Retries are calls of their own, so that a review that breaks a stream breaks no others twice. Rejects with a
 * NoVerdictError.
 */
export function grpcAdmissionService({ connection, addresses = 1, timing }: GrpcServiceOptions): AdmissionService {
  const client = () => connection().client(admissionService);
  const streams = reviewStreams({ connection, addresses, now: timing.now });
  let answeredAt = -Infinity;
  const isBeingReplaced = (): boolean => timing.now() - answeredAt < REPLACEMENT;

  /** Undefined if the service must be asked by a call. */
  async function streamed(
    request: Sent<AdmissionRequest>,
    call: ReviewCall,
  ): Promise<AdmissionResponse | GrpcError | undefined> {
    try {
      return await streams.review(request, call);
    } catch (error) {
      call.throwIfCancelled();
      if (error instanceof NoStreamsError) return undefined;
      if (error instanceof GrpcError) return error;
      throw error;
    }
  }

  return {
    async describe({ signal }) {
      return decodeDescription(await answered(() => client().describe({}, { signal })));
    },
    async review(review, call) {
      const request = encodeReview(review);
      const { trace } = call;
      // A review of a trace is a call of its own, since only a call has metadata.
      let first = trace?.isRecorded === true ? undefined : await streamed(request, call);
      for (let failures = 1; ; failures++) {
        try {
          if (first instanceof GrpcError) throw first;
          const response =
            first ??
            (await inSpan(trace, METHOD, { kind: 'client' }, (span) =>
              client().review(request, { signal: call.signal, ...(span && { headers: span.headers() }) }),
            ));
          answeredAt = timing.now();
          return decodeVerdict(review, response);
        } catch (error) {
          call.throwIfCancelled();
          first = undefined;
          const isLost = error instanceof GrpcError && LOST.includes(error.code);
          if (!isLost || (failures >= ATTEMPTS && !isBeingReplaced())) throw noVerdict(error);
        }
        await timing.sleep(backoff(failures, WAIT, timing.random), call.signal);
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
  const reason = TRANSIENT.includes(error.code) ? 'unavailable' : 'invalid';
  return new NoVerdictError(reason, `${error.code}: ${error.message}`, { cause: error });
}
