import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { refusals, tableRow } from '../../registry/conformance.test.helper.js';

const PATH = '/apis/storage.k8s.io/v1/csidrivers';
const MERGE = { 'content-type': 'application/merge-patch+json' };

const DEFAULTS = {
  attachRequired: true,
  podInfoOnMount: false,
  volumeLifecycleModes: ['Persistent'],
  storageCapacity: false,
  fsGroupPolicy: 'ReadWriteOnceWithFSType',
  requiresRepublish: false,
  seLinuxMount: false,
};

describe('CSIDriver', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());
  let count = 0;
  const freshName = () => `driver-${++count}.example.com`;
  const create = (spec: object, name = freshName()) =>
    api.request('POST', PATH, { body: { metadata: { name }, spec: { ...spec } } });
  const patch = (name: string, spec: object) =>
    api.request('PATCH', `${PATH}/${name}`, { body: { spec: { ...spec } }, headers: MERGE });

  it('has defaults', async () => {
    const { status, json } = await create({});
    assert.deepEqual([status, plain(json['spec'])], [201, DEFAULTS]);
    const bare = await api.request('POST', PATH, { body: { metadata: { name: freshName() } } });
    assert.deepEqual([bare.status, plain(bare.json['spec'])], [201, DEFAULTS]);
  });

  it('keeps every field', async () => {
    const spec = {
      attachRequired: false,
      podInfoOnMount: true,
      volumeLifecycleModes: ['Ephemeral', 'Persistent'],
      storageCapacity: true,
      fsGroupPolicy: 'File',
      tokenRequests: [{ audience: '' }, { audience: 'vault', expirationSeconds: 3600 }],
      requiresRepublish: true,
      seLinuxMount: true,
    };
    const { json } = await create(spec);
    assert.deepEqual(plain(json['spec']), spec);
  });

  it('replaces an empty list of modes with the default', async () => {
    const { json } = await create({ volumeLifecycleModes: [] });
    assert.deepEqual(plain(json['spec']), DEFAULTS);
  });

  const tokens = (...tokenRequests: object[]) => ({ tokenRequests });
  const seconds = 'spec.tokenRequests[0].expirationSeconds: Invalid value:';
  const wrong: [what: string, spec: object, errors: string[]][] = [
    [
      'an unknown mode',
      { volumeLifecycleModes: ['Persistent', 'x'] },
      [
        'FieldValueNotSupported spec.volumeLifecycleModes[1]: Unsupported value: "x": supported values: "Persistent", "Ephemeral"',
      ],
    ],
    [
      'an unknown policy',
      { fsGroupPolicy: 'x' },
      [
        'FieldValueNotSupported spec.fsGroupPolicy: Unsupported value: "x": supported values: "File", "None", "ReadWriteOnceWithFSType"',
      ],
    ],
    [
      'two tokens for one audience',
      tokens({ audience: 'a' }, { audience: 'b' }, { audience: 'a', expirationSeconds: 1 }),
      ['FieldValueDuplicate spec.tokenRequests[2].audience: Duplicate value: "a"'],
    ],
    [
      'two tokens without an audience',
      tokens({ audience: '' }, {}),
      ['FieldValueDuplicate spec.tokenRequests[1].audience: Duplicate value: ""'],
    ],
    [
      'a token of less than ten minutes',
      tokens({ audience: 'a', expirationSeconds: 599 }),
      [`FieldValueInvalid ${seconds} 599: may not specify a duration less than 10 minutes`],
    ],
    [
      'a token of more than 2^32 seconds',
      tokens({ audience: 'a', expirationSeconds: 2 ** 32 + 1 }),
      [`FieldValueInvalid ${seconds} 4294967297: may not specify a duration larger than 2^32 seconds`],
    ],
    [
      'a nodeAllocatableUpdatePeriodSeconds below the minimum',
      { nodeAllocatableUpdatePeriodSeconds: 9 },
      [
        'FieldValueInvalid spec.nodeAllocatableUpdatePeriodSeconds: Invalid value: 9: must be greater than or equal to 10 seconds',
      ],
    ],
    [
      'no tokens in secrets',
      { serviceAccountTokenInSecrets: false },
      [
        'FieldValueInvalid spec.serviceAccountTokenInSecrets: Invalid value: false: serviceAccountTokenInSecrets is set but no tokenRequests are specified',
      ],
    ],
  ];
  for (const [what, spec, errors] of wrong) {
    it(`rejects ${what}`, async () => assert.deepEqual(refusals(await create(spec)), errors));
  }

  const right: [what: string, spec: object][] = [
    ['a token of ten minutes', tokens({ audience: 'a', expirationSeconds: 600 })],
    ['a token of 2^32 seconds', tokens({ audience: 'a', expirationSeconds: 2 ** 32 })],
    ['the policy None', { fsGroupPolicy: 'None' }],
  ];
  for (const [what, spec] of right) {
    it(`accepts ${what}`, async () => assert.equal((await create(spec)).status, 201));
  }

  const names: [what: string, name: string, messages: RegExp[]][] = [
    ['of 63 characters', 'a'.repeat(63), []],
    [
      'of 64 characters',
      'a'.repeat(64),
      [/^FieldValueInvalid metadata\.name: .*: must be no more than 63 characters$/],
    ],
    ['with capitals', 'Driver', [/^FieldValueInvalid metadata\.name: .*: a lowercase RFC 1123 subdomain must/]],
  ];
  for (const [what, name, messages] of names) {
    it(`${messages.length === 0 ? 'accepts' : 'rejects'} a name ${what}`, async () => {
      const found = refusals(await create({}, name)) ?? [];
      assert.equal(found.length, messages.length, found.join('\n'));
      messages.forEach((message, index) => assert.match(found[index] ?? '', message));
    });
  }

  const changes: [field: string, value: unknown, generation: number | undefined][] = [
    ['attachRequired', false, undefined],
    ['podInfoOnMount', true, 1],
    ['fsGroupPolicy', 'None', 1],
    ['volumeLifecycleModes', ['Ephemeral'], undefined],
    ['storageCapacity', true, 1],
    ['nodeAllocatableUpdatePeriodSeconds', 10, 1],
    ['tokenRequests', [{ audience: 'a' }], 1],
    ['requiresRepublish', true, 1],
    ['seLinuxMount', true, 1],
  ];
  for (const [field, value, generation] of changes) {
    const text = generation === undefined ? 'may not change' : `may change, at generation ${generation}`;
    it(`${field} ${text}`, async () => {
      const name = freshName();
      await create({}, name);
      const answer = await patch(name, { [field]: value });
      const shown = JSON.stringify(value);
      const wanted =
        generation === undefined
          ? [`FieldValueInvalid spec.${field}: Invalid value: ${shown}: field is immutable`]
          : undefined;
      assert.deepEqual(refusals(answer), wanted);
      assert.equal((answer.json['metadata'] as { generation?: number }).generation, generation);
    });
  }

  it('warns of tokens outside secrets, and drops fields of disabled feature gates', async () => {
    const warningOf = async (spec: object) => (await create(spec)).headers['warning'];
    assert.match(
      String(await warningOf(tokens({ audience: 'a' }))),
      /"spec\.serviceAccountTokenInSecrets is unset; if/,
    );
    assert.equal(await warningOf({ ...tokens({ audience: 'a' }), serviceAccountTokenInSecrets: true }), undefined);
    const name = freshName();
    const { json } = await create({ preventPodSchedulingIfMissing: true, ...tokens({ audience: 'a' }) }, name);
    assert.equal((json['spec'] as JsonObject)['preventPodSchedulingIfMissing'], undefined);
    const { headers } = await patch(name, { podInfoOnMount: true, preventPodSchedulingIfMissing: true });
    assert.equal(headers['warning'], undefined);
  });

  it('keeps the generation in an update without changes, and rejects invalid tokens', async () => {
    const name = freshName();
    await create(tokens({ audience: 'a' }), name);
    const same = await patch(name, tokens({ audience: 'a' }));
    assert.equal((same.json['metadata'] as { generation?: number }).generation, undefined);
    const { status } = await patch(name, tokens({ audience: 'a' }, { audience: 'a' }));
    assert.equal(status, 422);
  });

  it('is returned on deletion', async () => {
    const name = freshName();
    await create({}, name);
    const { status, json } = await api.request('DELETE', `${PATH}/${name}`);
    assert.deepEqual([status, json['kind'], (json['metadata'] as { name?: string }).name], [200, 'CSIDriver', name]);
  });

  it('has the Table columns of kubectl get', async () => {
    await create(
      { ...tokens({ audience: 'a' }, { audience: 'b' }), volumeLifecycleModes: ['Ephemeral', 'Persistent'] },
      'x',
    );
    await create({}, 'y');
    const { columns, cells } = await tableRow(api, PATH, 'x');
    assert.deepEqual(columns, [
      'Name string',
      'AttachRequired boolean',
      'PodInfoOnMount boolean',
      'StorageCapacity boolean',
      'TokenRequests string',
      'RequiresRepublish boolean',
      'Modes string',
      'Age string',
    ]);
    assert.deepEqual(cells, ['x', true, false, false, 'a,b', false, 'Ephemeral,Persistent', '0s']);
    assert.deepEqual((await tableRow(api, PATH, 'y')).cells, [
      'y',
      true,
      false,
      false,
      '<unset>',
      false,
      'Persistent',
      '0s',
    ]);
  });
});
