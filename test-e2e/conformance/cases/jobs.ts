import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { BY_INDEX, DEPRECATED, END, RULE, START, TEMPLATE, WRONG, WRONG_INDEXED } from './job-examples.js';
import { attempts, changed, variants, type Changes } from './objects.js';
import { apply, create, get, patch, remove } from './steps.js';

const TABLE = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' };
const JOBS = '/apis/batch/v1/namespaces/<ns>/jobs';
const JOB: JsonObject = { metadata: { name: 'j' }, spec: { template: TEMPLATE } };
const INDEXED: JsonObject = changed(JOB, BY_INDEX);
const PER_INDEX: JsonObject = changed(INDEXED, { 'spec.backoffLimitPerIndex': 1 });
const SPEC = { only: ['message', 'details', 'spec', 'metadata.generation', 'metadata.labels'] };
const STATUS = { only: ['message', 'details', 'status', 'metadata.generation'] };

const CONDITION = (type: string, status = 'True'): JsonObject => ({
  type,
  status,
  lastProbeTime: '2026-01-01T00:00:00Z',
  lastTransitionTime: '2026-01-01T00:00:00Z',
});

/** Successive statuses of a Job. */
const STATUSES: readonly JsonObject[] = [
  { active: -1, succeeded: -1, failed: -1, ready: -1, terminating: -1 },
  { uncountedTerminatedPods: { succeeded: ['', 'a', 'a'], failed: ['a', 'b', 'b'] } },
  { completionTime: END },
  { conditions: [CONDITION('Complete')] },
  { conditions: [CONDITION('Complete'), CONDITION('Failed')] },
  { conditions: [CONDITION('Complete'), CONDITION('FailureTarget')] },
  { conditions: [CONDITION('Failed')], startTime: START },
  { conditions: [CONDITION('SuccessCriteriaMet'), CONDITION('FailureTarget')] },
  { conditions: [CONDITION('SuccessCriteriaMet'), CONDITION('Failed'), CONDITION('FailureTarget')] },
  { completedIndexes: '1' },
  { failedIndexes: '1' },
  { failedIndexes: '' },
  { ready: 1 },
  { startTime: START, active: 2, ready: 1, succeeded: 2, failed: 2, terminating: 1 },
  { startTime: END },
  { startTime: null },
  { succeeded: 1, failed: 1 },
  { conditions: [CONDITION('SuccessCriteriaMet')], uncountedTerminatedPods: { succeeded: ['a'], failed: ['b'] } },
  { conditions: [] },
  { conditions: [CONDITION('SuccessCriteriaMet'), CONDITION('Complete')], completionTime: END },
  {
    conditions: [CONDITION('SuccessCriteriaMet'), CONDITION('Complete')],
    completionTime: '2025-01-01T00:00:00Z',
    active: null,
    ready: null,
    terminating: null,
    uncountedTerminatedPods: null,
  },
  {
    conditions: [CONDITION('SuccessCriteriaMet'), CONDITION('Complete')],
    completionTime: END,
    active: null,
    ready: null,
    terminating: null,
    uncountedTerminatedPods: null,
  },
  { conditions: [CONDITION('SuccessCriteriaMet')] },
  { conditions: [], completionTime: null },
  { completionTime: START },
  { active: 1, terminating: 1 },
];

const INDEX_STATUSES: readonly JsonObject[] = [
  { completedIndexes: '0-1,x' },
  { completedIndexes: '7' },
  { completedIndexes: '0-1', failedIndexes: '1-2' },
  { completedIndexes: '0-1', failedIndexes: '5' },
  { completedIndexes: '0-1', failedIndexes: '2,4', succeeded: 2, failed: 1 },
  { failedIndexes: '0-2' },
];

const suspended = (changes: Changes = {}): JsonObject => changed(JOB, { 'spec.suspend': true, ...changes });

