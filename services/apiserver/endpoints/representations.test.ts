import assert from 'node:assert/strict';
import { partialObjectMetadataListSchema } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { startTestApi, type TestApi } from '../server/api.test.helper.js';
import { kindIn, opened } from './negotiation.test.helper.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const ITEM = `${CONFIG_MAPS}/a`;
const JSON_TYPE = 'application/json';
const YAML = 'application/yaml';
const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const TABLE = 'as=Table;g=meta.k8s.io;v=v1';
const METADATA = 'as=PartialObjectMetadata;g=meta.k8s.io;v=v1';
const METADATA_LIST = 'as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';

describe('representations', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
    await api.request('POST', CONFIG_MAPS, { body: { metadata: { name: 'a' }, data: { k: 'v' } } });
  });
  after(() => api.close());

  const get = (target: string, accept: string, more: Record<string, string> = {}) =>
    api.request('GET', target, { headers: { accept, ...more } });

  describe('a Table', () => {
    for (const version of ['v1', 'v1beta1']) {
      it(`in ${version} has Kubernetes' columns`, async () => {
        const { json } = await get(CONFIG_MAPS, `${JSON_TYPE};as=Table;g=meta.k8s.io;v=${version}`);
        assert.deepEqual([json['kind'], json['apiVersion']], ['Table', `meta.k8s.io/${version}`]);
        const columns = json['columnDefinitions'] as { name: string }[];
        assert.deepEqual(
          columns.map(({ name }) => name),
          ['Name', 'Data', 'Age'],
        );
        const [row] = json['rows'] as { cells: unknown[]; object: JsonObject }[];
        assert.deepEqual(row?.cells, ['a', 1, '0s']);
        assert.equal(row?.object['apiVersion'], `meta.k8s.io/${version}`);
      });
    }

    for (const [include, kind] of [
      ['', 'PartialObjectMetadata'],
      ['None', undefined],
      ['Metadata', 'PartialObjectMetadata'],
      ['Object', 'ConfigMap'],
    ] as const) {
      for (const target of [ITEM, CONFIG_MAPS]) {
        it(`of ${target} with includeObject=${include} has ${kind ?? 'nothing'} in its rows`, async () => {
          const { json } = await get(`${target}?includeObject=${include}`, `${JSON_TYPE};${TABLE}`);
          const [row] = json['rows'] as { object?: { kind: string } }[];
          assert.equal(row?.object?.kind, kind);
        });
      }
    }

    it('with another includeObject is 400', async () => {
      const { status, message } = await get(`${ITEM}?includeObject=All`, `${JSON_TYPE};${TABLE}`);
      const text = `includeObject: Invalid value: "All": must be 'Metadata', 'Object', 'None', or empty`;
      assert.deepEqual([status, message], [400, `Unable to convert to Table as requested: ${text}`]);
    });

    it('is also the response of writes', async () => {
      const headers = { accept: `${JSON_TYPE};${TABLE}` };
      const body = { metadata: { name: 'written' } };
      assert.equal(kindIn(await api.request('POST', CONFIG_MAPS, { body, headers })), 'Table');
      assert.equal(kindIn(await api.request('PUT', `${CONFIG_MAPS}/written`, { body, headers })), 'Table');
      const gone = await api.request('DELETE', `${CONFIG_MAPS}/written`, { headers });
      assert.equal(kindIn(gone), 'Status', 'which is not a table');
    });
  });

  describe('PartialObjectMetadata', () => {
    it('of one object', async () => {
      const { json } = await get(ITEM, `${JSON_TYPE};${METADATA}`);
      assert.deepEqual(Object.keys(json), ['kind', 'apiVersion', 'metadata']);
    });

    for (const version of ['v1', 'v1beta1']) {
      it(`of a list in ${version}, with kind and apiVersion in each item`, async () => {
        const { json } = await get(CONFIG_MAPS, `${JSON_TYPE};as=PartialObjectMetadataList;g=meta.k8s.io;v=${version}`);
        const items = json['items'] as JsonObject[];
        assert.ok(items.length > 0);
        for (const item of items) {
          assert.deepEqual([item['kind'], item['apiVersion']], ['PartialObjectMetadata', `meta.k8s.io/${version}`]);
          assert.ok(!('data' in item));
        }
      });
    }

    it('of a list in protobuf', async () => {
      const { bytes } = await get(CONFIG_MAPS, `${PROTOBUF};${METADATA_LIST}`);
      const { type, value } = opened(bytes, partialObjectMetadataListSchema);
      assert.equal(type, 'meta.k8s.io/v1 PartialObjectMetadataList');
      const [item] = value['items'] as { metadata: { name: string } }[];
      assert.equal(item?.metadata.name, 'a');
    });
  });

  describe('text', () => {
    it('in YAML has sorted keys', async () => {
      const { text } = await get(ITEM, YAML);
      assert.match(text, /^apiVersion: v1\ndata:\n {2}k: v\nkind: ConfigMap\nmetadata:\n/);
    });

    for (const [query, agent, accept, isPretty] of [
      ['?pretty=true', '', '', true],
      ['?pretty=1', '', '', true],
      ['?pretty=false', 'curl/8', '', false],
      ['?pretty=', 'curl/8', '', true],
      ['', 'curl/8', '', true],
      ['', 'Wget/1', '', true],
      ['', 'Mozilla/5.0 (X11)', '', true],
      ['', 'kubectl/v1.32.0', '', false],
      ['', '', `${JSON_TYPE};pretty=1`, true],
      ['', '', `${JSON_TYPE};pretty=0`, false],
    ] as const) {
      it(`in JSON is ${isPretty ? '' : 'not '}indented for ${[query, agent, accept].filter(Boolean).join(' ')}`, async () => {
        const { text } = await get(ITEM + query, accept, { 'user-agent': agent });
        assert.equal(text.startsWith('{\n  "kind": "ConfigMap",\n'), isPretty);
      });
    }
  });
});
