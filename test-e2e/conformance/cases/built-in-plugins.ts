import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case, Step } from '../case.js';
import { attempts, changed } from './objects.js';
import { create, get, patch, remove } from './steps.js';

const CORE = '/api/v1/namespaces/<ns>';
const NAMESPACES = '/api/v1/namespaces';
const NODES = '/api/v1/nodes';
const PODS = `${CORE}/pods`;
const MAPS = `${CORE}/configmaps`;
const SERVICES = `${CORE}/services`;
const CLASSES = '/apis/scheduling.k8s.io/v1/priorityclasses';
const ONLY = { only: ['kind', 'reason', 'message', 'details', 'code'] };
const DRY = { query: { dryRun: 'All' }, ...ONLY };
const POD: JsonObject = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const NODE: JsonObject = { metadata: { name: '<ns>-n' } };
const SPEC = { only: ['message', 'spec'] };

const priorities = (changes: JsonObject): Step =>
  create(PODS, changed(POD, { 'metadata.name': 'q', ...changes }), {
    query: { dryRun: 'All' },
    only: ['message', 'spec.priority', 'spec.priorityClassName', 'spec.preemptionPolicy'],
  });

/** Admission plugins that are enabled by default. */
export const builtInPlugins: readonly Case[] = [
  {
    name: 'NamespaceLifecycle',
    steps: [
      create('/api/v1/namespaces/<ns>-missing/configmaps', { metadata: { name: 'a' } }, ONLY),
      remove('/api/v1/namespaces/default', undefined, DRY),
      remove('/api/v1/namespaces/kube-system', undefined, DRY),
      remove('/api/v1/namespaces/kube-public', undefined, DRY),
      create(NAMESPACES, { metadata: { name: '<ns>-ends', finalizers: ['example.com/wait'] } }, ONLY),
      create('/api/v1/namespaces/<ns>-ends/configmaps', { metadata: { name: 'a' } }, ONLY),
      remove('/api/v1/namespaces/<ns>-ends', undefined, { only: ['kind', 'status.phase'] }),
      create(
        '/api/v1/namespaces/<ns>-ends/configmaps',
        { metadata: { name: 'b' } },
        { ...ONLY, until: { status: 403 } },
      ),
      create('/api/v1/namespaces/<ns>-ends/configmaps', { metadata: { name: 'b' } }, DRY),
      patch('/api/v1/namespaces/<ns>-ends/configmaps/a', 'merge', { data: { a: 'b' } }, ONLY),
      remove('/api/v1/namespaces/<ns>-ends/configmaps/a', undefined, ONLY),
      patch('/api/v1/namespaces/<ns>-ends', 'merge', { metadata: { finalizers: null } }, { only: ['kind'] }),
    ],
  },
  {
    name: 'TaintNodesByCondition',
    steps: [
      create(NODES, NODE, SPEC),
      create(NODES, changed(NODE, { 'metadata.name': '<ns>-m', 'spec.taints': [{ key: 'a', effect: 'NoSchedule' }] }), {
        query: { dryRun: 'All' },
        ...SPEC,
      }),
      create(
        NODES,
        changed(NODE, {
          'metadata.name': '<ns>-m',
          'spec.taints': [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }],
        }),
        { query: { dryRun: 'All' }, ...SPEC },
      ),
      patch(`${NODES}/<ns>-n`, 'merge', { spec: { taints: null } }, SPEC),
      remove(`${NODES}/<ns>-n`, undefined, { only: ['kind'] }),
    ],
  },
  {
    name: 'PodTopologyLabels',
    steps: [
      create(
        NODES,
        changed(NODE, {
          'metadata.labels': {
            'topology.kubernetes.io/zone': 'z1',
            'topology.kubernetes.io/region': 'r1',
            'topology.kubernetes.io/rack': 'k1',
            'kubernetes.io/hostname': 'h1',
          },
        }),
        { only: ['kind'] },
      ),
      create(PODS, POD, { only: ['kind', 'message'] }),
      create(`${PODS}/p/binding`, { metadata: { name: 'p' }, target: { kind: 'Node', name: '<ns>-n' } }, ONLY),
      get(`${PODS}/p`, { only: ['metadata.labels', 'spec.nodeName'] }),
      create(PODS, changed(POD, { 'metadata.name': 'q', 'spec.nodeName': '<ns>-n' }), {
        only: ['message', 'metadata.labels'],
      }),
      create(
        PODS,
        changed(POD, { 'metadata.name': 'r', 'metadata.labels': { 'topology.kubernetes.io/zone': 'own' } }),
        { only: ['kind', 'message'] },
      ),
      create(
        `${PODS}/r/binding`,
        { metadata: { name: 'r', labels: { a: 'b' } }, target: { kind: 'Node', name: '<ns>-n' } },
        ONLY,
      ),
      get(`${PODS}/r`, { only: ['metadata.labels', 'spec.nodeName'] }),
      ...['p', 'q', 'r'].map((name) =>
        remove(`${PODS}/${name}`, undefined, { query: { gracePeriodSeconds: '0' }, only: ['kind'] }),
      ),
      remove(`${NODES}/<ns>-n`, undefined, { only: ['kind'] }),
    ],
  },
  {
    name: 'Priority',
    steps: [
      create(CLASSES, { metadata: { name: '<ns>-high' }, value: 1000, preemptionPolicy: 'Never' }, ONLY),
      create(PODS, POD, { only: ['message', 'spec.priority', 'spec.preemptionPolicy'] }),
      priorities({ 'spec.priorityClassName': '<ns>-high' }),
      priorities({ 'spec.priorityClassName': '<ns>-none' }),
      priorities({ 'spec.priorityClassName': '<ns>-high', 'spec.priority': 1000 }),
      priorities({ 'spec.priorityClassName': '<ns>-high', 'spec.priority': 5 }),
      priorities({ 'spec.priority': 0 }),
      priorities({ 'spec.priority': 7 }),
      priorities({ 'spec.priorityClassName': '<ns>-high', 'spec.preemptionPolicy': 'PreemptLowerPriority' }),
      priorities({ 'spec.preemptionPolicy': 'Never' }),
      priorities({ 'spec.priorityClassName': 'system-node-critical' }),
      patch(`${PODS}/p`, 'merge', { spec: { priority: 9 } }, ONLY),
      ...attempts(CLASSES, { metadata: { name: '<ns>-x' }, value: 5 }, [
        { 'metadata.name': 'system-x' },
        { value: 2_000_000_000 },
        { value: 1_000_000_001 },
        { preemptionPolicy: 'x' },
      ]),
      remove(`${CLASSES}/system-node-critical`, undefined, DRY),
      remove(`${CLASSES}/<ns>-high`, undefined, { only: ['kind', 'status'] }),
    ],
  },
  {
    name: 'DefaultTolerationSeconds',
    steps: [
      [],
      [{ key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 }],
      [{ operator: 'Exists' }],
      [{ key: 'node.kubernetes.io/unreachable', operator: 'Exists' }],
    ].map((tolerations) =>
      create(PODS, changed(POD, { 'spec.tolerations': tolerations }), {
        query: { dryRun: 'All' },
        only: ['message', 'spec.tolerations'],
      }),
    ),
  },
  {
    name: 'several plugins refuse',
    steps: [
      patch(CORE, 'merge', { metadata: { labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } } }, ONLY),
      create(
        `${CORE}/limitranges`,
        { metadata: { name: 'r' }, spec: { limits: [{ type: 'Pod', max: { cpu: '1' } }] } },
        ONLY,
      ),
      create(PODS, POD, DRY),
      create(PODS, changed(POD, { 'spec.priorityClassName': '<ns>-none' }), DRY),
      create(PODS, changed(POD, { 'spec.containers.0.image': '' }), DRY),
      create(SERVICES, { metadata: { name: 's' }, spec: { externalIPs: ['1.2.3.4'], ports: [{ port: 80 }] } }, DRY),
      create(MAPS, { metadata: { name: 'a' } }, DRY),
    ],
  },
];
