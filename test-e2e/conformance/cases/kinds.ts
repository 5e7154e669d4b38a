import type { Case } from '../case.js';
import { EVENT, GROUP_EVENT, SECRETS_OF_ALL_TYPES } from './examples.js';
import { attempts, changed, variants } from './objects.js';
import { create, get, patch, remove, update } from './steps.js';

const CORE = '/api/v1/namespaces/<ns>';
const TABLE = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' };
/** Requests for tables of cluster-scoped objects name the object, because the cluster may have others. */
const table = (item: string) => get(item, { headers: TABLE });

const SECRETS = `${CORE}/secrets`;
const SECRET = { metadata: { name: 's' } };

const MAPS = `${CORE}/configmaps`;
const ACCOUNTS = `${CORE}/serviceaccounts`;
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/<ns>/leases';
const LEASE = { metadata: { name: 'l' } };
const PRIORITIES = '/apis/scheduling.k8s.io/v1/priorityclasses';
const PRIORITY = { metadata: { name: '<ns>' }, value: 5 };
const DRIVERS = '/apis/storage.k8s.io/v1/csidrivers';
const CAPACITIES = '/apis/storage.k8s.io/v1/namespaces/<ns>/csistoragecapacities';
const CAPACITY = { metadata: { name: 'c' }, storageClassName: 'fast' };
const NODES = '/api/v1/nodes';
const NODE = { metadata: { name: '<ns>' } };
const EVENTS = `${CORE}/events`;
const GROUP_EVENTS = '/apis/events.k8s.io/v1/namespaces/<ns>/events';

