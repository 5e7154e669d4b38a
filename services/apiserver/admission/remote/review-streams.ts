import type { Sent } from '@pilothouse/runtime/grpc/contract.js';
import type { GrpcConnection } from '@pilothouse/runtime/grpc/connect.js';
import type { ReviewCall } from '@pilothouse/runtime/admission-api/review-call.js';
import type { AdmissionRequest, AdmissionResponse } from '@pilothouse/runtime/grpc/generated/admission.js';
import { openBatchStream, sizeOf, type BatchStream } from './batch-stream.js';

export interface ReviewStreamsOptions {
  /** The present connection to the service. */
  readonly connection: () => GrpcConnection;
  /** The number of addresses of the service. */
  readonly addresses: number;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
}

/** Streams with many reviews each. */
export interface ReviewStreams {
  /** Asks on a stream; undefined if none can be used now. Rejects as {@link BatchStream.review} does. */
  readonly review: (request: Sent<AdmissionRequest>, call: ReviewCall) => Promise<AdmissionResponse> | undefined;
}

/** Streams at least: a name can have several addresses, between which the library chooses for each stream. */
const MIN_STREAMS = 2;
/** Milliseconds after which a stream takes no further reviews, so that new replicas get some. */
const LIFETIME = 30_000;
/** Milliseconds until a service without streams is asked for one again. It may have been replaced. */
const UNSUPPORTED = 60_000;
/** Reviews on a stream that wait for an answer. */
const MAX_PENDING = 64;
/** Bytes of objects in a review on a stream, which delays the following ones. */
const MAX_BYTES = 256 * 1024;

export function reviewStreams({ connection, addresses, now }: ReviewStreamsOptions): ReviewStreams {
  const streams: (BatchStream | undefined)[] = Array.from({ length: Math.max(addresses, MIN_STREAMS) });
  let next = 0;
  let hasTurn = false;
  let unsupportedUntil = -Infinity;
  const onUnsupported = (): void => {
    unsupportedUntil = now() + UNSUPPORTED;
  };
  const endTurn = (): void => {
    hasTurn = false;
    next = (next + 1) % streams.length;
  };

  function streamAt(index: number): BatchStream {
    const current = connection();
    const open = streams[index];
    const isUsable = open !== undefined && !open.isEnded() && !open.isMisplaced() && open.connection === current;
    if (isUsable && now() - open.openedAt < LIFETIME) return open;
    open?.close();
    return (streams[index] = openBatchStream(current, { openedAt: now(), onUnsupported }));
  }

  /** The reviews of one turn of the event loop go to the same stream, as one message, until it has too many. */
  function roomy(): BatchStream | undefined {
    for (let tried = 0; tried < streams.length; tried += 1) {
      const stream = streamAt((next + tried) % streams.length);
      if (stream.pending() < MAX_PENDING) return stream;
    }
    return undefined;
  }

  return {
    review(request, call) {
      if (sizeOf(request) > MAX_BYTES || now() < unsupportedUntil) return undefined;
      const stream = roomy();
      if (!hasTurn) setImmediate(endTurn);
      hasTurn = true;
      return stream?.review(request, call);
    },
  };
}
