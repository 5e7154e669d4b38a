import assert from 'node:assert/strict';
import { startTestApi, type TestApi, type TestResponse } from '../server/api.test.helper.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const ITEM = `${CONFIG_MAPS}/a`;
const JSON_TYPE = { 'content-type': 'application/json' };
const YAML_TYPE = { 'content-type': 'application/yaml' };
const MERGE = { 'content-type': 'application/merge-patch+json' };
const STRATEGIC = { 'content-type': 'application/strategic-merge-patch+json' };
const JSON_PATCH = { 'content-type': 'application/json-patch+json' };

/** Each is duplicate, unknown, or both. Unknown fields are not searched. */
const DOCUMENT = `{
  "metadata": {"name": "b", "name": "a", "foo": 1, "ownerReferences":
    [{"apiVersion": "v1", "kind": "K", "name": "o", "uid": "u"},
     {"apiVersion": "v1", "kind": "K", "name": "o", "uid": "v", "bar": {}}]},
  "data": {"k": "first", "k": "last", "any": "", "any": ""},
  "spec": {"x": {"z": 1, "z": 2}},
  "spec": {}
}`;
const YAML_DOCUMENT = `
metadata:
  name: b
  name: a
  foo: 1
  ownerReferences:
  - {apiVersion: v1, kind: K, name: o, uid: u}
  - {apiVersion: v1, kind: K, name: o, uid: v, bar: {}}
data:
  k: first
  k: last
  any: ''
  any: ''
spec: {x: {z: 1, z: 2}}
spec: {}
`;
const OF_DOCUMENT = [
  'duplicate field "metadata.name"',
  'unknown field "metadata.foo"',
  'unknown field "metadata.ownerReferences[1].bar"',
  'duplicate field "data.k"',
  'duplicate field "data.any"',
  'unknown field "spec"',
];
/** The repeated keys of YAML come first, also those below unknown fields. */
const OF_YAML = [
  'line 4: key "name" already set in map',
  'line 11: key "k" already set in map',
  'line 13: key "any" already set in map',
  'line 14: key "z" already set in map',
  'line 15: key "spec" already set in map',
  ...OF_DOCUMENT.filter((text) => text.startsWith('unknown')),
];

/** Duplicates at any depth within the patch itself. */
const PATCH = '{"metadata":{"foo":{"x":1,"x":2}},"data":{"k":"first","k":"last"}}';
const OF_PATCH = ['duplicate field "metadata.foo.x"', 'duplicate field "data.k"', 'unknown field "metadata.foo"'];
const OPERATIONS = `[
  {"op": "add", "path": "/metadata/foo", "value": {"x": 1, "x": 2}},
  {"op": "test", "op": "replace", "path": "/data/k", "value": "last", "why": 1, "why": 2}
]`;
const OF_OPERATIONS = [
  'json patch duplicate field "[0].value.x"',
  'json patch duplicate field "[1].op"',
  'json patch unknown field "[1].why"',
  'unknown field "metadata.foo"',
];

type Write = readonly [
  name: string,
  method: string,
  target: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  expected: readonly string[],
];
const WRITES: readonly Write[] = [
  ['create in JSON', 'POST', CONFIG_MAPS, JSON_TYPE, DOCUMENT, OF_DOCUMENT],
  ['create in YAML', 'POST', CONFIG_MAPS, YAML_TYPE, YAML_DOCUMENT, OF_YAML],
  ['update in JSON', 'PUT', ITEM, JSON_TYPE, DOCUMENT, OF_DOCUMENT],
  ['update in YAML', 'PUT', ITEM, YAML_TYPE, YAML_DOCUMENT, OF_YAML],
  ['merge patch', 'PATCH', ITEM, MERGE, PATCH, OF_PATCH],
  ['strategic merge patch', 'PATCH', ITEM, STRATEGIC, PATCH, OF_PATCH],
  ['JSON patch', 'PATCH', ITEM, JSON_PATCH, OPERATIONS, OF_OPERATIONS],
];

/** Texts as Warning headers (RFC 7234, section 5.5). */
function warnings(texts: readonly string[]): string {
  return texts.map((text) => `299 - ${JSON.stringify(text)}`).join(', ');
}

