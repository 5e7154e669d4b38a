import assert from 'node:assert/strict';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { refusals, tableRow } from '../../registry/conformance.test.helper.js';

const VOLUMES = '/api/v1/persistentvolumes';
const ATTACHMENTS = '/apis/storage.k8s.io/v1/volumeattachments';
const MERGE = { 'content-type': 'application/merge-patch+json' };
const SPEC = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] };
const CSI = { driver: 'd.example.com', volumeHandle: 'h' };
const EARLY = '2020-01-01T00:00:00Z';

describe('PersistentVolume and VolumeAttachment', () => {
  let api: TestApi;
  before(async () => {
    api = await startTestApi();
  });
  after(() => api.close());
  let count = 0;
  const create = (spec: object, name = `v-${++count}`, path = VOLUMES) =>
    api.request('POST', path, { body: { metadata: { name }, spec: { ...spec } } });
  const patch = (path: string, body: object) => api.request('PATCH', path, { body: { ...body }, headers: MERGE });

  it('have defaults, a finalizer and columns', async () => {
    const { json } = await create({ ...SPEC, hostPath: { path: '/a' } }, 'usual');
    assert.deepEqual(plain(json['spec']), {
      ...SPEC,
      hostPath: { path: '/a', type: '' },
      persistentVolumeReclaimPolicy: 'Retain',
      volumeMode: 'Filesystem',
    });
    const { finalizers, creationTimestamp } = plain(json['metadata']) as Record<string, unknown>;
    assert.deepEqual(finalizers, ['kubernetes.io/pv-protection']);
    assert.deepEqual(plain(json['status']), { phase: 'Pending', lastPhaseTransitionTime: creationTimestamp });
    const cells = ['usual', '1Gi', 'RWO', 'Retain', 'Pending', '', '', '<unset>', '', '0s', 'Filesystem'];
    assert.deepEqual((await tableRow(api, VOLUMES, 'usual')).cells, cells);
  });

  it('set the time of a new phase', async () => {
    await create({ ...SPEC, csi: CSI }, 'timed');
    const statusAfter = async (status: object) => {
      const { json } = await patch(`${VOLUMES}/timed/status`, { status });
      return plain(json['status']) as { lastPhaseTransitionTime: string };
    };
    const given = await statusAfter({ phase: 'Available', lastPhaseTransitionTime: EARLY });
    assert.equal(given.lastPhaseTransitionTime, EARLY);
    const same = await statusAfter({ phase: 'Available', message: 'm', lastPhaseTransitionTime: null });
    assert.equal(same.lastPhaseTransitionTime, EARLY);
    const changed = await statusAfter({ phase: 'Bound' });
    assert.notEqual(changed.lastPhaseTransitionTime, EARLY);
  });

  const wrong: [spec: object, errors: string[]][] = [
    [
      { accessModes: ['x'] },
      [
        'FieldValueNotSupported spec.accessModes: Unsupported value: "x": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
        'FieldValueRequired spec.capacity: Required value',
        'FieldValueNotSupported spec.capacity: Unsupported value: null: supported values: "storage"',
        'FieldValueRequired spec: Required value: must specify a volume type',
      ],
    ],
    [
      { ...SPEC, local: { path: '../a' } },
      [
        'FieldValueInvalid spec.local.path: Invalid value: "../a": must not contain \'..\'',
        'FieldValueRequired spec.nodeAffinity: Required value: Local volume requires node affinity',
      ],
    ],
    [
      { ...SPEC, csi: CSI, nfs: { server: 's', path: '/p' } },
      ['FieldValueForbidden spec.csi: Forbidden: may not specify more than 1 volume type'],
    ],
    [
      { ...SPEC, hostPath: { path: '//' }, persistentVolumeReclaimPolicy: 'Recycle' },
      [
        "FieldValueForbidden spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath mount of '/'",
      ],
    ],
  ];
  for (const [spec, errors] of wrong) {
    it(`refuse ${JSON.stringify(spec)}`, async () => assert.deepEqual(refusals(await create(spec)), errors));
  }

  it('keep the source, except for a new secret of the expansion', async () => {
    await create({ ...SPEC, csi: CSI }, 'fixed');
    const change = async (csi: object) => refusals(await patch(`${VOLUMES}/fixed`, { spec: { csi } }));
    const secret = { name: 's', namespace: 'n' };
    assert.equal(await change({ controllerExpandSecretRef: secret }), undefined);
    const fixed =
      'FieldValueForbidden spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation';
    assert.deepEqual(await change({ controllerExpandSecretRef: null }), [fixed]);
    assert.deepEqual(await change({ volumeHandle: 'i' }), [fixed]);
  });

  it('keep the nodes, except for labels that are replaced', async () => {
    const affinity = (key: string) => ({
      required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'In', values: ['a'] }] }] },
    });
    const nodeAffinity = affinity('failure-domain.beta.kubernetes.io/zone');
    await create({ ...SPEC, local: { path: '/a' }, nodeAffinity }, 'placed');
    const change = async (key: string) =>
      (await patch(`${VOLUMES}/placed`, { spec: { nodeAffinity: affinity(key) } })).status;
    assert.equal(await change('topology.kubernetes.io/region'), 422);
    assert.equal(await change('topology.kubernetes.io/zone'), 200);
  });

  it('keep the spec of an attachment, whose status is a subresource', async () => {
    const spec = { attacher: 'd.example.com', nodeName: 'n', source: { persistentVolumeName: 'v' } };
    await create(spec, 'attachment', ATTACHMENTS);
    assert.equal((await patch(`${ATTACHMENTS}/attachment`, { spec: { nodeName: 'm' } })).status, 422);
    const body = { metadata: { labels: { a: 'b' } }, spec: { nodeName: 'm' }, status: { attached: true } };
    const { json } = await patch(`${ATTACHMENTS}/attachment/status`, body);
    assert.deepEqual(plain([json['spec'], json['status']]), [spec, { attached: true }]);
    assert.ok(!('labels' in (json['metadata'] as object)));
  });
});
