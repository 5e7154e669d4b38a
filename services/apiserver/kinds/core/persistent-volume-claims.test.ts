import assert from 'node:assert/strict';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { refusals, tableRow } from '../../registry/conformance.test.helper.js';

const CLAIMS = '/api/v1/namespaces/default/persistentvolumeclaims';
const CLASSES = '/apis/storage.k8s.io/v1/storageclasses';
const MERGE = { 'content-type': 'application/merge-patch+json' };
const SPEC = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const size = (storage: string) => ({ resources: { requests: { storage } } });

describe('PersistentVolumeClaim', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());
  let count = 0;
  const create = (spec: object, name = `c-${++count}`) =>
    api.request('POST', CLAIMS, { body: { metadata: { name }, spec: { ...SPEC, ...spec } } });
  const patch = (path: string, body: object) => api.request('PATCH', path, { body: { ...body }, headers: MERGE });
  const createClass = (name: string, fields: object = {}, annotations: JsonObject = {}) =>
    api.request('POST', CLASSES, { body: { metadata: { name, annotations }, provisioner: 'p', ...fields } });
  /** A bound claim of a class, with a volume of 1Gi. */
  const createBound = async (name: string, storageClassName: string) => {
    await create({ storageClassName, volumeName: 'v' }, name);
    const status = { phase: 'Bound', capacity: { storage: '1Gi' } };
    assert.equal((await patch(`${CLAIMS}/${name}/status`, { status })).status, 200);
  };

  it('has a finalizer and columns', async () => {
    const { json } = await create({}, 'usual');
    assert.deepEqual(plain(json['spec']), { ...SPEC, volumeMode: 'Filesystem' });
    assert.deepEqual(plain(json['status']), { phase: 'Pending' });
    const { finalizers } = plain(json['metadata']) as { finalizers: string[] };
    assert.deepEqual(finalizers, ['kubernetes.io/pvc-protection']);
    const cells = ['usual', 'Pending', '', '', '', '', '<unset>', '0s', 'Filesystem'];
    assert.deepEqual((await tableRow(api, CLAIMS, 'usual')).cells, cells);
  });

  const local = { kind: 'PersistentVolumeClaim', name: 'o' };
  const thing = { apiGroup: 'example.com', kind: 'Thing', name: 't' };
  const sources: [what: string, given: object, dataSource: unknown, dataSourceRef: unknown][] = [
    ['a claim', { dataSource: local }, local, local],
    ['a reference', { dataSourceRef: thing }, thing, thing],
    ['something else', { dataSource: thing }, undefined, undefined],
    ['another namespace', { dataSourceRef: { ...local, namespace: 'n' } }, undefined, undefined],
  ];
  for (const [what, given, dataSource, dataSourceRef] of sources) {
    it(`of a source that is ${what}`, async () => {
      const spec = plain((await create(given)).json['spec']) as JsonObject;
      assert.deepEqual([spec['dataSource'], spec['dataSourceRef']], [dataSource, dataSourceRef]);
    });
  }

  it('gets the newest default class, unless it names one', async () => {
    const annotations = { 'storageclass.kubernetes.io/is-default-class': 'true' };
    await createClass('second', {}, annotations);
    await createClass('first', {}, { 'storageclass.beta.kubernetes.io/is-default-class': 'true' });
    const classOf = async (spec: object) =>
      (plain((await create(spec)).json['spec']) as JsonObject)['storageClassName'];
    assert.deepEqual([await classOf({}), await classOf({ storageClassName: '' })], ['first', '']);
    for (const name of ['first', 'second']) await api.request('DELETE', `${CLASSES}/${name}`);
    assert.equal(await classOf({}), undefined);
  });

  it('can only be changed in some fields', async () => {
    const fixed =
      'FieldValueForbidden spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
    await create({}, 'fixed');
    const change = async (spec: object) => refusals(await patch(`${CLAIMS}/fixed`, { spec }));
    assert.deepEqual(await change({ accessModes: ['ReadOnlyMany'] }), [fixed]);
    assert.deepEqual(await change({ volumeAttributesClassName: 'a' }), [fixed]);
    assert.equal(await change({ volumeName: 'v' }), undefined);
    assert.deepEqual(await change({ volumeName: 'w' }), [fixed]);
    assert.equal(await change({ storageClassName: 'late' }), undefined);
    assert.deepEqual(await change({ storageClassName: 'later' }), [fixed]);
  });

  it('can become larger if it is bound and its class allows it', async () => {
    await createClass('elastic', { allowVolumeExpansion: true });
    await createClass('rigid');
    await create({ storageClassName: 'elastic' }, 'pending');
    await createBound('bound', 'elastic');
    await createBound('stuck', 'rigid');
    const grow = async (name: string, storage: string) => {
      const { status, json } = await patch(`${CLAIMS}/${name}`, { spec: size(storage) });
      return status === 200 ? '' : (json['message'] as string);
    };
    assert.match(await grow('pending', '2Gi'), /spec is immutable after creation/);
    assert.equal(await grow('bound', '2Gi'), '');
    assert.equal(await grow('bound', '1536Mi'), '');
    assert.match(await grow('bound', '1Gi'), /storage: Forbidden: field can not be less than status\.capacity$/);
    assert.equal(
      await grow('stuck', '2Gi'),
      'persistentvolumeclaims "stuck" is forbidden: only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
    );
  });

  it('keeps the class of attributes that the volume has', async () => {
    await createBound('tuned', 'elastic');
    await patch(`${CLAIMS}/tuned`, { spec: { volumeAttributesClassName: 'a' } });
    await patch(`${CLAIMS}/tuned/status`, { status: { currentVolumeAttributesClassName: 'a' } });
    const change = async (name: unknown) =>
      (await patch(`${CLAIMS}/tuned`, { spec: { volumeAttributesClassName: name } })).status;
    assert.deepEqual([await change(null), await change(''), await change('b')], [422, 422, 200]);
  });

  it('moves the class of the deprecated annotation to the field', async () => {
    const annotations = { 'volume.beta.kubernetes.io/storage-class': 'a' };
    await api.request('POST', CLAIMS, { body: { metadata: { name: 'old', annotations }, spec: SPEC } });
    assert.equal((await patch(`${CLAIMS}/old`, { spec: { storageClassName: 'b' } })).status, 422);
    const moved = { metadata: { annotations: null }, spec: { storageClassName: 'a' } };
    assert.equal((await patch(`${CLAIMS}/old`, moved)).status, 200);
  });
});
