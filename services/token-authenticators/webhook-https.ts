import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, ownValue, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { HttpsTransportOptions } from '@pilothouse/client/https-transport.js';
import { inSpan, type TraceHeaders } from '@pilothouse/runtime/tracing/span.js';
import { textAt, textsIn } from './claims.js';
import { readAtMost } from './read-at-most.js';
import type { ReviewResponse, ReviewRequest, TokenReviewer } from './token-reviewer.js';
import type { User } from './user.js';
import { webhookService, type WebhookService } from './webhook-service.js';

export interface HttpsReviewerOptions {
  /** API version of the TokenReviews. */
  readonly version: 'v1' | 'v1beta1';
  readonly domain: Domain;
}

/** A token review service over HTTP. */
export function httpsReviewer(connection: HttpsTransportOptions, options: HttpsReviewerOptions): TokenReviewer {
  const service = webhookService(connection);
  const apiVersion = `${options.domain.group('authentication')}/${options.version}`;
  return {
    review: (request, signal, trace) =>
      inSpan(trace, 'HTTP POST', { kind: 'client', attributes: { 'url.full': connection.url } }, async (span) => {
        const body = Buffer.from(JSON.stringify(tokenReview(request, apiVersion)));
        return answerIn(await send(service, { body, signal, headers: span?.headers() }), request, apiVersion);
      }),
    isTransient: (error) => error instanceof BusyError || isNetworkError(error),
    close: () => service.transport.close(),
  };
}

function tokenReview({ token, audiences }: ReviewRequest, apiVersion: string): JsonObject {
  return {
    kind: 'TokenReview',
    apiVersion,
    metadata: { creationTimestamp: null },
    spec: { token, audiences: [...audiences] },
    status: { user: {} },
  };
}

class BusyError extends Error {}

/** Whether the error has a code of the operating system, such as ECONNREFUSED. TLS and HTTP errors have other codes. */
function isNetworkError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^E(AI_)?[A-Z0-9]+$/.test(String(error.code));
}

interface Sending {
  readonly body: Uint8Array;
  readonly signal: AbortSignal;
  /** Headers of the trace. */
  readonly headers: TraceHeaders | undefined;
}

async function send(
  { transport, target }: WebhookService,
  { body, signal, headers: trace }: Sending,
): Promise<JsonObject> {
  const headers = { 'content-type': 'application/json', accept: 'application/json', ...trace };
  const response = await transport.request({ method: 'POST', target, headers, body, signal });
  const bytes = await readAtMost(response.body);
  const { status } = response;
  if (status === 429 || status >= 500) throw new BusyError(`the webhook answers with ${status}`);
  if (status < 200 || status > 299) throw new Error(`the webhook answers with ${status}`);
  const { value } = parseJson(bytes);
  if (!isObject(value)) throw new Error('the answer is not a JSON object');
  return value;
}

/** Decodes a TokenReview response. Throws for an invalid one. */
function answerIn(review: JsonObject, { token }: ReviewRequest, apiVersion: string): ReviewResponse {
  const { kind, spec, status } = review;
  if (kind !== 'TokenReview' || review['apiVersion'] !== apiVersion) throw new Error('the answer is not a TokenReview');
  const about = isObject(spec) ? ownValue(spec, 'token') : undefined;
  if (about !== undefined && about !== token) throw new Error('the answer is about another token');
  if (!isObject(status)) throw new Error('the answer has no status');
  const { authenticated, user, audiences } = status;
  if (authenticated !== true) return { authenticated: false, error: textAt(status, 'error') ?? '' };
  return { authenticated, user: userOf(isObject(user) ? user : {}), audiences: textsIn(audiences) };
}

function userOf(info: JsonObject): User {
  const { extra } = info;
  const entries = isObject(extra) ? Object.entries(extra) : [];
  return {
    name: textAt(info, 'username') ?? '',
    uid: textAt(info, 'uid') ?? '',
    groups: allTexts(info['groups']),
    extra: new Map(entries.map(([key, values]) => [key, allTexts(values)])),
  };
}

/** The strings of an optional list. */
function allTexts(value: JsonValue | undefined): string[] {
  const list = value ?? [];
  const texts = textsIn(value);
  if (Array.isArray(list) && texts.length === list.length) return texts;
  throw new Error('the answer contains an invalid user');
}
