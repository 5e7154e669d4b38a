import { setMaxListeners } from 'node:events';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { webhookEndpoint, type EndpointOptions, type WebhookEndpoint } from '@pilothouse/webhook-client/endpoint.js';
import type { WebhookClientConfig } from '@pilothouse/webhook-client/target.js';
import { createSlots } from '@pilothouse/runtime/event-loop/slots.js';
import { createYieldingQueue } from '@pilothouse/runtime/event-loop/yielding-queue.js';
import { ConversionError, kindText, type ConversionFailure } from './conversion-error.js';
import { checkConverted, type InvalidPart } from './converted-object.js';
import { withApiVersion, type ConvertOptions, type Converter } from '@pilothouse/kinds/definition/converter.js';
import { readReview, reviewText, reviewVersionOf, type ReviewType } from './review.js';
import { batchesOf, isSent, type Batch } from './request-batches.js';

export interface WebhookConverterOptions extends Pick<EndpointOptions, 'resolve'> {
  readonly clientConfig: WebhookClientConfig;
  /** The versions of ConversionReview that the webhook supports; the first one that the server supports is used. */
  readonly reviewVersions: readonly string[];
  readonly domain: Domain;
  readonly uuid: () => string;
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
  /** Called after each request to the webhook. */
  readonly observe?: (request: ObservedRequest) => void;
  readonly limits?: Partial<WebhookLimits>;
}

/** A request to a webhook, for metrics. */
export interface ObservedRequest {
  readonly milliseconds: number;
  /** Absent if the request succeeded. */
  readonly failure?: ConversionFailure;
  /** `group/version` of the first object, and the desired one. */
  readonly from: string;
  readonly to: string;
  readonly objects: number;
}

export interface WebhookLimits {
  /** Timeout in milliseconds; 30,000 by default. */
  readonly timeout: number;
  /** Characters of the objects in one request, except for a single one; 256 KiB by default. */
  readonly requestLength: number;
  /** Limit of a response in bytes; 8 MiB by default. */
  readonly responseBytes: number;
  /** Concurrent requests; 16 by default. */
  readonly requests: number;
}

/** Concurrent requests of one conversion, so that a long list does not use all. */
const REQUESTS_PER_CALL = 4;
const MIB = 1024 * 1024;

/** Limits below which a response (bytes) or a request (objects) is processed at once. */
const SMALL = 16_384;
const FEW = 10;

/** Parsing a response of 256 KiB blocks the event loop for some milliseconds. */
const LIMITS: WebhookLimits = {
  timeout: 30_000,
  requestLength: MIB / 4,
  responseBytes: 8 * MIB,
  requests: 16,
};

/**
 * The conversion strategy `Webhook`: sends objects of other versions in batches, as ConversionReviews. Connects on first
 * use.
 */
