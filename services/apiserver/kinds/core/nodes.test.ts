import assert from 'node:assert/strict';
import { nodeSchema } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { compileProtobufEncoder } from '@pilothouse/apimachinery/protobuf/encode.js';
import { encodeEnvelope } from '@pilothouse/apimachinery/protobuf/envelope.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { refusals, tableRow } from '../../registry/conformance.test.helper.js';

const NODES = '/api/v1/nodes';
const MERGE = { 'content-type': 'application/merge-patch+json' };

type Json = { [name: string]: JsonValue };

/** Initial status of every node. */
const BARE_STATUS = {
  daemonEndpoints: { kubeletEndpoint: { Port: 0 } },
  nodeInfo: {
    machineID: '',
    systemUUID: '',
    bootID: '',
    kernelVersion: '',
    osImage: '',
    containerRuntimeVersion: '',
    kubeletVersion: '',
    kubeProxyVersion: '',
    operatingSystem: '',
    architecture: '',
  },
};

const taint = (key: string, effect: string, value = ''): Json => ({ key, effect, ...(value !== '' && { value }) });
const NAME_RULE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

describe('Nodes', () => {
  let api: TestApi;
  before(async () => {
    // Without TaintNodesByCondition.
    api = await startTestApi({ admission: { plugins: [] } });
  });
  after(() => api.close());

  let count = 0;
  const create = (rest: Json, query = '') => {
    const name = `n${++count}`;
    const answer = api.request('POST', NODES + query, { body: { metadata: { name }, ...rest } });
    return answer.then((response) => ({ ...response, path: `${NODES}/${name}`, name }));
  };
  const patch = (path: string, body: Json) => api.request('PATCH', path, { body, headers: MERGE });

  const valid: readonly (readonly [what: string, given: Json, spec: Json, status: Json])[] = [
    ['no fields', {}, {}, {}],
    [
      'one range in podCIDR',
      { spec: { podCIDR: '10.0.0.0/24' } },
      { podCIDR: '10.0.0.0/24', podCIDRs: ['10.0.0.0/24'] },
      {},
    ],
    [
      'a range for each IP family',
      { spec: { podCIDRs: ['10.0.0.0/24', 'fd00::/64'] } },
      { podCIDR: '10.0.0.0/24', podCIDRs: ['10.0.0.0/24', 'fd00::/64'] },
      {},
    ],
    [
      'different ranges in podCIDR and podCIDRs, of which podCIDR counts',
      { spec: { podCIDR: '10.0.1.0/24', podCIDRs: ['10.0.0.0/24'] } },
      { podCIDR: '10.0.1.0/24', podCIDRs: ['10.0.1.0/24'] },
      {},
    ],
    [
      'taints with one key and several effects',
      { spec: { taints: [taint('a.io/b', 'NoSchedule', 'x'), taint('a.io/b', 'NoExecute')] } },
      { taints: [taint('a.io/b', 'NoSchedule', 'x'), taint('a.io/b', 'NoExecute')] },
      {},
    ],
    [
      'a capacity, which is the default of allocatable',
      { status: { capacity: { cpu: '0.5', pods: '110', 'a.io/gpu': '2' } } },
      {},
      {
        capacity: { cpu: '500m', pods: '110', 'a.io/gpu': '2' },
        allocatable: { cpu: '500m', pods: '110', 'a.io/gpu': '2' },
      },
    ],
    [
      'a removed configSource, which is dropped',
      { spec: { configSource: { configMap: { name: 'a' } } }, status: { config: { error: 'x' } } },
      {},
      {},
    ],
  ];
  for (const [what, given, spec, status] of valid) {
    it(`accept ${what}`, async () => {
      const { status: code, json } = await create(given);
      assert.equal(code, 201);
      assert.deepEqual(plain(json['spec']), spec);
      assert.deepEqual(plain(json['status']), { ...BARE_STATUS, ...status });
    });
  }

  const wrong: readonly (readonly [given: Json, causes: readonly string[]])[] = [
    [
      { spec: { taints: [{ key: 'a' }, { effect: 'NoSchedule' }] } },
      [
        'FieldValueRequired spec.taints[0].effect: Required value',
        'FieldValueInvalid spec.taints[1].key: Invalid value: "": name part must be non-empty',
        "FieldValueInvalid spec.taints[1].key: Invalid value: \"\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      ],
    ],
    [
      { spec: { taints: [taint('a b', 'Later', 'c d')] } },
      [
        `FieldValueInvalid spec.taints[0].key: Invalid value: "a b": name part ${NAME_RULE}`,
        `FieldValueInvalid spec.taints[0].value: Invalid value: "c d": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
        'FieldValueNotSupported spec.taints[0].effect: Unsupported value: "Later": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
      ],
    ],
    [
      { spec: { taints: [taint('a', 'NoSchedule', 'x'), taint('a', 'NoSchedule')] } },
      [
        'FieldValueDuplicate spec.taints[1]: Duplicate value: {"key":"a","effect":"NoSchedule"}: taints must be unique by key and effect pair',
      ],
    ],
    [
      { spec: { podCIDRs: ['10.0.0.0'] } },
      [
        'FieldValueInvalid spec.podCIDRs[0]: Invalid value: "10.0.0.0": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
      ],
    ],
    [
      { spec: { podCIDR: '10.0.0.0/33' } },
      [
        'FieldValueInvalid spec.podCIDRs[0]: Invalid value: "10.0.0.0/33": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
      ],
    ],
    [
      { spec: { podCIDRs: ['10.0.0.0/24', '10.0.0.0/24'] } },
      [
        'FieldValueInvalid spec.podCIDRs: Invalid value: ["10.0.0.0/24","10.0.0.0/24"]: may specify no more than one CIDR for each IP family',
        'FieldValueDuplicate spec.podCIDRs[1]: Duplicate value: "10.0.0.0/24"',
      ],
    ],
    [
      { status: { nodeInfo: { swap: { capacity: 0 } }, declaredFeatures: ['B', 'A', 'A', 'c'] } },
      [
        'FieldValueInvalid status.nodeInfo.swap.capacity: Invalid value: 0: must be greater than zero',
        'FieldValueInvalid status.declaredFeatures[1]: Invalid value: "A": list must be sorted alphabetically',
        'FieldValueDuplicate status.declaredFeatures[2]: Duplicate value: "A"',
        `FieldValueInvalid status.declaredFeatures[3]: Invalid value: "c": invalid feature name "c": must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes`,
      ],
    ],
    [
      { status: { capacity: { cpu: '-1', pods: '1.5', 'a.io/gpu': '500m', 'kubernetes.io/x': '500m' } } },
      ['capacity', 'allocatable'].flatMap((field) => [
        `FieldValueInvalid status.${field}.a.io/gpu: Invalid value: "500m": must be an integer`,
        `FieldValueInvalid status.${field}.cpu: Invalid value: "-1": must be greater than or equal to 0`,
        `FieldValueInvalid status.${field}.pods: Invalid value: "1500m": must be an integer`,
      ]),
    ],
  ];
  for (const [given, causes] of wrong) {
    it(`reject ${JSON.stringify(given)}`, async () => {
      assert.deepEqual(refusals(await create(given, '?dryRun=All')), causes);
    });
  }

  const changes: readonly (readonly [from: Json, to: Json, causes: readonly string[] | undefined])[] = [
    [{}, { podCIDR: '10.0.0.0/24', providerID: 'cloud://1', unschedulable: true }, undefined],
    [
      { podCIDR: '10.0.0.0/24' },
      { podCIDR: '10.0.1.0/24' },
      ['FieldValueForbidden spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid'],
    ],
    [
      { providerID: 'cloud://1' },
      { providerID: null },
      [
        'FieldValueForbidden spec.providerID: Forbidden: node updates may not change providerID except from "" to valid',
      ],
    ],
    [{}, { externalID: 'x' }, ['FieldValueForbidden spec.externalID: Forbidden: may not be updated']],
    [{ taints: [taint('a', 'NoSchedule')] }, { taints: null }, undefined],
  ];
  for (const [from, to, causes] of changes) {
    it(`${causes === undefined ? 'accept' : 'reject'} an update from ${JSON.stringify(from)} to ${JSON.stringify(to)}`, async () => {
      const { path } = await create({ spec: from });
      assert.deepEqual(refusals(await patch(path, { spec: to })), causes);
    });
  }

  it('keep the status in writes of the node, and everything else in writes of the status', async () => {
    const { path } = await create({ status: { phase: 'Running' } });
    const whole = { spec: { unschedulable: true }, status: { phase: 'Pending' } };
    const { json } = await patch(path, whole);
    assert.deepEqual(plain([json['spec'], json['status']]), [
      { unschedulable: true },
      { ...BARE_STATUS, phase: 'Running' },
    ]);
    const { json: after } = await patch(`${path}/status`, {
      spec: { unschedulable: false },
      status: { phase: 'Pending' },
    });
    assert.deepEqual(plain([after['spec'], after['status']]), [
      { unschedulable: true },
      { ...BARE_STATUS, phase: 'Pending' },
    ]);
  });

  it('reject duplicate addresses in the status', async () => {
    const { path } = await create({});
    const address = { type: 'InternalIP', address: '10.0.0.1' };
    const answer = await patch(`${path}/status`, { status: { addresses: [address, { ...address }] } });
    assert.deepEqual(refusals(answer), [
      'FieldValueDuplicate status.addresses[1]: Duplicate value: {"type":"InternalIP","address":"10.0.0.1"}',
    ]);
  });

  it('have a field selector for spec.unschedulable', async () => {
    await create({ spec: { unschedulable: true }, metadata: { name: 'closed' } });
    const { json } = await api.request(
      'GET',
      `${NODES}?fieldSelector=spec.unschedulable%3Dtrue,metadata.name%3Dclosed`,
    );
    const items = json['items'] as { metadata: { name: string } }[];
    assert.deepEqual(
      items.map(({ metadata }) => metadata.name),
      ['closed'],
    );
    const { json: none } = await api.request(
      'GET',
      `${NODES}?fieldSelector=spec.unschedulable%3Dfalse,metadata.name%3Dclosed`,
    );
    assert.deepEqual(plain(none['items']), []);
  });

  const COLUMNS = 'Name Status Roles Age Version Internal-IP External-IP OS-Image Kernel-Version Container-Runtime';
  const address = (type: string, text: string): Json => ({ type, address: text });
  const rows: readonly (readonly [given: Json, cells: readonly string[]])[] = [
    [{}, ['Unknown', '<none>', '0s', '', '<none>', '<none>', '<unknown>', '<unknown>', '<unknown>']],
    [
      {
        metadata: {
          labels: {
            'node-role.kubernetes.io/worker': '',
            'node-role.kubernetes.io/control-plane': '',
            'kubernetes.io/role': 'edge',
          },
        },
        spec: { unschedulable: true },
        status: {
          conditions: [{ type: 'Ready', status: 'True' }],
          addresses: [address('Hostname', 'h'), address('ExternalIP', '1.2.3.4'), address('InternalIP', '10.0.0.1')],
          nodeInfo: { kubeletVersion: 'v1.30.0', osImage: 'O', kernelVersion: 'K', containerRuntimeVersion: 'c://1' },
        },
      },
      [
        'Ready,SchedulingDisabled',
        'control-plane,edge,worker',
        '0s',
        'v1.30.0',
        '10.0.0.1',
        '1.2.3.4',
        'O',
        'K',
        'c://1',
      ],
    ],
    [
      { status: { conditions: [{ type: 'Ready', status: 'Unknown' }] } },
      ['NotReady', '<none>', '0s', '', '<none>', '<none>', '<unknown>', '<unknown>', '<unknown>'],
    ],
  ];
  for (const [given, cells] of rows) {
    it(`have the Table row ${cells.join(' ')}`, async () => {
      const { metadata = {}, ...rest } = given;
      const name = `shown-${++count}`;
      const body = { ...rest, metadata: { ...(metadata as Json), name } };
      await api.request('POST', NODES, { body });
      const row = await tableRow(api, NODES, name);
      assert.deepEqual(
        row.columns.join(' '),
        COLUMNS.split(' ')
          .map((column) => `${column} string`)
          .join(' '),
      );
      assert.deepEqual(row.cells, [name, ...cells]);
    });
  }

  it('have the same content in protobuf and JSON', async () => {
    const spec = { taints: [taint('a', 'NoExecute', 'b')], unschedulable: true };
    const status = { ...BARE_STATUS, images: [{ names: ['i'], sizeBytes: 2 ** 40 }], capacity: { cpu: '2' } };
    const raw = compileProtobufEncoder(nodeSchema)({ metadata: { name: 'wire' }, spec, status });
    const { status: code, json } = await api.request('POST', NODES, {
      headers: { 'content-type': 'application/vnd.kubernetes.protobuf' },
      body: encodeEnvelope({ apiVersion: 'v1', kind: 'Node', raw }),
    });
    assert.equal(code, 201);
    assert.deepEqual(plain(json['spec']), spec);
    assert.deepEqual(plain(json['status']), { ...status, allocatable: { cpu: '2' } });
  });
});
