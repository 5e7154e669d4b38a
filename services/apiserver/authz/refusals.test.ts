import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { startTestApi, type TestApi, type TestRequest } from '../server/api.test.helper.js';

const ann = authenticatedUser('ann');
const PATCH = { 'content-type': 'application/merge-patch+json' };
const object = (name: string): JsonObject => ({ metadata: { name } });

describe('a refusal', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
    for (const resource of ['configmaps', 'serviceaccounts']) {
      const { status } = await api.request('POST', `/api/v1/namespaces/default/${resource}`, { body: object('there') });
      assert.equal(status, 201);
    }
  });
  after(() => api.close());

  /** Requests for an existing or a missing object. */
  const asked: readonly (readonly [
    method: string,
    path: string,
    there: string,
    request?: (name: string) => TestRequest,
  ])[] = [
    ['GET', '/api/v1/namespaces/default/configmaps/%', 'there'],
    ['GET', '/api/v1/namespaces/default/configmaps?fieldSelector=metadata.name=%', 'there'],
    ['PUT', '/api/v1/namespaces/default/configmaps/%', 'there', (name) => ({ body: object(name) })],
    ['PATCH', '/api/v1/namespaces/default/configmaps/%', 'there', () => ({ body: {}, headers: PATCH })],
    ['DELETE', '/api/v1/namespaces/default/configmaps/%', 'there'],
    ['POST', '/api/v1/namespaces/default/serviceaccounts/%/token', 'there', () => ({ body: { spec: {} } })],
    ['POST', '/api/v1/namespaces/default/configmaps', 'there', (name) => ({ body: object(name) })],
    ['GET', '/api/v1/namespaces/%/configmaps', 'default'],
    ['POST', '/api/v1/namespaces/%/configmaps', 'default', () => ({ body: object('x') })],
    ['GET', '/apis/apps/v1/%', 'controllerrevisions'],
  ];
  const refusals = [
    ['403', { user: ann }, 'Forbidden'],
    ['401', { headers: { authorization: 'Bearer x' } }, 'Unauthorized'],
  ] as const;
  for (const [code, who, reason] of refusals) {
    for (const [method, path, there, request] of asked) {
      it(`is a Status that does not reveal what exists: ${code} for ${method} ${path}`, async () => {
        const [present, missing] = await Promise.all(
          [there, 'missing'].map(async (name) => {
            const { headers, ...rest } = request?.(name) ?? {};
            const all = { ...rest, ...who, headers: { ...headers, ...('headers' in who && who.headers) } };
            const { status, json } = await api.request(method, path.replace('%', name), all);
            const { kind, status: outcome, reason: why, code: number } = json;
            assert.deepEqual([status, kind, outcome, why, number], [Number(code), 'Status', 'Failure', reason, status]);
            return JSON.stringify(plain(json)).replaceAll(name, '%');
          }),
        );
        assert.equal(present, missing);
      });
    }
  }

  const paths: readonly (readonly [path: string, status: number])[] = [
    ['/healthz', 200],
    ['/livez', 200],
    ['/readyz', 200],
    ['/healthz/', 403],
    ['/healthz/ping', 403],
    ['/livez/store', 403],
    ['/readyzx', 403],
    ['/metrics', 403],
    ['/', 403],
  ];
  for (const [path, wanted] of paths) {
    it(`is ${wanted === 200 ? 'not ' : ''}the answer to a request without credentials at ${path}`, async () => {
      const anonymous = { ...authenticatedUser('system:anonymous'), groups: ['system:unauthenticated'] };
      assert.equal((await api.request('GET', path, { user: anonymous })).status, wanted);
    });
  }
});