export function webhookConverter(options: WebhookConverterOptions): Converter {
  const limits = { ...LIMITS, ...options.limits };
  const slots = createSlots(limits.requests);
  const queue = createYieldingQueue();
  let endpoint: WebhookEndpoint | undefined;
  let isClosed = false;

  function endpointNow(): WebhookEndpoint {
    if (isClosed) throw new Error('the webhook is closed');
    return (endpoint ??= webhookEndpoint(options.clientConfig, options));
  }

  async function send(
    { originals, texts }: Batch,
    apiVersion: string,
    { signal, trace }: BatchOptions,
  ): Promise<JsonObject[]> {
    const type = reviewTypeOf(options);
    const uid = options.uuid();
    const span = trace?.start('Call conversion webhook', {
      attributes: { 'desired-api-version': apiVersion, 'object-count': originals.length, UID: uid },
    });
    const text = reviewText(type, { uid, desiredApiVersion: apiVersion, objects: texts });
    const call = { timeout: limits.timeout, maxResponseBytes: limits.responseBytes, signal, trace: span };
    const prefix = `conversion webhook for ${kindText(originals[0] ?? {})}`;
    let answer: JsonObject;
    try {
      const { bytes, read } = await endpointNow().post(Buffer.from(text), call);
      answer = await (bytes > SMALL ? queue.run(read) : read());
      span?.event('Request completed');
    } catch (error) {
      const why = errorMessage(error);
      span?.fail(why);
      signal.throwIfAborted();
      throw new ConversionError('conversion_webhook_call_failure', `${prefix} failed: ${why}`, error);
    } finally {
      span?.end();
    }
    const result = readReview(answer, type, uid);
    if (!result.ok) {
      throw new ConversionError('conversion_webhook_malformed_response_failure', `${prefix} failed: ${result.message}`);
    }
    const { objects } = result;
    if (objects.length !== originals.length) {
      const counts = `${objects.length} objects, expected ${originals.length}`;
      throw new ConversionError('conversion_webhook_partial_response_failure', `${prefix} returned ${counts}`);
    }
    return originals.map((original, index) => {
      const checked = checkConverted(original, objects[index] ?? null, apiVersion);
      if (checked.ok) return checked.object;
      const location = locationText(checked.part, index, originals.length);
      const message = `conversion webhook for ${kindText(original)} returned invalid ${location}: ${checked.message}`;
      throw new ConversionError('conversion_webhook_invalid_converted_object_failure', message);
    });
  }

  async function observed(batch: Batch, apiVersion: string, called: BatchOptions): Promise<JsonObject[]> {
    const begin = options.now();
    const report = (failure?: ConversionFailure): void =>
      options.observe?.({
        milliseconds: options.now() - begin,
        ...(failure && { failure }),
        from: batch.from,
        to: apiVersion,
        objects: batch.originals.length,
      });
    try {
      const converted = await send(batch, apiVersion, called);
      report();
      return converted;
    } catch (error) {
      if (error instanceof ConversionError && !called.signal.aborted) report(error.failure);
      throw error;
    }
  }

  async function convert(
    objects: readonly JsonObject[],
    apiVersion: string,
    { signal, trace }: ConvertOptions = {},
  ): Promise<JsonObject[]> {
    const results = objects.map((object) => (isSent(object, apiVersion) ? object : withApiVersion(object, apiVersion)));
    // The first failure stops the other batches.
    const stop = new AbortController();
    const follow = (): void => stop.abort(signal?.reason);
    // Any number of conversions may listen to one signal; Node would report that as a leak.
    if (signal !== undefined) setMaxListeners(0, signal);
    signal?.addEventListener('abort', follow, { once: true });
    const batches = batchesOf(objects, apiVersion, limits.requestLength);
    // Batches are serialised only when a slot is free.
    const next = async (): Promise<boolean> => {
      const make = (): Batch | undefined => batches.next().value;
      const batch = await (objects.length > FEW ? queue.run(make) : make());
      if (batch === undefined) return false;
      const converted = await observed(batch, apiVersion, { signal: stop.signal, trace });
      for (const [position, index] of batch.indexes.entries()) results[index] = converted[position] ?? {};
      return true;
    };
    const worker = async (): Promise<void> => {
      while (await slots.run(next, stop.signal));
    };
    const workers: Promise<void>[] = [];
    try {
      signal?.throwIfAborted();
      for (let count = 0; count < REQUESTS_PER_CALL; count++) workers.push(worker());
      await Promise.all(workers);
    } catch (error) {
      stop.abort(error);
      await Promise.allSettled(workers);
      throw error;
    } finally {
      signal?.removeEventListener('abort', follow);
    }
    return results;
  }

  return {
    convert,
    async close() {
      isClosed = true;
      endpoint?.close();
    },
  };
}

interface BatchOptions extends Pick<ConvertOptions, 'trace'> {
  readonly signal: AbortSignal;
}

function reviewTypeOf({ domain, reviewVersions }: WebhookConverterOptions): ReviewType {
  const version = reviewVersionOf(reviewVersions);
  if (version !== undefined) return { group: domain.group('apiextensions'), version };
  throw new ConversionError('conversion_webhook_call_failure', 'no supported conversion review versions');
}

/** Kubernetes has different texts for one object and for several. */
function locationText(part: InvalidPart, index: number, count: number): string {
  if (count === 1) return part === 'type' ? 'object at index 0' : part;
  return part === 'metadata' ? `metadata in object at index ${index}` : `converted object at index ${index}`;
}
