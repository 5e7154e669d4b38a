import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { attempts, variants } from './objects.js';
import { apply, create, get, patch, remove, update } from './steps.js';

const SCHEMAS = '/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas';
const LEVELS = '/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations';
const TABLE = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' };
/** The status is left out: kube-apiserver writes the condition `Dangling` by itself. */
const WRITTEN = { only: ['message', 'metadata.generation', 'spec'] };
const CELLS = ['columnDefinitions', 'rows.0.cells.0', 'rows.0.cells.1', 'rows.0.cells.2', 'rows.0.cells.3'];

const RULES = 'spec.rules.0';
const SUBJECT = `${RULES}.subjects.0`;
const RESOURCES = `${RULES}.resourceRules.0`;
const PATHS = `${RULES}.nonResourceRules.0`;
const SCHEMA = {
  metadata: { name: '<ns>' },
  spec: {
    priorityLevelConfiguration: { name: 'global-default' },
    rules: [
      {
        subjects: [{ kind: 'User', user: { name: 'ann' } }],
        resourceRules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'], namespaces: ['a'] }],
        nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz'] }],
      },
    ],
  },
};

const QUEUING = 'spec.limited.limitResponse.queuing';
const LEVEL = {
  metadata: { name: '<ns>' },
  spec: { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: {} } } },
};

/** Changes of the objects with a fixed specification. */
const FIXED: readonly [path: string, spec: JsonObject][] = [
  [`${LEVELS}/exempt`, { type: 'Exempt', limited: null, exempt: { lendablePercent: 200 } }],
  [`${LEVELS}/exempt`, { type: 'Exempt', exempt: { lendablePercent: 20 } }],
  [`${LEVELS}/catch-all`, { limited: { nominalConcurrencyShares: 6 } }],
  [`${SCHEMAS}/exempt`, { matchingPrecedence: 2 }],
  [`${SCHEMAS}/catch-all`, { rules: null }],
];

