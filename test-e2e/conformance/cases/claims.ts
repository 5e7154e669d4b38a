import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { attempts, changed, variants } from './objects.js';
import { create, get, patch, remove } from './steps.js';

const TABLE = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' };
const CLAIMS = '/api/v1/namespaces/<ns>/persistentvolumeclaims';
const CLASSES = '/apis/storage.k8s.io/v1/storageclasses';
const SETS = '/apis/apps/v1/namespaces/<ns>/statefulsets';
const SPEC: JsonObject = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const CLAIM: JsonObject = { metadata: { name: 'c' }, spec: SPEC };
const ANNOTATION = 'volume.beta.kubernetes.io/storage-class';
const SNAPSHOT: JsonObject = { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 's' };
const OTHER: JsonObject = { apiGroup: 'example.com', kind: 'Thing', name: 't' };
const LOCAL: JsonObject = { kind: 'PersistentVolumeClaim', name: 'o' };
const SET: JsonObject = {
  metadata: { name: 's' },
  spec: {
    serviceName: 's',
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    volumeClaimTemplates: [{ metadata: { name: 'd' }, spec: SPEC }],
  },
};

const WHAT = { only: ['reason', 'message', 'details', 'spec', 'metadata.annotations'] };
const specs = (path: string, ...each: JsonObject[]) =>
  each.map((spec) => patch(`${CLAIMS}/${path}`, 'merge', { spec }, WHAT));
const status = (path: string, ...each: JsonObject[]) =>
  each.map((value) =>
    patch(`${CLAIMS}/${path}/status`, 'merge', { status: value }, { only: ['message', 'details', 'status'] }),
  );
const size = (storage: string): JsonObject => ({ resources: { requests: { storage } } });

