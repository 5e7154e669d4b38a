import assert from 'node:assert/strict';
import { leaseSchema } from '@pilothouse/apimachinery/generated/coordination/v1.js';
import type { JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { compileProtobufEncoder } from '@pilothouse/apimachinery/protobuf/encode.js';
import { encodeEnvelope } from '@pilothouse/apimachinery/protobuf/envelope.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { refusals } from '../../registry/conformance.test.helper.js';

const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
const MERGE = { 'content-type': 'application/merge-patch+json' };

const FULL = {
  holderIdentity: 'a',
  leaseDurationSeconds: 15,
  acquireTime: '2026-01-02T03:04:05.000000Z',
  renewTime: '2026-01-02T03:04:05.123456Z',
  leaseTransitions: 3,
  strategy: 'OldestEmulationVersion',
  preferredHolder: 'b',
};

describe('leases', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());

  const post = (spec: JsonValue) =>
    api.request('POST', `${LEASES}?dryRun=All`, { body: { metadata: { name: 'a' }, spec } });

  const specs: readonly (readonly [name: string, spec: { [field: string]: JsonValue }, causes: readonly string[]])[] = [
    ['no fields', {}, []],
    ['all fields', FULL, []],
    ['an empty holder and no transitions yet', { holderIdentity: '', leaseTransitions: 0 }, []],
    ['a custom strategy', { strategy: 'example.com/Mine' }, []],
    [
      'a zero duration',
      { leaseDurationSeconds: 0 },
      ['FieldValueInvalid spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0'],
    ],
    [
      'a negative duration',
      { leaseDurationSeconds: -1 },
      ['FieldValueInvalid spec.leaseDurationSeconds: Invalid value: -1: must be greater than 0'],
    ],
    [
      'a negative number of transitions',
      { leaseTransitions: -1 },
      ['FieldValueInvalid spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      'an unknown strategy',
      { strategy: 'Mine' },
      ['FieldValueNotSupported spec.strategy: Unsupported value: "Mine": supported values: "OldestEmulationVersion"'],
    ],
    [
      'a strategy with an invalid name',
      { strategy: 'example.com/' },
      [
        'FieldValueInvalid spec.strategy: Invalid value: "example.com/": name part must be non-empty',
        "FieldValueInvalid spec.strategy: Invalid value: \"example.com/\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      ],
    ],
    [
      'a preferred holder without a strategy',
      { preferredHolder: 'a' },
      ['FieldValueForbidden spec.preferredHolder: Forbidden: may only be specified if `strategy` is defined'],
    ],
  ];
  for (const [name, spec, causes] of specs) {
    it(`${causes.length === 0 ? 'accept' : 'reject'} ${name}`, async () => {
      const answer = await post(spec);
      assert.equal(answer.status, causes.length > 0 ? 422 : 201);
      assert.deepEqual(refusals(answer) ?? [], causes);
      if (answer.status === 201) assert.deepEqual(plain(answer.json['spec']), spec);
    });
  }

  it('keep times to the microsecond, in UTC', async () => {
    const { json } = await post({ renewTime: '2026-01-02T05:04:05.000001+02:00' });
    assert.deepEqual(plain(json['spec']), { renewTime: '2026-01-02T03:04:05.000001Z' });
  });

  for (const [renewTime, problem] of [
    ['2026-01-02T03:04:05Z', /cannot parse "Z" as "\.000000"$/],
    ['2026-01-02T03:04:05.123Z', /cannot parse "\.123Z" as "\.000000"$/],
    ['now', /cannot parse "now" as "2006"$/],
    [1, /spec\.renewTime/],
  ] as const) {
    it(`reject the time ${JSON.stringify(renewTime)}`, async () => {
      const { status, message } = await post({ renewTime });
      assert.equal(status, 400);
      assert.match(message, problem);
    });
  }

  it('have names that are DNS subdomains', async () => {
    const refused = await api.request('POST', LEASES, { body: { metadata: { name: 'a:b' } } });
    assert.match(
      refusals(refused)?.join() ?? '',
      /^FieldValueInvalid metadata\.name: Invalid value: "a:b": a lowercase RFC 1123/,
    );
  });

  it('have the same content in protobuf and JSON', async () => {
    const raw = compileProtobufEncoder(leaseSchema)({ metadata: { name: 'wire' }, spec: FULL });
    const { status, json } = await api.request('POST', LEASES, {
      headers: { 'content-type': 'application/vnd.kubernetes.protobuf' },
      body: encodeEnvelope({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', raw }),
    });
    assert.equal(status, 201);
    assert.deepEqual(plain(json['spec']), FULL);
  });

  it('are created by PUT, and updated by PUT only with a resourceVersion', async () => {
    const item = `${LEASES}/put`;
    const put = (resourceVersion: object, holderIdentity: string) =>
      api.request('PUT', item, { body: { metadata: { name: 'put', ...resourceVersion }, spec: { holderIdentity } } });
    const { status, json } = await put({}, 'a');
    assert.equal(status, 201);
    for (const unconditional of [{}, { resourceVersion: '0' }]) {
      const refused = await put(unconditional, 'b');
      assert.deepEqual(refusals(refused), [
        'FieldValueInvalid metadata.resourceVersion: Invalid value: 0: must be specified for an update',
      ]);
    }
    const { resourceVersion } = json['metadata'] as { resourceVersion: string };
    assert.equal((await put({ resourceVersion }, 'b')).status, 200);
    assert.equal((await put({ resourceVersion }, 'c')).status, 409);
    const patched = await api.request('PATCH', item, { headers: MERGE, body: { spec: { holderIdentity: 'd' } } });
    assert.equal(patched.status, 200, 'a patch is made to what is there');
    assert.equal((await api.request('DELETE', item)).json['kind'], 'Status');
  });

  it('a PUT with the uid of a deleted object gets 409 and creates no object', async () => {
    const item = `${LEASES}/gone`;
    const put = (metadata: object) =>
      api.request('PUT', item, { body: { metadata: { name: 'gone', ...metadata }, spec: {} } });
    const { uid } = (await put({})).json['metadata'] as { uid: string };
    assert.equal((await api.request('DELETE', item)).status, 200);
    const { status, message } = await put({ uid });
    assert.deepEqual(
      [status, message],
      [
        409,
        `Operation cannot be fulfilled on leases.coordination.k8s.io "gone": Precondition failed: UID in precondition: ${uid}, UID in object meta: `,
      ],
    );
    assert.equal((await api.request('GET', item)).status, 404);
  });

  it('have a Table with the holder', async () => {
    for (const [name, spec] of [
      ['held', FULL],
      ['free', {}],
    ] as const) {
      await api.request('POST', LEASES, { body: { metadata: { name }, spec } });
      const { json } = await api.request('GET', `${LEASES}/${name}`, {
        headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' },
      });
      const columns = json['columnDefinitions'] as { name: string }[];
      const [row] = json['rows'] as { cells: unknown[] }[];
      assert.deepEqual(
        columns.map(({ name: column }, index) => [column, row?.cells[index]]),
        [
          ['Name', name],
          ['Holder', name === 'held' ? 'a' : ''],
          ['Age', '0s'],
        ],
      );
    }
  });
});
