import type { Sent } from '../grpc/contract.js';
import { GrpcError } from '../grpc/errors.js';
import type { AnswerBatch, NumberedAnswer, NumberedReview, ReviewBatch } from '../grpc/generated/admission.js';
import type { GrpcStreamCall } from '../grpc/handlers.js';
import { grpcErrorOf } from './failures.js';
import { ReviewCall } from './review-call.js';
import { NoVerdictError, type AdmissionService, type Review, type Verdict } from './service.js';
import { decodeReview, encodeVerdict } from './wire.js';

/** Reviews in one message. More of them end the stream: they could take far more memory than their bytes. */
export const MAX_REVIEWS = 256;

/**
 * Reviews on one stream. The answers that are ready in one turn of the event loop are one message, because a message costs more
 * than the review of a small object. Each review can be cancelled; all are when the client leaves. A failure of one does not
 * end the others.
 */
export function batchedReviews(
  service: AdmissionService,
  { signal: left, send }: GrpcStreamCall<Sent<AnswerBatch>>,
): (batch: ReviewBatch) => Promise<void> {
  const running = new Map<number, ReviewCall>();
  const answers = createAnswers(send);
  left.addEventListener('abort', () => {
    for (const each of running.values()) each.cancel(left.reason);
  });

  async function answer({ id, request }: NumberedReview): Promise<void> {
    if (running.has(id)) throw new GrpcError('INVALID_ARGUMENT', `the number ${id} is not unique`);
    if (request === null) throw new GrpcError('INVALID_ARGUMENT', `the review ${id} has no request`);
    const call = new ReviewCall();
    running.set(id, call);
    try {
      const review = decodeReview(request);
      answers.verdict(id, review, await service.review(review, call));
    } catch (error) {
      if (call.isCancelled) return;
      const known = error instanceof NoVerdictError ? grpcErrorOf(error) : error;
      if (!(known instanceof GrpcError)) throw error;
      answers.failure(id, known);
    } finally {
      running.delete(id);
    }
  }

  return async ({ reviews, cancelled }) => {
    if (reviews.length > MAX_REVIEWS)
      throw new GrpcError('INVALID_ARGUMENT', `a message may have ${MAX_REVIEWS} reviews, but has ${reviews.length}`);
    const answered = reviews.map(answer);
    for (const id of cancelled) running.get(id)?.cancel(new GrpcError('CANCELLED', 'the client cancelled the review'));
    await Promise.all(answered);
    answers.flush();
  };
}

/** Collects answers until the end of the turn, or until `flush`. */
function createAnswers(send: (batch: Sent<AnswerBatch>) => void) {
  let admitted: number[] = [];
  let others: Sent<NumberedAnswer>[] = [];
  let revision = '';
  let timer: NodeJS.Immediate | undefined;
  const flush = (): void => {
    if (timer === undefined) return;
    clearImmediate(timer);
    timer = undefined;
    const batch = { admitted, answers: others, revision };
    [admitted, others] = [[], []];
    send(batch);
  };
  const later = (): void => {
    timer ??= setImmediate(flush);
  };
  return {
    flush,
    verdict(id: number, review: Review, verdict: Verdict) {
      if (isPlain(verdict) && (admitted.length === 0 || verdict.revision === revision)) {
        revision = verdict.revision;
        admitted.push(id);
      } else others.push({ id, response: encodeVerdict(review, verdict) });
      later();
    },
    failure(id: number, { code, message }: GrpcError) {
      others.push({ id, failure: { code, message } });
      later();
    },
  };
}

function isPlain(verdict: Verdict): boolean {
  const { warnings, annotations } = verdict;
  return verdict.allowed && verdict.change === undefined && warnings.length === 0 && annotations.length === 0;
}
