import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case, Step } from '../case.js';
import { attempts, changed, variants } from './objects.js';
import { apply, create, get, patch, remove, update } from './steps.js';

const TABLE = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' };
const BUDGETS = '/apis/policy/v1/namespaces/<ns>/poddisruptionbudgets';
const PODS = '/api/v1/namespaces/<ns>/pods';
const BUDGET: JsonObject = {
  metadata: { name: 'b' },
  spec: { minAvailable: 1, selector: { matchLabels: { a: 'b' } } },
};
const PARTS = { only: ['message', 'details', 'spec', 'status', 'metadata.generation'] };
const POD: JsonObject = {
  metadata: { name: 'p', labels: { a: 'b' } },
  spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] },
};
const SHARES = [0, -1, 'x', '0%', '101%', '50%', '5', ''];
const CONDITION: JsonObject = {
  type: 'DisruptionAllowed',
  status: 'True',
  reason: 'SufficientPods',
  message: '',
  lastTransitionTime: '2026-01-01T00:00:00Z',
};

const pod = (name: string, changes: JsonObject = {}) =>
  create(PODS, changed(POD, { 'metadata.name': name, ...changes }), { only: ['message'] });
const phase = (name: string, status: JsonObject): Step =>
  patch(`${PODS}/${name}/status`, 'merge', { status }, { only: ['message'] });
const running = (name: string): Step =>
  phase(name, { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] });
const unready = (name: string): Step => phase(name, { phase: 'Running' });
const budgetStatus = (status: JsonObject): Step => patch(`${BUDGETS}/b/status`, 'merge', { status }, PARTS);
const evict = (name: string, deleteOptions?: JsonObject, query: Record<string, string> = {}): Step =>
  create(
    `${PODS}/${name}/eviction`,
    { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name }, ...(deleteOptions && { deleteOptions }) },
    { query },
  );
const look = (name: string): Step =>
  get(`${PODS}/${name}`, { only: ['message', 'status.conditions', 'metadata.deletionGracePeriodSeconds'] });
/** The status of a budget, without the time of evictions. */
const lookAtBudget: Step = get(`${BUDGETS}/b`, PARTS);