/** PersistentVolumeClaims, also those of StatefulSets. */
export const claims: readonly Case[] = [
  {
    name: 'claims as they come to be',
    steps: [
      create(CLAIMS, changed(CLAIM, { status: { phase: 'Bound' } })),
      get(CLAIMS, { headers: TABLE }),
      ...variants(CLAIMS, changed(CLAIM, { 'metadata.name': 'd' }), 'spec', [
        { 'spec.storageClassName': '' },
        { 'spec.volumeMode': 'Block' },
        { 'spec.resources': { limits: { storage: '2Gi' } } },
        { 'spec.dataSource': LOCAL },
        { 'spec.dataSource': SNAPSHOT },
        { 'spec.dataSource': OTHER },
        { 'spec.dataSource': { ...LOCAL, apiGroup: '' } },
        { 'spec.dataSourceRef': OTHER },
        { 'spec.dataSourceRef': { ...LOCAL, namespace: 'n' } },
        { 'spec.dataSourceRef': { ...LOCAL, namespace: '' } },
        { 'spec.dataSource': LOCAL, 'spec.dataSourceRef': { ...LOCAL, namespace: 'n' } },
        { 'spec.volumeAttributesClassName': '' },
      ]),
      create(
        CLAIMS,
        changed(CLAIM, {
          'metadata.name': 'e',
          'metadata.annotations': { [ANNOTATION]: 'a' },
          'spec.resources': { requests: { storage: '100m' }, limits: { storage: '1500m' } },
        }),
        { query: { dryRun: 'All' } },
      ),
    ],
  },
  {
    name: 'wrong claims',
    steps: attempts(CLAIMS, CLAIM, [
      { 'metadata.name': 'C_' },
      { spec: null },
      { 'spec.accessModes': ['x', 'ReadWriteOncePod', 'ReadOnlyMany'] },
      { 'spec.resources': null },
      { 'spec.resources': { requests: { storage: '0' } } },
      { 'spec.resources': { requests: { storage: '-1' } } },
      { 'spec.selector': { matchLabels: { 'a b': 'c d' }, matchExpressions: [{ key: 'a', operator: 'x' }] } },
      { 'spec.storageClassName': 'S_' },
      { 'spec.volumeMode': 'x' },
      { 'spec.volumeMode': '' },
      { 'spec.dataSource': { ...LOCAL, name: '' } },
      { 'spec.dataSourceRef': { kind: '', name: '' } },
      { 'spec.dataSourceRef': { ...OTHER, apiGroup: 'A_' } },
      { 'spec.dataSource': LOCAL, 'spec.dataSourceRef': SNAPSHOT },
      { 'spec.volumeAttributesClassName': 'V_' },
      { 'spec.accessModes': null, 'spec.resources': {}, 'spec.volumeMode': 'x', 'spec.storageClassName': 'S_' },
    ]),
  },
  {
    name: 'claims as they change',
    steps: [
      create(CLASSES, { metadata: { name: '<ns>-fixed' }, provisioner: 'p' }),
      create(CLASSES, { metadata: { name: '<ns>-more' }, provisioner: 'p', allowVolumeExpansion: true }),
      create(CLAIMS, changed(CLAIM, { 'spec.storageClassName': '<ns>-more' }), WHAT),
      ...specs(
        'c',
        size('2Gi'),
        size('512Mi'),
        { accessModes: ['ReadWriteMany'] },
        { volumeMode: 'Block' },
        { volumeAttributesClassName: 'a' },
        { storageClassName: null },
        { dataSource: LOCAL },
        { volumeName: 'v' },
        { volumeName: 'w' },
      ),
      ...status('c', {
        phase: 'Bound',
        accessModes: ['ReadWriteOnce', 'ReadOnlyMany'],
        capacity: { storage: '1Gi' },
      }),
      get(CLAIMS, { headers: TABLE }),
      ...specs(
        'c',
        size('3Gi'),
        size('2Gi'),
        size('1Gi'),
        size('512Mi'),
        { resources: { limits: { storage: '9Gi' } } },
        { volumeAttributesClassName: 'a' },
        { volumeAttributesClassName: null },
      ),
      ...status('c', { currentVolumeAttributesClassName: 'b', modifyVolumeStatus: { status: 'Pending' } }),
      ...specs(
        'c',
        { volumeAttributesClassName: 'b' },
        { volumeAttributesClassName: '' },
        { volumeAttributesClassName: null },
      ),
      ...status(
        'c',
        { capacity: { storage: '-1' } },
        { allocatedResources: { storage: '-1' } },
        { allocatedResources: { cpu: '1', 'a b': '2' } },
        { allocatedResources: { storage: '1Gi', 'example.com/a': '1' } },
        { allocatedResourceStatuses: { storage: 'x' } },
        { allocatedResourceStatuses: { cpu: 'NodeResizePending' } },
        { allocatedResourceStatuses: { storage: 'NodeResizePending' } },
        { conditions: [{ type: 'Resizing', status: 'True' }] },
        { phase: 'x' },
      ),
      patch(`${CLAIMS}/c`, 'merge', { metadata: { annotations: { [ANNOTATION]: 'a' } } }, WHAT),
      create(CLAIMS, changed(CLAIM, { 'metadata.name': 'd', 'spec.storageClassName': '<ns>-fixed' }), WHAT),
      ...status('d', { phase: 'Bound' }),
      ...specs('d', size('2Gi')),
      remove(`${CLAIMS}/d`),
      get(`${CLAIMS}/d`, { headers: TABLE }),
      patch(`${CLAIMS}/d`, 'merge', { metadata: { finalizers: null } }, { only: ['kind', 'metadata.name'] }),
      get(`${CLAIMS}/d`),
    ],
  },
  {
    name: 'classes of claims',
    steps: [
      create(CLAIMS, changed(CLAIM, { 'metadata.annotations': { [ANNOTATION]: 'a' } }), WHAT),
      ...specs('c', { storageClassName: 'b' }, { storageClassName: 'a' }),
      patch(`${CLAIMS}/c`, 'merge', { metadata: { annotations: null } }, WHAT),
      create(CLAIMS, changed(CLAIM, { 'metadata.name': 'd' }), WHAT),
      ...specs('d', { storageClassName: 'b' }, { storageClassName: 'c' }, { storageClassName: '' }),
    ],
  },
  {
    name: 'claims of stateful sets',
    steps: [
      create(SETS, SET, { only: ['spec.volumeClaimTemplates'] }),
      ...attempts(SETS, changed(SET, { 'metadata.name': 't' }), [
        { 'spec.volumeClaimTemplates.0.spec': {} },
        { 'spec.volumeClaimTemplates.0.spec': { ...SPEC, accessModes: ['x'], volumeMode: 'y', dataSource: OTHER } },
        { 'spec.volumeClaimTemplates.0.spec': { ...SPEC, dataSource: { kind: 'a', name: 'b' } } },
        { 'spec.volumeClaimTemplates.0.spec': { ...SPEC, storageClassName: 'S_' }, 'spec.replicas': -1 },
      ]),
      create(
        SETS,
        changed(SET, {
          'metadata.name': 'u',
          'spec.volumeClaimTemplates.0.spec.resources': { requests: { storage: '100m' } },
        }),
        {
          only: ['spec.volumeClaimTemplates'],
        },
      ),
      patch(`${SETS}/u`, 'merge', { spec: { replicas: 2 } }, { only: ['spec.volumeClaimTemplates'] }),
      patch(`${SETS}/s`, 'merge', { spec: { volumeClaimTemplates: [] } }, { only: ['message'] }),
    ],
  },
];
