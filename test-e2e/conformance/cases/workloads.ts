import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { attempts, changed, variants, type Changes } from './objects.js';
import { create, get, patch, update } from './steps.js';

const TABLE = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' };
const TEMPLATE: JsonObject = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const WORKLOAD: JsonObject = {
  metadata: { name: 'w' },
  spec: { selector: { matchLabels: { a: 'b' } }, template: TEMPLATE },
};
const DEPRECATED: JsonObject = { 'beta.kubernetes.io/arch': 'x' };
const SPEC = { only: ['message', 'details', 'spec', 'metadata.generation', 'metadata.annotations'] };
const STATUS = { only: ['message', 'details', 'status', 'metadata.generation'] };

/** Invalid changes for every kind. */
const WRONG: readonly Changes[] = [
  { spec: {} },
  { 'spec.selector': null },
  { 'spec.selector': {} },
  { 'spec.selector': { matchLabels: { a: 'c' } } },
  { 'spec.selector': { matchLabels: { 'a b': 'c' } } },
  { 'spec.selector': { matchExpressions: [{ key: 'a', operator: 'x' }] } },
  { 'spec.template': {} },
  { 'spec.template.metadata': {} },
  { 'spec.template.spec.containers': [] },
  { 'spec.template.spec.containers.0.image': null },
  { 'spec.template.spec.restartPolicy': 'Never' },
  { 'spec.template.spec.activeDeadlineSeconds': 5 },
  { 'spec.template.spec.ephemeralContainers': [{ name: 'e', image: 'i' }] },
  { 'spec.template.spec.terminationGracePeriodSeconds': -1 },
  { 'spec.minReadySeconds': -1 },
  { 'spec.revisionHistoryLimit': -1 },
];

interface Kind {
  readonly resource: string;
  readonly base?: JsonObject;
  /** Invalid changes for this kind. */
  readonly wrong: readonly Changes[];
  readonly defaults: readonly Changes[];
  /** Successive changes of its spec. */
  readonly changes: readonly JsonObject[];
  readonly statuses: readonly JsonObject[];
}

const SHARES = [0, -1, 'x', '0%', '101%', '50%', 5, '5', ''];