describe('fieldValidation', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());
  afterEach(() => api.request('DELETE', ITEM));

  const send = async ([, method, target, headers, body]: Write, mode: string | undefined): Promise<TestResponse> => {
    if (method !== 'POST') {
      await api.request('POST', CONFIG_MAPS, { body: { metadata: { name: 'a' }, data: { k: 'old' } } });
    }
    const query = mode === undefined ? '' : `?fieldValidation=${mode}`;
    return api.request(method, target + query, { body: Buffer.from(body), headers });
  };
  const stored = async () => (await api.request('GET', ITEM)).json['data'] as Record<string, string> | undefined;

  for (const write of WRITES) {
    const [name, method, , , , expected] = write;

    for (const mode of [undefined, '', 'Warn']) {
      it(`${JSON.stringify(mode)}: a ${name} succeeds, with a warning for each field`, async () => {
        const { status, headers, text } = await send(write, mode);
        assert.equal(status, method === 'POST' ? 201 : 200, text);
        assert.equal(headers['warning'], warnings(expected));
        assert.equal((await stored())?.['k'], 'last', 'the last duplicate wins');
      });
    }

    it(`Ignore: a ${name} succeeds, without warnings`, async () => {
      const { status, headers } = await send(write, 'Ignore');
      assert.deepEqual([status, headers['warning']], [method === 'POST' ? 201 : 200, undefined]);
      assert.equal((await stored())?.['k'], 'last');
    });

    it(`Strict: a ${name} is 400 and lists all fields`, async () => {
      const { status, json, message, headers } = await send(write, 'Strict');
      assert.deepEqual([status, json['reason'], headers['warning']], [400, 'BadRequest', undefined]);
      const what = 'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: ';
      assert.equal(message, what + expected.join(', '));
      assert.equal((await stored())?.['k'], method === 'POST' ? undefined : 'old', 'nothing was stored');
    });
  }

  it('Strict: a document without unknown and duplicate fields succeeds', async () => {
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', selfLink: '/old' } };
    assert.equal((await api.request('POST', `${CONFIG_MAPS}?fieldValidation=Strict`, { body })).status, 201);
  });

  it('a type error replaces all other reports', async () => {
    const body = Buffer.from('{"metadata":{"name":"a","foo":1},"data":{"k":7}}');
    const answer = await api.request('POST', `${CONFIG_MAPS}?fieldValidation=Strict`, { body });
    assert.equal(answer.status, 400);
    assert.match(answer.message, /cannot unmarshal number into Go struct field ConfigMap\.data of type string$/);
  });

  it('does not apply to delete options', async () => {
    await api.request('POST', CONFIG_MAPS, { body: { metadata: { name: 'a' } } });
    const body = { kind: 'DeleteOptions', apiVersion: 'v1', foo: 1 };
    const { status, headers } = await api.request('DELETE', `${ITEM}?fieldValidation=Strict`, { body });
    assert.deepEqual([status, headers['warning']], [200, undefined]);
  });

  describe('warnings', () => {
    const warn = async (members: string): Promise<string> => {
      const body = Buffer.from(`{"metadata":{"name":"a"},${members}}`);
      return (await api.request('POST', CONFIG_MAPS, { body })).headers['warning'] ?? '';
    };

    const orders: readonly (readonly [members: string, expected: readonly string[]])[] = [
      [
        '"data":{"k":"1"},"foo":1,"immutable":false,"data":{"k":"1","k":"2"},"bar":1',
        ['unknown field "foo"', 'duplicate field "data"', 'duplicate field "data.k"', 'unknown field "bar"'],
      ],
      [
        '"data":{"a":"1"},"immutable":true,"foo":1,"immutable":false,"bar":1,"data":{},"immutable":false',
        ['unknown field "foo"', 'duplicate field "immutable"', 'unknown field "bar"', 'duplicate field "data"'],
      ],
      [
        '"data":{"k":"1","k":"2"},"immutable":true,"immutable":false,"foo":1,"data":{}',
        ['duplicate field "data.k"', 'duplicate field "immutable"', 'unknown field "foo"', 'duplicate field "data"'],
      ],
    ];
    for (const [members, expected] of orders) {
      it(`of ${members} follow the document, duplicates at their second position`, async () => {
        assert.equal(await warn(members), warnings(expected));
      });
    }

    it('are not repeated', async () => {
      assert.equal(await warn('"data":{"k":"1","k":"2","k":"3"}'), warnings(['duplicate field "data.k"']));
    });

    it('escape quotes', async () => {
      const path = JSON.stringify(String.raw`a"b\c`);
      assert.equal(await warn(`${path}:1`), warnings([`unknown field ${path}`]));
    });

    it('are sent in UTF-8', async () => {
      const header = await warn('"größe":1');
      assert.equal(Buffer.from(header, 'latin1').toString(), '299 - "unknown field \\"größe\\""');
    });

    it('are limited to 100', async () => {
      const unknown = Array.from({ length: 60 }, (_, index) => `"x${index}":1`);
      const twice = Array.from({ length: 60 }, (_, index) => `"k${index}":"1","k${index}":"2"`);
      assert.equal((await warn(`${unknown.join(',')},"data":{${twice.join(',')}}`)).match(/299 - /g)?.length, 100);
    });

    it('are complete up to 4,096 characters in total, and beyond that truncated to 256 each, until 4,096 are reached', async () => {
      const names = Array.from({ length: 20 }, (_, index) => `${index}`.padStart(300, 'x'));
      const texts = names.map((name) => `unknown field "${name}"`);
      const few = names.slice(0, 12);
      assert.equal(await warn(few.map((name) => `"${name}":1`).join(',')), warnings(texts.slice(0, 12)));
      await api.request('DELETE', ITEM);
      const cut = texts.slice(0, 4096 / 256).map((text) => text.slice(0, 256));
      assert.equal(await warn(names.map((name) => `"${name}":1`).join(',')), warnings(cut));
    });
  });
});
