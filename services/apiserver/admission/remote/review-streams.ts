import type { Sent } from '@pilothouse/runtime/grpc/contract.js';
import type { GrpcConnection } from '@pilothouse/runtime/grpc/connect.js';
import { GrpcError, type GrpcCode } from '@pilothouse/runtime/grpc/errors.js';
import {
  admissionService,
  type AdmissionRequest,
  type AdmissionResponse,
  type StreamedAnswer,
} from '@pilothouse/runtime/grpc/generated/admission.js';
import type { GrpcStream } from '@pilothouse/runtime/grpc/stream-call.js';

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
  /**
   * Asks on a stream; undefined if none can be used now. Rejects with a GrpcError, also if the stream is lost, with a
   * NoStreamsError, and with the reason of the signal.
   */
  readonly review: (request: Sent<AdmissionRequest>, signal: AbortSignal) => Promise<AdmissionResponse> | undefined;
}

/** The service has no streams. It has not seen the review. */
export class NoStreamsError extends Error {
  override readonly name = 'NoStreamsError';
}

/** Streams at least: a name can have several addresses, between which the library chooses for each stream. */
const MIN_STREAMS = 2;
/** Milliseconds after which a stream takes no further reviews, so that new replicas get some. */
const LIFETIME = 30_000;
/** Milliseconds until a service without streams is asked for one again. It may have been replaced. */
const UNSUPPORTED = 60_000;
/** Reviews on a stream that wait for an answer. The service reads no more than this number either. */
const MAX_PENDING = 64;
/** Bytes of objects in a review on a stream, which delays the following ones. */
const MAX_BYTES = 256 * 1024;

export function reviewStreams({ connection, addresses, now }: ReviewStreamsOptions): ReviewStreams {
  const streams: (ReviewStream | undefined)[] = Array.from({ length: Math.max(addresses, MIN_STREAMS) });
  let next = 0;
  let unsupportedUntil = -Infinity;
  const onUnsupported = (): void => {
    unsupportedUntil = now() + UNSUPPORTED;
  };

  function streamAt(index: number): ReviewStream {
    const current = connection();
    const open = streams[index];
    const isUsable = open !== undefined && !open.isEnded() && open.connection === current;
    if (isUsable && now() - open.openedAt < LIFETIME) return open;
    open?.close();
    return (streams[index] = openReviewStream(current, { openedAt: now(), onUnsupported }));
  }

  return {
    review(request, signal) {
      if (sizeOf(request) > MAX_BYTES || now() < unsupportedUntil) return undefined;
      next = (next + 1) % streams.length;
      const stream = streamAt(next);
      return stream.pending() >= MAX_PENDING ? undefined : stream.review(request, signal);
    },
  };
}

function sizeOf({ object, oldObject }: Sent<AdmissionRequest>): number {
  return (object?.byteLength ?? 0) + (oldObject?.byteLength ?? 0);
}

interface ReviewStream {
  readonly connection: GrpcConnection;
  readonly openedAt: number;
  readonly isEnded: () => boolean;
  readonly pending: () => number;
  readonly review: (request: Sent<AdmissionRequest>, signal: AbortSignal) => Promise<AdmissionResponse>;
  /** Ends the stream when its reviews are answered. */
  readonly close: () => void;
}

interface Pending {
  readonly resolve: (response: AdmissionResponse) => void;
  readonly reject: (error: unknown) => void;
}

function openReviewStream(
  connection: GrpcConnection,
  { openedAt, onUnsupported }: { readonly openedAt: number; readonly onUnsupported: () => void },
): ReviewStream {
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let isEnded = false;
  let isClosing = false;
  const closeIfDone = (): void => {
    if (isClosing && pending.size === 0) stream.close();
  };
  const stream: GrpcStream<{ readonly id: number; readonly request?: Sent<AdmissionRequest> }> = connection
    .client(admissionService)
    .reviewStream({
      onMessage({ id, response, failure }: StreamedAnswer) {
        const waiting = pending.get(id);
        // The request may have been cancelled.
        if (waiting === undefined) return;
        if (response !== null) waiting.resolve(response);
        else waiting.reject(new GrpcError(codeOf(failure?.code), failure?.message ?? 'the answer is empty'));
      },
      onEnd(error = new GrpcError('UNAVAILABLE', 'the service ended the stream')) {
        isEnded = true;
        const isUnsupported = error.code === 'UNIMPLEMENTED';
        if (isUnsupported) onUnsupported();
        for (const { reject } of pending.values()) reject(isUnsupported ? new NoStreamsError() : error);
      },
    });
  return {
    connection,
    openedAt,
    isEnded: () => isEnded,
    pending: () => pending.size,
    close() {
      isClosing = true;
      closeIfDone();
    },
    review: (request, signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        const id = (lastId += 1);
        const leave = (): void => {
          stream.send({ id });
          done(() => reject(signal.reason as Error));
        };
        const done = (settle: () => void): void => {
          pending.delete(id);
          signal.removeEventListener('abort', leave);
          settle();
          closeIfDone();
        };
        stream.send({ id, request });
        signal.addEventListener('abort', leave, { once: true });
        pending.set(id, {
          resolve: (response) => done(() => resolve(response)),
          reject: (error) => done(() => reject(error)),
        });
      }),
  };
}

const CODES: ReadonlySet<string> = new Set<GrpcCode>([
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
]);

/** A service may send any text; unknown ones become UNKNOWN. */
function codeOf(text = ''): GrpcCode {
  return CODES.has(text) ? (text as GrpcCode) : 'UNKNOWN';
}
