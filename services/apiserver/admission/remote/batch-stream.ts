import type { Sent } from '@pilothouse/runtime/grpc/contract.js';
import type { BalancedStream, GrpcConnection } from '@pilothouse/runtime/grpc/connect.js';
import { GrpcError, type GrpcCode } from '@pilothouse/runtime/grpc/errors.js';
import {
  admissionService,
  type AdmissionRequest,
  type AdmissionResponse,
  type AnswerBatch,
  type NumberedAnswer,
  type NumberedReview,
  type ReviewBatch,
} from '@pilothouse/runtime/grpc/generated/admission.js';
import type { ReviewCall } from '@pilothouse/runtime/admission-api/review-call.js';

/** The service has no streams. It has not seen the review. */
export class NoStreamsError extends Error {
  override readonly name = 'NoStreamsError';
}

/** A stream of batches of reviews, and of their answers. */
export interface BatchStream {
  readonly connection: GrpcConnection;
  readonly openedAt: number;
  readonly isEnded: () => boolean;
  /** Whether another server should get further reviews. */
  readonly isMisplaced: () => boolean;
  /** Number of reviews that wait for an answer. */
  readonly pending: () => number;
  /**
   * Sends the review with the others of this turn of the event loop. Rejects with a GrpcError, also if the stream is lost, with a
   * NoStreamsError, and with the reason of a cancellation.
   */
  readonly review: (request: Sent<AdmissionRequest>, call: ReviewCall) => Promise<AdmissionResponse>;
  /** Ends the stream when its reviews are answered. */
  readonly close: () => void;
}

export interface BatchStreamOptions {
  readonly openedAt: number;
  /** Called if the service does not implement the stream. */
  readonly onUnsupported: () => void;
}

interface Pending {
  readonly uid: string;
  readonly call: ReviewCall;
  readonly resolve: (response: AdmissionResponse) => void;
  readonly reject: (error: unknown) => void;
}

/** Bytes of objects in one message: those of further reviews follow in another one. */
const MAX_BATCH_BYTES = 256 * 1024;

export function openBatchStream(
  connection: GrpcConnection,
  { openedAt, onUnsupported }: BatchStreamOptions,
): BatchStream {
  const pending = new Map<number, Pending>();
  let reviews: Sent<NumberedReview>[] = [];
  let cancelled: number[] = [];
  let bytes = 0;
  let timer: NodeJS.Immediate | undefined;
  let lastId = 0;
  let isEnded = false;
  let isClosing = false;

  const stream: BalancedStream<Sent<ReviewBatch>> = connection.client(admissionService).reviewBatches({
    onMessage({ admitted, answers, revision }: AnswerBatch) {
      // An answer without its review is one to a cancelled review.
      for (const id of admitted) {
        const waiting = taken(id);
        waiting?.resolve(admission(waiting.uid, revision));
      }
      for (const answer of answers) settle(answer);
      closeIfDone();
    },
    onEnd(error = new GrpcError('UNAVAILABLE', 'the service ended the stream')) {
      isEnded = true;
      clearImmediate(timer);
      const isUnsupported = error.code === 'UNIMPLEMENTED';
      if (isUnsupported) onUnsupported();
      for (const id of pending.keys()) taken(id)?.reject(isUnsupported ? new NoStreamsError() : error);
    },
  });

  /** The review with this number, which waits no longer. */
  function taken(id: number): Pending | undefined {
    const waiting = pending.get(id);
    pending.delete(id);
    waiting?.call.onCancel(undefined);
    return waiting;
  }
  function settle({ id, response, failure }: NumberedAnswer): void {
    const waiting = taken(id);
    if (waiting === undefined) return;
    if (response !== null) waiting.resolve(response);
    else waiting.reject(new GrpcError(codeOf(failure?.code), failure?.message ?? 'the answer is empty'));
  }
  function flush(): void {
    clearImmediate(timer);
    timer = undefined;
    const batch = { reviews, cancelled };
    [reviews, cancelled, bytes] = [[], [], 0];
    stream.send(batch);
    closeIfDone();
  }
  function flushLater(): void {
    timer ??= setImmediate(flush);
  }
  function closeIfDone(): void {
    if (isClosing && pending.size === 0 && timer === undefined) stream.close();
  }

  return {
    connection,
    openedAt,
    isEnded: () => isEnded,
    isMisplaced: stream.isMisplaced,
    pending: () => pending.size,
    close() {
      isClosing = true;
      closeIfDone();
    },
    review: (request, call) =>
      new Promise((resolve, reject) => {
        call.throwIfCancelled();
        const id = (lastId += 1);
        pending.set(id, { uid: request.uid ?? '', call, resolve, reject });
        call.onCancel((reason) => {
          cancelled.push(id);
          flushLater();
          taken(id)?.reject(reason);
          closeIfDone();
        });
        reviews.push({ id, request });
        bytes += sizeOf(request);
        if (bytes < MAX_BATCH_BYTES) flushLater();
        else flush();
      }),
  };
}

/** The bytes of the objects in a request. */
export function sizeOf({ object, oldObject }: Sent<AdmissionRequest>): number {
  return (object?.byteLength ?? 0) + (oldObject?.byteLength ?? 0);
}

/** The answer for a request that is admitted as it is. */
function admission(uid: string, revision: string): AdmissionResponse {
  return {
    uid,
    allowed: true,
    status: null,
    refusedBy: '',
    patch: NOTHING,
    changedBy: [],
    warnings: [],
    auditAnnotations: [],
    revision,
  };
}

const NOTHING = new Uint8Array();

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
