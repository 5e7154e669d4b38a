import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { startTestApi, type TestApi, type TestRequest } from '../api.test.helper.js';
import { DEFINITIONS, widgetDefinition, widgetFor, widgetsIn } from './definitions.test.helper.js';

const TEXT = { type: 'string' };
const VIEWS = { type: 'array', 'x-kubernetes-list-type': 'atomic', 'x-kubernetes-preserve-unknown-fields': true };

/** v1 is stored. Only v1beta1 has a colour. */
const VERSIONS: JsonObject[] = [
  version('v1', { views: { ...VIEWS, items: { type: 'object' } }, box: embedded() }),
  {
    ...version('v1beta1', { colour: TEXT, box: embedded() }),
    storage: false,
    deprecated: true,
  },
];

describe('the response to a write of a custom object', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
    await send('POST', DEFINITIONS, widgetDefinition('example.io', {}, { versions: VERSIONS }));
  });
  after(() => api.close());

  async function send(method: string, path: string, body?: JsonObject, type?: string): Promise<JsonObject> {
    const request: TestRequest = {
      ...(body && { body: widgetFor(path, body) }),
      ...(type !== undefined && { headers: headersOf(type) }),
    };
    const { status, message, json } = await api.request(method, path, request);
    assert.ok(status < 300, `${method} ${path}: ${status} ${message}`);
    return plain(json) as JsonObject;
  }

  const box = { apiVersion: 'v1', kind: 'Box', metadata: { name: 'inner' }, sides: 6 };
  for (const { what, version: name, spec, shown } of [
    { what: 'a status that has defaults', version: 'v1', spec: {}, shown: {} },
    { what: 'a resource embedded', version: 'v1', spec: { box }, shown: { box } },
    { what: 'fields that the stored version lacks', version: 'v1beta1', spec: { colour: 'blue', box }, shown: { box } },
  ])
    it(`equals a read: ${what}`, async () => {
      const collection = widgetsIn('example.io', name);
      const object = { metadata: { name: 'a' }, spec, status: { phase: 'of the client' } };
      const dry = await send('POST', `${collection}?dryRun=All`, object);
      const created = await send('POST', collection, object);
      const read = await send('GET', `${collection}/a`);
      assert.deepEqual(created, read);
      assert.deepEqual([read['spec'], read['status']], [shown, { phase: 'waiting' }]);
      assert.deepEqual([dry['spec'], dry['status']], [read['spec'], read['status']]);
      // The first write stores the defaults, so that the second one changes nothing.
      const first = await send('PUT', `${collection}/a`, read);
      assert.deepEqual(first['spec'], shown);
      assert.deepEqual(await send('PUT', `${collection}/a`, first), first, 'a write of the same writes nothing');
      await send('DELETE', `${collection}/a`);
    });

  it('has all applied fields inside a list with preserved unknown fields', async () => {
    const apiVersion = 'example.io/v1';
    const views = [{ name: 'front', panes: [{ width: 3 }] }];
    const config = { apiVersion, kind: 'Widget', metadata: { name: 'b' }, spec: { views } };
    const path = `${widgetsIn('example.io')}/b`;
    const { spec } = await send('PATCH', `${path}?fieldManager=m`, config, 'application/apply-patch+yaml');
    assert.deepEqual(spec, { views });
  });
});

function version(name: string, properties: JsonObject): JsonObject {
  const status = { type: 'object', default: {}, properties: { phase: { ...TEXT, default: 'waiting' } } };
  return {
    name,
    served: true,
    storage: true,
    subresources: { status: {} },
    schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties }, status } } },
  };
}

function embedded(): JsonObject {
  return { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true };
}

function headersOf(type: string): Record<string, string> {
  return { 'content-type': type };
}