/** Kinds of API priority and fairness. */
export const flowcontrol: readonly Case[] = [
  {
    name: 'FlowSchema: create, update, status, apply',
    steps: [
      ...variants(SCHEMAS, SCHEMA, 'spec', [
        {},
        { 'spec.matchingPrecedence': 0 },
        { 'spec.distinguisherMethod': { type: 'ByNamespace' } },
        { [`${RESOURCES}.clusterScope`]: true, [`${RESOURCES}.namespaces`]: null },
        { [`${RULES}.nonResourceRules`]: null },
        { [SUBJECT]: { kind: 'ServiceAccount', serviceAccount: { name: '*', namespace: 'a' } } },
        { 'spec.rules': null },
      ]),
      create(SCHEMAS, { ...SCHEMA, status: { conditions: [{ type: 'A', status: 'True' }] } }, WRITTEN),
      get(`${SCHEMAS}/<ns>`, { headers: TABLE, only: CELLS }),
      patch(
        `${SCHEMAS}/<ns>`,
        'merge',
        { spec: { matchingPrecedence: 2000 }, status: { conditions: [{ type: 'B' }] } },
        WRITTEN,
      ),
      patch(
        `${SCHEMAS}/<ns>/status`,
        'strategic',
        {
          spec: { matchingPrecedence: 1 },
          status: { conditions: [{ type: 'A', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }] },
        },
        WRITTEN,
      ),
      patch(`${SCHEMAS}/<ns>/status`, 'merge', {
        status: { conditions: [{ status: 'True' }, { type: 'A' }, { type: 'A' }] },
      }),
      apply(
        `${SCHEMAS}/<ns>`,
        'a',
        {
          apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
          kind: 'FlowSchema',
          metadata: { name: '<ns>' },
          spec: { matchingPrecedence: 3000 },
        },
        WRITTEN,
      ),
      remove(`${SCHEMAS}/<ns>`),
    ],
  },
  {
    name: 'FlowSchema: invalid objects',
    steps: attempts(SCHEMAS, SCHEMA, [
      { 'metadata.name': 'A_b' },
      { 'spec.matchingPrecedence': -1 },
      { 'spec.matchingPrecedence': 10001 },
      { 'spec.matchingPrecedence': 1 },
      { 'spec.distinguisherMethod': { type: 'ByGroup' } },
      { 'spec.priorityLevelConfiguration': { name: '' } },
      { 'spec.priorityLevelConfiguration': { name: 'A_b' } },
      { [`${RULES}.subjects`]: [] },
      { [`${RULES}.resourceRules`]: [], [`${RULES}.nonResourceRules`]: [] },
      { [`${SUBJECT}.kind`]: 'Robot' },
      { [`${SUBJECT}.kind`]: 'Group' },
      { [`${SUBJECT}.kind`]: 'ServiceAccount' },
      { [`${SUBJECT}.user.name`]: '', [`${SUBJECT}.group`]: { name: 'g' } },
      { [SUBJECT]: { kind: 'ServiceAccount', serviceAccount: {} } },
      { [SUBJECT]: { kind: 'ServiceAccount', serviceAccount: { name: 'A_b', namespace: 'a.b' } } },
      { [`${RESOURCES}.verbs`]: [], [`${RESOURCES}.apiGroups`]: [], [`${RESOURCES}.resources`]: [] },
      { [`${RESOURCES}.verbs`]: ['*', 'get'], [`${RESOURCES}.apiGroups`]: ['*', 'a'] },
      { [`${RESOURCES}.verbs`]: ['get', 'fly'], [`${RESOURCES}.resources`]: ['*', 'a'] },
      { [`${RESOURCES}.namespaces`]: [] },
      { [`${RESOURCES}.namespaces`]: ['*', 'a'] },
      { [`${RESOURCES}.namespaces`]: ['a', 'B', 'a.b'] },
      { [`${PATHS}.verbs`]: [], [`${PATHS}.nonResourceURLs`]: [] },
      { [`${PATHS}.verbs`]: ['fly'], [`${PATHS}.nonResourceURLs`]: ['*', '/a'] },
      { [`${PATHS}.nonResourceURLs`]: ['', '/', 'a', '/a b', '/a//b', '/*/a', '/a*', '/a/*', '/**'] },
    ]),
  },
  {
    name: 'PriorityLevelConfiguration: create, update, status',
    steps: [
      ...variants(LEVELS, LEVEL, 'spec', [
        {},
        { 'spec.limited.nominalConcurrencyShares': 0, 'spec.limited.borrowingLimitPercent': 200 },
        { 'spec.limited.limitResponse': { type: 'Reject' } },
        { [QUEUING]: { queues: 1, handSize: 1, queueLengthLimit: 1 } },
      ]),
      create(LEVELS, { ...LEVEL, status: { conditions: [{ type: 'A', status: 'True' }] } }),
      get(`${LEVELS}/<ns>`, { headers: TABLE, only: [...CELLS, 'rows.0.cells.4', 'rows.0.cells.5'] }),
      patch(`${LEVELS}/<ns>`, 'merge', { spec: { limited: { nominalConcurrencyShares: 3 } } }),
      patch(`${LEVELS}/<ns>/status`, 'strategic', { status: { conditions: [{ type: 'A', status: 'True' }] } }),
      patch(`${LEVELS}/<ns>/status`, 'merge', { status: { conditions: [{ status: 'True' }, { status: 'True' }] } }),
      remove(`${LEVELS}/<ns>`),
    ],
  },
  {
    name: 'PriorityLevelConfiguration: invalid objects',
    steps: attempts(LEVELS, LEVEL, [
      { 'spec.type': 'Exempt' },
      { 'spec.type': 'Other' },
      { 'spec.type': '' },
      { 'spec.limited': null },
      { 'spec.exempt': { nominalConcurrencyShares: -1, lendablePercent: 101 } },
      { 'spec.limited.nominalConcurrencyShares': -1, 'spec.limited.lendablePercent': 101 },
      { 'spec.limited.lendablePercent': -1, 'spec.limited.borrowingLimitPercent': -1 },
      { 'spec.limited.limitResponse.type': 'Reject' },
      { 'spec.limited.limitResponse.type': 'Wait' },
      { 'spec.limited.limitResponse': { type: 'Queue' } },
      { [QUEUING]: { queues: -1, handSize: -1, queueLengthLimit: -1 } },
      { [QUEUING]: { queues: 10_000_001, handSize: 2 } },
      { [QUEUING]: { queues: 4, handSize: 5 } },
      { [QUEUING]: { queues: 1024, handSize: 7 } },
      { 'metadata.annotations': { 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares': '' } },
    ]),
  },
  {
    name: 'priority and fairness: mandatory and suggested objects',
    steps: [
      ...[
        'exempt',
        'catch-all',
        'system',
        'node-high',
        'leader-election',
        'workload-high',
        'workload-low',
        'global-default',
      ].map((name) => get(`${LEVELS}/${name}`, { only: ['metadata.annotations', 'metadata.generation', 'spec'] })),
      ...[
        'exempt',
        'catch-all',
        'probes',
        'system-leader-election',
        'system-node-high',
        'system-nodes',
        'kube-controller-manager',
        'kube-scheduler',
        'kube-system-service-accounts',
        'service-accounts',
        'global-default',
      ].map((name) => get(`${SCHEMAS}/${name}`, { only: ['metadata.annotations', 'metadata.generation', 'spec'] })),
      ...FIXED.map(([path, spec]) =>
        patch(path, 'merge', { spec }, { query: { dryRun: 'All' }, only: ['message', 'spec'] }),
      ),
      update(
        `${LEVELS}/exempt`,
        { metadata: { name: 'exempt' }, spec: LEVEL.spec },
        { query: { dryRun: 'All' }, only: ['message'] },
      ),
    ],
  },
];
