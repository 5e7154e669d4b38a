import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { startTestApi, type TestApi } from '../server/api.test.helper.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const NAMESPACES = '/api/v1/namespaces';
const MERGE = { 'content-type': 'application/merge-patch+json' };

type Metadata = Readonly<Record<string, unknown>>;
const metadataIn = (json: JsonObject): Metadata => json['metadata'] as Metadata;

/** Metadata that a client may send and the server overrides. */
const WISHES = {
  creationTimestamp: '2000-01-01T00:00:00Z',
  deletionTimestamp: '2000-01-01T00:00:00Z',
  deletionGracePeriodSeconds: 5,
  selfLink: '/x',
  generation: 9,
};

describe('metadata set by the server', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());

  let count = 0;
  const newName = (): string => `x${++count}`;
  const create = (metadata: object) => api.request('POST', CONFIG_MAPS, { body: { metadata: metadata as JsonObject } });

  it("overrides the client's values on create, without a warning", async () => {
    const name = newName();
    const { status, json, headers } = await create({ name, uid: 'mine', ...WISHES });
    assert.deepEqual([status, headers['warning']], [201, undefined]);
    const { resourceVersion, uid, ...metadata } = metadataIn(json);
    assert.match(String(resourceVersion), /^[1-9]\d*$/);
    assert.match(String(uid), /^0{8}-/);
    assert.deepEqual(metadata, { name, namespace: 'default', creationTimestamp: '2026-01-02T03:04:05Z' });
  });

  for (const [method, headers] of [
    ['PUT', {}],
    ['PATCH', MERGE],
  ] as const) {
    it(`stays in a ${method} without other changes, which writes nothing`, async () => {
      const name = newName();
      const { json: before } = await create({ name });
      const { deletionGracePeriodSeconds: _, deletionTimestamp: _only, ...wishes } = WISHES;
      const body = { metadata: { name, ...wishes } };
      const answer = await api.request(method, `${CONFIG_MAPS}/${name}`, { body, headers });
      assert.deepEqual([answer.status, answer.headers['warning']], [200, undefined], answer.text);
      assert.deepEqual({ ...metadataIn(answer.json) }, { ...metadataIn(before) });
    });
  }

  const refused: readonly (readonly [what: string, metadata: object, status: number, message: RegExp])[] = [
    ['another uid', { uid: 'x' }, 409, /Precondition failed: UID in precondition: x/],
    ['another version', { resourceVersion: '1' }, 409, /the object has been modified/],
    ['an invalid version', { resourceVersion: 'x' }, 409, /the object has been modified/],
    [
      'a deletionTimestamp',
      { deletionTimestamp: '2000-01-01T00:00:00Z' },
      422,
      /metadata\.deletionTimestamp: Invalid value: .*field is immutable/,
    ],
    [
      'a grace period',
      { deletionGracePeriodSeconds: 5 },
      422,
      /metadata\.deletionGracePeriodSeconds: Invalid value: 5: field is immutable/,
    ],
  ];
  for (const [what, metadata, status, message] of refused) {
    it(`${what} in a PUT is ${status}`, async () => {
      const name = newName();
      await create({ name });
      const body = { metadata: { name, ...metadata } };
      const answer = await api.request('PUT', `${CONFIG_MAPS}/${name}`, { body });
      assert.equal(answer.status, status, answer.text);
      assert.match(answer.message, message);
    });
  }

  it('a create with a resourceVersion is 400', async () => {
    const { status, message } = await create({ name: newName(), resourceVersion: '7' });
    assert.deepEqual([status, message], [400, 'resourceVersion should not be set on objects to be created']);
  });

  it('the status of a namespace ignores the client, and the name label follows the name', async () => {
    const name = newName();
    const body = {
      metadata: { name, labels: { 'kubernetes.io/metadata.name': 'other' } },
      status: { phase: 'Terminating', conditions: [{ type: 'T', status: 'True' }] },
    };
    for (const [method, target] of [
      ['POST', NAMESPACES],
      ['PUT', `${NAMESPACES}/${name}`],
    ] as const) {
      const { json, text } = await api.request(method, target, { body });
      assert.deepEqual({ ...(json['status'] as object) }, { phase: 'Active' }, text);
      assert.deepEqual({ ...(metadataIn(json)['labels'] as object) }, { 'kubernetes.io/metadata.name': name });
    }
  });

  describe('names', () => {
    const cases: readonly (readonly [what: string, method: string, metadata: object, message: string])[] = [
      [
        'in another namespace',
        'POST',
        { name: 'a', namespace: 'b' },
        'the namespace of the provided object does not match the namespace sent on the request',
      ],
      [
        'in another namespace',
        'PUT',
        { name: 'a', namespace: 'b' },
        'the namespace of the provided object does not match the namespace sent on the request',
      ],
      [
        'in another namespace, and with another name',
        'PUT',
        { name: 'b', namespace: 'b' },
        'the namespace of the provided object does not match the namespace sent on the request',
      ],
      ['with another name', 'PUT', { name: 'b' }, 'the name of the object (b) does not match the name on the URL (a)'],
      [
        'without a name',
        'PUT',
        {},
        'the name of the object (a based on URL) was undeterminable: name must be provided',
      ],
      [
        'in another namespace',
        'PATCH',
        { namespace: 'b' },
        'the namespace of the provided object does not match the namespace sent on the request',
      ],
      [
        'with another name',
        'PATCH',
        { name: 'b' },
        'the name of the object (b) does not match the name on the URL (a)',
      ],
      [
        'without a name',
        'PATCH',
        { name: null },
        'the name of the object (a based on URL) was undeterminable: name must be provided',
      ],
    ];
    for (const [what, method, metadata, text] of cases) {
      it(`${method} ${what} is 400`, async () => {
        if (method !== 'POST') await create({ name: 'a' });
        const target = method === 'POST' ? CONFIG_MAPS : `${CONFIG_MAPS}/a`;
        const headers: Record<string, string> = method === 'PATCH' ? MERGE : {};
        const { status, message } = await api.request(method, target, {
          body: { metadata: metadata as never },
          headers,
        });
        assert.deepEqual([status, message], [400, text]);
      });
    }

    const types: readonly (readonly [what: string, type: object, message: string])[] = [
      [
        'of another kind',
        { kind: 'Secret' },
        'Secret in version "v1" cannot be handled as a ConfigMap: the kind in the data does not match the expected kind "ConfigMap"',
      ],
      [
        'of another version',
        { apiVersion: 'apps/v1' },
        'the API version in the data (apps/v1) does not match the expected API version (v1)',
      ],
    ];
    for (const [what, type, text] of types) {
      for (const method of ['POST', 'PUT']) {
        it(`${method} ${what} is 400`, async () => {
          const target = method === 'POST' ? CONFIG_MAPS : `${CONFIG_MAPS}/a`;
          const { status, message } = await api.request(method, target, { body: { ...type, metadata: { name: 'a' } } });
          assert.deepEqual([status, message], [400, text]);
        });
      }
    }

    it('namespace, kind and apiVersion default to those of the path', async () => {
      const { json } = await create({ name: newName() });
      assert.deepEqual(
        [metadataIn(json)['namespace'], json['kind'], json['apiVersion']],
        ['default', 'ConfigMap', 'v1'],
      );
    });

    it('a cluster-scoped object loses its namespace', async () => {
      const metadata = { name: newName(), namespace: 'b' };
      const created = await api.request('POST', NAMESPACES, { body: { metadata } });
      assert.deepEqual([created.status, 'namespace' in metadataIn(created.json)], [201, false]);
      const put = await api.request('PUT', `${NAMESPACES}/${metadata.name}`, { body: { metadata } });
      assert.deepEqual([put.status, 'namespace' in metadataIn(put.json)], [200, false]);
    });
  });

  describe('generateName', () => {
    it('appends five random characters', async () => {
      const names = new Set<unknown>();
      for (let draw = 0; draw < 20; draw++) {
        const { status, json } = await create({ generateName: 'a-' });
        assert.equal(status, 201);
        assert.equal(metadataIn(json)['generateName'], 'a-', 'and is stored');
        names.add(metadataIn(json)['name']);
      }
      assert.equal(names.size, 20);
      for (const name of names) assert.match(String(name), /^a-[bcdfghjklmnpqrstvwxz2-9]{5}$/);
    });

    it('is truncated to 58 characters, for a name of 63', async () => {
      const { json } = await create({ generateName: `${'abcde'.repeat(13)}-` });
      const name = String(metadataIn(json)['name']);
      assert.equal(name.length, 63);
      assert.equal(name.slice(0, 58), 'abcde'.repeat(13).slice(0, 58));
    });

    it('is only stored if there is a name', async () => {
      const name = newName();
      const { json } = await create({ name, generateName: 'a-' });
      assert.deepEqual([metadataIn(json)['name'], metadataIn(json)['generateName']], [name, 'a-']);
      assert.equal((await create({ name, generateName: 'a-' })).status, 409);
    });

    it('follows the rules for names', async () => {
      const { status, message } = await create({ generateName: 'A_' });
      assert.equal(status, 422);
      assert.match(message, /metadata\.generateName: Invalid value: "A_": a lowercase RFC 1123 subdomain/);
    });

    it('stands for the name in mutating admission and its refusals, as in Kubernetes', async () => {
      const pods = '/api/v1/namespaces/default/pods';
      const spec = { containers: [{ name: 'c', image: 'i' }], runtimeClassName: 'none' };
      const { message } = await api.request('POST', pods, { body: { metadata: { generateName: 'a-' }, spec } });
      assert.match(message, /^pods "a-" is forbidden: pod rejected: RuntimeClass "none" not found$/);
    });

    it('retries when a name exists', async () => {
      let draws: number[] = [];
      const lucky = await startTestApi({ environment: { random: () => draws.shift() ?? 2 } });
      draws = Array.from('bbbbbbbbbbccccc', (letter) => 'bc'.indexOf(letter));
      try {
        const names: unknown[] = [];
        for (const _ of ['first', 'second']) {
          const { json } = await lucky.request('POST', CONFIG_MAPS, { body: { metadata: { generateName: 'a-' } } });
          names.push(metadataIn(json)['name']);
        }
        assert.deepEqual(names, ['a-bbbbb', 'a-ccccc']);
      } finally {
        await lucky.close();
      }
    });

    it('fails with 500 ServerTimeout when all retries collide', async () => {
      const stuck = await startTestApi({ environment: { random: () => 0 } });
      try {
        const draw = () => stuck.request('POST', CONFIG_MAPS, { body: { metadata: { generateName: 'a-' } } });
        assert.equal((await draw()).status, 201);
        const { status, json, headers } = await draw();
        assert.deepEqual([status, json['reason'], headers['retry-after']], [500, 'ServerTimeout', '1']);
      } finally {
        await stuck.close();
      }
    });
  });
});
