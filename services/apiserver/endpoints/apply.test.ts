import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { startTestApi, type TestApi } from '../server/api.test.helper.js';
import { managersOf, owners } from './managers.test.helper.js';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const CONTENT_TYPE = { 'content-type': 'application/apply-patch+yaml' };
const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap' };

type Members = Readonly<Record<string, JsonValue>>;

describe('server-side apply', () => {
  let api: TestApi;
  let names = 0;
  let name = '';
  let path = '';

  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());
  beforeEach(() => {
    name = `object-${++names}`;
    path = `${CONFIG_MAPS}/${name}`;
  });

  const send = (target: string, body: JsonValue | string, query = '?fieldManager=me') =>
    api.request('PATCH', target + query, {
      body: typeof body === 'string' ? Buffer.from(body) : body,
      headers: CONTENT_TYPE,
    });
  const config = (rest: Members = {}, metadata: Members = {}): JsonObject => ({
    ...CONFIG_MAP,
    metadata: { name, ...metadata },
    ...rest,
  });
  const read = (target = path) => api.request('GET', target);

  describe('of an object that does not exist', () => {
    it('creates it with the applier as owner of the applied fields: 201', async () => {
      const answer = await send(path, config({ data: { a: '1' } }));
      assert.equal(answer.status, 201, answer.text);
      assert.deepEqual(plain(answer.json['data']), { a: '1' });
      assert.deepEqual(plain(managersOf(answer)), [
        {
          manager: 'me',
          operation: 'Apply',
          apiVersion: 'v1',
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:data': { 'f:a': {} } },
        },
      ]);
      assert.equal((await read()).text, answer.text);
    });

    it('accepts YAML', async () => {
      const text = `# mine\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata:\n  a: "1"\n`;
      const { status, json } = await send(path, text);
      assert.equal(status, 201);
      assert.deepEqual(plain(json['data']), { a: '1' });
    });

    it('runs the same steps as a create', async () => {
      const answer = await send('/api/v1/namespaces/fresh', {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: 'fresh' },
        status: { phase: 'Terminating' },
      });
      const { spec, status } = answer.json;
      assert.deepEqual(plain([spec, status]), [{ finalizers: ['kubernetes'] }, { phase: 'Active' }]);
      assert.deepEqual(owners(answer), []);
    });

    it('stores nothing in a dry run', async () => {
      const { status } = await send(path, config(), '?fieldManager=me&dryRun=All');
      assert.equal(status, 201);
      assert.equal((await read()).status, 404);
    });

    it('is 404 for a subresource', async () => {
      const node = { apiVersion: 'v1', kind: 'Node', metadata: { name }, status: { phase: 'Running' } };
      assert.equal((await send(`/api/v1/nodes/${name}/status`, node)).status, 404);
    });

    it('is 409 if the config names a uid or resourceVersion', async () => {
      for (const [metadata, text] of [
        [
          { uid: 'some-uid' },
          'uid mismatch: the provided object specified uid some-uid, and no existing object was found',
        ],
        [
          { resourceVersion: '5' },
          'resourceVersion mismatch: the provided object specified resourceVersion 5, and no existing object was found',
        ],
      ] as const) {
        const { status, message } = await send(path, config({}, metadata));
        assert.equal(status, 409);
        assert.equal(message, `Operation cannot be fulfilled on configmaps "${name}": ${text}`);
      }
    });
  });

  it('changes an object: 200, and writes nothing without a change', async () => {
    await send(path, config({ data: { a: '1' } }));
    const changed = await send(path, config({ data: { a: '2' } }));
    assert.deepEqual([changed.status, plain(changed.json['data'])], [200, { a: '2' }]);
    assert.equal((await send(path, config({ data: { a: '2' } }))).text, changed.text);
  });

  it('is 409 for an outdated version, and cannot change the identity of an object', async () => {
    const { json } = await send(path, config());
    const { resourceVersion = '', uid = '' } = metadataOf(json);
    assert.equal((await send(path, config({}, { resourceVersion, uid }))).status, 200);
    assert.equal((await send(path, config({}, { uid: 'other' }))).status, 422);
    await send(path, config({ data: { a: '1' } }));
    const { status, message } = await send(path, config({ data: { a: '2' } }, { resourceVersion }));
    assert.equal(status, 409);
    assert.match(message, /the object has been modified/);
  });

  describe('of fields of other managers', () => {
    beforeEach(() =>
      api.request('POST', `${CONFIG_MAPS}?fieldManager=owner`, { body: config({ data: { a: '1', b: '1' } }) }),
    );

    it('is a conflict that names the owner and the field', async () => {
      const { status, json } = await send(path, config({ data: { a: '2' } }));
      assert.equal(status, 409);
      assert.deepEqual(plain(json), {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: 'Apply failed with 1 conflict: conflict with "owner" using v1: .data.a',
        reason: 'Conflict',
        details: {
          causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "owner" using v1', field: '.data.a' }],
        },
        code: 409,
      });
    });

    it('lists several conflicts', async () => {
      const { message } = await send(path, config({ data: { a: '2', b: '2' } }));
      assert.equal(message, 'Apply failed with 2 conflicts: conflicts with "owner" using v1:\n- .data.a\n- .data.b');
    });

    for (const force of ['true', '1', 'maybe', '']) {
      it(`takes them with force "${force}"`, async () => {
        const answer = await send(path, config({ data: { a: '2' } }), `?fieldManager=me&force=${force}`);
        assert.deepEqual(plain(answer.json['data']), { a: '2', b: '1' });
        assert.deepEqual(owners(answer), [
          'Apply me v1 {"f:data":{"f:a":{}}}',
          'Update owner v1 {"f:data":{".":{},"f:b":{}}}',
        ]);
      });
    }

    it('does not take them without force', async () => {
      for (const force of ['false', 'False', '0']) {
        const { status } = await send(path, config({ data: { a: '2' } }), `?fieldManager=me&force=${force}`);
        assert.equal(status, 409);
      }
    });
  });

  describe('refuses', () => {
    const refused: readonly (readonly [string, string, () => JsonValue | string, number, RegExp])[] = [
      [
        'no field manager',
        '',
        () => config(),
        422,
        /^PatchOptions\.meta\.k8s\.io "" is invalid: fieldManager: Required value: is required for apply patch$/,
      ],
      [
        'a config of another kind',
        '?fieldManager=me',
        () => ({ ...config(), kind: 'Secret' }),
        400,
        /^invalid object type: \/v1, Kind=Secret$/,
      ],
      [
        'a config of another version',
        '?fieldManager=me',
        () => ({ ...config(), apiVersion: 'apps/v2' }),
        400,
        /^invalid object type: apps\/v2, Kind=ConfigMap$/,
      ],
      [
        'a config without kind and apiVersion',
        '?fieldManager=me',
        () => ({ metadata: { name } }),
        400,
        /^invalid object type: \/, Kind=$/,
      ],
      ['nothing', '?fieldManager=me', () => '', 400, /^invalid object type/],
      ['a list', '?fieldManager=me', () => '[]', 400, /must be an object$/],
      ['invalid YAML', '?fieldManager=me', () => 'a: [', 400, /^error decoding YAML: /],
      [
        'managedFields',
        '?fieldManager=me',
        () => config({}, { managedFields: [{}] }),
        400,
        /^metadata\.managedFields must be nil$/,
      ],
      [
        'another name',
        '?fieldManager=me',
        () => config({}, { name: 'other' }),
        400,
        /does not match the name on the URL/,
      ],
      [
        'no name',
        '?fieldManager=me',
        () => config({}, { name: null, generateName: 'a-' }),
        400,
        /name must be provided/,
      ],
      [
        'another namespace',
        '?fieldManager=me',
        () => config({}, { namespace: 'other' }),
        400,
        /namespace of the provided object does not match/,
      ],
      [
        'unknown fields',
        '?fieldManager=me&fieldValidation=Strict',
        () => config({ daata: {} }),
        400,
        /^failed to create typed patch object \(default\/object-\d+; \/v1, Kind=ConfigMap\): \.daata: field not declared in schema$/,
      ],
      ['wrong types', '?fieldManager=me', () => config({ data: { a: 1 } }), 400, /\.data\.a: expected string, got 1$/],
      [
        'invalid metadata',
        '?fieldManager=me',
        () => ({ ...CONFIG_MAP, metadata: 'x' }),
        400,
        /\.metadata: expected map/,
      ],
      ['schema errors', '?fieldManager=me', () => config({ data: { '..': 'x' } }), 422, /data/],
    ];
    for (const [what, query, body, status, message] of refused) {
      it(`${what}: ${status}`, async () => {
        const answer = await send(path, body(), query);
        assert.equal(answer.status, status, answer.text);
        assert.match(answer.message, message);
        assert.equal((await read()).status, 404);
      });
    }

    it('force in other patches: 422', async () => {
      for (const query of ['force=true', 'force=false', 'force=', 'force']) {
        const answer = await api.request('PATCH', `${path}?${query}`, {
          body: {},
          headers: { 'content-type': 'application/merge-patch+json' },
        });
        assert.equal(answer.status, 422);
        assert.match(answer.message, /force: Forbidden: may not be specified for non-apply patch/);
      }
    });

    it('more than a hundred problems in one message', async () => {
      const data = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key-${index}`, index]));
      const { status, message } = await send(path, config({ data }));
      assert.equal(status, 400);
      assert.equal(message.split('\n').length, 101);
    });
  });

  it('keeps the fields of many concurrent appliers', async () => {
    const managers = Array.from({ length: 12 }, (_, index) => `m-${index}`);
    const answers = await Promise.all(
      managers.map((manager) => send(path, config({ data: { [manager]: '1' } }), `?fieldManager=${manager}`)),
    );
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    assert.equal(answers.filter(({ status }) => status === 200).length, managers.length - 1);
    const { json } = await read();
    assert.deepEqual(Object.keys(json['data'] as JsonObject).sort(), [...managers].sort());
    assert.deepEqual(owners(await read()).sort(), managers.map((m) => `Apply ${m} v1 {"f:data":{"f:${m}":{}}}`).sort());
  });

  it('of a status owns only the status', async () => {
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name } };
    const target = `/api/v1/nodes/${name}`;
    await send(target, { ...node, spec: { unschedulable: true }, status: { phase: 'Pending' } });
    const answer = await send(`${target}/status`, {
      ...node,
      spec: { unschedulable: false },
      status: { phase: 'Running' },
    });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(
      plain([
        (answer.json['spec'] as JsonObject)['unschedulable'] ?? null,
        (answer.json['status'] as JsonObject)['phase'] ?? null,
      ]),
      [true, 'Running'],
    );
    assert.deepEqual(owners(answer), [
      'Apply me v1 {"f:spec":{"f:unschedulable":{}}}',
      'Apply me v1 status {"f:status":{"f:phase":{}}}',
    ]);
  });
});
