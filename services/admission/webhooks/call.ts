import { Buffer } from 'node:buffer';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { WebhookEndpoint } from '@pilothouse/webhook-client/endpoint.js';
import { WebhookCallError } from '@pilothouse/webhook-client/exchange.js';
import type { SpanAttributes } from '@pilothouse/runtime/tracing/span.js';
import { createYieldingQueue } from '@pilothouse/runtime/event-loop/yielding-queue.js';
import type { AdmissionAttributes } from '../attributes.js';
import type { ReviewedWrite } from '../expressions/write-values.js';
import { operationsIn, readAnswer, UndecodableError, type Answer } from './answer.js';
import { CallError, type Outcome } from './outcome.js';
import { dryRunUnsupported, refusalBy } from './refusal.js';
import { reviewApiVersion, reviewText, type WriteObject } from './review.js';
import type { Webhook, WebhookSpec } from './webhook.js';

/** Limit of an answer. A patch has at most the size of a request, in base64. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Bytes of an answer that is parsed at once. */
const SMALL = 16_384;

export interface CallerOptions {
  readonly domain: Domain;
  readonly uuid: () => string;
  /** The endpoint of a clientConfig. Throws for an invalid one. */
  readonly endpointOf: (config: WebhookSpec['clientConfig']) => WebhookEndpoint;
  readonly isMutating: boolean;
}

/** A write that a webhook reviews. */
export interface ReviewCall {
  readonly webhook: Webhook;
  readonly reviewed: ReviewedWrite;
  readonly attributes: AdmissionAttributes;
  readonly write: WriteObject;
}

/**
 * Calls a webhook, and passes on its warnings and audit annotations. Rejects only with the reason of the request's
 * signal.
 */
export type CallWebhook = (call: ReviewCall) => Promise<Outcome>;

export function webhookCaller(options: CallerOptions): CallWebhook {
  const { domain, uuid, isMutating } = options;
  const queue = createYieldingQueue();

  async function answerOf({ webhook, reviewed, attributes, write }: ReviewCall): Promise<Answer> {
    const { name, reviewVersion, timeout } = webhook;
    const { signal } = attributes;
    const fail = (reason: string, code: number, cause?: unknown): CallError =>
      new CallError(name, reason, code, { cause });
    if (reviewVersion === undefined) {
      const why = 'webhook does not accept known AdmissionReview versions (v1, v1beta1)';
      throw fail(`could not create admission objects: ${why}`, 400);
    }
    const uid = uuid();
    const apiVersion = reviewApiVersion(domain, reviewVersion);
    const endpoint = endpointFor(webhook, options);
    const text = reviewText({ apiVersion, uid, reviewed, write });
    const expected = { apiVersion, isOldVersion: reviewVersion === 'v1beta1', uid, isMutating };
    attributes.callsOut?.();
    const span = attributes.trace?.start(`Call ${isMutating ? 'mutating' : 'validating'} webhook`, {
      attributes: spanAttributes(webhook, attributes, uid),
    });
    let review: JsonObject;
    try {
      const call = { timeout, maxResponseBytes: MAX_ANSWER_BYTES, signal, trace: span };
      const { bytes, read } = await endpoint.post(Buffer.from(text), call);
      review = await (bytes > SMALL ? queue.run(read) : read());
      span?.event('Request completed');
    } catch (error) {
      span?.fail(errorMessage(error));
      signal.throwIfAborted();
      throw fail(`failed to call webhook: ${errorMessage(error)}`, codeOf(error), error);
    } finally {
      span?.end();
    }
    try {
      return readAnswer(review, expected);
    } catch (error) {
      const what = error instanceof UndecodableError ? 'failed to call webhook' : 'received invalid webhook response';
      throw fail(`${what}: ${errorMessage(error)}`, 503, error);
    }
  }

  return async (call) => {
    const { webhook, attributes } = call;
    if (attributes.dryRun && !hasNoEffectOnDryRun(webhook)) {
      return { type: 'unusable', error: dryRunUnsupported(webhook.name) };
    }
    let answer: Answer;
    try {
      answer = await answerOf(call);
    } catch (error) {
      if (error instanceof CallError) return { type: 'failed', error };
      throw error;
    }
    for (const [key, value] of Object.entries(answer.auditAnnotations)) {
      attributes.annotate(`${webhook.name}/${key}`, value);
    }
    for (const warning of answer.warnings) if (warning !== '') attributes.warn(warning);
    if (!answer.isAllowed) return { type: 'refused', error: refusalBy(webhook.name, answer.status) };
    return isMutating ? patchIn(answer, webhook.name) : { type: 'admitted' };
  };
}

/** Kubernetes' attributes. */
function spanAttributes(
  { configuration, name }: Webhook,
  { resource: { group, version, resource }, subresource, operation }: AdmissionAttributes,
  uid: string,
): SpanAttributes {
  return {
    configuration,
    webhook: name,
    resource: `${group}/${version}, Resource=${resource}`,
    subresource,
    operation,
    UID: uid,
  };
}

function endpointFor({ name, spec }: Webhook, { endpointOf }: CallerOptions): WebhookEndpoint {
  try {
    return endpointOf(spec.clientConfig);
  } catch (error) {
    throw new CallError(name, `could not get REST client: ${errorMessage(error)}`, 500, { cause: error });
  }
}

function hasNoEffectOnDryRun({ spec: { sideEffects } }: Webhook): boolean {
  return sideEffects === 'None' || sideEffects === 'NoneOnDryRun';
}

function codeOf(error: unknown): number {
  return (error instanceof WebhookCallError ? error.code : undefined) ?? 503;
}

function patchIn({ patch: bytes, patchType = '', status }: Answer, webhook: string): Outcome {
  if (bytes === undefined) return { type: 'admitted' };
  let patch: readonly JsonObject[];
  try {
    patch = operationsIn(bytes);
  } catch (error) {
    const reason = `received undecodable patch in webhook response: ${errorMessage(error)}`;
    return { type: 'failed', error: new CallError(webhook, reason, 503, { cause: error }) };
  }
  if (patch.length === 0) return { type: 'admitted' };
  if (patchType === 'JSONPatch') return { type: 'admitted', patch };
  const { code } = refusalBy(webhook, status);
  return { type: 'failed', error: new CallError(webhook, `unsupported patch type ${JSON.stringify(patchType)}`, code) };
}