/** Kinds other than workloads. */
export const kinds: readonly Case[] = [
  {
    name: 'secrets',
    steps: [
      ...variants(SECRETS, SECRET, 'data', SECRETS_OF_ALL_TYPES),
      create(SECRETS, { ...SECRET, data: { a: 'eA==' }, stringData: { b: 'y' }, type: 'example.com/mine' }),
      get(SECRETS, { headers: TABLE }),
      patch(`${SECRETS}/s`, 'merge', { type: 'Opaque' }),
      patch(`${SECRETS}/s`, 'merge', { stringData: { c: 'z' } }),
      get(SECRETS, { query: { fieldSelector: 'type=example.com/mine' }, only: ['items.0.metadata.name'] }),
      patch(`${SECRETS}/s`, 'merge', { immutable: true }),
      patch(`${SECRETS}/s`, 'merge', { immutable: false, data: { a: null } }),
      patch(`${SECRETS}/s`, 'merge', { metadata: { labels: { a: 'b' } } }),
    ],
  },
  {
    name: 'config maps',
    steps: [
      ...variants(MAPS, { metadata: { name: 'm' } }, 'binaryData', [
        { data: { 'a/b': 'x' } },
        { data: { '..': 'x' } },
        { data: { ['a'.repeat(254)]: 'x' } },
        { binaryData: { 'a b': 'eA==' } },
        { data: { a: 'x' }, binaryData: { a: 'eA==' } },
        { binaryData: { a: 'x' } },
      ]),
      create(MAPS, { metadata: { name: 'm' }, data: { a: 'b' }, binaryData: { c: 'eA==' }, immutable: true }),
      get(MAPS, { headers: TABLE }),
      patch(`${MAPS}/m`, 'merge', { immutable: null }),
      patch(`${MAPS}/m`, 'merge', { data: { a: 'c' }, binaryData: { c: 'eQ==' } }),
      patch(`${MAPS}/m`, 'merge', { metadata: { annotations: { a: 'b' } } }),
    ],
  },
  {
    name: 'service accounts',
    steps: [
      create(ACCOUNTS, {
        metadata: { name: 'a' },
        secrets: [{ name: 's' }],
        imagePullSecrets: [{ name: 'p' }],
        automountServiceAccountToken: false,
      }),
      get(ACCOUNTS, { headers: TABLE }),
      ...attempts(ACCOUNTS, { metadata: { name: 'b' } }, [{ 'metadata.name': 'B_' }, { secrets: [{}] }]),
      ...[
        { expirationSeconds: 10 },
        { expirationSeconds: 2 ** 33 },
        { audiences: [''] },
        { boundObjectRef: { kind: 'Service', apiVersion: 'v1', name: 'x' } },
        { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'none' } },
      ].map((spec) =>
        create(`${ACCOUNTS}/a/token`, { spec }, { only: ['reason', 'message', 'details', 'spec.expirationSeconds'] }),
      ),
      create(`${ACCOUNTS}/a/token`, { spec: {} }, { only: ['kind', 'spec.expirationSeconds', 'spec.boundObjectRef'] }),
      create(`${ACCOUNTS}/none/token`, { spec: {} }),
    ],
  },
  {
    name: 'leases',
    steps: [
      create(LEASES, LEASE),
      create(LEASES, {
        metadata: { name: 'full' },
        spec: {
          holderIdentity: 'h',
          leaseDurationSeconds: 5,
          acquireTime: '2026-01-01T00:00:00.1Z',
          renewTime: '2026-01-01T00:00:00Z',
          leaseTransitions: 0,
        },
      }),
      get(`${LEASES}/full`, { headers: TABLE }),
      ...attempts(LEASES, { metadata: { name: 'w' } }, [
        { 'spec.leaseDurationSeconds': 0 },
        { 'spec.leaseDurationSeconds': -1 },
        { 'spec.leaseTransitions': -1 },
        { 'spec.renewTime': 'x' },
        { 'spec.holderIdentity': '' },
      ]),
      patch(`${LEASES}/full`, 'merge', { spec: { leaseTransitions: -1 } }),
      update(`${LEASES}/none`, { metadata: { name: 'none' } }, { only: ['kind', 'message'] }),
    ],
  },
  {
    name: 'priority classes',
    steps: [
      create(PRIORITIES, PRIORITY),
      table(`${PRIORITIES}/<ns>`),
      ...attempts(PRIORITIES, changed(PRIORITY, { 'metadata.name': '<ns>-x' }), [
        { value: null },
        { value: 1_000_000_001 },
        { 'metadata.name': 'system-<ns>' },
        { 'metadata.name': 'system-<ns>', value: 2_000_000_000 },
        { preemptionPolicy: 'x' },
        { preemptionPolicy: 'Never', description: 'd', globalDefault: false },
      ]),
      patch(`${PRIORITIES}/<ns>`, 'merge', { value: 6 }),
      patch(`${PRIORITIES}/<ns>`, 'merge', { preemptionPolicy: 'Never' }),
      patch(`${PRIORITIES}/<ns>`, 'merge', { description: 'd' }),
      remove(`${PRIORITIES}/<ns>`),
    ],
  },
  {
    name: 'CSI drivers',
    steps: [
      create(DRIVERS, { metadata: { name: '<ns>' }, spec: {} }),
      table(`${DRIVERS}/<ns>`),
      ...attempts(DRIVERS, { metadata: { name: '<ns>-x' }, spec: {} }, [
        { 'metadata.name': 'A_' },
        { 'spec.fsGroupPolicy': 'x' },
        { 'spec.volumeLifecycleModes': ['x'] },
        { 'spec.tokenRequests': [{ audience: 'a' }, { audience: 'a' }] },
        { 'spec.tokenRequests': [{ audience: 'a', expirationSeconds: 10 }] },
        { 'spec.tokenRequests': [{ audience: 'a', expirationSeconds: 2 ** 33 }] },
        { 'spec.tokenRequests': [{ audience: '' }] },
      ]),
      ...[
        { attachRequired: false },
        { podInfoOnMount: true },
        { storageCapacity: true },
        { fsGroupPolicy: 'File' },
        { volumeLifecycleModes: ['Ephemeral'] },
        { requiresRepublish: true },
        { tokenRequests: [{ audience: 'a' }] },
      ].map((spec) => patch(`${DRIVERS}/<ns>`, 'merge', { spec }, { only: ['message', 'details', 'spec'] })),
      remove(`${DRIVERS}/<ns>`),
    ],
  },
  {
    name: 'CSI storage capacities',
    steps: [
      create(CAPACITIES, {
        ...CAPACITY,
        nodeTopology: { matchLabels: { a: 'b' } },
        capacity: '1024Mi',
        maximumVolumeSize: '0.5Gi',
      }),
      get(CAPACITIES, { headers: TABLE }),
      ...attempts(CAPACITIES, changed(CAPACITY, { 'metadata.name': 'd' }), [
        { storageClassName: null },
        { storageClassName: 'S_' },
        { capacity: '-1' },
        { maximumVolumeSize: '-1' },
        { capacity: 'x' },
        { nodeTopology: { matchLabels: { 'a b': 'c' } } },
        { nodeTopology: { matchExpressions: [{ key: 'a', operator: 'x' }] } },
      ]),
      patch(`${CAPACITIES}/c`, 'merge', { capacity: '2Gi' }),
      patch(`${CAPACITIES}/c`, 'merge', { storageClassName: 'slow' }),
      patch(`${CAPACITIES}/c`, 'merge', { nodeTopology: { matchLabels: { a: 'c' } } }),
      patch(`${CAPACITIES}/c`, 'merge', { nodeTopology: null }),
    ],
  },
  {
    name: 'nodes',
    steps: [
      create(NODES, NODE),
      table(`${NODES}/<ns>`),
      ...attempts(NODES, changed(NODE, { 'metadata.name': '<ns>-x' }), [
        { 'metadata.name': 'N_' },
        { 'spec.podCIDR': 'x' },
        { 'spec.podCIDRs': ['10.0.0.0/24', '10.0.1.0/24'] },
        { 'spec.podCIDRs': ['10.0.0.0/24', 'fd00::/64'] },
        { 'spec.taints': [{ effect: 'NoSchedule' }] },
        { 'spec.taints': [{ key: 'a' }] },
        { 'spec.taints': [{ key: 'a', effect: 'x' }] },
        { 'spec.taints': [{ key: 'a b', effect: 'NoSchedule' }] },
        { 'spec.taints': [{ key: 'a', value: 'b c', effect: 'NoSchedule' }] },
        {
          'spec.taints': [
            { key: 'a', effect: 'NoSchedule' },
            { key: 'a', value: 'b', effect: 'NoSchedule' },
          ],
        },
        { 'status.capacity': { cpu: 'x' } },
      ]),
      patch(
        `${NODES}/<ns>/status`,
        'merge',
        {
          status: {
            capacity: { cpu: '2', memory: '4Gi' },
            addresses: [{ type: 'InternalIP', address: '10.0.0.1' }],
            conditions: [{ type: 'Ready', status: 'True' }],
            nodeInfo: { kubeletVersion: 'v1', osImage: 'o', kernelVersion: 'k', containerRuntimeVersion: 'c' },
          },
        },
        { only: ['status', 'message'] },
      ),
      table(`${NODES}/<ns>`),
      patch(
        `${NODES}/<ns>/status`,
        'merge',
        { status: { capacity: { 'a b': '1' } } },
        { only: ['message', 'details'] },
      ),
      ...[
        { spec: { podCIDR: '10.0.0.0/24' } },
        { spec: { podCIDR: '10.0.1.0/24', podCIDRs: ['10.0.1.0/24'] } },
        { spec: { providerID: 'a' } },
        { spec: { providerID: 'b' } },
        { spec: { unschedulable: true } },
        { spec: { taints: [{ key: 'a', effect: 'NoExecute' }] } },
        { metadata: { labels: { 'node-role.kubernetes.io/control-plane': '' } } },
      ].map((change) => patch(`${NODES}/<ns>`, 'merge', change, { only: ['spec', 'message', 'details'] })),
      table(`${NODES}/<ns>`),
      remove(`${NODES}/<ns>`),
    ],
  },
  {
    name: 'events',
    steps: [
      create(EVENTS, EVENT),
      get(`${GROUP_EVENTS}/e`),
      create(GROUP_EVENTS, GROUP_EVENT),
      get(`${EVENTS}/g`),
      ...attempts(EVENTS, changed(EVENT, { 'metadata.name': 'x' }), [
        { 'involvedObject.namespace': 'other' },
        { involvedObject: {} },
        { 'involvedObject.kind': 'Node' },
        { 'metadata.name': 'E_' },
        { eventTime: '2026-01-01T00:00:00.000001Z' },
        { type: 'Strange' },
      ]),
      ...attempts(GROUP_EVENTS, changed(GROUP_EVENT, { 'metadata.name': 'y' }), [
        { eventTime: null },
        { reportingController: null },
        { reportingController: 'a b' },
        { reportingInstance: null },
        { reportingInstance: 'a'.repeat(129) },
        { action: null },
        { action: 'a'.repeat(129) },
        { reason: null },
        { reason: 'a'.repeat(129) },
        { type: 'Strange' },
        { note: 'a'.repeat(1025) },
        { 'regarding.namespace': 'other' },
        { series: { count: 1, lastObservedTime: '2026-01-01T00:00:00.000001Z' } },
        { series: { count: 2 } },
        { deprecatedCount: 1 },
        { deprecatedSource: { component: 'x' } },
      ]),
      patch(`${GROUP_EVENTS}/g`, 'merge', { series: { count: 2, lastObservedTime: '2026-01-01T00:00:02.000001Z' } }),
      patch(`${GROUP_EVENTS}/g`, 'merge', { note: 'other' }, { only: ['message', 'details'] }),
      patch(`${EVENTS}/e`, 'merge', { count: 3 }, { only: ['message', 'details', 'count'] }),
      get(EVENTS, {
        query: { fieldSelector: 'involvedObject.kind=Pod,reason=Made,type=Normal,source=maker' },
        only: ['message', 'items.0.metadata.name'],
      }),
      get(EVENTS, {
        query: { fieldSelector: 'reportingComponent=example.com/maker' },
        only: ['message', 'items.0.metadata.name'],
      }),
      get(EVENTS, { query: { fieldSelector: 'involvedObject.whatever=x' }, only: ['message'] }),
      get(GROUP_EVENTS, { query: { fieldSelector: 'regarding.kind=Pod' }, only: ['message', 'items.0.metadata.name'] }),
    ],
  },
  {
    name: 'namespaces',
    steps: [
      create('/api/v1/namespaces', { metadata: { name: '<ns>-n' } }),
      ...attempts('/api/v1/namespaces', { metadata: { name: '<ns>-x' } }, [
        { 'metadata.name': 'a.b' },
        { 'metadata.name': 'a'.repeat(64) },
        { 'metadata.labels': { 'kubernetes.io/metadata.name': 'other' } },
        { 'spec.finalizers': ['a'] },
        { 'spec.finalizers': ['example.com/a'] },
        { 'status.phase': 'x' },
      ]),
      patch(
        '/api/v1/namespaces/<ns>-n',
        'merge',
        { spec: { finalizers: ['example.com/b'] } },
        { only: ['spec', 'message', 'details'] },
      ),
      patch(
        '/api/v1/namespaces/<ns>-n/status',
        'merge',
        { status: { phase: 'Terminating' } },
        { only: ['status', 'message', 'details'] },
      ),
      update('/api/v1/namespaces/<ns>-n/finalize', { metadata: { name: '<ns>-n' }, spec: { finalizers: ['b'] } }),
      update(
        '/api/v1/namespaces/<ns>-n/finalize',
        { metadata: { name: '<ns>-n' }, spec: { finalizers: ['kubernetes', 'example.com/c'] } },
        { only: ['spec', 'message'] },
      ),
      remove('/api/v1/namespaces/<ns>-n', undefined, { only: ['spec', 'status', 'kind'] }),
      table('/api/v1/namespaces/<ns>-n'),
      create('/api/v1/namespaces/<ns>-n/configmaps', { metadata: { name: 'a' } }),
      remove('/api/v1/namespaces/<ns>-n', undefined, { only: ['spec', 'status', 'message', 'reason'] }),
      update(
        '/api/v1/namespaces/<ns>-n/finalize',
        { metadata: { name: '<ns>-n' }, spec: {} },
        { only: ['spec', 'message'] },
      ),
      get('/api/v1/namespaces/<ns>-n', { only: ['message'] }),
    ],
  },
];