const KINDS: readonly Kind[] = [
  {
    resource: 'deployments',
    wrong: [
      { 'spec.replicas': -1 },
      { 'spec.strategy': { type: 'x' } },
      { 'spec.strategy': { type: 'Recreate', rollingUpdate: {} } },
      { 'spec.progressDeadlineSeconds': 5, 'spec.minReadySeconds': 5 },
      { 'spec.progressDeadlineSeconds': -1 },
      { 'spec.strategy.rollingUpdate': { maxUnavailable: 0, maxSurge: 0 } },
      ...SHARES.map((share) => ({ 'spec.strategy.rollingUpdate': { maxUnavailable: share } })),
      ...SHARES.map((share) => ({ 'spec.strategy.rollingUpdate': { maxSurge: share } })),
    ],
    defaults: [{ 'spec.strategy': { type: 'Recreate' } }, { 'spec.replicas': 0 }, { 'spec.paused': true }],
    changes: [
      { replicas: 3 },
      { selector: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } },
      { template: { metadata: { labels: { c: 'd' } } } },
      { strategy: { type: 'Recreate', rollingUpdate: null } },
    ],
    statuses: [
      { replicas: 3, updatedReplicas: 4 },
      {
        replicas: 3,
        updatedReplicas: 2,
        readyReplicas: 2,
        availableReplicas: 1,
        unavailableReplicas: 1,
        collisionCount: 1,
      },
      { collisionCount: 0 },
      { availableReplicas: 3 },
      { observedGeneration: -1, replicas: -1 },
      { conditions: [{ type: 'Available', status: 'True', lastUpdateTime: '2026-01-01T00:00:00Z' }] },
    ],
  },
  {
    resource: 'replicasets',
    wrong: [{ 'spec.replicas': -1 }],
    defaults: [{ 'spec.replicas': 0 }],
    changes: [
      { replicas: 3 },
      { selector: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } },
      { minReadySeconds: 2 },
    ],
    statuses: [
      { replicas: 1, readyReplicas: 2 },
      { replicas: 3, readyReplicas: 2, availableReplicas: 1, fullyLabeledReplicas: 3 },
      { replicas: 3, fullyLabeledReplicas: 4 },
      { availableReplicas: 3 },
      { replicas: -1, observedGeneration: -1 },
    ],
  },
  {
    resource: 'daemonsets',
    wrong: [
      { 'spec.updateStrategy': { type: 'x' } },
      { 'spec.updateStrategy': { rollingUpdate: { maxUnavailable: 0 } } },
      { 'spec.updateStrategy': { rollingUpdate: { maxUnavailable: 1, maxSurge: 1 } } },
      ...SHARES.map((share) => ({ 'spec.updateStrategy.rollingUpdate': { maxUnavailable: share } })),
      ...SHARES.map((share) => ({ 'spec.updateStrategy.rollingUpdate': { maxUnavailable: 0, maxSurge: share } })),
    ],
    defaults: [{ 'spec.updateStrategy': { type: 'OnDelete' } }],
    changes: [
      { selector: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } },
      { template: { metadata: { labels: { c: 'd' } } } },
      { minReadySeconds: 2 },
    ],
    statuses: [
      {
        currentNumberScheduled: 1,
        numberMisscheduled: 2,
        desiredNumberScheduled: 3,
        numberReady: 4,
        updatedNumberScheduled: 5,
      },
      { numberAvailable: 2, numberUnavailable: 1, collisionCount: 1 },
      { collisionCount: 0 },
      { numberReady: -1, numberAvailable: -1, observedGeneration: -1 },
    ],
  },
  {
    resource: 'statefulsets',
    base: changed(WORKLOAD, { 'spec.serviceName': 's' }),
    wrong: [
      { 'spec.serviceName': null },
      { 'spec.serviceName': 'S_' },
      { 'spec.replicas': -1 },
      { 'spec.podManagementPolicy': 'x' },
      { 'spec.updateStrategy': { type: 'x' } },
      { 'spec.updateStrategy': { type: 'OnDelete', rollingUpdate: { partition: 1 } } },
      { 'spec.updateStrategy': { rollingUpdate: { partition: -1 } } },
      { 'spec.persistentVolumeClaimRetentionPolicy': { whenDeleted: 'x', whenScaled: 'y' } },
    ],
    defaults: [
      { 'spec.updateStrategy': { type: 'OnDelete' } },
      {
        'spec.volumeClaimTemplates': [
          {
            metadata: { name: 'data' },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } },
          },
        ],
      },
    ],
    changes: [
      { replicas: 3 },
      { selector: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } },
      { serviceName: 't' },
      { podManagementPolicy: 'Parallel' },
      { template: { metadata: { labels: { c: 'd' } } } },
      { minReadySeconds: 3 },
      { revisionHistoryLimit: 3 },
    ],
    statuses: [
      { replicas: 1, readyReplicas: 2 },
      {
        replicas: 3,
        readyReplicas: 2,
        currentReplicas: 1,
        updatedReplicas: 1,
        availableReplicas: 1,
        currentRevision: 'x',
      },
      { currentReplicas: 4 },
      { updatedReplicas: 4 },
      { availableReplicas: 3 },
      { replicas: -1 },
    ],
  },
];

