import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { attempts, changed, variants } from './objects.js';
import { apply, create, get, patch, remove, update } from './steps.js';

const TABLE = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' };
const PATH = '/api/v1/namespaces/<ns>/replicationcontrollers';
const TEMPLATE: JsonObject = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const CONTROLLER: JsonObject = { metadata: { name: 'w' }, spec: { template: TEMPLATE } };
const DEPRECATED: JsonObject = { 'beta.kubernetes.io/arch': 'x' };
const SPEC = { only: ['message', 'details', 'spec', 'metadata.generation', 'metadata.labels'] };
const STATUS = { only: ['message', 'details', 'status', 'metadata.generation'] };
const DELETE = { only: ['kind', 'status', 'metadata.finalizers', 'message'] };

const scale = (spec: JsonObject) => update(`${PATH}/w/scale`, { metadata: { name: 'w', namespace: '<ns>' }, spec });

/** ReplicationControllers. */
export const replicationControllers: readonly Case[] = [
  {
    name: 'replication controllers: validation',
    steps: attempts(PATH, CONTROLLER, [
      { spec: {} },
      { 'spec.template': null, 'spec.selector': { a: 'b' } },
      { 'spec.template': {} },
      { 'spec.template.metadata': {} },
      { 'spec.template.metadata': {}, 'spec.selector': { a: 'b' } },
      { 'spec.selector': { a: 'c' } },
      { 'spec.selector': { 'a b': 'c' } },
      { 'spec.template.spec.containers': [] },
      { 'spec.template.spec.restartPolicy': 'Never' },
      { 'spec.template.spec.activeDeadlineSeconds': 5 },
      { 'spec.template.spec.ephemeralContainers': [{ name: 'e', image: 'i' }] },
      { 'spec.replicas': -1, 'spec.minReadySeconds': -1 },
      { 'metadata.name': 'W_' },
    ]),
  },
  {
    name: 'replication controllers: creation',
    steps: [
      create(PATH, CONTROLLER),
      get(PATH, { headers: TABLE }),
      ...variants(PATH, changed(CONTROLLER, { 'metadata.name': 'v' }), 'spec', [
        { 'spec.replicas': 0 },
        { 'spec.selector': {} },
        { 'spec.template.metadata.labels': { a: 'b', c: 'd' }, 'spec.selector': { a: 'b' } },
      ]),
      create(PATH, changed(CONTROLLER, { 'metadata.name': 'a.b', 'metadata.labels': { x: 'y' } }), SPEC),
      create(PATH, changed(CONTROLLER, { 'metadata.name': 's', status: { replicas: 5 } }), STATUS),
    ],
  },
  {
    name: 'replication controllers: updates',
    steps: [
      create(PATH, CONTROLLER, SPEC),
      ...[
        { replicas: 3 },
        { selector: { a: 'c' } },
        { selector: { a: 'c' }, template: { metadata: { labels: { a: 'c' } } } },
        { selector: null },
        { template: null },
        { minReadySeconds: 2 },
      ].map((spec) => patch(`${PATH}/w`, 'merge', { spec }, SPEC)),
      patch(`${PATH}/w`, 'merge', { metadata: { labels: null } }, SPEC),
      patch(`${PATH}/w`, 'merge', { status: { replicas: 9 } }, STATUS),
      ...[
        { replicas: 1, readyReplicas: 2 },
        { replicas: 3, readyReplicas: 2, availableReplicas: 1, fullyLabeledReplicas: 3 },
        { replicas: 3, fullyLabeledReplicas: 4 },
        { availableReplicas: 3 },
        { replicas: -1, observedGeneration: -1 },
      ].map((status) => patch(`${PATH}/w/status`, 'merge', { status }, STATUS)),
      patch(`${PATH}/w/status`, 'merge', { spec: { minReadySeconds: 9 }, metadata: { labels: { x: 'y' } } }, SPEC),
      get(PATH, { headers: TABLE, only: ['rows.0'] }),
      get(`${PATH}/w/scale`),
      ...[{ replicas: 2 }, { replicas: 0 }, { replicas: -1 }, {}].map(scale),
      patch(`${PATH}/w/scale`, 'merge', { spec: { replicas: 4 } }),
      ...['status.replicas=3', 'status.replicas=0', 'spec.replicas=1'].map((fieldSelector) =>
        get(PATH, { query: { fieldSelector }, only: ['message', 'items.0.metadata.name'] }),
      ),
      apply(`${PATH}/b`, 'a', {
        apiVersion: 'v1',
        kind: 'ReplicationController',
        ...changed(CONTROLLER, { 'metadata.name': 'b' }),
      }),
    ],
  },
  {
    name: 'replication controllers: warnings',
    steps: [
      create(PATH, changed(CONTROLLER, { 'spec.template.spec.nodeSelector': DEPRECATED }), SPEC),
      patch(`${PATH}/w`, 'merge', { spec: { minReadySeconds: 1 } }, SPEC),
      patch(`${PATH}/w`, 'merge', { spec: { template: { spec: { nodeSelector: null } } } }, SPEC),
      patch(`${PATH}/w`, 'merge', { spec: { template: { spec: { nodeSelector: DEPRECATED } } } }, SPEC),
    ],
  },
  {
    name: 'replication controllers: deletion',
    steps: [
      ...['a', 'b', 'c'].map((name) => create(PATH, changed(CONTROLLER, { 'metadata.name': name }), SPEC)),
      remove(`${PATH}/a`, undefined, DELETE),
      remove(`${PATH}/a`, { propagationPolicy: 'Foreground' }, DELETE),
      remove(`${PATH}/b`, { propagationPolicy: 'Background' }, DELETE),
      remove(PATH, undefined, { only: ['message'] }),
      get(`${PATH}/c`, DELETE),
    ],
  },
];
