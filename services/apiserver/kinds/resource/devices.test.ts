import assert from 'node:assert/strict';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { refusals, tableRow } from '../../registry/conformance.test.helper.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';

const GROUP = '/apis/resource.k8s.io/v1';
const CLASSES = `${GROUP}/deviceclasses`;
const SLICES = `${GROUP}/resourceslices`;
const CLAIMS = `${GROUP}/namespaces/default/resourceclaims`;
const TEMPLATES = `${GROUP}/namespaces/default/resourceclaimtemplates`;
const MERGE = { 'content-type': 'application/merge-patch+json' };

const REQUEST = { name: 'a', exactly: { deviceClassName: 'c' } };
const DEVICES = { requests: [REQUEST] };
const SLICE = {
  driver: 'd.example.com',
  nodeName: 'n',
  pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
  devices: [{ name: 'x' }],
};
const USUAL: Readonly<Record<string, object>> = {
  [CLASSES]: {},
  [SLICES]: SLICE,
  [CLAIMS]: { devices: DEVICES },
  [TEMPLATES]: { spec: { devices: DEVICES } },
};
const DEVICE = { driver: 'd.example.com', pool: 'p', device: 'x' };
const ALLOCATION = { devices: { results: [{ ...DEVICE, request: 'a' }] } };