/** Changes of the template of a Job. */
const TEMPLATE_CHANGES: readonly JsonObject[] = [
  { metadata: { labels: { x: 'y' }, annotations: { x: 'y' } } },
  { spec: { nodeSelector: { a: 'b' } } },
  { spec: { tolerations: [{ key: 'a', operator: 'Exists' }] } },
  { spec: { schedulingGates: [{ name: 'a' }] } },
  { spec: { affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } } } },
  { spec: { affinity: { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } } } },
  { spec: { affinity: null } },
  { spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' } } }] } },
  { spec: { containers: [{ name: 'c', image: 'j' }] } },
  { spec: { hostNetwork: true } },
];

const DELETE = { only: ['kind', 'status', 'details.name', 'metadata.finalizers', 'metadata.generation', 'message'] };

/** Jobs. */
export const jobs: readonly Case[] = [
  { name: 'jobs: validation', steps: attempts(JOBS, JOB, WRONG) },
  { name: 'indexed jobs: validation', steps: attempts(JOBS, INDEXED, WRONG_INDEXED) },
  {
    name: 'selectors of jobs',
    steps: [
      ...attempts(JOBS, JOB, [
        { 'spec.manualSelector': true },
        { 'spec.manualSelector': true, 'spec.selector': {} },
        { 'spec.manualSelector': true, 'spec.selector': { matchLabels: { a: 'b' } } },
        { 'spec.manualSelector': true, 'spec.selector': { matchLabels: { 'a b': 'c' } } },
        { 'spec.selector': { matchLabels: { a: 'b' } } },
        { 'spec.selector': { matchLabels: { 'batch.kubernetes.io/controller-uid': 'x' } } },
        { 'spec.selector': { matchExpressions: [{ key: 'a', operator: 'x' }] } },
        { 'spec.selector': { matchLabels: { a: 'b' } }, 'spec.template.metadata': { labels: { a: 'b' } } },
        { 'spec.template.metadata': { labels: { 'job-name': 'x' } } },
        { 'spec.template.metadata': { labels: { 'batch.kubernetes.io/job-name': 'x', 'controller-uid': 'y' } } },
      ]),
    ],
  },
  {
    name: 'jobs: creation',
    steps: [
      create(JOBS, JOB),
      get(`${JOBS}/j`),
      get(JOBS, { headers: TABLE }),
      ...variants(JOBS, changed(JOB, { 'metadata.name': 'v' }), 'spec', [
        { 'spec.parallelism': 3 },
        { 'spec.completions': 3 },
        { 'spec.completions': 0, 'spec.parallelism': 0 },
        { 'spec.completionMode': 'Indexed', 'spec.completions': 3, 'spec.backoffLimitPerIndex': 2 },
        { 'spec.podFailurePolicy': { rules: [RULE] } },
        { 'spec.managedBy': 'example.com/controller' },
        { 'spec.successPolicy': { rules: [{ succeededIndexes: '0-1,3', succeededCount: 2 }] }, ...BY_INDEX },
        { 'spec.template.metadata': { labels: { a: 'b' } } },
      ]),
      create(JOBS, changed(JOB, { 'metadata.name': 'k', 'spec.template.metadata': { labels: { a: 'b' } } })),
      get(`${JOBS}/k`),
      create(JOBS, changed(JOB, { 'metadata.name': 'l', 'metadata.labels': { own: 'x' } })),
      create(JOBS, changed(JOB, { 'metadata.name': 'm', status: { active: 5 }, 'metadata.generation': 7 }), STATUS),
      create(
        JOBS,
        changed(JOB, {
          'metadata.name': 'n',
          'spec.manualSelector': true,
          'spec.selector': { matchLabels: { a: 'b' } },
          'spec.template.metadata': { labels: { a: 'b' } },
        }),
      ),
      create(
        JOBS,
        changed(JOB, {
          'metadata.name': 'q',
          'metadata.labels': { a: 'b' },
          'spec.template.metadata': { labels: { a: 'b' } },
        }),
        SPEC,
      ),
      create(JOBS, changed(JOB, { 'metadata.name': 'a.b' }), SPEC),
      create(JOBS, changed(JOB, { 'metadata.name': 'o'.repeat(64) }), SPEC),
      create(
        JOBS,
        changed(INDEXED, { 'metadata.name': 'p', 'spec.completions': 200_000, 'spec.parallelism': 20_000 }),
        SPEC,
      ),
    ],
  },
  {
    name: 'jobs: updates',
    steps: [
      create(JOBS, JOB, SPEC),
      ...[
        { parallelism: 3 },
        { completions: 3 },
        { suspend: true },
        { suspend: false },
        { backoffLimit: 3, activeDeadlineSeconds: 5, ttlSecondsAfterFinished: 6 },
        { selector: { matchLabels: { a: 'b' } } },
        { manualSelector: true },
        { manualSelector: false },
        { completionMode: 'Indexed' },
        { podFailurePolicy: { rules: [] } },
        { backoffLimitPerIndex: 1 },
        { managedBy: 'a.b/c' },
        { successPolicy: { rules: [] } },
        { podReplacementPolicy: 'Failed' },
        { parallelism: -1 },
        ...TEMPLATE_CHANGES.map((template) => ({ template })),
      ].map((spec) => patch(`${JOBS}/j`, 'merge', { spec }, SPEC)),
      patch(`${JOBS}/j`, 'merge', { metadata: { annotations: { a: 'b' } } }, SPEC),
      patch(`${JOBS}/j`, 'merge', { metadata: { labels: null } }, SPEC),
      patch(`${JOBS}/j`, 'merge', { status: { active: 9 } }, STATUS),
      patch(`${JOBS}/j/status`, 'merge', { spec: { parallelism: 9 }, metadata: { labels: { x: 'y' } } }, SPEC),
    ],
  },
  {
    name: 'indexed jobs: updates',
    steps: [
      create(JOBS, PER_INDEX, SPEC),
      ...[
        { completions: 3 },
        { completions: 3, parallelism: 3 },
        { completions: null },
        { maxFailedIndexes: 2 },
        { backoffLimitPerIndex: 2 },
        { successPolicy: { rules: [{ succeededCount: 1 }] } },
      ].map((spec) => patch(`${JOBS}/j`, 'merge', { spec }, SPEC)),
    ],
  },
  {
    name: 'suspended jobs: updates',
    steps: [
      create(JOBS, suspended(), SPEC),
      ...TEMPLATE_CHANGES.map((template) => patch(`${JOBS}/j`, 'merge', { spec: { template } }, SPEC)),
      patch(`${JOBS}/j/status`, 'merge', { status: { startTime: START } }, STATUS),
      patch(`${JOBS}/j`, 'merge', { spec: { template: { spec: { nodeSelector: { c: 'd' } } } } }, SPEC),
      patch(`${JOBS}/j/status`, 'merge', { status: { conditions: [CONDITION('Suspended')] } }, STATUS),
      patch(`${JOBS}/j`, 'merge', { spec: { template: { spec: { nodeSelector: { c: 'd' } } } } }, SPEC),
      patch(`${JOBS}/j/status`, 'merge', { status: { active: 1 } }, STATUS),
      patch(`${JOBS}/j`, 'merge', { spec: { template: { spec: { nodeSelector: { e: 'f' } } } } }, SPEC),
      get(JOBS, { headers: TABLE, only: ['rows.0'] }),
      patch(`${JOBS}/j`, 'merge', { spec: { suspend: false } }, SPEC),
      patch(`${JOBS}/j/status`, 'merge', { status: { startTime: END } }, STATUS),
      patch(
        `${JOBS}/j/status`,
        'merge',
        { status: { startTime: END, conditions: [CONDITION('Suspended', 'False')] } },
        STATUS,
      ),
    ],
  },
  {
    name: 'jobs: status',
    steps: [
      create(JOBS, JOB, SPEC),
      ...STATUSES.map((status) => patch(`${JOBS}/j/status`, 'merge', { status }, STATUS)),
      get(JOBS, { headers: TABLE, only: ['rows.0'] }),
      ...['status.successful=2', 'status.successful=0', 'status.active=0'].map((fieldSelector) =>
        get(JOBS, { query: { fieldSelector }, only: ['message', 'items.0.metadata.name'] }),
      ),
    ],
  },
  {
    name: 'indexed jobs: status',
    steps: [
      create(JOBS, PER_INDEX, SPEC),
      ...INDEX_STATUSES.map((status) => patch(`${JOBS}/j/status`, 'merge', { status }, STATUS)),
      create(
        JOBS,
        changed(INDEXED, { 'metadata.name': 's', 'spec.successPolicy': { rules: [{ succeededCount: 1 }] } }),
        SPEC,
      ),
      patch(
        `${JOBS}/s/status`,
        'merge',
        { status: { startTime: START, completionTime: END, conditions: [CONDITION('Complete')] } },
        STATUS,
      ),
      ...['FailureTarget', 'Suspended', 'SuccessCriteriaMet'].flatMap((type) => [
        patch(`${JOBS}/s/status`, 'merge', { status: { conditions: [CONDITION(type)] } }, STATUS),
        get(JOBS, { headers: TABLE, only: ['rows.1.cells.1'] }),
      ]),
      create(JOBS, changed(JOB, { 'metadata.name': 't', 'spec.parallelism': 3 }), SPEC),
      get(JOBS, { headers: TABLE, only: ['rows.2.cells.2'] }),
    ],
  },
  {
    name: 'applies to jobs',
    steps: [
      apply(`${JOBS}/j`, 'a', { apiVersion: 'batch/v1', kind: 'Job', ...JOB }),
      apply(`${JOBS}/j`, 'a', {
        apiVersion: 'batch/v1',
        kind: 'Job',
        ...changed(JOB, { 'metadata.labels': { x: 'y' }, 'spec.parallelism': 2 }),
      }),
      apply(`${JOBS}/j/status`, 'b', {
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: { name: 'j' },
        status: { active: 1, conditions: [CONDITION('Suspended')] },
      }),
      patch(`${JOBS}/j/status`, 'strategic', { status: { conditions: [CONDITION('FailureTarget')] } }),
    ],
  },
  {
    name: 'jobs: warnings',
    steps: [
      create(JOBS, changed(JOB, { 'spec.template.spec.nodeSelector': DEPRECATED }), SPEC),
      patch(`${JOBS}/j`, 'merge', { spec: { parallelism: 2 } }, SPEC),
      patch(`${JOBS}/j`, 'merge', { metadata: { labels: { x: 'y' } } }, SPEC),
    ],
  },
  {
    name: 'jobs: deletion',
    steps: ['a', 'b', 'c', 'd', 'e', 'f']
      .map((name) => create(JOBS, changed(JOB, { 'metadata.name': name }), SPEC))
      .concat(
        remove(`${JOBS}/a`, undefined, DELETE),
        get(`${JOBS}/a`, DELETE),
        get(JOBS, { headers: TABLE, only: ['rows.0.cells.1'] }),
        remove(`${JOBS}/a`, { propagationPolicy: 'Background' }, DELETE),
        remove(`${JOBS}/b`, { propagationPolicy: 'Orphan' }, DELETE),
        remove(`${JOBS}/c`, { propagationPolicy: 'Foreground' }, DELETE),
        remove(`${JOBS}/c`, undefined, DELETE),
        remove(`${JOBS}/d`, { orphanDependents: false }, DELETE),
        remove(`${JOBS}/e`, { orphanDependents: true }, DELETE),
        remove(`${JOBS}/f`, undefined, { ...DELETE, query: { dryRun: 'All' } }),
        remove(`${JOBS}/none`),
        remove(JOBS, undefined, { only: ['message'] }),
        get(`${JOBS}/f`, DELETE),
      ),
  },
];
