import assert from 'node:assert/strict';
import { csiStorageCapacitySchema } from '@pilothouse/apimachinery/generated/storage/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { refusals, tableRow } from '../../registry/conformance.test.helper.js';
import { protobufForm } from '../../registry/protobuf-form.js';

const PATH = '/apis/storage.k8s.io/v1/namespaces/default/csistoragecapacities';
const BETA_PATH = PATH.replace('/v1/', '/v1beta1/');
const MERGE = { 'content-type': 'application/merge-patch+json' };
const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const TOPOLOGY = { matchLabels: { zone: 'a' }, matchExpressions: [{ key: 'disk', operator: 'In', values: ['ssd'] }] };

describe('CSIStorageCapacity', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi({ formerVersions: true });
  });
  after(() => api.close());
  let count = 0;
  const freshName = () => `capacity-${++count}`;
  const create = (fields: object, name = freshName(), path = PATH) =>
    api.request('POST', path, { body: { metadata: { name }, storageClassName: 'fast', ...fields } });
  /** All fields except kind, apiVersion and metadata. */
  const fieldsOf = (json: JsonObject) => {
    const { kind: _kind, apiVersion: _apiVersion, metadata: _metadata, ...fields } = json;
    return plain(fields);
  };

  it('keeps every field, and has no defaults', async () => {
    const fields = { nodeTopology: TOPOLOGY, storageClassName: 'fast.example.com', capacity: '0' };
    assert.deepEqual(fieldsOf((await create(fields)).json), fields);
    assert.deepEqual(fieldsOf((await create({})).json), { storageClassName: 'fast' });
    const { json } = await create({ nodeTopology: {}, capacity: '1024Mi', maximumVolumeSize: 1000 });
    const canonical = { nodeTopology: {}, storageClassName: 'fast', capacity: '1Gi', maximumVolumeSize: '1k' };
    assert.deepEqual(fieldsOf(json), canonical);
  });

  const subdomain =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
  const expression = (each: object) => ({ nodeTopology: { matchExpressions: [each] } });
  const at = 'nodeTopology.matchExpressions[0]';
  const wrong: [what: string, fields: object, errors: string[]][] = [
    ['no class', { storageClassName: '' }, [`FieldValueInvalid storageClassName: Invalid value: "": ${subdomain}`]],
    [
      'a class that is not a subdomain',
      { storageClassName: 'Fast' },
      [`FieldValueInvalid storageClassName: Invalid value: "Fast": ${subdomain}`],
    ],
    [
      'a negative capacity',
      { capacity: '-1m' },
      ['FieldValueInvalid capacity: Invalid value: "-1m": must be greater than or equal to 0'],
    ],
    [
      'a negative size',
      { capacity: '-1Gi' },
      ['FieldValueInvalid capacity: Invalid value: "-1Gi": must be greater than or equal to 0'],
    ],
    [
      'an unknown operator',
      expression({ key: 'a', operator: 'Gt', values: ['1'] }),
      [`FieldValueInvalid ${at}.operator: Invalid value: "Gt": not a valid selector operator`],
    ],
    [
      'In without values',
      expression({ key: 'a', operator: 'In' }),
      [`FieldValueRequired ${at}.values: Required value: must be specified when \`operator\` is 'In' or 'NotIn'`],
    ],
    [
      'Exists with values',
      expression({ key: 'a', operator: 'Exists', values: ['b'] }),
      [
        `FieldValueForbidden ${at}.values: Forbidden: may not be specified when \`operator\` is 'Exists' or 'DoesNotExist'`,
      ],
    ],
  ];
  for (const [what, fields, errors] of wrong) {
    it(`rejects ${what}`, async () => assert.deepEqual(refusals(await create(fields)), errors));
  }

  it('rejects an invalid quantity with 400', async () => {
    const { status, message } = await create({ capacity: '1X' });
    assert.equal(status, 400);
    assert.match(message, /quantities must match the regular expression|unable to parse quantity's suffix/);
  });

  const changes: [field: string, value: unknown, shown: string | undefined][] = [
    ['storageClassName', 'slow', '"slow"'],
    ['nodeTopology', { matchLabels: { zone: 'b' } }, JSON.stringify({ ...TOPOLOGY, matchLabels: { zone: 'b' } })],
    ['nodeTopology', null, 'null'],
    ['capacity', '2Gi', undefined],
    ['maximumVolumeSize', '1Gi', undefined],
  ];
  for (const [field, value, shown] of changes) {
    const what = shown === undefined ? 'may change' : 'may not change';
    it(`${field} ${what} to ${JSON.stringify(value)}`, async () => {
      const name = freshName();
      await create({ nodeTopology: TOPOLOGY, capacity: '1Gi' }, name);
      const answer = await api.request('PATCH', `${PATH}/${name}`, {
        body: plain({ [field]: value }) as JsonObject,
        headers: MERGE,
      });
      const wanted =
        shown === undefined ? undefined : [`FieldValueInvalid ${field}: Invalid value: ${shown}: field is immutable`];
      assert.deepEqual(refusals(answer), wanted);
      if (shown === undefined) assert.equal(answer.json[field], value);
    });
  }

  it('has the Table columns of kubectl get', async () => {
    await create({ capacity: '5Gi' }, 'x');
    await create({}, 'y');
    const { columns, cells } = await tableRow(api, PATH, 'x');
    assert.deepEqual(columns, ['Name string', 'Created At date']);
    assert.equal((cells as unknown[])[0], 'x');
  });

  describe('v1beta1', () => {
    const fields = { nodeTopology: TOPOLOGY, capacity: '1Gi', maximumVolumeSize: '1M' };
    const kind = 'CSIStorageCapacity';
    const versions = [
      { apiVersion: 'storage.k8s.io/v1', path: PATH, schema: csiStorageCapacitySchema },
      { apiVersion: 'storage.k8s.io/v1beta1', path: BETA_PATH, schema: csiStorageCapacitySchema },
    ];

    it('returns a deprecation warning, unlike v1', async () => {
      const warning =
        '299 - "storage.k8s.io/v1beta1 CSIStorageCapacity is deprecated in v1.24+, unavailable in v1.27+; use storage.k8s.io/v1 CSIStorageCapacity"';
      assert.equal((await api.request('GET', BETA_PATH)).headers['warning'], warning);
      assert.equal((await create({}, freshName(), BETA_PATH)).headers['warning'], warning);
      assert.equal((await api.request('GET', PATH)).headers['warning'], undefined);
    });

    for (const [written, read] of [versions, versions.toReversed()]) {
      if (written === undefined || read === undefined) continue;
      it(`reads an object written as ${written.apiVersion} as ${read.apiVersion}, in JSON and in protobuf`, async () => {
        const name = freshName();
        const object = { metadata: { name }, storageClassName: 'fast', ...fields };
        const created = await api.request('POST', written.path, {
          body: protobufForm(written.schema, { ...written, kind }).encode(object),
          headers: { 'content-type': PROTOBUF },
        });
        assert.deepEqual([created.status, created.json['apiVersion']], [201, written.apiVersion]);
        const { json } = await api.request('GET', `${read.path}/${name}`);
        assert.deepEqual(plain(json), { ...(plain(created.json) as object), apiVersion: read.apiVersion });
        const { text } = await api.request('GET', `${read.path}/${name}`, { headers: { accept: PROTOBUF } });
        assert.equal(text, Buffer.from(protobufForm(read.schema, { ...read, kind }).encode(json)).toString());
      });
    }

    it('has the validation rules of v1', async () => {
      assert.equal((await create({ capacity: '-1' }, freshName(), BETA_PATH)).status, 422);
      assert.equal((await create({ storageClassName: '' }, freshName(), BETA_PATH)).status, 422);
    });
  });
});
