import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { refusals, tableRow } from '../../registry/conformance.test.helper.js';

const PATH = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const MERGE = { 'content-type': 'application/merge-patch+json' };
const SCHEMA = { type: 'object', properties: { spec: { type: 'object', additionalProperties: { type: 'integer' } } } };
const VERSION = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: SCHEMA } };

describe('CustomResourceDefinition', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());
  let count = 0;
  const fresh = () => `things${++count}`;
  const bodyOf = (plural: string, spec: object = {}) => ({
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: 'example.com',
      scope: 'Cluster',
      names: { plural, kind: 'Thing' },
      versions: [VERSION],
      ...spec,
    },
  });
  const create = (spec: object = {}, plural = fresh()) => api.request('POST', PATH, { body: bodyOf(plural, spec) });
  const patch = (plural: string, body: object, below = '') =>
    api.request('PATCH', `${PATH}/${plural}.example.com${below}`, { body: { ...body }, headers: MERGE });

  it('is stored with its defaults and the storage version', async () => {
    const { status, json } = await create({}, 'gadgets');
    assert.equal(status, 201);
    assert.deepEqual(plain(json['spec']), {
      group: 'example.com',
      names: { plural: 'gadgets', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
      scope: 'Cluster',
      versions: [VERSION],
      conversion: { strategy: 'None' },
    });
    const lastTransitionTime = (json['metadata'] as JsonObject)['creationTimestamp'];
    const condition = (type: string, reason: string, message: string) => ({
      type,
      status: 'True',
      lastTransitionTime,
      reason,
      message,
    });
    assert.deepEqual(plain(json['status']), {
      conditions: [
        condition('NamesAccepted', 'NoConflicts', 'no conflicts found'),
        condition('Established', 'InitialNamesAccepted', 'the initial names have been accepted'),
      ],
      acceptedNames: { plural: 'gadgets', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
      storedVersions: ['v1'],
    });
    const read = await api.request('GET', `${PATH}/gadgets.example.com`);
    assert.deepEqual(plain(read.json), plain(json));
  });

  it('keeps each form of additionalProperties, items and default', async () => {
    const schema = {
      type: 'object',
      properties: {
        any: { type: 'object', additionalProperties: true },
        none: { type: 'object', additionalProperties: false },
        some: { type: 'object', additionalProperties: { type: 'string' } },
        list: { type: 'array', items: { type: 'string', enum: ['a', 'b'], default: 'a' } },
        value: { 'x-kubernetes-preserve-unknown-fields': true, default: { a: [1, 'x', false] } },
      },
    };
    const { json } = await create({ versions: [{ ...VERSION, schema: { openAPIV3Schema: schema } }] });
    const [first] = (plain(json['spec']) as { versions: { schema: { openAPIV3Schema: unknown } }[] }).versions;
    assert.deepEqual(first?.schema.openAPIV3Schema, schema);
  });

  it('has the default port 443 for a webhook service', async () => {
    const webhook = { clientConfig: { service: { name: 'n', namespace: 'ns' } }, conversionReviewVersions: ['v1'] };
    const { json } = await create({ conversion: { strategy: 'Webhook', webhook } });
    const { conversion } = plain(json['spec']) as { conversion: unknown };
    const service = { name: 'n', namespace: 'ns', port: 443 };
    assert.deepEqual(conversion, { strategy: 'Webhook', webhook: { ...webhook, clientConfig: { service } } });
  });

  it('increments the generation, and keeps every former storage version in status.storedVersions', async () => {
    const plural = fresh();
    await create({}, plural);
    const versions = [
      { ...VERSION, storage: false },
      { ...VERSION, name: 'v2' },
    ];
    const { json } = await patch(plural, { spec: { versions }, status: { storedVersions: ['v2'] } });
    assert.equal((json['metadata'] as { generation?: number }).generation, 2);
    assert.deepEqual((json['status'] as JsonObject)['storedVersions'], ['v1', 'v2']);
    const removed = await patch(plural, { spec: { versions: [versions[1]] } });
    assert.deepEqual(refusals(removed), [
      'FieldValueInvalid status.storedVersions[0]: Invalid value: "v1": missing from spec.versions; v1 was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in v1 and removes v1 from status.storedVersions',
    ]);
    await patch(plural, { status: { storedVersions: ['v2'] } }, '/status');
    assert.equal((await patch(plural, { spec: { versions: [versions[1]] } })).status, 200);
  });

  it('has a status subresource', async () => {
    const plural = fresh();
    await create({}, plural);
    const status = { acceptedNames: { plural, kind: 'Thing' }, conditions: [] };
    const { json } = await patch(plural, { status, spec: { scope: 'Namespaced' } }, '/status');
    const { scope } = json['spec'] as { scope?: string };
    assert.deepEqual(plain(json['status']), { ...status, storedVersions: ['v1'] });
    assert.equal(scope, 'Cluster');
    const wrong = await patch(plural, { status: { acceptedNames: { plural: 'A' } } }, '/status');
    assert.match(
      refusals(wrong)?.join() ?? '',
      /^FieldValueInvalid status\.acceptedNames\.plural: Invalid value: "A": a DNS-1035/,
    );
  });

  it('must have the name <plural>.<group>', async () => {
    const body = { ...bodyOf(fresh()), metadata: { name: 'others.example.com' } };
    assert.deepEqual(refusals(await api.request('POST', PATH, { body })), [
      'FieldValueInvalid metadata.name: Invalid value: "others.example.com": must be spec.names.plural+"."+spec.group',
    ]);
  });

  it('warns of unknown formats', async () => {
    const schema = {
      type: 'object',
      properties: { p: { type: 'string', format: 'colour' }, q: { type: 'integer', format: 'x' } },
    };
    const { headers } = await create({ versions: [{ ...VERSION, schema: { openAPIV3Schema: schema } }] });
    assert.match(String(headers['warning']), /unrecognized format \\"colour\\".*unrecognized format \\"x\\"/);
  });

  it('supports server-side apply with ownership of each field', async () => {
    const plural = fresh();
    const apply = (spec: object, manager: string) =>
      api.request('PATCH', `${PATH}/${plural}.example.com?fieldManager=${manager}`, {
        body: { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', ...bodyOf(plural, spec) },
        headers: { 'content-type': 'application/apply-patch+yaml' },
      });
    assert.equal((await apply({}, 'one')).status, 201);
    assert.equal((await apply({}, 'two')).status, 200);
    const { status, json } = await apply({ versions: [{ ...VERSION, deprecated: true }] }, 'two');
    assert.equal(status, 409);
    assert.match(JSON.stringify(json['message']), /conflict with \\"one\\".*\.spec\.versions/s);
  });

  it('has a Table with name and creation time', async () => {
    await create({}, 'shown');
    const { columns } = await tableRow(api, PATH, 'shown.example.com');
    assert.deepEqual(columns, ['Name string', 'Created At date']);
  });

  it('is refused if its schemas are nested too deep', async () => {
    const nested = (levels: number) =>
      Array.from({ length: levels }).reduce<object>((items) => ({ type: 'array', items }), { type: 'string' });
    const post = (levels: number) =>
      create({
        versions: [{ ...VERSION, schema: { openAPIV3Schema: { type: 'object', properties: { p: nested(levels) } } } }],
      });
    const { status, json } = await post(800);
    assert.equal(status, 201);
    const { name = '' } = json['metadata'] as { name?: string };
    const accept = 'application/vnd.kubernetes.protobuf';
    assert.equal((await api.request('GET', `${PATH}/${name}`, { headers: { accept } })).status, 200);
    for (const levels of [900, 950]) {
      const { status, json } = await post(levels);
      assert.equal(status, 400);
      assert.match(JSON.stringify(json['message']), /exceeded max depth/);
    }
  });

  it('is refused if it has too many values', async () => {
    const values = Array.from({ length: 100_001 }, (_, index) => index);
    const schema = { type: 'object', properties: { p: { type: 'integer', enum: values } } };
    const { status } = await create({ versions: [{ ...VERSION, schema: { openAPIV3Schema: schema } }] });
    assert.equal(status, 413);
  });
});
