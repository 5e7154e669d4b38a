import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { startTestApi, type TestApi, type TestResponse } from '../server/api.test.helper.js';
import {
  assertConflict,
  KINDS,
  ownersOf,
  sharedObject,
  type Shared,
  type SharedKind,
} from './server-side-apply.test.helper.js';

const finalizers = (...names: string[]): JsonObject => ({ metadata: { finalizers: names } });
const secret = (name: string, namespace: string): JsonObject => ({ secrets: [{ name, namespace }] });
const pullSecrets = (...names: string[]): JsonObject => ({ imagePullSecrets: names.map((name) => ({ name })) });
const rules = (...verbs: string[]): JsonObject => ({ rules: [{ apiGroups: [''], resources: ['pods'], verbs }] });
const topology = (zone: string, rest: JsonObject = {}): JsonObject => ({
  storageClassName: 'fast',
  nodeTopology: { matchLabels: { zone }, ...rest },
});
const revision = (data: JsonValue): JsonObject => ({ revision: 1, data });

/**
 * By marker: a field of that type, a config of `a`, a compatible config of `b`, and a conflicting one, since `a` owns
 * `fields`.
 */
const MARKERS: readonly (readonly [
  marker: string,
  of: SharedKind,
  first: JsonObject,
  beside: JsonObject,
  refused: JsonObject,
  ...fields: string[],
])[] = [
  [
    'a granular struct: fields',
    'driver',
    { spec: { requiresRepublish: true } },
    { spec: { storageCapacity: true } },
    { spec: { requiresRepublish: false } },
    '.spec.requiresRepublish',
  ],
  [
    'a granular map: keys',
    'map',
    { data: { x: '1', y: '1' } },
    { data: { z: '1' } },
    { data: { x: '2', y: '2' } },
    '.data.x',
    '.data.y',
  ],
  [
    'an atomic struct: all of it',
    'capacity',
    topology('a'),
    topology('a'),
    topology('a', { matchExpressions: [{ key: 'k', operator: 'Exists' }] }),
    '.nodeTopology',
  ],
  ['a list with keys: items', 'account', secret('s', 'a'), secret('t', 'a'), secret('s', 'b'), '.secrets[name="s"]'],
  [
    'an atomic list: all of it',
    'account',
    pullSecrets('s'),
    pullSecrets('s'),
    pullSecrets('s', 't'),
    '.imagePullSecrets',
  ],
  ['an atomic list of structs: all that is in it', 'role', rules('get'), rules('get'), rules('get', 'list'), '.rules'],
  [
    'JSON without a schema: keys, and lists as a whole',
    'revision',
    revision({ x: { l: [1], m: 1 } }),
    revision({ x: { m: 1 } }),
    revision({ x: { l: [1, 2] } }),
    '.data.x.l',
  ],
];

const UNIDENTIFIED: readonly (readonly [what: string, of: SharedKind, config: JsonObject, text: RegExp])[] = [
  [
    'a duplicate item of a set',
    'map',
    finalizers('example.com/s', 'example.com/s'),
    /duplicate entries for key \[="example\.com\/s"\]/,
  ],
  [
    'a duplicate item of a list',
    'account',
    { secrets: [{ name: 's' }, { name: 's' }] },
    /duplicate entries for key \[name="s"\]/,
  ],
  ['an item without its key', 'account', { secrets: [{ namespace: 'a' }] }, /omits all key fields \["name"\]/],
];

