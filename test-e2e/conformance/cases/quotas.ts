import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case, Step } from '../case.js';
import { attempts, changed, type Changes } from './objects.js';
import { apply, create, get, patch, remove, update } from './steps.js';

const TABLE = { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } };
const CORE = '/api/v1/namespaces/<ns>';
const QUOTAS = `${CORE}/resourcequotas`;
const MAPS = `${CORE}/configmaps`;
const PODS = `${CORE}/pods`;
const DEPLOYMENTS = '/apis/apps/v1/namespaces/<ns>/deployments';
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/<ns>/leases';
const QUOTA: JsonObject = { metadata: { name: 'q' }, spec: { hard: { pods: '4' } } };

const NAMES = [
  'cpu',
  'storage',
  'requests.storage',
  'limits.storage',
  'foo',
  'a b',
  'services.nodeports',
  'hugepages-2Mi',
  'requests.hugepages-2Mi',
  'count/deployments.apps',
  'count/a b',
  'requests.example.com/gpu',
  'example.com/gpu',
  'gold.storageclass.storage.k8s.io/requests.storage',
];

const WRONG: readonly Changes[] = [
  { spec: null },
  ...NAMES.map((name) => ({ 'spec.hard': { [name]: '1' } })),
  { 'spec.hard': { pods: '-1' } },
  { 'spec.hard': { pods: '500m' } },
  { 'spec.hard': { cpu: '500m' } },
  { 'spec.hard': { 'example.com/gpu': '500m' } },
  { 'spec.hard': { pods: 'x' } },
  ...[
    ['x'],
    ['BestEffort', 'NotBestEffort'],
    ['Terminating', 'NotTerminating', 'Terminating'],
    ['PriorityClass'],
    ['CrossNamespacePodAffinity'],
    ['VolumeAttributesClass'],
  ].map((scopes) => ({ 'spec.scopes': scopes })),
  { 'spec.hard': { cpu: '1', configmaps: '1' }, 'spec.scopes': ['BestEffort'] },
  { 'spec.hard': { persistentvolumeclaims: '1' }, 'spec.scopes': ['VolumeAttributesClass'] },
  ...[
    { scopeName: 'PriorityClass', operator: 'In', values: ['a'] },
    { scopeName: 'PriorityClass', operator: 'In' },
    { scopeName: 'PriorityClass', operator: 'Exists', values: ['a'] },
    { scopeName: 'PriorityClass', operator: 'x' },
    { scopeName: 'BestEffort', operator: 'In', values: ['a'] },
    { scopeName: 'BestEffort', operator: 'DoesNotExist' },
    { scopeName: 'x', operator: 'Exists' },
    { scopeName: '', operator: '' },
  ].map((requirement) => ({ 'spec.scopeSelector': { matchExpressions: [requirement] } })),
  {
    'spec.scopeSelector': {
      matchExpressions: [
        { scopeName: 'BestEffort', operator: 'Exists' },
        { scopeName: 'NotBestEffort', operator: 'Exists' },
      ],
    },
  },
  { 'spec.scopeSelector': {} },
  { 'spec.hard': { 'requests.cpu': '2', 'limits.cpu': '1', memory: '2Gi', 'limits.memory': '1Gi' } },
  { 'spec.hard': { 'requests.ephemeral-storage': '2Gi', 'limits.ephemeral-storage': '1Gi' } },
];

/** A quota whose usage is known, as the quota controller makes it. */
export const known = (name: string, hard: JsonObject, spec: JsonObject = {}): readonly Step[] => [
  create(QUOTAS, { metadata: { name }, spec: { hard, ...spec } }, { only: ['kind', 'message'] }),
  patch(
    `${QUOTAS}/${name}/status`,
    'merge',
    { status: { hard, used: Object.fromEntries(Object.keys(hard).map((key) => [key, '0'])) } },
    { only: ['kind', 'message'] },
  ),
];
/** The usage that a quota shows. */
export const used = (name: string): Step => get(`${QUOTAS}/${name}`, { only: ['status.used'] });
const container = (name: string, resources: JsonObject = {}): JsonObject => ({ name, image: 'a', resources });
const pod = (name: string, spec: JsonObject): JsonObject => ({
  metadata: { name },
  spec: { containers: [container('c')], automountServiceAccountToken: false, ...spec },
});
/** The compared part of a response. */
export const ONLY = { only: ['kind', 'reason', 'message', 'details'] };
const makePod = (name: string, spec: JsonObject): Step => create(PODS, pod(name, spec), ONLY);

