import assert from 'node:assert/strict';
import { configMapSchema, namespaceSchema } from '@pilothouse/apimachinery/generated/core/v1.js';
import { statusSchema } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { startTestApi, type TestApi } from '../server/api.test.helper.js';
import { kindIn, messageIn, opened } from './negotiation.test.helper.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const ITEM = `${CONFIG_MAPS}/a`;
const JSON_TYPE = 'application/json';
const YAML = 'application/yaml';
const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const TABLE = 'as=Table;g=meta.k8s.io;v=v1';
const METADATA = 'as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
const METADATA_LIST = 'as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';

describe('content negotiation', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
    await api.request('POST', CONFIG_MAPS, { body: { metadata: { name: 'a' }, data: { k: 'v' } } });
  });
  after(() => api.close());

  const get = (target: string, accept?: string, more: Record<string, string> = {}) =>
    api.request('GET', target, { headers: { ...(accept !== undefined && { accept }), ...more } });

  /** The Accept header, and the media type and kind of the response, if not the default. */
  const ITEMS: readonly (readonly [accept: string | undefined, type: string, kind?: string])[] = [
    [undefined, JSON_TYPE],
    ['', JSON_TYPE],
    ['*/*', JSON_TYPE],
    ['*', JSON_TYPE],
    ['application/*', JSON_TYPE],
    [JSON_TYPE, JSON_TYPE],
    ['APPLICATION/JSON', JSON_TYPE],
    [YAML, YAML],
    [PROTOBUF, PROTOBUF],
    ['application/vnd.k8s.io.protobuf', 'application/vnd.k8s.io.protobuf'],
    // Quality, then specificity, then order.
    [`${JSON_TYPE};q=0.5,${YAML}`, YAML],
    [`${JSON_TYPE};q=0.5,${YAML};q=0.4`, JSON_TYPE],
    [`${YAML},${PROTOBUF}`, YAML],
    [`${PROTOBUF},${YAML}`, PROTOBUF],
    [`*/*,${YAML}`, YAML],
    [`${YAML};q=0.9,*/*`, JSON_TYPE],
    [`application/*,${PROTOBUF}`, PROTOBUF],
    [`${JSON_TYPE},${JSON_TYPE};${TABLE}`, JSON_TYPE],
    [`${JSON_TYPE};q=0,${YAML}`, YAML],
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', JSON_TYPE],
    // Malformed ranges are skipped.
    [`nonsense,${YAML}`, YAML],
    [`a/b/c;;=,${YAML}`, YAML],
    [`,,${YAML},`, YAML],
    [`${YAML};q`, YAML],
    [`${JSON_TYPE};q=high,${YAML};q=0.1`, YAML],
    [`${JSON_TYPE};q=high`, JSON_TYPE],
    [`${YAML};charset=utf-8`, YAML],
    // Unavailable types are skipped.
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', JSON_TYPE],
    [`text/html,${YAML}`, YAML],
    [`${PROTOBUF};${TABLE},${JSON_TYPE};${TABLE}`, JSON_TYPE, 'Table'],
    [`${JSON_TYPE};as=Other;g=meta.k8s.io;v=v1,${JSON_TYPE}`, JSON_TYPE],
    [`${JSON_TYPE};as=Table;g=other.io;v=v1,${YAML}`, YAML],
    [`${JSON_TYPE};as=Table;g=meta.k8s.io;v=v2,${YAML}`, YAML],
    [`${JSON_TYPE};as=Table,${YAML}`, YAML],
    [`${JSON_TYPE};g=meta.k8s.io;v=v1,${YAML}`, YAML],
    [`${JSON_TYPE};stream=other,${YAML}`, YAML],
    [`${YAML};stream=watch,${JSON_TYPE};stream=watch`, JSON_TYPE],
    // The headers of kubectl and of metadata clients.
    [
      `${JSON_TYPE};as=Table;v=v1;g=meta.k8s.io,${JSON_TYPE};as=Table;v=v1beta1;g=meta.k8s.io,${JSON_TYPE}`,
      JSON_TYPE,
      'Table',
    ],
    [`${PROTOBUF};${METADATA},${JSON_TYPE};${METADATA}`, PROTOBUF, 'PartialObjectMetadata'],
    [`${JSON_TYPE};${METADATA}`, JSON_TYPE, 'PartialObjectMetadata'],
    [`${YAML};${METADATA}`, YAML, 'PartialObjectMetadata'],
    [`${YAML};${TABLE}`, YAML, 'Table'],
    [`*/*;${TABLE}`, JSON_TYPE, 'Table'],
    [`${JSON_TYPE};as="Table";g="meta.k8s.io";v="v1"`, JSON_TYPE, 'Table'],
    [`${JSON_TYPE};${METADATA_LIST},${JSON_TYPE}`, JSON_TYPE],
  ];
  for (const [accept, type, kind = 'ConfigMap'] of ITEMS) {
    it(`Accept: ${accept ?? 'nothing'} yields ${kind} in ${type}`, async () => {
      const answer = await get(ITEM, accept);
      assert.deepEqual([answer.status, answer.headers['content-type'], kindIn(answer)], [200, type, kind]);
    });
  }

  for (const [accept, type, kind] of [
    [YAML, YAML, 'ConfigMapList'],
    [PROTOBUF, PROTOBUF, 'ConfigMapList'],
    [`${JSON_TYPE};${TABLE}`, JSON_TYPE, 'Table'],
    [`${YAML};${TABLE}`, YAML, 'Table'],
    [`${JSON_TYPE};${METADATA_LIST}`, JSON_TYPE, 'PartialObjectMetadataList'],
    [`${YAML};${METADATA_LIST}`, YAML, 'PartialObjectMetadataList'],
    [`${PROTOBUF};${METADATA_LIST}`, PROTOBUF, 'PartialObjectMetadataList'],
    [`${JSON_TYPE};${METADATA},${JSON_TYPE}`, JSON_TYPE, 'ConfigMapList'],
  ] as const) {
    it(`of a list, Accept: ${accept} yields ${kind} in ${type}`, async () => {
      const answer = await get(CONFIG_MAPS, accept);
      assert.deepEqual([answer.status, answer.headers['content-type'], kindIn(answer)], [200, type, kind]);
    });
  }

  const ALL = `${JSON_TYPE}, ${YAML}, ${PROTOBUF}, application/vnd.k8s.io.protobuf`;
  const refused: readonly (readonly [target: string, accept: string, message: string])[] = [
    [ITEM, 'text/html', `only the following media types are accepted: ${ALL}`],
    [ITEM, 'invalid', `only the following media types are accepted: ${ALL}`],
    [ITEM, `${JSON_TYPE};q=0`, `only the following media types are accepted: ${ALL}`],
    [ITEM, `${PROTOBUF};${TABLE}`, `only the following media types are accepted: ${ALL}`],
    [ITEM, `${JSON_TYPE};as=Other;g=meta.k8s.io;v=v1`, `only the following media types are accepted: ${ALL}`],
    [ITEM, `${JSON_TYPE};g=meta.k8s.io;v=v1`, `only the following media types are accepted: ${ALL}`],
    [
      `${CONFIG_MAPS}?watch=1`,
      YAML,
      `only the following media types are accepted: ${JSON_TYPE};stream=watch, ${PROTOBUF};stream=watch, application/vnd.k8s.io.protobuf;stream=watch`,
    ],
    [
      ITEM,
      `${JSON_TYPE};${METADATA_LIST}`,
      'you requested PartialObjectMetadataList, but the requested object is not a list',
    ],
    [
      CONFIG_MAPS,
      `${JSON_TYPE};${METADATA}`,
      'you requested PartialObjectMetadata, but the requested object is a list',
    ],
    [
      `${CONFIG_MAPS}?watch=1`,
      `${JSON_TYPE};${METADATA_LIST}`,
      'you requested PartialObjectMetadataList, but the requested object is not a list',
    ],
  ];
  for (const [target, accept, text] of refused) {
    it(`${target.replace(CONFIG_MAPS, '…')} with Accept: ${accept} is 406`, async () => {
      const answer = await get(target, accept);
      assert.deepEqual([answer.status, messageIn(answer)], [406, text]);
    });
  }

  it("in another domain, protobuf keeps its name and transforms have the domain's group", async () => {
    const other = await startTestApi({ apiDomain: 'example.org' });
    try {
      const ask = (accept: string) => other.request('GET', '/api/v1/namespaces/default', { headers: { accept } });
      const own = await ask('application/vnd.example.org.protobuf');
      assert.equal(own.headers['content-type'], 'application/vnd.example.org.protobuf');
      assert.equal(opened(own.bytes, namespaceSchema).type, 'v1 Namespace');
      assert.equal((await ask(PROTOBUF)).status, 406);
      assert.equal((await ask(`${JSON_TYPE};${TABLE}`)).status, 406);
      const table = await ask(`${JSON_TYPE};as=Table;g=meta.example.org;v=v1`);
      assert.deepEqual([table.json['kind'], table.json['apiVersion']], ['Table', 'meta.example.org/v1']);
    } finally {
      await other.close();
    }
  });

  describe('errors', () => {
    const NOT_FOUND = 'configmaps "none" not found';
    for (const [accept, type] of [
      [undefined, JSON_TYPE],
      [PROTOBUF, PROTOBUF],
      [YAML, YAML],
      [`${PROTOBUF},${JSON_TYPE}`, PROTOBUF],
      [`${JSON_TYPE};${TABLE}`, JSON_TYPE],
      [`${PROTOBUF};${METADATA},${JSON_TYPE};${METADATA}`, JSON_TYPE],
      [`${JSON_TYPE};${TABLE},${YAML}`, YAML],
    ] as const) {
      it(`are a Status in ${type} for Accept: ${accept ?? 'anything'}`, async () => {
        const answer = await get(`${CONFIG_MAPS}/none`, accept);
        assert.deepEqual([answer.status, answer.headers['content-type'], messageIn(answer)], [404, type, NOT_FOUND]);
      });
    }

    it('are complete in protobuf', async () => {
      const body = { metadata: { name: 'A', labels: { a: '-' } } };
      const ask = (accept: string) => api.request('POST', CONFIG_MAPS, { body, headers: { accept } });
      const { kind: _, apiVersion: _version, metadata: _empty, ...fromJson } = (await ask(JSON_TYPE)).json;
      const { type, value } = opened((await ask(PROTOBUF)).bytes, statusSchema);
      const { metadata: _list, ...same } = value;
      assert.equal(type, 'v1 Status');
      assert.deepEqual(JSON.parse(JSON.stringify(same)), JSON.parse(JSON.stringify(fromJson)));
    });

    it('of authorization follow the same rules', async () => {
      const guarded = await startTestApi({ user: authenticatedUser('ann', ['dev']) });
      try {
        const answer = await guarded.request('GET', ITEM, { headers: { accept: PROTOBUF } });
        assert.equal(answer.status, 403);
        assert.match(String(messageIn(answer)), /User "ann" cannot get resource "configmaps"/);
      } finally {
        await guarded.close();
      }
    });

    it('are indented for humans', async () => {
      assert.match((await get(`${CONFIG_MAPS}/none?pretty=true`)).text, /^\{\n {2}"kind": "Status",\n/);
    });
  });

  describe('bodies', () => {
    for (const type of ['', JSON_TYPE, `${JSON_TYPE}; charset=utf-8`, 'Application/JSON']) {
      it(`of ${type === '' ? 'no type' : type} are JSON`, async () => {
        const headers = { 'content-type': type };
        const answer = await api.request('PUT', ITEM, { body: { metadata: { name: 'a' }, data: { k: 'v' } }, headers });
        assert.equal(answer.status, 200, answer.text);
      });
    }

    for (const type of [PROTOBUF, 'application/vnd.k8s.io.protobuf']) {
      it(`of ${type} are returned unchanged`, async () => {
        const { bytes } = await get(ITEM, type);
        const { status, text } = await api.request('PUT', ITEM, { body: bytes, headers: { 'content-type': type } });
        assert.equal(status, 200, text);
        assert.equal(opened((await get(ITEM, type)).bytes, configMapSchema).type, 'v1 ConfigMap');
      });
    }

    for (const type of ['text/plain', 'application/xml', '*/*', 'invalid']) {
      it(`of ${type} are 415`, async () => {
        const answer = await api.request('POST', CONFIG_MAPS, { body: {}, headers: { 'content-type': type } });
        const text = `the body of the request was in an unknown format - accepted media types include: ${ALL}`;
        assert.deepEqual([answer.status, answer.json['reason'], answer.message], [415, 'UnsupportedMediaType', text]);
      });
    }
  });
});
