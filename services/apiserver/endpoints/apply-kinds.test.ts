import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { qualifiedResource } from '@pilothouse/apimachinery/status/status-error.js';
import { SAMPLES } from '@pilothouse/kinds/samples.test.helper.js';
import { groupVersion } from '@pilothouse/kinds/definition/group-version.js';
import { ALL_FEATURES } from '../features/all-features.test.helper.js';
import { startTestApi, type TestApi } from '../server/api.test.helper.js';
import { owners } from './managers.test.helper.js';

describe('server-side apply', () => {
  let api: TestApi;
  let names = 0;
  let name = '';

  before(async () => {
    api = await startTestApi({ formerVersions: true, features: ALL_FEATURES, admission: { plugins: [] } });
  });
  after(() => api.close());
  beforeEach(() => {
    name = `object-${++names}`;
  });

  const send = (target: string, body: JsonObject, query = '?fieldManager=me') =>
    api.request('PATCH', target + query, { body, headers: { 'content-type': 'application/apply-patch+yaml' } });

  it('has one manager for all versions of a resource', async () => {
    const at = (version: string) => `/apis/storage.k8s.io/${version}/namespaces/default/csistoragecapacities/${name}`;
    const of = (version: string, capacity?: string): JsonObject => ({
      apiVersion: `storage.k8s.io/${version}`,
      kind: 'CSIStorageCapacity',
      metadata: { name },
      storageClassName: 'fast',
      ...(capacity !== undefined && { capacity }),
    });
    await send(at('v1beta1'), of('v1beta1', '1Gi'));
    const answer = await send(at('v1'), of('v1'));
    assert.equal(answer.json['capacity'], undefined);
    assert.deepEqual(owners(answer), ['Apply me storage.k8s.io/v1 {"f:storageClassName":{}}']);
  });

  it('tracks the fields of an event in both of its groups', async () => {
    const core = `/api/v1/namespaces/default/events/${name}`;
    const newer = `/apis/events.k8s.io/v1/namespaces/default/events/${name}`;
    const metadata = { name };
    const involvedObject = { kind: 'Pod', name: 'p', namespace: 'default' };
    const made = await send(core, {
      apiVersion: 'v1',
      kind: 'Event',
      metadata,
      involvedObject,
      reason: 'Old',
      message: 'hello',
    });
    assert.equal(made.status, 201, made.text);
    const event = { apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata };
    const refused = await send(newer, { ...event, note: 'other' }, '?fieldManager=second');
    assert.equal(refused.status, 409, refused.text);
    assert.match(refused.message, /conflict with "me": \.message$/);
    const shared = await send(newer, { ...event, note: 'hello' }, '?fieldManager=second');
    assert.equal(shared.status, 200, shared.text);
    assert.deepEqual(owners(shared).slice(1), ['Apply second events.k8s.io/v1 {"f:note":{}}']);
    // The first manager drops the note in the other group. It stays, since the second owns it too.
    const left = await send(newer, { ...event, regarding: involvedObject, reason: 'Old' });
    assert.equal(left.status, 200, left.text);
    assert.equal(left.json['note'], 'hello');
  });

  for (const { group, versions, resource, kind, scope, verbs } of builtInResources(createDomain())) {
    if (!verbs.includes('patch')) continue;
    for (const version of versions) {
      const apiVersion = groupVersion(group, version.name);
      const sample = SAMPLES[qualifiedResource({ group, resource })];
      const isDefinition = kind === 'CustomResourceDefinition';

      it(`of ${kind} in ${apiVersion} is idempotent, changes nothing in what was read, and managers can share fields`, async () => {
        assert.ok(sample, 'there is no sample of it');
        const root = group === '' ? '/api' : '/apis';
        const within = scope === 'Namespaced' ? '/namespaces/default' : '';
        if (isDefinition) name = 'things.example.com';
        name = sample.name ?? name;
        const target = `${root}/${apiVersion}${within}/${resource}/${name}`;
        // Another version has made an object with a fixed name.
        if (sample.name !== undefined && version !== versions[0]) await api.request('DELETE', target);
        const bare = { apiVersion, kind, metadata: { name } };
        const body = {
          ...bare,
          metadata: { name, labels: { a: 'b' } },
          ...(sample.appliedIn?.[version.name] ?? sample.applied ?? sample.object),
        };
        const made = await send(target, body);
        assert.equal(made.status, 201, made.text);
        assert.deepEqual(plain((await send(target, body)).json), plain(made.json));
        const joined = await send(target, body, '?fieldManager=you');
        assert.equal(joined.status, 200, joined.text);
        const [mine, theirs] = owners(joined);
        assert.equal(theirs?.replace('Apply you', 'Apply me'), mine);
        const alone = await send(target, bare);
        assert.equal(alone.status, 200, alone.text);
        assert.equal(owners(alone).length, 1);
        const before = { ...joined.json, metadata: null };
        assert.deepEqual(plain({ ...alone.json, metadata: null }), plain(before));
        assert.deepEqual(plain(metadataOf(alone.json).labels), plain(metadataOf(joined.json).labels));
        // The object as a client reads it, with its defaults.
        const { managedFields: _, ...metadata } = metadataOf(alone.json);
        const read = await send(target, { ...alone.json, metadata }, '?fieldManager=reader');
        assert.equal(read.status, 200, read.text);
        assert.deepEqual(content(read.json), content(alone.json));
      });
    }
  }
});

/** An object without what every write of a manager changes. */
function content(object: JsonObject): JsonObject {
  const { managedFields: _, resourceVersion: __, ...metadata } = metadataOf(object);
  return plain({ ...object, metadata }) as JsonObject;
}
