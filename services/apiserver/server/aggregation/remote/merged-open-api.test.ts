import assert from 'node:assert/strict';
import { deepEqual } from '@pilothouse/apimachinery/json/equal.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { decodeOpenApiV2 } from '@pilothouse/apimachinery/openapi/gnostic.test.helper.js';
import { DEFAULT_FEATURES } from '../../../features/gates.js';
import { createServerMetrics } from '../../../metrics/server-metrics.js';
import { GROUP, NAME, SERVICES, startAggregation } from './aggregation.test.helper.js';

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
const THINGS = `/apis/${GROUP}/v1/things`;
const PROTOBUF = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

interface Document {
  readonly paths: JsonObject;
  readonly definitions: JsonObject;
}

describe('the merged OpenAPI v2 document', () => {
  it('has what an extension API server serves, until its APIService is deleted', async () => {
    const metrics = createServerMetrics({ features: DEFAULT_FEATURES, clock: () => 0, now: () => new Date(0) });
    const { server, api, serve, until, reaches, close } = await startAggregation({ metrics });
    try {
      const thing = { type: 'object', properties: { metadata: { $ref: `#/definitions/${META}` } } };
      const responses = { 200: { description: 'OK', schema: { $ref: '#/definitions/com.example.Thing' } } };
      const item = { get: { operationId: 'readThing', responses } };
      const document = {
        paths: { [THINGS]: item, '/api/': { get: { operationId: 'other' } } },
        definitions: { 'com.example.Thing': thing, [META]: { type: 'object' } },
      };
      server.openApiV2 = (_request, response) => void response.end(JSON.stringify(document));
      const read = async () => JSON.parse((await api.request('GET', '/openapi/v2')).text) as Document;
      const isMerged = async () => (await read()).paths[THINGS] !== undefined;
      const before = await read();
      await serve();
      await until(isMerged);
      const merged = await read();
      const renamed = { ...thing, properties: { metadata: { $ref: `#/definitions/${META}_v2` } } };
      assert.deepEqual(merged, {
        ...before,
        paths: { ...before.paths, [THINGS]: item },
        definitions: { ...before.definitions, 'com.example.Thing': renamed, [`${META}_v2`]: { type: 'object' } },
      });
      const { bytes } = await api.request('GET', '/openapi/v2', { headers: { accept: PROTOBUF } });
      assert.ok(deepEqual(decodeOpenApiV2(bytes), { ...merged }));
      await api.request('DELETE', '/api/v1/namespaces/default/services/server');
      await reaches('ServiceNotFound');
      assert.deepEqual(await read(), merged);
      await api.request('DELETE', `${SERVICES}/${NAME}`);
      await until(async () => !(await isMerged()));
      assert.deepEqual(await read(), before);
      const { text } = await api.request('GET', '/metrics');
      const lines = text.split('\n').filter((line) => line.startsWith('aggregator_openapi_v2_regeneration'));
      assert.deepEqual(
        lines.map((line) => line.replace(/ 0\.\d+$/, ' <time>')),
        [
          `aggregator_openapi_v2_regeneration_count{apiservice="${NAME}",reason="add"} 1`,
          `aggregator_openapi_v2_regeneration_count{apiservice="${NAME}",reason="delete"} 1`,
          'aggregator_openapi_v2_regeneration_duration{reason="add"} <time>',
          'aggregator_openapi_v2_regeneration_duration{reason="delete"} 0',
        ],
      );
    } finally {
      await close();
    }
  });
});