function casesOf({ resource, base = WORKLOAD, wrong, defaults, changes, statuses }: Kind): readonly Case[] {
  const path = `/apis/apps/v1/namespaces/<ns>/${resource}`;
  const scale = (spec: JsonObject) => update(`${path}/w/scale`, { metadata: { name: 'w', namespace: '<ns>' }, spec });
  const scales = [{ replicas: 2 }, { replicas: 0 }, { replicas: -1 }, {}].map(scale);
  return [
    { name: `${resource}: validation`, steps: attempts(path, base, [...WRONG, ...wrong]) },
    {
      name: `${resource}: creation`,
      steps: [
        create(path, base),
        get(path, { headers: TABLE }),
        ...variants(path, changed(base, { 'metadata.name': 'v' }), 'spec', defaults),
        create(path, changed(base, { 'metadata.name': 'ab', status: { replicas: 5 } }), STATUS),
      ],
    },
    {
      name: `${resource}: updates`,
      steps: [
        create(path, base, SPEC),
        ...changes.map((spec) => patch(`${path}/w`, 'merge', { spec }, SPEC)),
        patch(`${path}/w`, 'merge', { metadata: { annotations: { a: 'b' } } }, SPEC),
        patch(`${path}/w`, 'merge', { metadata: { labels: { a: 'b' } } }, SPEC),
        patch(`${path}/w`, 'merge', { status: { replicas: 9 } }, STATUS),
        ...statuses.map((status) => patch(`${path}/w/status`, 'merge', { status }, STATUS)),
        patch(`${path}/w/status`, 'merge', { spec: { minReadySeconds: 9 }, metadata: { labels: { x: 'y' } } }, SPEC),
        get(path, { headers: TABLE, only: ['rows.0'] }),
        ...(resource === 'daemonsets' ? [get(`${path}/w/scale`)] : [get(`${path}/w/scale`), ...scales]),
        ...(resource === 'daemonsets' ? [] : [patch(`${path}/w/scale`, 'merge', { spec: { replicas: 4 } })]),
      ],
    },
    {
      name: `${resource}: warnings`,
      steps: [
        create(path, changed(base, { 'spec.template.spec.nodeSelector': DEPRECATED }), SPEC),
        patch(`${path}/w`, 'merge', { spec: { minReadySeconds: 1 } }, SPEC),
        patch(`${path}/w`, 'merge', { metadata: { labels: { x: 'y' } } }, SPEC),
        ...(resource === 'daemonsets' ? [] : [scale({ replicas: 5 })]),
        patch(`${path}/w`, 'merge', { spec: { template: { metadata: { labels: { c: 'd' } } } } }, SPEC),
      ],
    },
  ];
}

const TEMPLATES = '/api/v1/namespaces/<ns>/podtemplates';
const POD_TEMPLATE = { metadata: { name: 't' }, template: TEMPLATE };
const REVISIONS = '/apis/apps/v1/namespaces/<ns>/controllerrevisions';

/** Workloads of apps/v1. */
export const workloads: readonly Case[] = [
  ...KINDS.flatMap(casesOf),
  {
    name: 'pod templates',
    steps: [
      create(TEMPLATES, POD_TEMPLATE),
      get(TEMPLATES, { headers: TABLE }),
      ...attempts(TEMPLATES, { ...POD_TEMPLATE, metadata: { name: 'u' } }, [
        { template: {} },
        { 'template.spec.containers.0.name': 'C' },
        { 'template.metadata.labels': { 'a b': 'c' } },
        { 'template.spec.restartPolicy': 'Never' },
      ]),
      patch(`${TEMPLATES}/t`, 'merge', { template: { spec: { hostname: 'x' } } }),
    ],
  },
  {
    name: 'controller revisions',
    steps: [
      create(REVISIONS, { metadata: { name: 'r' }, revision: 1, data: { a: 'b' } }),
      get(REVISIONS, { headers: TABLE }),
      ...attempts(REVISIONS, { metadata: { name: 's' }, revision: 1, data: {} }, [
        { revision: -1 },
        { data: null },
        { revision: null },
      ]),
      patch(`${REVISIONS}/r`, 'merge', { data: { a: 'c' } }),
      patch(`${REVISIONS}/r`, 'merge', { revision: 2 }),
      patch(`${REVISIONS}/r`, 'merge', { revision: -2 }),
    ],
  },
];
