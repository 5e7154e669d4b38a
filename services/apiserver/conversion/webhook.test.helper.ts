import type { SecureServerOptions } from 'node:http2';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import {
  openWorkshop,
  text,
  type Answering,
  type Asked,
  type Listening,
  type ProtocolName,
  type Workshop,
} from '@pilothouse/client/servers.test.helper.js';
import type { Converter } from '@pilothouse/kinds/definition/converter.js';
import { webhookConverter, type ObservedRequest, type WebhookConverterOptions } from './webhook.js';

export const V1 = 'example.com/v1';
export const V2 = 'example.com/v2';

/** A ConversionReview as a webhook receives it. */
export interface SeenReview {
  readonly kind: string;
  readonly apiVersion: string;
  readonly request: {
    readonly uid: string;
    readonly desiredAPIVersion: string;
    readonly objects: readonly JsonObject[];
  };
}

/** The webhook's response: a review, or undefined if it writes the response itself. */
export type Answer = (review: SeenReview, answering: Answering, asked: Asked) => object | undefined;

export interface TestWebhook {
  readonly seen: SeenReview[];
  readonly requests: Pick<Asked, 'method' | 'url' | 'headers' | 'httpVersion'>[];
  readonly observed: ObservedRequest[];
  /** The present and the peak number of concurrent requests. */
  readonly load: { now: number; peak: number };
  answer: Answer;
  readonly listening: Listening;
  readonly caBundle: string;
  /** A converter that calls it. */
  readonly converter: (options?: Partial<WebhookConverterOptions>) => Converter;
}

/** Responds with the objects in the desired version, changed by `change`. */
export function converted(change: (object: JsonObject, index: number) => unknown = (object) => object): Answer {
  return (review) => good(review, change);
}

export function good(
  { apiVersion, kind, request }: SeenReview,
  change: (object: JsonObject, index: number) => unknown = (object) => object,
): JsonObject {
  const { uid, desiredAPIVersion, objects } = request;
  const convertedObjects = objects.map((object, index) => change({ ...object, apiVersion: desiredAPIVersion }, index));
  const response = { uid, convertedObjects: convertedObjects as JsonObject[], result: { status: 'Success' } };
  return { kind, apiVersion, response };
}

/** Test webhooks on separate servers; `close` stops all. */
export interface Webhooks {
  readonly workshop: Workshop;
  readonly start: (options?: SecureServerOptions, protocol?: ProtocolName) => Promise<TestWebhook>;
  readonly close: () => Promise<void>;
}

export function openWebhooks(): Webhooks {
  const workshop = openWorkshop();
  const converters: Converter[] = [];
  return {
    workshop,
    async start(serverOptions, protocol = 'HTTP/1.1') {
      const listener = (asked: Asked, answering: Answering): void => void serve(asked, answering);
      const listening = await workshop.serve(protocol, listener, serverOptions);
      const { certPem } = await workshop.certificate();
      const caBundle = Buffer.from(certPem).toString('base64');
      let uids = 0;
      const webhook: TestWebhook = {
        seen: [],
        requests: [],
        observed: [],
        load: { now: 0, peak: 0 },
        answer: converted(),
        listening,
        caBundle,
        converter(options) {
          const converter = webhookConverter({
            clientConfig: { url: `${listening.url}/convert`, caBundle },
            reviewVersions: ['v1'],
            resolve: async () => Promise.reject(new Error('there are no services')),
            domain: createDomain(),
            uuid: () => `uid-${++uids}`,
            now: () => 0,
            observe: (request) => webhook.observed.push(request),
            ...options,
          });
          converters.push(converter);
          return converter;
        },
      };
      async function serve(asked: Asked, answering: Answering): Promise<void> {
        const { load } = webhook;
        load.peak = Math.max(load.peak, ++load.now);
        answering.once('close', () => (load.now -= 1));
        const review = JSON.parse(await text(asked)) as SeenReview;
        webhook.seen.push(review);
        const { method, url, headers, httpVersion } = asked;
        webhook.requests.push({ method, url, headers, httpVersion });
        const answer = webhook.answer(review, answering, asked);
        if (answer === undefined) return;
        answering.writeHead(200, { 'content-type': 'application/json' });
        answering.end(JSON.stringify(answer));
      }
      return webhook;
    },
    async close() {
      await Promise.all(converters.splice(0).map((converter) => converter.close()));
      await workshop.close();
    },
  };
}

export function widget(name: string, apiVersion = V1, more: object = {}): JsonObject {
  const metadata = { name, namespace: 'default', uid: `u-${name}`, labels: { a: 'b' }, generation: 3 };
  return Object.assign(newObject(), { apiVersion, kind: 'Widget', metadata, spec: { size: 1 } }, more);
}

export const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