/** Quotas, and what they refuse. */
export const quotas: readonly Case[] = [
  {
    name: 'resource quotas',
    steps: [
      ...attempts(QUOTAS, QUOTA, WRONG),
      create(QUOTAS, changed(QUOTA, { 'spec.scopes': ['NotTerminating'], status: { hard: { pods: '1' } } })),
      get(QUOTAS, TABLE),
      patch(`${QUOTAS}/q`, 'merge', { spec: { scopes: ['Terminating'] } }),
      patch(`${QUOTAS}/q`, 'merge', { spec: { hard: { 'requests.cpu': '0.5', 'limits.cpu': '0.25' } } }),
      patch(`${QUOTAS}/q/status`, 'merge', {
        spec: { hard: { pods: '9' } },
        status: { hard: { pods: '4', 'limits.cpu': '2' }, used: { pods: '1' } },
      }),
      patch(`${QUOTAS}/q/status`, 'merge', { status: { hard: { foo: '1' }, used: { pods: '-1' } } }),
      get(QUOTAS, TABLE),
      update(`${QUOTAS}/none`, changed(QUOTA, { 'metadata.name': 'none' })),
      apply(`${QUOTAS}/t`, 'm', {
        apiVersion: 'v1',
        kind: 'ResourceQuota',
        metadata: { name: 't' },
        spec: { hard: { pods: '1' } },
      }),
      remove(`${QUOTAS}/q`, undefined, { only: ['kind', 'status'] }),
    ],
  },
  {
    name: 'counts of objects',
    steps: [
      create(QUOTAS, { metadata: { name: 'unknown' }, spec: { hard: { configmaps: '1' } } }, { only: ['kind'] }),
      create(MAPS, { metadata: { name: 'a' } }, ONLY),
      patch(
        `${QUOTAS}/unknown/status`,
        'merge',
        { status: { hard: { configmaps: '9', 'count/configmaps': '9' } } },
        ONLY,
      ),
      create(MAPS, { metadata: { name: 'b' } }, ONLY),
      remove(`${QUOTAS}/unknown`, undefined, { only: ['kind'] }),
      ...known('counts', { configmaps: '2', 'count/configmaps': '3', 'count/leases.coordination.k8s.io': '1' }),
      create(MAPS, { metadata: { name: 'b' } }, ONLY),
      get(`${QUOTAS}/counts`),
      create(MAPS, { metadata: { name: 'c' } }, { query: { dryRun: 'All' }, ...ONLY }),
      used('counts'),
      create(MAPS, { metadata: { name: 'c' } }, ONLY),
      create(MAPS, { metadata: { name: 'd' } }, ONLY),
      create(MAPS, { metadata: { generateName: 'd-' } }, ONLY),
      create(MAPS, { metadata: { name: 'd' } }, { query: { dryRun: 'All' }, ...ONLY }),
      create(LEASES, { metadata: { name: 'l' } }, ONLY),
      create(LEASES, { metadata: { name: 'm' } }, ONLY),
      apply(`${LEASES}/m`, 'm', { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'm' } }, ONLY),
      patch(`${MAPS}/b`, 'merge', { data: { a: 'b' } }, ONLY),
      used('counts'),
      ...known('apps', { 'count/deployments.apps': '0' }),
      create(
        DEPLOYMENTS,
        {
          metadata: { name: 'd' },
          spec: {
            selector: { matchLabels: { a: 'b' } },
            template: { metadata: { labels: { a: 'b' } }, spec: { containers: [container('c')] } },
          },
        },
        ONLY,
      ),
      get(QUOTAS, TABLE),
    ],
  },
  {
    name: 'resources of pods',
    steps: [
      ...known('compute', {
        pods: '3',
        'requests.cpu': '2',
        'limits.cpu': '4',
        memory: '1Gi',
        'requests.example.com/gpu': '2',
      }),
      makePod('a', {}),
      makePod('a', {
        containers: [container('c', { requests: { cpu: '1' } }), container('d', { limits: { cpu: '1' } })],
      }),
      makePod('a', {
        containers: [container('c', { requests: { cpu: '1', memory: '512Mi' }, limits: { cpu: '2' } })],
        initContainers: [container('i', { requests: { cpu: '1.5', memory: '1Mi' }, limits: { cpu: '3' } })],
      }),
      used('compute'),
      makePod('b', { containers: [container('c', { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '2' } })] }),
      makePod('b', {
        containers: [
          container('c', {
            requests: { cpu: '100m', memory: '1Mi', 'example.com/gpu': '3' },
            limits: { cpu: '1', 'example.com/gpu': '3' },
          }),
        ],
      }),
      makePod('b', {
        containers: [
          container('c', {
            requests: { cpu: '100m', memory: '1Mi', 'example.com/gpu': '2' },
            limits: { cpu: '1', 'example.com/gpu': '2' },
          }),
        ],
      }),
      makePod('e', { resources: { requests: { cpu: '100m', memory: '1Mi' }, limits: { cpu: '100m' } } }),
      used('compute'),
      patch(`${PODS}/a/status`, 'merge', { status: { phase: 'Succeeded' } }, ONLY),
      used('compute'),
    ],
  },
  {
    name: 'scopes of quotas',
    steps: [
      ...known('best', { pods: '1' }, { scopes: ['BestEffort'] }),
      ...known('ending', { pods: '1' }, { scopes: ['Terminating'] }),
      ...known('lasting', { pods: '2', cpu: '1' }, { scopes: ['NotTerminating', 'NotBestEffort'] }),
      ...known('affine', { pods: '0' }, { scopes: ['CrossNamespacePodAffinity'] }),
      makePod('a', {}),
      makePod('b', {}),
      makePod('b', { activeDeadlineSeconds: 5, containers: [container('c', { requests: { memory: '1Mi' } })] }),
      makePod('c', { activeDeadlineSeconds: 5, containers: [container('c', { requests: { memory: '1Mi' } })] }),
      makePod('c', { containers: [container('c', { requests: { memory: '1Mi' } })] }),
      makePod('c', { containers: [container('c', { requests: { cpu: '700m' } })] }),
      makePod('d', { containers: [container('c', { requests: { cpu: '700m' } })] }),
      patch(`${PODS}/c`, 'merge', { spec: { activeDeadlineSeconds: 9 } }, ONLY),
      makePod('e', {
        containers: [container('c', { requests: { cpu: '1m' } })],
        affinity: {
          podAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [
              { topologyKey: 'a', namespaces: ['b'], labelSelector: {} },
            ],
          },
        },
      }),
      used('best'),
      used('ending'),
      used('lasting'),
    ],
  },
];
