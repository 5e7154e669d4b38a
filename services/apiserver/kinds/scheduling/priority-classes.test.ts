import assert from 'node:assert/strict';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { refusals, tableRow } from '../../registry/conformance.test.helper.js';

const PATH = '/apis/scheduling.k8s.io/v1/priorityclasses';
const MERGE = { 'content-type': 'application/merge-patch+json' };

describe('PriorityClass', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());
  let count = 0;
  const freshName = () => `class-${++count}`;
  const create = (fields: object, name = freshName()) =>
    api.request('POST', PATH, { body: { metadata: { name }, ...fields } });

  it('keeps every field, at generation 1', async () => {
    const name = freshName();
    const fields = { value: -5, globalDefault: true, description: 'Last.', preemptionPolicy: 'Never' };
    const { status, json } = await create(fields, name);
    const { kind: _kind, apiVersion: _apiVersion, metadata, ...rest } = json;
    assert.deepEqual([status, plain(rest)], [201, fields]);
    assert.equal((metadata as { generation?: number }).generation, 1);
  });

  it('has the defaults PreemptLowerPriority and 0', async () => {
    const { status, json } = await create({ globalDefault: false });
    assert.deepEqual([status, json['value'], json['preemptionPolicy']], [201, 0, 'PreemptLowerPriority']);
    assert.ok(!('globalDefault' in json));
  });

  const reserved =
    "FieldValueForbidden metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error:";
  const wrong: [what: string, name: string, fields: object, errors: string[]][] = [
    [
      'an unknown policy',
      'a',
      { value: 1, preemptionPolicy: 'x' },
      [
        'FieldValueNotSupported preemptionPolicy: Unsupported value: "x": supported values: "PreemptLowerPriority", "Never"',
      ],
    ],
    [
      'an empty policy',
      'a',
      { value: 1, preemptionPolicy: '' },
      ['FieldValueRequired preemptionPolicy: Required value'],
    ],
    [
      'a value above a thousand million',
      'a',
      { value: 1_000_000_001 },
      ['FieldValueForbidden value: Forbidden: maximum allowed value of a user defined priority is 1000000000'],
    ],
    ['a reserved name', 'system-mine', { value: 1 }, [`${reserved} system-mine is not a known system priority class`]],
    [
      "a system class with another's value",
      'system-node-critical',
      { value: 2_000_000_000 },
      [`${reserved} value of system-node-critical PriorityClass must be 2000001000`],
    ],
    [
      'a system class as the default',
      'system-cluster-critical',
      { value: 2_000_000_000, globalDefault: true },
      [`${reserved} globalDefault of system-cluster-critical PriorityClass must be false`],
    ],
  ];
  for (const [what, name, fields, errors] of wrong) {
    it(`rejects ${what}`, async () => assert.deepEqual(refusals(await create(fields, name)), errors));
  }

  it('accepts the highest and the lowest value, and only int32 values', async () => {
    assert.equal((await create({ value: 1_000_000_000 })).status, 201);
    assert.equal((await create({ value: -(2 ** 31) })).status, 201);
    assert.equal((await create({ value: 2 ** 31 })).status, 400);
  });

  const changes: [field: string, value: string | number | boolean, errors: string[] | undefined][] = [
    ['value', 2, ['FieldValueForbidden value: Forbidden: may not be changed in an update.']],
    ['preemptionPolicy', 'Never', ['FieldValueInvalid preemptionPolicy: Invalid value: "Never": field is immutable']],
    ['globalDefault', true, undefined],
    ['description', 'First.', undefined],
  ];
  for (const [field, value, errors] of changes) {
    it(`${field} ${errors === undefined ? 'may' : 'may not'} change`, async () => {
      const name = freshName();
      await create({ value: 1 }, name);
      const answer = await api.request('PATCH', `${PATH}/${name}`, { body: { [field]: value }, headers: MERGE });
      assert.deepEqual(refusals(answer), errors);
      if (errors === undefined) assert.equal(answer.json[field], value);
    });
  }

  it('has the Table columns of kubectl get, and the short name pc', async () => {
    await create({ value: 7 }, 'x');
    const { columns, cells } = await tableRow(api, PATH, 'x');
    const wanted = ['Name string', 'Value integer', 'Global-Default boolean', 'Age string', 'PreemptionPolicy string'];
    assert.deepEqual(columns, wanted);
    assert.deepEqual(cells, ['x', 7, false, '0s', 'PreemptLowerPriority']);
    const { json } = await api.request('GET', '/apis/scheduling.k8s.io/v1');
    const [resource] = json['resources'] as { shortNames?: string[] }[];
    assert.deepEqual(resource?.shortNames, ['pc']);
  });

  for (const [name, value] of [
    ['system-cluster-critical', 2_000_000_000],
    ['system-node-critical', 2_000_001_000],
  ] as const) {
    it(`${name} exists from the start; its description can be changed, and it cannot be deleted`, async () => {
      const target = `${PATH}/${name}`;
      const { json } = await api.request('GET', target);
      assert.deepEqual([json['value'], json['preemptionPolicy']], [value, 'PreemptLowerPriority']);
      assert.equal((await api.request('PATCH', target, { body: { description: 'x' }, headers: MERGE })).status, 200);
      const { status, message } = await api.request('DELETE', target);
      const why = 'this is a system priority class and cannot be deleted';
      const words = `priorityclasses.scheduling.k8s.io "${name}" is forbidden: ${why}`;
      assert.deepEqual([status, message], [403, words]);
      assert.equal((await api.request('GET', target)).status, 200);
    });
  }

  it('can be deleted if it is not a system class', async () => {
    await create({ value: 1 }, 'gone');
    const { status, json } = await api.request('DELETE', `${PATH}/gone`);
    assert.deepEqual([status, json['kind']], [200, 'Status']);
  });
});
