import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { attempts, changed, variants, type Changes } from './objects.js';
import { apply, create, get, patch, remove, update } from './steps.js';

const TABLE = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' };
const VOLUMES = '/api/v1/persistentvolumes';
const SPEC: JsonObject = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] };
const HOST_PATH: JsonObject = { hostPath: { path: '/a' } };
const VOLUME: JsonObject = { metadata: { name: '<ns>-x' }, spec: { ...SPEC, ...HOST_PATH } };
const CSI: JsonObject = { driver: 'd.example.com', volumeHandle: 'h' };
const ATTACHMENTS = '/apis/storage.k8s.io/v1/volumeattachments';
const ATTACHMENT: JsonObject = {
  metadata: { name: '<ns>-x' },
  spec: { attacher: 'd.example.com', nodeName: 'n', source: { persistentVolumeName: 'v' } },
};

const named = (object: JsonObject): JsonObject => changed(object, { 'metadata.name': '<ns>' });
const dryRun = (path: string, object: JsonObject, each: readonly Changes[]) =>
  each.map((changes) => create(path, changed(object, changes), { query: { dryRun: 'All' } }));
const withSource = (source: JsonObject): Changes => ({ spec: { ...SPEC, ...source } });
const terms = (...matchExpressions: JsonObject[]): JsonObject => ({
  required: { nodeSelectorTerms: [{ matchExpressions }] },
});
const WHAT = { only: ['reason', 'message', 'details', 'spec'] };
const inline = (spec: JsonObject): Changes => ({ 'spec.source': { inlineVolumeSpec: spec } });
const INLINE: JsonObject = { accessModes: ['ReadWriteOnce'], csi: CSI };

/** Sources with their defaults. */
const SOURCES: readonly JsonObject[] = [
  { gcePersistentDisk: { pdName: 'p' } },
  { awsElasticBlockStore: { volumeID: 'v', partition: 1 } },
  { hostPath: { path: '/a', type: 'Directory' } },
  { glusterfs: { endpoints: 'e', path: 'p', endpointsNamespace: 'n' } },
  { nfs: { server: 's', path: '/p' } },
  { rbd: { monitors: ['m'], image: 'i', secretRef: { name: 's' } } },
  { iscsi: { targetPortal: 't', iqn: 'iqn.2015-02.example.com:test', lun: 0 } },
  { cinder: { volumeID: 'v', secretRef: { name: 's', namespace: 'n' } } },
  { cephfs: { monitors: ['m'] } },
  { fc: { wwids: ['w'] } },
  { flocker: { datasetName: 'd' } },
  { flexVolume: { driver: 'd', options: { a: 'b' } } },
  { azureFile: { secretName: 's', shareName: 'h', secretNamespace: 'n' } },
  { vsphereVolume: { volumePath: 'v' } },
  { quobyte: { registry: 'r:1', volume: 'v' } },
  { azureDisk: { diskName: 'd', diskURI: 'https://a' } },
  { photonPersistentDisk: { pdID: 'p' } },
  { portworxVolume: { volumeID: 'v' } },
  { scaleIO: { gateway: 'g', system: 's', volumeName: 'v', secretRef: { name: 's' } } },
  { local: { path: '/l' }, nodeAffinity: terms({ key: 'a', operator: 'Exists' }) },
  { storageos: { volumeName: 'v', secretRef: { name: 's', namespace: 'n' } } },
  { csi: { ...CSI, volumeAttributes: { a: 'b' } } },
];

const WRONG_SOURCES: readonly JsonObject[] = [
  {},
  { gcePersistentDisk: {} },
  { gcePersistentDisk: { pdName: 'p', partition: 256 } },
  { awsElasticBlockStore: {} },
  { awsElasticBlockStore: { volumeID: 'v', partition: -1 } },
  { hostPath: {} },
  { hostPath: { path: '/a/../b', type: 'x' } },
  { glusterfs: {} },
  { glusterfs: { endpoints: 'e', path: 'p', endpointsNamespace: '' } },
  { glusterfs: { endpoints: 'e', path: 'p', endpointsNamespace: 'N' } },
  { nfs: {} },
  { nfs: { server: 's', path: 'p' } },
  { rbd: {} },
  { iscsi: {} },
  { iscsi: { targetPortal: 't', iqn: 'x', lun: 256 } },
  { iscsi: { targetPortal: 't', iqn: 'iqn.2015-02', lun: -1, secretRef: {} } },
  { iscsi: { targetPortal: 't', iqn: 'eui.1', lun: 0, chapAuthDiscovery: true, initiatorName: 'x' } },
  { iscsi: { targetPortal: 't'.repeat(64), iqn: 'iqn.2015-02.example.com:test', lun: 0, initiatorName: 'naa.1' } },
  { cinder: {} },
  { cinder: { volumeID: 'v', secretRef: {} } },
  { cephfs: {} },
  { fc: {} },
  { fc: { targetWWNs: ['a'], lun: 256 } },
  { flocker: {} },
  { flexVolume: {} },
  { flexVolume: { driver: 'd', options: { 'k8s.io/a': 'b' } } },
  { azureFile: {} },
  { azureFile: { secretName: 's', shareName: 'h', secretNamespace: '' } },
  { vsphereVolume: {} },
  { quobyte: { registry: 'r' } },
  { azureDisk: { diskName: 'd', diskURI: 'u', kind: 'Managed', cachingMode: 'x' } },
  { photonPersistentDisk: {} },
  { portworxVolume: {} },
  { scaleIO: {} },
  { local: {} },
  { local: { path: 'a/../b' } },
  { local: { path: '/a' }, nodeAffinity: {} },
  { storageos: {} },
  { storageos: { volumeName: 'V', volumeNamespace: 'N', secretRef: {} } },
  { csi: {} },
  { csi: { driver: 'a_b', volumeHandle: 'h' } },
  { csi: { ...CSI, controllerPublishSecretRef: {}, nodeStageSecretRef: {}, nodePublishSecretRef: { name: 'S_' } } },
  { csi: { ...CSI, controllerExpandSecretRef: { name: 's', namespace: 'N_' }, nodeExpandSecretRef: {} } },
  { hostPath: { path: '/a' }, nfs: { server: 's', path: 'p' }, csi: {} },
  { hostPath: { path: '/a' }, flexVolume: {}, cephfs: {} },
];

