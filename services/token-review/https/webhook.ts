import { invalidObject, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { fieldPath } from '@pilothouse/apimachinery/status/field-error.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Asking, Outcome, Reviewer } from '../review/review.js';
import { readBody } from './read-body.js';
import type { HttpsAnswer, HttpsRequest } from './server.js';
import { readTokenReview, tokenReviewAnswer } from './token-review.js';

export interface WebhookOptions {
  readonly reviewer: Reviewer;
  /** The group of TokenReviews, such as `authentication.k8s.io`. */
  readonly group: string;
}

/** Where TokenReviews are posted to. */
const PATHS: readonly string[] = ['/', '/tokenreview'];
/** Seconds after which a client should ask again about what cannot be told now. */
const RETRY_AFTER = 1;

/**
 * Answers TokenReviews as a token webhook of Kubernetes does: 200 for every answer, be it yes or no. Only what may be better
 * the next time is 429 or 503, since an API server asks again then.
 */
export function tokenReviewWebhook(options: WebhookOptions): (request: HttpsRequest) => Promise<HttpsAnswer> {
  return async (request) => {
    try {
      return await answer(request, options);
    } catch (error) {
      request.signal.throwIfAborted();
      return failure(StatusError.from(error));
    }
  };
}

async function answer(request: HttpsRequest, { reviewer, group }: WebhookOptions): Promise<HttpsAnswer> {
  const { client, signal } = request;
  if (client === undefined) throw new StatusError('Unauthorized', 'the client certificate is good no more');
  const asking: Asking = { transport: 'https', client, signal };
  const limited = reviewer.admit(asking);
  if (limited !== undefined) throw errorOf(limited, group);
  try {
    checkHead(request);
    const { apiVersion, question } = readTokenReview(await readBody(request.body), group);
    const outcome = await reviewer.review(question, asking);
    if (outcome.type === 'invalid' || outcome.type === 'limited' || outcome.type === 'failed') {
      return failure(errorOf(outcome, group));
    }
    return { status: 200, body: tokenReviewAnswer(apiVersion, outcome) };
  } catch (error) {
    signal.throwIfAborted();
    const status = StatusError.from(error);
    reviewer.unreadable(status.message, asking);
    throw status;
  }
}

function checkHead({ method, path, contentType }: HttpsRequest): void {
  if (!PATHS.includes(path)) {
    throw new StatusError('NotFound', `the server could not find the path; TokenReviews go to ${PATHS.join(' or ')}`);
  }
  if (method !== 'POST') throw new StatusError('MethodNotAllowed', 'TokenReviews are sent with POST');
  const mediaType = contentType?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== undefined && mediaType !== 'application/json') {
    throw new StatusError('UnsupportedMediaType', 'TokenReviews are sent as application/json');
  }
}

function errorOf(outcome: Extract<Outcome, { type: 'invalid' | 'limited' | 'failed' }>, group: string): StatusError {
  switch (outcome.type) {
    case 'invalid': {
      const errors = outcome.errors.map((error) => ({ ...error, field: fieldPath('spec', error.field) }));
      return invalidObject({ group, kind: 'TokenReview' }, '', errors);
    }
    case 'limited': {
      const retryAfterSeconds = Math.ceil(outcome.retryAfter);
      return new StatusError('TooManyRequests', 'this client asks too often', { details: { retryAfterSeconds } });
    }
    case 'failed':
      return new StatusError('ServiceUnavailable', 'whose the token is cannot be told now', {
        details: { retryAfterSeconds: RETRY_AFTER },
      });
  }
}

function failure(error: StatusError): HttpsAnswer {
  const seconds = error.details?.retryAfterSeconds;
  return {
    status: error.code,
    headers: {
      ...(seconds !== undefined && { 'retry-after': String(seconds) }),
      ...(error.reason === 'MethodNotAllowed' && { allow: 'POST' }),
    },
    body: error.toStatus() as unknown as JsonObject,
  };
}
