import type { Case } from '../case.js';
import { create, get, patch, remove, update } from './steps.js';

const CONFIG_MAPS = '/api/v1/namespaces/<ns>/configmaps';
const SECRETS = '/api/v1/namespaces/<ns>/secrets';
const A = `${CONFIG_MAPS}/a`;
const OPTIONS = { apiVersion: 'v1', kind: 'DeleteOptions' };
const WRONG_UID = '11111111-1111-1111-1111-111111111111';
const made = (name: string) => create(CONFIG_MAPS, { metadata: { name, labels: { name } } });
const finalized = (name: string) => create(CONFIG_MAPS, { metadata: { name, finalizers: ['example.com/wait'] } });

/** Deletion of objects. */
export const deletion: readonly Case[] = [
  {
    name: 'by name',
    steps: [
      made('a'),
      remove(A, undefined, { query: { dryRun: 'All' } }),
      remove(A, { ...OPTIONS, dryRun: ['All'] }),
      remove(A, { ...OPTIONS, dryRun: ['Some'] }),
      remove(A, undefined, { query: { dryRun: 'Some' } }),
      remove(A),
      remove(A),
      remove('/api/v1/namespaces/<ns>-missing/configmaps/a'),
      remove(`${CONFIG_MAPS}/B_`),
      made('a'),
      remove(A, OPTIONS),
      made('a'),
      remove(A, {}),
    ],
  },
  {
    name: 'preconditions',
    steps: [
      create(
        CONFIG_MAPS,
        { metadata: { name: 'a' } },
        { keep: { rv: 'metadata.resourceVersion', uid: 'metadata.uid' } },
      ),
      remove(A, { ...OPTIONS, preconditions: { uid: WRONG_UID } }),
      remove(A, { ...OPTIONS, preconditions: { resourceVersion: '1' } }),
      remove(A, { ...OPTIONS, preconditions: { uid: WRONG_UID, resourceVersion: '1' } }),
      remove(A, { ...OPTIONS, preconditions: { uid: '<uid>', resourceVersion: '<rv>' } }),
      remove(A, { ...OPTIONS, preconditions: { uid: '<uid>', resourceVersion: '<rv>' } }),
    ],
  },
  {
    name: 'invalid options',
    steps: [
      made('a'),
      remove(A, { ...OPTIONS, propagationPolicy: 'Other' }),
      remove(A, undefined, { query: { propagationPolicy: 'Other' } }),
      remove(A, { ...OPTIONS, propagationPolicy: 'Orphan', orphanDependents: true }),
      remove(A, { ...OPTIONS, gracePeriodSeconds: -1, dryRun: ['All'] }),
      remove(A, undefined, { query: { gracePeriodSeconds: '-1', dryRun: 'All' } }),
      remove(A, undefined, { query: { gracePeriodSeconds: 'x' } }),
      remove(A, { ...OPTIONS, gracePeriodSeconds: 'x' }),
      remove(A, { ...OPTIONS, kind: 'ConfigMap' }),
      remove(A, { ...OPTIONS, apiVersion: 'v2', dryRun: ['All'] }),
      remove(A, { ...OPTIONS, colour: 'red', dryRun: ['All'] }),
      remove(A, '{'),
      remove(A, '[]'),
      remove(A, 'x', { headers: { 'content-type': 'text/plain' } }),
      remove(A, { apiVersion: 'meta.k8s.io/v1', kind: 'DeleteOptions', dryRun: ['All'] }),
      remove(A, { ...OPTIONS, dryRun: ['All', 'All'] }),
      remove(A, { ...OPTIONS, dryRun: 'All' }),
      remove(A, { ...OPTIONS, ignoreStoreReadErrorWithClusterBreakingPotential: true, dryRun: ['All'] }),
      remove(A, undefined, { query: { orphanDependents: 'true', dryRun: 'All' } }),
      remove(A, undefined, { query: { orphanDependents: 'x', dryRun: 'All' } }),
    ],
  },
  {
    name: 'propagation policies',
    steps: [
      made('a'),
      remove(A, { ...OPTIONS, propagationPolicy: 'Foreground' }),
      get(A),
      remove(A, { ...OPTIONS, propagationPolicy: 'Background' }),
      made('a'),
      remove(A, { ...OPTIONS, propagationPolicy: 'Orphan' }),
      remove(A, { ...OPTIONS, propagationPolicy: 'Foreground' }),
      patch(A, 'merge', { metadata: { finalizers: null } }),
      get(A),
      made('b'),
      remove(`${CONFIG_MAPS}/b`, undefined, { query: { propagationPolicy: 'Background' } }),
    ],
  },
  {
    name: 'finalizers',
    steps: [
      finalized('a'),
      remove(A),
      remove(A),
      get(A),
      update(A, { metadata: { name: 'a', finalizers: ['example.com/wait', 'example.com/more'] } }),
      patch(A, 'merge', { metadata: { labels: { still: 'here' } } }),
      create(CONFIG_MAPS, { metadata: { name: 'a' } }),
      patch(A, 'merge', { metadata: { deletionTimestamp: null } }),
      patch(A, 'merge', { metadata: { finalizers: [] } }, { query: { dryRun: 'All' } }),
      patch(A, 'merge', { metadata: { finalizers: [] } }),
      get(A),
      finalized('a'),
      remove(A, { ...OPTIONS, gracePeriodSeconds: 5 }),
      update(A, { metadata: { name: 'a' } }),
    ],
  },
  {
    name: 'deletecollection',
    steps: [
      made('a'),
      made('b'),
      finalized('c'),
      remove(CONFIG_MAPS, undefined, { query: { labelSelector: 'name=a' } }),
      remove(CONFIG_MAPS, undefined, { query: { labelSelector: 'a b' } }),
      remove(CONFIG_MAPS, undefined, { query: { fieldSelector: 'data.x=1' } }),
      remove(CONFIG_MAPS, undefined, { query: { dryRun: 'All' } }),
      remove(CONFIG_MAPS, undefined, { query: { limit: '1' } }),
      remove(CONFIG_MAPS, { ...OPTIONS, preconditions: { uid: WRONG_UID } }),
      remove(CONFIG_MAPS, { ...OPTIONS, propagationPolicy: 'Other' }),
      remove(CONFIG_MAPS),
      remove(CONFIG_MAPS),
      get(CONFIG_MAPS),
      remove(SECRETS),
      remove('/api/v1/configmaps'),
      remove('/api/v1/namespaces'),
      patch(`${CONFIG_MAPS}/c`, 'merge', { metadata: { finalizers: null } }),
      create(SECRETS, { metadata: { name: 's' } }),
      remove(SECRETS, { ...OPTIONS, gracePeriodSeconds: 0 }),
    ],
  },
  {
    name: 'namespaces',
    steps: [
      create('/api/v1/namespaces', { metadata: { name: '<ns>-a' } }),
      create('/api/v1/namespaces/<ns>-a/configmaps', { metadata: { name: 'inside' } }),
      remove('/api/v1/namespaces/<ns>-a', undefined, { query: { dryRun: 'All' } }),
      remove('/api/v1/namespaces/<ns>-a'),
      remove('/api/v1/namespaces/<ns>-a'),
      create('/api/v1/namespaces/<ns>-a/configmaps', { metadata: { name: 'late' } }),
      create('/api/v1/namespaces/<ns>-a/configmaps', { metadata: { name: 'late' } }, { query: { dryRun: 'All' } }),
      patch('/api/v1/namespaces/<ns>-a/configmaps/inside', 'merge', { data: { still: 'changes' } }),
      update('/api/v1/namespaces/<ns>-a/finalize', { metadata: { name: '<ns>-a' }, spec: { finalizers: [] } }),
      get('/api/v1/namespaces/<ns>-a'),
      remove('/api/v1/namespaces/default'),
      remove('/api/v1/namespaces/kube-system'),
      remove('/api/v1/namespaces/<ns>-missing'),
    ],
  },
];