/** PersistentVolumes and their attachments. */
export const volumes: readonly Case[] = [
  { name: 'sources of volumes', steps: dryRun(VOLUMES, VOLUME, SOURCES.map(withSource)) },
  { name: 'wrong sources of volumes', steps: attempts(VOLUMES, VOLUME, WRONG_SOURCES.map(withSource)) },
  {
    name: 'wrong volumes',
    steps: attempts(VOLUMES, VOLUME, [
      { 'metadata.name': 'V_' },
      { spec: null },
      { spec: {} },
      { 'spec.accessModes': [] },
      { 'spec.accessModes': ['x', 'ReadWriteOncePod', 'ReadWriteOnce'] },
      { 'spec.capacity': null },
      { 'spec.capacity': { storage: '0' } },
      { 'spec.capacity': { storage: '-1' } },
      { 'spec.capacity': { storage: 'x' } },
      { 'spec.persistentVolumeReclaimPolicy': 'x' },
      { 'spec.persistentVolumeReclaimPolicy': 'Recycle', 'spec.hostPath.path': '/' },
      { 'spec.volumeMode': 'x' },
      { 'spec.volumeMode': '' },
      { 'spec.storageClassName': 'S_' },
      { 'spec.nodeAffinity': {} },
      { 'spec.nodeAffinity': { required: { nodeSelectorTerms: [] } } },
      { 'spec.nodeAffinity': terms({ key: 'a b', operator: 'In', values: [] }) },
      { 'spec.nodeAffinity': terms({ key: 'a', operator: 'x' }) },
      { 'spec.nodeAffinity': terms({ key: 'a', operator: 'In', values: ['b c'] }) },
      { 'spec.volumeAttributesClassName': '' },
      { 'spec.volumeAttributesClassName': 'C_' },
      { 'metadata.annotations': { 'volume.beta.kubernetes.io/mount-options': 'a' } },
      { 'spec.mountOptions': ['', 'a b'], 'spec.claimRef': { kind: 'x', name: 'Y_' } },
      {
        'spec.accessModes': ['x'],
        'spec.capacity': { storage: '0' },
        'spec.storageClassName': 'S_',
        'spec.volumeMode': 'x',
      },
    ]),
  },
  {
    name: 'warnings of volumes',
    steps: dryRun(VOLUMES, VOLUME, [
      { 'spec.persistentVolumeReclaimPolicy': 'Recycle' },
      { 'metadata.annotations': { 'volume.beta.kubernetes.io/storage-class': 'a' } },
      {
        'metadata.annotations': { 'volume.beta.kubernetes.io/mount-options': 'a' },
        spec: { ...SPEC, nfs: { server: 's', path: '/p' } },
      },
      { 'spec.nodeAffinity': terms({ key: 'failure-domain.beta.kubernetes.io/zone', operator: 'Exists' }) },
      { 'metadata.finalizers': ['kubernetes.io/pv-protection'], status: { phase: 'Bound' } },
    ]),
  },
  {
    name: 'volumes as they change',
    steps: [
      create(VOLUMES, named(changed(VOLUME, { spec: { ...SPEC, csi: CSI } }))),
      get(`${VOLUMES}/<ns>`, { headers: TABLE }),
      ...[
        { capacity: { storage: '2Gi' } },
        { accessModes: ['ReadWriteMany', 'ReadOnlyMany', 'ReadWriteMany'] },
        { csi: { volumeHandle: 'i' } },
        { csi: { controllerExpandSecretRef: { name: 's', namespace: 'n' } } },
        { csi: { controllerExpandSecretRef: null } },
        { csi: null, nfs: { server: 's', path: '/p' } },
        { volumeMode: 'Block' },
        { claimRef: { namespace: 'n', name: 'c' } },
        { claimRef: null },
        { storageClassName: 's', mountOptions: ['a'] },
        { persistentVolumeReclaimPolicy: 'Delete' },
        { nodeAffinity: terms({ key: 'failure-domain.beta.kubernetes.io/zone', operator: 'In', values: ['a'] }) },
        { nodeAffinity: terms({ key: 'topology.kubernetes.io/zone', operator: 'In', values: ['b'] }) },
        { nodeAffinity: terms({ key: 'topology.kubernetes.io/zone', operator: 'In', values: ['a'] }) },
        { nodeAffinity: null },
        { volumeAttributesClassName: 'a' },
        { volumeAttributesClassName: 'b' },
        { volumeAttributesClassName: null },
      ].map((spec) => patch(`${VOLUMES}/<ns>`, 'merge', { spec }, WHAT)),
      patch(`${VOLUMES}/<ns>`, 'merge', { status: { phase: 'Bound' } }, { only: ['status'] }),
      ...[
        { phase: 'Available' },
        { message: 'm', reason: 'R' },
        { phase: 'Bound', lastPhaseTransitionTime: '2026-01-01T00:00:00Z' },
        { lastPhaseTransitionTime: null },
        { phase: 'x' },
      ].map((status) =>
        patch(`${VOLUMES}/<ns>/status`, 'merge', { status }, { only: ['message', 'status', 'spec.capacity'] }),
      ),
      get(`${VOLUMES}/<ns>`, { headers: TABLE }),
      update(`${VOLUMES}/<ns>`, named(VOLUME), { only: ['reason', 'code'] }),
      apply(
        `${VOLUMES}/<ns>`,
        'm',
        { apiVersion: 'v1', kind: 'PersistentVolume', spec: { claimRef: { name: 'c', namespace: 'n' } } },
        { only: ['message', 'spec.claimRef', 'metadata.managedFields'] },
      ),
      remove(`${VOLUMES}/<ns>`),
      get(`${VOLUMES}/<ns>`, { headers: TABLE }),
      patch(`${VOLUMES}/<ns>`, 'merge', { metadata: { finalizers: null } }, { only: ['kind', 'metadata.name'] }),
      get(`${VOLUMES}/<ns>`),
    ],
  },
  {
    name: 'attachments',
    steps: [
      create(ATTACHMENTS, named(changed(ATTACHMENT, { status: { attached: true } }))),
      get(`${ATTACHMENTS}/<ns>`, { headers: TABLE }),
      ...variants(ATTACHMENTS, ATTACHMENT, 'spec', [
        inline(INLINE),
        inline({ ...INLINE, volumeMode: 'Filesystem', persistentVolumeReclaimPolicy: 'Retain' }),
      ]),
      ...attempts(ATTACHMENTS, ATTACHMENT, [
        { 'metadata.name': 'V_' },
        { spec: null },
        { 'spec.attacher': 'a_b' },
        { 'spec.attacher': 'a'.repeat(64) },
        { 'spec.nodeName': '' },
        { 'spec.nodeName': 'N_' },
        { 'spec.source': {} },
        { 'spec.source': { persistentVolumeName: '' } },
        { 'spec.source': { persistentVolumeName: 'V_' } },
        { 'spec.source': { persistentVolumeName: 'v', inlineVolumeSpec: {} } },
        inline({}),
        inline({ ...INLINE, csi: {} }),
        inline({ ...INLINE, hostPath: { path: '/a' } }),
        inline({ ...SPEC, ...HOST_PATH, claimRef: { name: 'c' } }),
        inline({ ...INLINE, persistentVolumeReclaimPolicy: 'Delete', volumeMode: 'Block' }),
        inline({ ...INLINE, persistentVolumeReclaimPolicy: 'x', volumeMode: 'y' }),
        inline({ ...INLINE, storageClassName: 's', nodeAffinity: {} }),
      ]),
      patch(`${ATTACHMENTS}/<ns>`, 'merge', { spec: { nodeName: 'm' } }),
      patch(`${ATTACHMENTS}/<ns>`, 'merge', { spec: { attacher: '' } }),
      patch(`${ATTACHMENTS}/<ns>`, 'merge', { metadata: { labels: { a: 'b' } }, status: { attached: true } }),
      ...[
        { attached: true, attachmentMetadata: { a: 'b' } },
        { attachError: { message: 'm', time: '2026-01-01T00:00:00Z', errorCode: 3 } },
        { attachError: { message: 'x'.repeat(1025), errorCode: -1 } },
        { detachError: { message: 'x'.repeat(1025) } },
        { attachmentMetadata: { a: 'x'.repeat(256 * 1024) } },
        { attachError: {} },
        { attachError: null, attached: null },
      ].map((status) =>
        patch(
          `${ATTACHMENTS}/<ns>/status`,
          'merge',
          { status, metadata: { labels: { c: 'd' } } },
          { only: ['message', 'details', 'status', 'metadata.labels'] },
        ),
      ),
      remove(`${ATTACHMENTS}/<ns>`),
    ],
  },
];
