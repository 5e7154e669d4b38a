import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { attempts, changed, variants } from './objects.js';
import { apply, create, get, patch, remove, update } from './steps.js';

const GROUP = '/apis/storage.k8s.io/v1';
const TABLE = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' };
/** Requests for tables of cluster-scoped objects name the object, because the cluster may have others. */
const table = (item: string) => get(item, { headers: TABLE });
const named = (object: JsonObject): JsonObject => changed(object, { 'metadata.name': '<ns>' });

const CLASSES = `${GROUP}/storageclasses`;
const CLASS: JsonObject = { metadata: { name: '<ns>-x' }, provisioner: 'p.example.com' };
const ATTRIBUTES = `${GROUP}/volumeattributesclasses`;
const ATTRIBUTES_CLASS: JsonObject = {
  metadata: { name: '<ns>-x' },
  driverName: 'd.example.com',
  parameters: { a: 'b' },
};
const NODES = `${GROUP}/csinodes`;
const DRIVER: JsonObject = { name: 'd.example.com', nodeID: 'n', topologyKeys: ['zone'] };
const NODE: JsonObject = { metadata: { name: '<ns>-x' }, spec: { drivers: [DRIVER] } };
const CAPACITIES = `${GROUP}/namespaces/<ns>/csistoragecapacities`;

const term = (...matchLabelExpressions: JsonObject[]): JsonObject => ({ matchLabelExpressions });
const manyParameters = (count: number, value: string): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, value]));