/** PodDisruptionBudgets, and evictions of their pods. */
export const disruptionBudgets: readonly Case[] = [
  {
    name: 'budgets as they may not be',
    steps: attempts(BUDGETS, BUDGET, [
      ...SHARES.map((share) => ({ 'spec.minAvailable': share })),
      ...SHARES.map((share) => ({ 'spec.minAvailable': null, 'spec.maxUnavailable': share })),
      { 'spec.maxUnavailable': 1 },
      { 'spec.selector': { matchLabels: { 'a b': 'c d' } } },
      { 'spec.selector': { matchExpressions: [{ key: 'a', operator: 'x' }] } },
      { 'spec.unhealthyPodEvictionPolicy': 'x' },
      { 'metadata.name': 'A b' },
      { 'metadata.name': 'a/b' },
    ]),
  },
  {
    name: 'budgets as they come to be',
    steps: [
      create(BUDGETS, BUDGET),
      get(BUDGETS, { headers: TABLE }),
      ...variants(BUDGETS, changed(BUDGET, { 'metadata.name': 'v' }), 'spec', [
        { spec: {} },
        { 'spec.selector': {} },
        { 'spec.minAvailable': null, 'spec.maxUnavailable': '30%' },
        { 'spec.unhealthyPodEvictionPolicy': 'AlwaysAllow' },
      ]),
      create(BUDGETS, changed(BUDGET, { 'metadata.name': 'c', status: { disruptionsAllowed: 5 } }), PARTS),
    ],
  },
  {
    name: 'budgets as they change',
    steps: [
      create(BUDGETS, BUDGET, PARTS),
      patch(`${BUDGETS}/b`, 'merge', { spec: { minAvailable: 2 } }, PARTS),
      patch(`${BUDGETS}/b`, 'strategic', { spec: { selector: { matchLabels: { c: 'd' } } } }, PARTS),
      patch(`${BUDGETS}/b`, 'merge', { spec: { selector: { matchLabels: { e: 'f' } } } }, PARTS),
      patch(`${BUDGETS}/b`, 'merge', { spec: { minAvailable: null, maxUnavailable: '50%' } }, PARTS),
      patch(`${BUDGETS}/b`, 'merge', { status: { disruptionsAllowed: 9 } }, PARTS),
      update(`${BUDGETS}/b`, BUDGET, PARTS),
      ...[
        { disruptionsAllowed: -1, currentHealthy: -1, desiredHealthy: -1, expectedPods: -1 },
        { disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1, expectedPods: 3, observedGeneration: 9 },
        { conditions: [CONDITION] },
        { conditions: [{ ...CONDITION, type: 'a b', reason: '1' }] },
        { conditions: [{ ...CONDITION, status: 'x', observedGeneration: -1 }] },
        { conditions: [{ type: 'X', status: 'True' }] },
        { disruptedPods: { p: '2026-01-01T00:00:00Z' } },
      ].map(budgetStatus),
      patch(`${BUDGETS}/b/status`, 'merge', { spec: { maxUnavailable: 1 }, status: { expectedPods: 4 } }, PARTS),
      get(BUDGETS, { headers: TABLE, only: ['rows.0'] }),
      apply(`${BUDGETS}/a`, 'm', {
        apiVersion: 'policy/v1',
        kind: 'PodDisruptionBudget',
        ...changed(BUDGET, { 'metadata.name': 'a' }),
      }),
      remove(`${BUDGETS}/b`),
    ],
  },
  {
    name: 'evictions with a budget',
    steps: [
      ...['p', 'q', 'r'].flatMap((name) => [pod(name), running(name)]),
      create(BUDGETS, BUDGET, PARTS),
      evict('p'),
      budgetStatus({ observedGeneration: 1, currentHealthy: 1, desiredHealthy: 1 }),
      evict('p'),
      budgetStatus({ currentHealthy: 2 }),
      evict('p'),
      budgetStatus({ conditions: [{ ...CONDITION, status: 'False', reason: 'SyncFailed', message: 'why' }] }),
      evict('p'),
      budgetStatus({ conditions: [{ ...CONDITION, status: 'False', reason: 'InsufficientPods', message: 'why' }] }),
      evict('p'),
      budgetStatus({ disruptionsAllowed: 2, conditions: [CONDITION] }),
      evict('p', undefined, { dryRun: 'All' }),
      evict('p', { dryRun: ['All'] }),
      lookAtBudget,
      evict('p', { preconditions: { uid: 'x' } }),
      budgetStatus({ disruptionsAllowed: 2, disruptedPods: null }),
      evict('p'),
      look('p'),
      evict('p'),
      get(`${BUDGETS}/b`, { only: ['status.disruptionsAllowed', 'status.conditions.0.status'] }),
      evict('q', { gracePeriodSeconds: 5 }),
      look('q'),
      get(`${BUDGETS}/b`, {
        only: ['status.disruptionsAllowed', 'status.conditions.0.reason', 'status.conditions.0.status'],
      }),
      evict('r'),
      phase('r', { phase: 'Succeeded' }),
      evict('r', { gracePeriodSeconds: 0 }),
      evict('r'),
    ],
  },
  {
    name: 'evictions of pods that are not ready',
    steps: [
      ...['p', 'q', 'r'].flatMap((name) => [pod(name), unready(name)]),
      pod('s'),
      create(BUDGETS, BUDGET, PARTS),
      budgetStatus({ observedGeneration: 1, currentHealthy: 0, desiredHealthy: 1 }),
      evict('p'),
      budgetStatus({ currentHealthy: 1 }),
      evict('p'),
      look('p'),
      budgetStatus({ currentHealthy: 0 }),
      patch(`${BUDGETS}/b`, 'merge', { spec: { unhealthyPodEvictionPolicy: 'AlwaysAllow' } }, PARTS),
      evict('q'),
      evict('r', { preconditions: { resourceVersion: '1' } }, { dryRun: 'All' }),
      evict('s'),
      lookAtBudget,
    ],
  },
  {
    name: 'evictions with several budgets',
    steps: [
      pod('p'),
      running('p'),
      create(BUDGETS, BUDGET, PARTS),
      create(BUDGETS, changed(BUDGET, { 'metadata.name': 'c', 'spec.selector': {} }), PARTS),
      evict('p'),
      look('p'),
      patch(`${BUDGETS}/c`, 'merge', { spec: { selector: null } }, PARTS),
      evict('p'),
    ],
  },
];
