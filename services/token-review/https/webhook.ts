import { invalidObject, StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { fieldPath } from '@pilothouse/apimachinery/status/field-error.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { RequestOrigin, Outcome, Reviewer } from '../review/review.js';
import { readBody } from './read-body.js';
import type { HttpsAnswer, HttpsRequest } from './server.js';
import { readTokenReview, tokenReviewAnswer } from './token-review.js';

export interface WebhookOptions {
  readonly reviewer: Reviewer;
  /** The API group of TokenReviews, such as `authentication.k8s.io`. */
  readonly group: string;
}

/** The paths that accept TokenReviews. */
const PATHS: readonly string[] = ['/', '/tokenreview'];
/** Seconds of Retry-After when a source has failed. */
const RETRY_AFTER = 1;

/**
 * Answers TokenReviews as a Kubernetes token webhook: 200 for every verdict. Only temporary failures are 429 or 503, since an
 * API server retries after those.
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
  if (client === undefined) throw new StatusError('Unauthorized', 'the client certificate is no longer valid');
  const origin: RequestOrigin = { transport: 'https', client, signal };
  const limited = reviewer.admit(origin);
  if (limited !== undefined) throw errorOf(limited, group);
  try {
    checkHead(request);
    const { apiVersion, reviewRequest } = readTokenReview(await readBody(request.body), group);
    const outcome = await reviewer.review(reviewRequest, origin);
    if (outcome.type === 'invalid' || outcome.type === 'limited' || outcome.type === 'failed') {
      return failure(errorOf(outcome, group));
    }
    return { status: 200, body: tokenReviewAnswer(apiVersion, outcome) };
  } catch (error) {
    signal.throwIfAborted();
    const status = StatusError.from(error);
    reviewer.unreadable(status.message, origin);
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
      return new StatusError('TooManyRequests', 'this client exceeds its rate limit', {
        details: { retryAfterSeconds },
      });
    }
    case 'failed':
      return new StatusError('ServiceUnavailable', 'the token cannot be reviewed now', {
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