/** StorageClasses, VolumeAttributesClasses and CSINodes. */
export const storage: readonly Case[] = [
  {
    name: 'storage classes',
    steps: [
      create(CLASSES, named(CLASS)),
      table(`${CLASSES}/<ns>`),
      ...variants(CLASSES, CLASS, 'reclaimPolicy', [{ reclaimPolicy: '' }, { reclaimPolicy: 'Retain' }]),
      ...attempts(CLASSES, CLASS, [
        { 'metadata.name': 'S_' },
        { provisioner: null },
        { provisioner: '' },
        { provisioner: 'Some/Thing' },
        { provisioner: 'a b' },
        { provisioner: 'A_/B' },
        { parameters: { '': 'x' } },
        { parameters: { 'a b': 'x' } },
        { parameters: manyParameters(513, 'x') },
        { parameters: { a: 'x'.repeat(256 * 1024) } },
        { reclaimPolicy: 'Recycle' },
        { reclaimPolicy: 'x', volumeBindingMode: 'y' },
        { volumeBindingMode: '' },
        { mountOptions: ['', 'a b'] },
        { allowVolumeExpansion: 'x' },
        { allowedTopologies: [{}] },
        { allowedTopologies: [term({ key: 'a', values: [] })] },
        { allowedTopologies: [term({})] },
        { allowedTopologies: [term({ key: 'a b', values: ['x', 'y', 'x'] })] },
        { allowedTopologies: [term({ key: 'a', values: ['x'] }, { key: 'a', values: ['y'] })] },
        { allowedTopologies: [term({ key: 'a', values: ['x', 'y'] }), term({ key: 'a', values: ['y', 'x'] })] },
      ]),
      ...[
        { allowedTopologies: [term({ key: 'failure-domain.beta.kubernetes.io/zone', values: ['x'] })] },
        { allowedTopologies: [term({ key: 'node-role.kubernetes.io/master', values: ['x'] })] },
      ].map((changes) => create(CLASSES, changed(CLASS, changes), { query: { dryRun: 'All' } })),
      ...[
        { parameters: { a: 'b' } },
        { provisioner: 'q' },
        { provisioner: '' },
        { reclaimPolicy: 'Retain' },
        { volumeBindingMode: 'WaitForFirstConsumer' },
        { provisioner: 'q', parameters: { a: 'b' }, reclaimPolicy: 'x', volumeBindingMode: 'y' },
        { allowVolumeExpansion: true, mountOptions: ['a'] },
        { allowedTopologies: [term({ key: 'a', values: ['x'] })] },
        { metadata: { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } } },
      ].map((body) => patch(`${CLASSES}/<ns>`, 'merge', body)),
      table(`${CLASSES}/<ns>`),
      patch(`${CLASSES}/<ns>`, 'strategic', { mountOptions: ['b'], parameters: null }),
      update(`${CLASSES}/<ns>`, named(CLASS), { only: ['reason', 'message', 'allowVolumeExpansion'] }),
      apply(`${CLASSES}/<ns>`, 'm', {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'StorageClass',
        mountOptions: ['c'],
        provisioner: 'p.example.com',
      }),
      remove(`${CLASSES}/<ns>`),
    ],
  },
  {
    name: 'volume attributes classes',
    steps: [
      create(ATTRIBUTES, named(ATTRIBUTES_CLASS)),
      table(`${ATTRIBUTES}/<ns>`),
      ...attempts(ATTRIBUTES, ATTRIBUTES_CLASS, [
        { 'metadata.name': 'S_' },
        { driverName: null },
        { driverName: 'a b' },
        { parameters: null },
        { parameters: {} },
        { parameters: { '': 'x' } },
        { parameters: manyParameters(513, 'x') },
        { parameters: { a: 'x'.repeat(256 * 1024) } },
        { driverName: '', parameters: null },
      ]),
      ...[
        { driverName: 'e' },
        { driverName: null },
        { parameters: { a: 'c' } },
        { parameters: null, driverName: 'a b' },
        { metadata: { labels: { a: 'b' } } },
      ].map((body) => patch(`${ATTRIBUTES}/<ns>`, 'merge', body)),
      remove(`${ATTRIBUTES}/<ns>`),
    ],
  },
  {
    name: 'CSI nodes',
    steps: [
      create(NODES, named(NODE)),
      table(`${NODES}/<ns>`),
      ...variants(NODES, NODE, 'spec', [
        { spec: {} },
        { spec: null },
        { 'spec.drivers': [{ name: 'd', nodeID: 'n' }] },
        { 'spec.drivers': [{ name: 'd', nodeID: 'n', allocatable: {} }] },
        { 'spec.drivers': [{ name: 'd', nodeID: 'n', allocatable: { count: 0 } }] },
      ]),
      ...attempts(NODES, NODE, [
        { 'metadata.name': 'N_' },
        { 'spec.drivers': [{}] },
        { 'spec.drivers.0.name': 'A.b' },
        { 'spec.drivers.0.name': 'a_b' },
        { 'spec.drivers.0.name': 'a'.repeat(64) },
        { 'spec.drivers.0.nodeID': 'a'.repeat(257) },
        { 'spec.drivers.0.allocatable': { count: -1 } },
        { 'spec.drivers.0.topologyKeys': ['a', 'a'] },
        { 'spec.drivers.0.topologyKeys': ['a b', 'c d'] },
        { 'spec.drivers.0.topologyKeys': [''] },
        { 'spec.drivers': [DRIVER, DRIVER] },
      ]),
      ...[
        [{ ...DRIVER, nodeID: 'm' }],
        [{ ...DRIVER, topologyKeys: ['a'] }],
        [{ ...DRIVER, allocatable: { count: 3 } }],
        [
          { ...DRIVER, allocatable: { count: 4 } },
          { name: 'e', nodeID: 'n' },
        ],
        [],
      ].map((drivers) => patch(`${NODES}/<ns>`, 'merge', { spec: { drivers } })),
      patch(`${NODES}/<ns>`, 'strategic', { spec: { drivers: [{ name: 'f', nodeID: 'n' }] } }),
      update(`${NODES}/<ns>`, named(NODE)),
      remove(`${NODES}/<ns>`),
    ],
  },
  {
    name: 'warnings of CSI storage capacities',
    steps: [
      create(CAPACITIES, {
        metadata: { name: 'w' },
        storageClassName: 's',
        nodeTopology: {
          matchLabels: { 'beta.kubernetes.io/os': 'a' },
          matchExpressions: [{ key: 'beta.kubernetes.io/arch', operator: 'Exists' }],
        },
      }),
      get(`${CAPACITIES}/w`, { headers: TABLE }),
    ],
  },
];
