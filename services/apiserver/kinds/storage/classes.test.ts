import assert from 'node:assert/strict';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { refusals, tableRow } from '../../registry/conformance.test.helper.js';

const GROUP = '/apis/storage.k8s.io/v1';
const CLASSES = `${GROUP}/storageclasses`;
const ATTRIBUTES = `${GROUP}/volumeattributesclasses`;
const NODES = `${GROUP}/csinodes`;
const MERGE = { 'content-type': 'application/merge-patch+json' };

const DRIVER = { name: 'd.example.com', nodeID: 'n', topologyKeys: ['zone'] };
const USUAL: Readonly<Record<string, object>> = {
  [CLASSES]: { provisioner: 'p.example.com' },
  [ATTRIBUTES]: { driverName: 'd.example.com', parameters: { a: 'b' } },
  [NODES]: { spec: { drivers: [DRIVER] } },
};

describe('StorageClasses, VolumeAttributesClasses and CSINodes', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());
  let count = 0;
  const create = (path: string, fields: object = {}, name = `o-${++count}`) =>
    api.request('POST', path, { body: { metadata: { name }, ...USUAL[path], ...fields } });
  const change = async (path: string, fields: object) => {
    const name = `o-${++count}`;
    assert.equal((await create(path, {}, name)).status, 201);
    return api.request('PATCH', `${path}/${name}`, { body: { ...fields }, headers: MERGE });
  };

  it('have defaults and Table columns', async () => {
    const annotations = { 'storageclass.kubernetes.io/is-default-class': 'true' };
    const { json } = await create(CLASSES, { metadata: { name: 'usual', annotations } });
    assert.deepEqual([json['reclaimPolicy'], json['volumeBindingMode']], ['Delete', 'Immediate']);
    assert.deepEqual((await tableRow(api, CLASSES, 'usual')).cells, [
      'usual (default)',
      'p.example.com',
      'Delete',
      'Immediate',
      false,
      '0s',
    ]);
    await create(NODES, {}, 'node');
    assert.deepEqual((await tableRow(api, NODES, 'node')).cells, ['node', 1, '0s']);
  });

  it('have a protection finalizer if they are VolumeAttributesClasses', async () => {
    const { json } = await create(ATTRIBUTES);
    const { finalizers } = plain(json['metadata']) as { finalizers: string[] };
    assert.deepEqual(finalizers, ['kubernetes.io/vac-protection']);
  });

  const term = (key: string, ...values: string[]) => ({ matchLabelExpressions: [{ key, values }] });
  const at = 'allowedTopologies[1].matchLabelExpressions';
  const wrong: [path: string, fields: object, errors: string[]][] = [
    [CLASSES, { provisioner: '' }, ['FieldValueRequired provisioner: Required value']],
    [
      CLASSES,
      { reclaimPolicy: 'Recycle', volumeBindingMode: 'x' },
      [
        'FieldValueNotSupported reclaimPolicy: Unsupported value: "Recycle": supported values: "Delete", "Retain"',
        'FieldValueNotSupported volumeBindingMode: Unsupported value: "x": supported values: "Immediate", "WaitForFirstConsumer"',
      ],
    ],
    [
      CLASSES,
      { parameters: { '': 'x' } },
      ['FieldValueInvalid parameters: Invalid value: "": field can not be empty.'],
    ],
    [
      CLASSES,
      { parameters: { a: 'x'.repeat(2 ** 18) } },
      ['FieldValueTooLong parameters: Too long: may not be more than 262144 bytes'],
    ],
    [
      CLASSES,
      { allowedTopologies: [term('a', 'x', 'y'), term('a', 'y', 'x')] },
      [`FieldValueDuplicate ${at}: Duplicate value: ""`],
    ],
    [
      CLASSES,
      { allowedTopologies: [term('a', 'x'), term('a')] },
      [`FieldValueRequired ${at}[0].values: Required value`],
    ],
    [
      ATTRIBUTES,
      { parameters: {} },
      ['FieldValueRequired parameters: Required value: must contain at least one key/value pair'],
    ],
    [
      NODES,
      { spec: { drivers: [DRIVER, { name: 'd.example.com', allocatable: { count: -1 } }] } },
      [
        'FieldValueRequired spec.drivers[1].nodeID: Required value',
        'FieldValueInvalid spec.drivers[1].allocatable.count: Invalid value: -1: must be greater than or equal to 0',
        'FieldValueDuplicate spec.drivers[1].name: Duplicate value: "d.example.com"',
      ],
    ],
  ];
  for (const [path, fields, errors] of wrong) {
    const what = JSON.stringify(fields).slice(0, 80);
    it(`reject ${what}`, async () => assert.deepEqual(refusals(await create(path, fields)), errors));
  }

  const fixed: [path: string, fields: object, errors: string[] | undefined][] = [
    [CLASSES, { provisioner: 'q' }, ['FieldValueInvalid provisioner: Invalid value: "q": field is immutable']],
    [CLASSES, { allowVolumeExpansion: true }, undefined],
    [
      ATTRIBUTES,
      { parameters: { a: 'c' } },
      ['FieldValueForbidden parameters: Forbidden: updates to parameters are forbidden.'],
    ],
    [NODES, { spec: { drivers: [{ ...DRIVER, allocatable: { count: 2 } }] } }, undefined],
    [NODES, { spec: { drivers: [] } }, undefined],
    [
      NODES,
      { spec: { drivers: [{ ...DRIVER, nodeID: 'm' }] } },
      [
        'FieldValueInvalid spec.drivers: Invalid value: {"name":"d.example.com","nodeID":"m","topologyKeys":["zone"]}: field is immutable',
      ],
    ],
  ];
  for (const [path, fields, errors] of fixed) {
    it(`${errors === undefined ? 'accept' : 'reject'} an update to ${JSON.stringify(fields)}`, async () => {
      const answer = await change(path, fields);
      assert.deepEqual(refusals(answer), errors);
      assert.equal(answer.status, errors === undefined ? 200 : 422);
    });
  }
});
