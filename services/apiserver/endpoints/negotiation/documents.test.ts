import assert from 'node:assert/strict';
import { DEFAULT_FEATURES } from '../../features/gates.js';
import { createServerMetrics } from '../../metrics/server-metrics.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';

const V2_PROTOBUF = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

/** All documents that are not resources, with their types. The first type is the default. */
const DOCUMENTS: Readonly<Record<string, readonly string[]>> = {
  '/version': ['application/json'],
  '/api': ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'],
  '/apis': ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'],
  '/apis/apps': ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'],
  '/apis/apps/v1': ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'],
  '/openapi/v2': ['application/json', V2_PROTOBUF],
  '/openapi/v3': ['application/json'],
  '/openapi/v3/apis/apps/v1': ['application/json'],
  '/metrics': ['text/plain', 'application/openmetrics-text'],
  '/statusz': ['text/plain'],
  '/flagz': ['text/plain'],
  '/configz': ['application/json'],
  '/.well-known/openid-configuration': ['application/json'],
  '/openid/v1/jwks': ['application/jwk-set+json', 'application/json'],
};

describe('the Accept header for a document', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi({
      tokens: { issuers: ['https://issuer.example'] },
      metrics: createServerMetrics({ features: DEFAULT_FEATURES, clock: () => 0, now: () => new Date(0) }),
      operations: { flags: {}, config: {} },
    });
  });
  after(() => api.close());

  for (const [path, types] of Object.entries(DOCUMENTS)) {
    it(`selects among the types of ${path}`, async () => {
      const [usual = ''] = types;
      const wanted = types.flatMap((type) => [
        [type, type],
        [`application/xml, ${type};q=0.1`, type],
      ]);
      const any = ['', '*/*', 'application/xml, */*;q=0.1', `${usual.split('/', 1)[0]}/*`].map((accept) => [
        accept,
        usual,
      ]);
      for (const [accept = '', type = ''] of [...wanted, ...any]) {
        const { status, headers } = await api.request('GET', path, { headers: { accept } });
        assert.deepEqual([status, headers['content-type']?.split(';', 1)[0]], [200, type], accept);
      }
    });

    it(`without a type of ${path} gets 406 with a Status`, async () => {
      for (const accept of ['application/xml', 'image/*, text/html;q=0.5', `${types.join(';q=0, ')};q=0`]) {
        const { status, headers, json, message } = await api.request('GET', path, { headers: { accept } });
        const { kind, reason } = json;
        assert.deepEqual(
          [status, headers['content-type'], kind, reason],
          [406, 'application/json', 'Status', 'NotAcceptable'],
        );
        for (const type of types) assert.ok(message.includes(type), message);
      }
    });
  }
});