describe('the kinds of dynamic resource allocation', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());
  let count = 0;
  const create = (path: string, spec: object = {}, name = `o-${++count}`) =>
    api.request('POST', path, { body: { metadata: { name }, spec: { ...USUAL[path], ...spec } } });
  const patch = (path: string, body: object) => api.request('PATCH', path, { body: { ...body }, headers: MERGE });
  const change = async (path: string, body: object, part = '') => {
    const name = `o-${++count}`;
    assert.equal((await create(path, {}, name)).status, 201);
    return patch(`${path}/${name}${part}`, body);
  };

  it('have Table columns', async () => {
    const cells = async (path: string) => {
      await create(path, {}, 'shown');
      return (await tableRow(api, path, 'shown')).cells;
    };
    assert.deepEqual(await cells(CLASSES), ['shown', '0s']);
    assert.deepEqual(await cells(CLAIMS), ['shown', 'pending', '0s']);
    assert.deepEqual(await cells(TEMPLATES), ['shown', '0s']);
    assert.deepEqual(await cells(SLICES), ['shown', 'n', 'd.example.com', 'p', '0s']);
  });

  it('have defaults', async () => {
    const toleration = { key: 'k' };
    const { json } = await create(CLAIMS, {
      devices: { requests: [{ name: 'a', exactly: { deviceClassName: 'c', tolerations: [toleration] } }] },
    });
    const { devices } = plain(json['spec']) as { devices: { requests: { exactly: object }[] } };
    assert.deepEqual(devices.requests[0]?.exactly, {
      deviceClassName: 'c',
      allocationMode: 'ExactCount',
      count: 1,
      tolerations: [{ key: 'k', operator: 'Equal' }],
    });
    const made = await create(SLICES, { devices: [{ name: 'x', taints: [{ key: 'k', effect: 'NoSchedule' }] }] });
    const spec = plain(made.json['spec']) as { devices: { taints: { timeAdded: string }[] }[] };
    assert.match(spec.devices[0]?.taints[0]?.timeAdded ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  it('lack the fields of gates that are off', async () => {
    const { json } = await create(SLICES, {
      devices: [
        { name: 'x', attributes: { a: { int: 1, ints: [1] } }, nodeAllocatableResourceMappings: { memory: {} } },
      ],
    });
    const { devices } = plain(json['spec']) as { devices: object[] };
    assert.deepEqual(devices, [{ name: 'x', attributes: { a: { int: 1 } } }]);
  });

  const wrong: [path: string, spec: object, errors: string[]][] = [
    [
      CLASSES,
      { selectors: [{}], extendedResourceName: 'gpu' },
      [
        'FieldValueRequired spec.selectors[0].cel: Required value',
        'FieldValueInvalid spec.extendedResourceName: Invalid value: "gpu": must be a valid extended resource name',
      ],
    ],
    [
      CLAIMS,
      { devices: { requests: [{ ...REQUEST, firstAvailable: [{ name: 's', deviceClassName: 'c' }] }] } },
      [
        'FieldValueInvalid spec.devices.requests[0]: Invalid value: null: exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set',
      ],
    ],
    [
      CLAIMS,
      { devices: { requests: Array.from({ length: 33 }, (_, index) => ({ ...REQUEST, name: `r${index}` })) } },
      ['FieldValueTooMany spec.devices.requests: Too many: 33: must have at most 32 items'],
    ],
    [
      TEMPLATES,
      { metadata: { name: 'x' }, spec: { devices: { requests: [REQUEST, REQUEST] } } },
      [
        'FieldValueForbidden spec.metadata.name: Forbidden: cannot be set',
        'FieldValueDuplicate spec.spec.devices.requests[1]: Duplicate value: "a"',
      ],
    ],
    [
      SLICES,
      { allNodes: true },
      [
        'FieldValueInvalid spec: Invalid value: "{`nodeName`, `allNodes`}": exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required, but multiple fields are set',
      ],
    ],
    [
      SLICES,
      {
        devices: [
          {
            name: 'x',
            allowMultipleAllocations: true,
            capacity: { m: { value: '10', requestPolicy: { default: '1', validRange: { min: '1', step: '0' } } } },
          },
        ],
      },
      [
        'FieldValueInvalid spec.devices[0].capacity[m].requestPolicy.validRange.step: Invalid value: "0": must be greater than zero',
      ],
    ],
    [
      SLICES,
      { devices: [{ name: 'x', attributes: { [`${'d'.repeat(200)}/a`]: {} } }] },
      [
        'FieldValueTooLong spec.devices[0].attributes: Too long: may not be more than 63 bytes',
        `FieldValueInvalid spec.devices[0].attributes[${'d'.repeat(47)}...${'d'.repeat(44)}/a]: Invalid value: "": exactly one value must be specified`,
      ],
    ],
  ];
  for (const [path, spec, errors] of wrong) {
    const what = JSON.stringify(spec).slice(0, 80);
    it(`reject ${what}`, async () => assert.deepEqual(refusals(await create(path, spec)), errors));
  }

  it('count changes of classes and slices', async () => {
    const changes: [path: string, body: object][] = [
      [CLASSES, { spec: { extendedResourceName: 'example.com/gpu' } }],
      [SLICES, { spec: { pool: { generation: 2 } } }],
      [SLICES, { metadata: { labels: { a: 'b' } } }],
    ];
    const generations = await Promise.all(
      changes.map(async ([path, body]) => {
        const { json } = await change(path, body);
        return (plain(json['metadata']) as { generation: number }).generation;
      }),
    );
    assert.deepEqual(generations, [2, 2, 1]);
  });

  it('fix the specification of claims, and driver, pool and node of slices', async () => {
    const refused = async (path: string, spec: object) =>
      refusals(await change(path, { spec }))?.map((text) => text.replace(/ Invalid value: .*: /, ' '));
    assert.deepEqual(await refused(CLAIMS, { devices: { requests: [] } }), [
      'FieldValueInvalid spec: field is immutable',
    ]);
    assert.deepEqual(await refused(TEMPLATES, { spec: { devices: { requests: [] } } }), [
      'FieldValueInvalid spec: field is immutable',
    ]);
    assert.deepEqual(await refused(SLICES, { driver: 'e', pool: { name: 'q' }, nodeName: 'm' }), [
      'FieldValueInvalid spec.pool.name: field is immutable',
      'FieldValueInvalid spec.driver: field is immutable',
      'FieldValueInvalid spec.nodeName: field is immutable',
    ]);
  });

  it('keep the status of a claim apart from the rest', async () => {
    const { json } = await change(
      CLAIMS,
      { metadata: { labels: { a: 'b' } }, spec: { devices: { requests: [] } }, status: { allocation: ALLOCATION } },
      '/status',
    );
    const { metadata, spec, status } = plain(json) as { metadata: { labels?: object }; spec: object; status: object };
    assert.equal(metadata.labels, undefined);
    assert.deepEqual(spec, {
      devices: {
        requests: [{ name: 'a', exactly: { deviceClassName: 'c', allocationMode: 'ExactCount', count: 1 } }],
      },
    });
    assert.deepEqual(status, { allocation: ALLOCATION });
  });

  const status: [status: object, errors: string[]][] = [
    [
      { reservedFor: [{ resource: 'pods', name: 'p', uid: 'u' }] },
      ['FieldValueForbidden status.reservedFor: Forbidden: may not be specified when `allocated` is not set'],
    ],
    [
      { allocation: ALLOCATION, devices: [{ ...DEVICE, device: 'y' }] },
      [
        'FieldValueInvalid status.devices[0]: Invalid value: {"Driver":"d.example.com","Pool":"p","Device":"y","ShareID":""}: must be an allocated device in the claim',
      ],
    ],
    [
      { allocation: { devices: { results: [{ ...DEVICE, request: 'a/b' }] } } },
      [
        `FieldValueInvalid status.allocation.devices.results[0].request: Invalid value: "a/b": must be the name of a request in the claim or the name of a request and a subrequest separated by '/'`,
      ],
    ],
  ];
  for (const [wanted, errors] of status) {
    it(`reject the status ${JSON.stringify(wanted).slice(0, 80)}`, async () => {
      assert.deepEqual(refusals(await change(CLAIMS, { status: wanted }, '/status')), errors);
    });
  }

  it('forget the devices of a claim that is deallocated', async () => {
    await create(CLAIMS, {}, 'freed');
    const path = `${CLAIMS}/freed/status`;
    const reported = await patch(path, { status: { allocation: ALLOCATION, devices: [DEVICE] } });
    assert.equal(reported.status, 200, reported.text);
    const changed = await patch(path, { status: { allocation: { devices: { results: [] } } } });
    assert.match(changed.message, /status\.allocation: Invalid value: .*: field is immutable/);
    const { json } = await patch(path, { status: { allocation: null } });
    assert.deepEqual(plain(json['status']), {});
  });
});
