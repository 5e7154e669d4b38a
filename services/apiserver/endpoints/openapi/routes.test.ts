import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { ask, exampleDefinitions } from '../discovery/ask.test.helper.js';
import { servedGroups } from '../discovery/groups.js';
import { openApiRoutes } from './routes.js';

const options = { domain: createDomain(), version: '1.2.3' };
const routes = openApiRoutes(options)(servedGroups(exampleDefinitions));

const V3_PROTOBUF = 'application/com.github.proto-openapi.spec.v3.v1.0+protobuf';
const V2_PROTOBUF = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';
const V2_PROTOBUF_OLD = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';

describe('OpenAPI routes', () => {
  let index: Readonly<Record<string, { readonly serverRelativeURL: string }>>;

  before(async () => {
    index = JSON.parse((await ask(routes, '/openapi/v3')).text).paths;
  });

  /** The Accept header of a request for version 2, and the type of the response. */
  const V2_ACCEPTS: readonly (readonly [accept: string, given: string])[] = [
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['application/json', 'application/json'],
    [V2_PROTOBUF, V2_PROTOBUF],
    [V2_PROTOBUF_OLD, V2_PROTOBUF],
    [`text/html, ${V2_PROTOBUF_OLD}, application/json;q=0.5`, V2_PROTOBUF],
  ];
  for (const [accept, given] of V2_ACCEPTS) {
    it(`return version 2 as ${given} for Accept: ${accept || 'nothing in particular'}`, async () => {
      const { status, headers } = await ask(routes, '/openapi/v2', { headers: { accept } });
      assert.deepEqual([status, headers['content-type'], headers['vary']], [200, given, 'Accept-Encoding, Accept']);
    });
  }

  it('have no other types', async () => {
    await refused(ask(routes, '/openapi/v2', { headers: { accept: 'application/yaml' } }), 406);
    await refused(ask(routes, '/openapi/v3/api/v1', { headers: { accept: V3_PROTOBUF } }), 406);
    const { status } = await ask(routes, '/openapi/v3/api/v1', { headers: { accept: `${V3_PROTOBUF}, */*` } });
    assert.equal(status, 200);
  });

  for (const path of ['/openapi/v2', '/openapi/v3', '/openapi/v3/api/v1']) {
    it(`send ${path} only to clients that do not have it`, async () => {
      const first = await ask(routes, path);
      const etag = first.headers['etag'] ?? '';
      assert.match(etag, /^"[0-9A-F]{128}"$/);
      const again = await ask(routes, path, { headers: { 'if-none-match': etag } });
      assert.deepEqual([again.status, again.bytes.length, again.headers['etag']], [304, 0, etag]);
    });

    it(`accept only GET and HEAD at ${path}`, async () => {
      await refused(ask(routes, path, { method: 'POST' }), 405);
      assert.equal((await ask(routes, path, { method: 'HEAD' })).status, 200);
    });
  }

  it('make a version 3 document immutable under its digest, and not cacheable otherwise', async () => {
    const { serverRelativeURL } = index['api/v1'] ?? { serverRelativeURL: '' };
    const kept = await ask(routes, serverRelativeURL);
    assert.equal(kept.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(kept.headers['etag'], `"${serverRelativeURL.split('=')[1]}"`);
    assert.equal((await ask(routes, '/openapi/v3/api/v1')).headers['cache-control'], 'no-cache, private');
  });

  it('redirect from an outdated digest', async () => {
    const { status, headers } = await ask(routes, '/openapi/v3/api/v1?hash=OLD');
    assert.deepEqual([status, headers['location']], [301, index['api/v1']?.serverRelativeURL]);
  });

  it('have the same digests in every server', async () => {
    const other = await ask(openApiRoutes(options)(servedGroups(exampleDefinitions)), '/openapi/v3');
    assert.deepEqual(JSON.parse(other.text).paths, index);
  });
});

async function refused(answer: Promise<unknown>, code: number): Promise<void> {
  await assert.rejects(answer, (error) => error instanceof StatusError && error.code === code);
}
