import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import {
  openWorkshop,
  text,
  type Answering,
  type Asked,
  type Listening,
  type ProtocolName,
  type Workshop,
} from '@pilothouse/client/servers.test.helper.js';
import { startTestApi, type TestApi, type TestApiOptions, type TestResponse } from '../../server/api.test.helper.js';

/** An AdmissionReview as a webhook receives it. */
export interface SeenReview {
  readonly kind: string;
  readonly apiVersion: string;
  readonly request: JsonObject & { readonly uid: string; readonly object: JsonObject | null };
  /** Path and query. */
  readonly url: string;
}

/** The response of a review; undefined if the handler answers itself. */
export type Handle = (
  review: SeenReview,
  answering: Answering,
  asked: Asked,
) => object | undefined | Promise<object | undefined>;

/** The API and a webhook server. Each path of the server has a handler of its own. */
export interface WebhookFixture {
  readonly api: TestApi;
  readonly workshop: Workshop;
  readonly listening: Listening;
  /** In the order of arrival. */
  readonly seen: SeenReview[];
  /** Handles the path `/name`. */
  readonly handle: (name: string, handler: Handle) => void;
  /** Creates a configuration `name` with a webhook for ConfigMaps at `/name`, with the given differences. */
  readonly configure: (kind: 'mutating' | 'validating', name: string, more?: JsonObject) => Promise<TestResponse>;
  readonly create: (name: string, more?: JsonObject, query?: string) => Promise<TestResponse>;
  /** Deletes all configurations and forgets what was seen. */
  readonly reset: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const GROUP = '/apis/admissionregistration.k8s.io/v1';
export const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

export function allowed({ request: { uid } }: SeenReview, more: object = {}): object {
  return { uid, allowed: true, ...more };
}

export function patched(review: SeenReview, ...operations: readonly object[]): object {
  const patch = Buffer.from(JSON.stringify(operations)).toString('base64');
  return allowed(review, { patchType: 'JSONPatch', patch });
}

export async function openWebhooks(
  options: TestApiOptions = {},
  protocol: ProtocolName = 'HTTP/1.1',
): Promise<WebhookFixture> {
  const api = await startTestApi(options);
  const workshop = openWorkshop();
  const handlers = new Map<string, Handle>();
  const seen: SeenReview[] = [];
  const { certPem } = await workshop.certificate();
  const caBundle = Buffer.from(certPem).toString('base64');
  const listening = await workshop.serve(protocol, (asked, answering) => void serve(asked, answering));

  async function serve(asked: Asked, answering: Answering): Promise<void> {
    const { url = '' } = asked;
    const review: SeenReview = { ...(JSON.parse(await text(asked)) as SeenReview), url };
    seen.push(review);
    const handler = handlers.get(/^\/([^?]*)/.exec(url)?.[1] ?? '') ?? ((each) => allowed(each));
    const response = await handler(review, answering, asked);
    if (response === undefined) return;
    answering.writeHead(200, { 'content-type': 'application/json' });
    answering.end(JSON.stringify({ kind: review.kind, apiVersion: review.apiVersion, response }));
  }

  return {
    api,
    workshop,
    listening,
    seen,
    handle: (name, handler) => void handlers.set(name, handler),
    configure(kind, name, more = {}) {
      const webhook = {
        name: `${name}.example.com`,
        clientConfig: { url: `${listening.url}/${name}`, caBundle },
        rules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        ...more,
      };
      const body = { metadata: { name }, webhooks: [webhook] };
      return api.request('POST', `${GROUP}/${kind}webhookconfigurations`, { body });
    },
    create: (name, more = {}, query = '') =>
      api.request('POST', `${CONFIG_MAPS}${query}`, { body: { metadata: { name }, ...more } }),
    async reset() {
      for (const kind of ['mutating', 'validating']) {
        await api.request('DELETE', `${GROUP}/${kind}webhookconfigurations`);
      }
      handlers.clear();
      seen.length = 0;
    },
    async close() {
      await api.close();
      await workshop.close();
    },
  };
}