describe('ownership and types', () => {
  let api: TestApi;
  let names = 0;
  before(async () => {
    api = await startTestApi({ formerVersions: true });
  });
  after(() => api.close());

  const fresh = (of: SharedKind): Shared => sharedObject({ api, format: 'YAML', of, name: `object-${++names}` });

  describe('6: a manager owns, of', () => {
    for (const [marker, of, first, beside, refused, ...fields] of MARKERS) {
      it(marker, async () => {
        const object = fresh(of);
        const created = await object.apply('a', first);
        assert.equal(created.status, 201, created.text);
        const joined = await object.apply('b', beside);
        assert.equal(joined.status, 200, joined.text);
        const lone = fresh(of);
        await lone.apply('a', first);
        assertConflict(
          await lone.apply('b', refused),
          fields.map((field) => ['"a"', field]),
        );
      });
    }

    it('a set: items, which never conflict', async () => {
      const object = fresh('map');
      await object.apply('a', finalizers('example.com/s', 'example.com/t'));
      const { json } = await object.apply('b', finalizers('example.com/t', 'example.com/u'));
      assert.deepEqual(ownersOf(json), [
        'a Apply v1: .metadata.finalizers[="example.com/s"] .metadata.finalizers[="example.com/t"]',
        'b Apply v1: .metadata.finalizers[="example.com/t"] .metadata.finalizers[="example.com/u"]',
      ]);
    });

    for (const [what, of, config, text] of UNIDENTIFIED) {
      it(`nothing of ${what}: 400`, async () => {
        const { status, message } = await fresh(of).apply('a', config);
        assert.equal(status, 400);
        assert.match(message, text);
      });
    }

    it('the OpenAPI markers', async () => {
      const { json } = await api.request('GET', '/openapi/v3/api/v1');
      const { schemas } = plain(json['components']) as {
        schemas: Record<string, { properties: Record<string, object> }>;
      };
      const marks = (field: string): object =>
        Object.fromEntries(
          Object.entries(schemas['io.k8s.api.core.v1.ServiceAccount']?.properties[field] ?? {}).filter(([key]) =>
            /^x-.*(list|map)-/.test(key),
          ),
        );
      assert.deepEqual(marks('secrets'), {
        'x-list-map-keys': ['name'],
        'x-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
        'x-kubernetes-list-type': 'map',
      });
      assert.deepEqual(marks('imagePullSecrets'), { 'x-list-type': 'atomic', 'x-kubernetes-list-type': 'atomic' });
    });
  });

  /** An object with ownership recorded for an earlier form of its type. */
  const ownedSince = async (of: SharedKind, object: JsonObject, fieldsV1: JsonObject): Promise<Shared> => {
    const shared = fresh(of);
    const [, apiVersion] = KINDS[of];
    await shared.apply('a', object);
    const managedFields = [{ manager: 'a', operation: 'Apply', apiVersion, fieldsType: 'FieldsV1', fieldsV1 }];
    const { status, text } = await shared.patch('b', { metadata: { managedFields } });
    assert.equal(status, 200, text);
    return shared;
  };

  describe('7: a change of a type', () => {
    it('to atomic makes the owner of an item the owner of the whole list', async () => {
      const items = { 'k:{"name":"s"}': { '.': {}, 'f:name': {} } };
      const object = await ownedSince('account', pullSecrets('s', 't'), { 'f:imagePullSecrets': items });
      assertConflict(await object.apply('c', pullSecrets('s', 'u')), [['"a"', '.imagePullSecrets']]);
      const { json } = await object.apply('c', pullSecrets('s', 't'));
      assert.deepEqual(ownersOf(json), ['a Apply v1: .imagePullSecrets', 'c Apply v1: .imagePullSecrets']);
    });

    it('from atomic leaves the content without an owner, so nothing conflicts', async () => {
      const object = await ownedSince('account', secret('s', 'a'), { 'f:secrets': {} });
      const { status, json } = await object.apply('c', secret('s', 'b'));
      assert.equal(status, 200);
      assert.deepEqual(ownersOf(json), ['a Apply v1: .secrets', 'c Apply v1: .secrets[name="s"]']);
    });
  });

  describe('8: managedFields', () => {
    const reset = [{}];
    const patches: readonly (readonly [type: string, patch: unknown])[] = [
      ['merge-patch', { metadata: { managedFields: reset }, data: { y: '2' } }],
      ['strategic-merge-patch', { metadata: { managedFields: reset }, data: { y: '2' } }],
      [
        'json-patch',
        [
          { op: 'replace', path: '/metadata/managedFields', value: reset },
          { op: 'replace', path: '/data/y', value: '2' },
        ],
      ],
    ];
    const applied = async (): Promise<Shared> => {
      const object = fresh('map');
      await object.apply('a', { data: { x: '1', y: '1' } });
      return object;
    };

    for (const [type, patch] of patches) {
      it(`are reset by one empty entry in a ${type}, and its other changes belong to the writer`, async () => {
        const { json } = await (await applied()).patch('b', patch, type);
        assert.deepEqual([plain(json['data']), ownersOf(json)], [{ x: '1', y: '2' }, ['b Update v1: .data.y']]);
      });
    }

    it('are reset by an update, too', async () => {
      const { json } = await (
        await applied()
      ).put('b', { metadata: { managedFields: reset }, data: { x: '1', y: '2' } });
      assert.deepEqual(ownersOf(json), ['b Update v1: .data.y']);
    });

    for (const managedFields of [[], null]) {
      it(`are not reset by ${JSON.stringify(managedFields)}`, async () => {
        const { json } = await (await applied()).patch('b', { metadata: { managedFields } });
        assert.deepEqual(ownersOf(json), ['a Apply v1: .data.x .data.y']);
      });
    }

    it('assign all fields to before-first-apply after a reset', async () => {
      const object = await applied();
      const cleared = await object.patch('b', { metadata: { managedFields: reset } });
      assert.deepEqual(ownersOf(cleared.json), []);
      assertConflict(await object.apply('c', { data: { x: '2' } }), [['"before-first-apply" using v1', '.data.x']]);
      const { json } = await object.apply('c', { data: { x: '2' } }, '&force=true');
      assert.deepEqual(ownersOf(json), ['before-first-apply Update v1: .data .data.y', 'c Apply v1: .data.x']);
    });

    const writes: Readonly<Record<string, (object: Shared) => Promise<TestResponse>>> = {
      PUT: (object) => object.put('c', { data: { x: '2', y: '1' } }),
      'merge-patch': (object) => object.patch('c', { data: { x: '2' } }),
      'strategic-merge-patch': (object) => object.patch('c', { data: { x: '2' } }, 'strategic-merge-patch'),
      'json-patch': (object) => object.patch('c', [{ op: 'replace', path: '/data/x', value: '2' }], 'json-patch'),
    };
    for (const [type, write] of Object.entries(writes)) {
      it(`start again with the next writer after a reset, by ${type}`, async () => {
        const object = await applied();
        await object.patch('b', { metadata: { managedFields: reset } });
        const { json } = await write(object);
        assert.deepEqual(ownersOf(json), ['c Update v1: .data.x']);
        assertConflict(await object.apply('d', { data: { x: '3', y: '3' } }), [['"c" using v1', '.data.x']]);
        const beside = await object.apply('d', { data: { y: '3' } });
        assert.deepEqual(ownersOf(beside.json), ['c Update v1: .data.x', 'd Apply v1: .data.y']);
      });
    }
  });

  it('9: a subresource of another type does not change managers', async () => {
    const object = fresh('account');
    await object.apply('a', secret('s', 'a'));
    const before = await object.get();
    const { name } = before['metadata'] as { name: string };
    const { status } = await api.request('POST', `${KINDS.account[0]}/${name}/token?fieldManager=b`, {
      body: { spec: {} },
    });
    assert.equal(status, 201);
    assert.deepEqual(await object.get(), before);
  });

  describe('managers differ', () => {
    it('by operation', async () => {
      const object = fresh('map');
      await object.apply('a', { data: { x: '1' } });
      const { json } = await object.patch('a', { data: { y: '1' } });
      assert.deepEqual(ownersOf(json), ['a Apply v1: .data.x', 'a Update v1: .data.y']);
      assertConflict(await object.apply('a', { data: { x: '1', y: '2' } }), [['"a" using v1', '.data.y']]);
    });

    it('by subresource, each with its own part', async () => {
      const object = fresh('node');
      const ready = { type: 'Ready', status: 'True' };
      await object.apply('a', { spec: { unschedulable: true }, status: { conditions: [ready] } });
      const { name } = (await object.get())['metadata'] as { name: string };
      const status = sharedObject({ api, format: 'YAML', of: 'node', name, subresource: 'status' });
      const { json } = await status.apply('a', { spec: { unschedulable: false }, status: { conditions: [ready] } });
      assert.deepEqual(plain((json['spec'] as JsonObject)['unschedulable']), true);
      const item = '.status.conditions[type="Ready"]';
      assert.deepEqual(ownersOf(json), [
        `a Apply v1 status: ${item} ${item}.status ${item}.type`,
        'a Apply v1: .spec.unschedulable',
      ]);
      assertConflict(await status.apply('b', { status: { conditions: [{ ...ready, status: 'False' }] } }), [
        ['"a" with subresource "status"', `${item}.status`],
      ]);
    });

    it('by version, except for apply', async () => {
      const object = fresh('capacity');
      await object.apply('a', { storageClassName: 'fast', capacity: '1Gi' });
      const { name } = (await object.get())['metadata'] as { name: string };
      const older = sharedObject({ api, format: 'YAML', of: 'betaCapacity', name });
      await object.patch('b', { metadata: { labels: { x: '1' } } });
      await older.patch('b', { metadata: { labels: { y: '1' } } });
      const { json } = await older.apply('a', { storageClassName: 'fast', maximumVolumeSize: '1Mi' });
      assert.equal(json['capacity'], undefined, 'fields applied in the other version are removed');
      assert.deepEqual(ownersOf(json), [
        'a Apply storage.k8s.io/v1beta1: .maximumVolumeSize .storageClassName',
        'b Update storage.k8s.io/v1: .metadata.labels .metadata.labels.x',
        'b Update storage.k8s.io/v1beta1: .metadata.labels.y',
      ]);
    });
  });

  it('concurrent appliers and updaters lose no field', async () => {
    const object = fresh('map');
    await object.apply('first', { data: { first: '1' } });
    const writers = Array.from({ length: 12 }, (_, index) => `w${index}`);
    const answers = await Promise.all(
      writers.map((name, index) =>
        index % 2 === 0 ? object.apply(name, { data: { [name]: '1' } }) : object.patch(name, { data: { [name]: '1' } }),
      ),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    const owners = writers.map((name, index) => `${name} ${index % 2 === 0 ? 'Apply' : 'Update'} v1: .data.${name}`);
    assert.deepEqual(ownersOf(await object.get()), [...owners, 'first Apply v1: .data.first'].sort());
  });
});
