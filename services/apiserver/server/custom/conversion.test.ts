import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { converted, openWebhooks, type TestWebhook, type Webhooks } from '../../conversion/webhook.test.helper.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { startTestApi, type TestApi } from '../api.test.helper.js';
import {
  changeDefinition,
  DEFINITIONS,
  widget,
  widgetDefinition,
  widgetFor,
  widgetsIn,
} from './definitions.test.helper.js';

const V1 = widgetsIn('example.io');
const V2 = widgetsIn('example.io', 'v2');
const NAME = 'widgets.example.io';

/** v1 has `spec.size`, v2 has `spec.bounds.size`. */
const convert = converted((object) => {
  const { size, bounds } = object['spec'] as { size?: number; bounds?: { size: number } };
  return { ...object, spec: bounds === undefined ? { bounds: { size } } : { size: bounds.size } };
});

describe('a custom kind with a conversion webhook', () => {
  let api: TestApi;
  let webhooks: Webhooks;
  let webhook: TestWebhook;
  beforeEach(async () => {
    api = await startTestApi();
    webhooks = openWebhooks();
    webhook = await webhooks.start();
    webhook.answer = convert;
    const number = { type: 'integer' };
    const version = (name: string, properties: JsonObject) => ({
      name,
      served: true,
      storage: name === 'v1',
      schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } },
    });
    const versions = [
      version('v1', { size: number }),
      version('v2', {
        bounds: { type: 'object', properties: { size: number, unit: { type: 'string', default: 'm' } } },
      }),
    ];
    const clientConfig = { url: `${webhook.listening.url}/convert`, caBundle: webhook.caBundle };
    const conversion = { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig } };
    await ok('POST', DEFINITIONS, widgetDefinition('example.io', {}, { versions, conversion }));
  });
  afterEach(async () => {
    await api.close();
    await webhooks.close();
  });

  async function ok(method: string, path: string, body?: JsonObject): Promise<JsonObject> {
    const { status, message, json } = await api.request(method, path, { ...(body && { body: widgetFor(path, body) }) });
    assert.ok(status < 300, `${method} ${path}: ${status} ${message}`);
    return plain(json) as JsonObject;
  }

  it('is read, written, listed and watched in each', async () => {
    const { metadata } = await ok('GET', V2);
    const from = (metadata as JsonObject)['resourceVersion'] as string;
    const events = api.watch(`${V2}?watch=1&resourceVersion=${from}`);
    await ok('POST', V1, widget('a', { size: 1 }));
    await ok('POST', V2, widget('b', { bounds: { size: 2, unit: 'km' } }));
    assert.deepEqual((await ok('GET', `${V1}/b`))['spec'], { size: 2 });
    // Reads apply the defaults of the storage version only.
    const shown = { bounds: { size: 2 } };
    assert.deepEqual((await ok('GET', `${V2}/b`))['spec'], shown);
    const { items } = await ok('GET', V2);
    assert.deepEqual(
      (items as JsonObject[]).map(({ spec }) => spec),
      [{ bounds: { size: 1 } }, shown],
    );
    const patch = {
      body: { spec: { bounds: { size: 3 } } },
      headers: { 'content-type': 'application/merge-patch+json' },
    };
    assert.equal((await api.request('PATCH', `${V2}/a`, patch)).status, 200);
    assert.deepEqual((await ok('GET', `${V1}/a`))['spec'], { size: 3 });
    const seen = [];
    for await (const { type, object } of events) {
      const { metadata, spec } = object as { metadata: { name: string }; spec: { bounds: { size: number } } };
      seen.push(`${type as string} ${metadata.name} ${spec.bounds.size}`);
      if (seen.length === 3) break;
    }
    assert.deepEqual(seen, ['ADDED a 1', 'ADDED b 2', 'MODIFIED a 3']);
  });

  it('is converted once for all readers, and a list in a single request', async () => {
    for (let index = 0; index < 20; index++) await ok('POST', V1, widget(`w${index}`, { size: index }));
    assert.equal(webhook.seen.length, 0);
    await ok('GET', V2);
    await ok('GET', V2);
    await ok('GET', `${V2}/w3`);
    assert.deepEqual(
      webhook.seen.map(({ request }) => request.objects.length),
      [20],
    );
  });

  it('reports why a conversion failed, and still serves the storage version', async () => {
    await ok('POST', V1, widget('a', { size: 1 }));
    webhook.answer = ({ apiVersion, kind, request: { uid } }) => ({
      apiVersion,
      kind,
      response: { uid, result: { status: 'Failure', message: 'too large' } },
    });
    const failed = await api.request('GET', V2);
    assert.deepEqual(
      [failed.status, failed.message],
      [500, 'conversion webhook for example.io/v1, Kind=Widget failed: too large'],
    );
    assert.equal(
      (await api.request('POST', V2, { body: widgetFor(V2, widget('b', { bounds: { size: 1 } })) })).status,
      500,
    );
    await ok('GET', `${V1}/a`);
    webhook.answer = convert;
    await ok('GET', V2);
  });

  it('continues watches after a failure of the webhook', async () => {
    const { metadata } = await ok('GET', V2);
    const from = (metadata as JsonObject)['resourceVersion'] as string;
    await ok('POST', V1, widget('a', { size: 1 }));
    webhook.answer = (_review, answering) => {
      answering.writeHead(500);
      answering.end('');
      return undefined;
    };
    const failed = await api.watch(`${V2}?watch=1&resourceVersion=${from}`).next();
    const { type, object } = failed.value as { type: string; object: { code: number } };
    assert.deepEqual([type, object.code], ['ERROR', 500]);
    webhook.answer = convert;
    const { value } = await api.watch(`${V2}?watch=1&resourceVersion=${from}`).next();
    assert.equal((value as JsonObject)['type'], 'ADDED');
  });

  it('tracks field managers in each version', async () => {
    const apply = (path: string, manager: string, apiVersion: string, spec: JsonObject) =>
      api.request('PATCH', `${path}/a?fieldManager=${manager}`, {
        body: { apiVersion, kind: 'Widget', metadata: { name: 'a' }, spec },
        headers: { 'content-type': 'application/apply-patch+yaml' },
      });
    const made = await apply(V1, 'one', 'example.io/v1', { size: 1 });
    assert.equal(made.status, 201, made.message);
    const conflict = await apply(V2, 'two', 'example.io/v2', { bounds: { size: 2 } });
    assert.deepEqual(
      [conflict.status, conflict.message],
      [409, 'Apply failed with 1 conflict: conflict with "one": .spec.size'],
    );
    const patch = {
      body: { spec: { bounds: { size: 3 } } },
      headers: { 'content-type': 'application/merge-patch+json' },
    };
    const { json } = await api.request('PATCH', `${V2}/a?fieldManager=three`, patch);
    const { managedFields } = json['metadata'] as JsonObject;
    assert.deepEqual(
      (managedFields as JsonObject[]).map(({ manager, apiVersion, fieldsV1 }) => [
        manager,
        apiVersion,
        plain(fieldsV1),
      ]),
      [['three', 'example.io/v2', { 'f:spec': { 'f:bounds': { 'f:size': {}, 'f:unit': {} } } }]],
    );
  });

  it('follows a change of the storage version', async () => {
    await ok('POST', V1, widget('a', { size: 1 }));
    await changeDefinition(api, NAME, (spec) => {
      for (const version of spec['versions'] as JsonObject[]) version['storage'] = version['name'] === 'v2';
    });
    const { status } = await ok('GET', `${DEFINITIONS}/${NAME}`);
    assert.deepEqual((status as JsonObject)['storedVersions'], ['v1', 'v2']);
    const same = await ok('GET', `${V1}/a`);
    const before = same['metadata'] as JsonObject;
    const { metadata } = await ok('PUT', `${V1}/a`, same);
    assert.notEqual((metadata as JsonObject)['resourceVersion'], before['resourceVersion'], 'it is written again');
    const [entry] = (await api.store.list('/example.io/widgets/')).entries;
    const stored = JSON.parse(Buffer.from(entry?.value ?? []).toString()) as JsonObject;
    assert.deepEqual([stored['apiVersion'], stored['spec']], ['example.io/v2', { bounds: { size: 1 } }]);
  });
});
