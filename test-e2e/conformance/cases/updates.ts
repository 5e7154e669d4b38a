import type { Case } from '../case.js';
import { create, get, patch, update } from './steps.js';

const CONFIG_MAPS = '/api/v1/namespaces/<ns>/configmaps';
const SECRETS = '/api/v1/namespaces/<ns>/secrets';
const A = `${CONFIG_MAPS}/a`;
const SELF = '/api/v1/namespaces/<ns>';
const KEPT = { keep: { rv: 'metadata.resourceVersion', uid: 'metadata.uid' } };
const WRONG_UID = '11111111-1111-1111-1111-111111111111';

/** Updates of objects. */
export const updates: readonly Case[] = [
  {
    name: 'with and without a resourceVersion',
    steps: [
      create(CONFIG_MAPS, { metadata: { name: 'a' }, data: { k: '1' } }, KEPT),
      update(A, { metadata: { name: 'a', resourceVersion: '<rv>' }, data: { k: '2' } }),
      update(A, { metadata: { name: 'a', resourceVersion: '<rv>' }, data: { k: '3' } }),
      update(A, { metadata: { name: 'a' }, data: { k: '4' } }, { keep: { rv: 'metadata.resourceVersion' } }),
      update(A, { metadata: { name: 'a' }, data: { k: '4' } }),
      update(A, { metadata: { name: 'a', resourceVersion: '0' }, data: { k: '5' } }),
      update(A, { metadata: { name: 'a', resourceVersion: 'x' }, data: { k: '6' } }),
      update(A, { metadata: { name: 'a', resourceVersion: '-1' }, data: { k: '6' } }),
      update(A, { metadata: { name: 'a', resourceVersion: '<rv>' }, data: { k: '7' } }, { query: { dryRun: 'All' } }),
      get(A),
    ],
  },
  {
    name: 'unchanged content',
    steps: [
      create(CONFIG_MAPS, { metadata: { name: 'a', labels: { a: 'b' } }, data: { k: '1' } }, KEPT),
      update(A, { metadata: { name: 'a', uid: '<uid>' } }),
      update(A, { metadata: { name: 'a', uid: WRONG_UID } }),
      update(A, { metadata: { name: 'a', uid: WRONG_UID, resourceVersion: '<rv>' } }),
      update(A, { metadata: { name: 'b' } }),
      update(A, { metadata: {} }),
      update(A, {}),
      update(A, { metadata: { name: 'a', namespace: 'other' } }),
      update(A, { kind: 'Secret', apiVersion: 'v1', metadata: { name: 'a' } }),
      update(A, { kind: 'ConfigMap', apiVersion: 'v2', metadata: { name: 'a' } }),
      update(A, {
        metadata: {
          name: 'a',
          creationTimestamp: '2001-02-03T04:05:06Z',
          generation: 5,
          generateName: 'x-',
          selfLink: '/x',
          deletionTimestamp: '2001-02-03T04:05:06Z',
          deletionGracePeriodSeconds: 3,
        },
      }),
      update(A, { metadata: { name: 'a', finalizers: ['plain'] } }),
      update(A, { metadata: { name: 'a', labels: { 'a b': 'c' } }, data: { 'x y': 'z' } }),
    ],
  },
  {
    name: 'missing objects',
    steps: [
      update(A, { metadata: { name: 'a' } }),
      update(A, { metadata: { name: 'a', resourceVersion: '5' } }),
      update(A, { metadata: { name: 'a', uid: WRONG_UID } }),
      update('/api/v1/namespaces/<ns>-missing/configmaps/a', { metadata: { name: 'a' } }),
      update(`${CONFIG_MAPS}/B`, { metadata: { name: 'B' } }),
      update(CONFIG_MAPS, { metadata: { name: 'a' } }),
      update(`${A}/status`, { metadata: { name: 'a' } }),
      patch(A, 'merge', {}),
    ],
  },
  {
    name: 'immutable fields',
    steps: [
      create(CONFIG_MAPS, { metadata: { name: 'a' }, data: { k: '1' }, immutable: true }),
      update(A, { metadata: { name: 'a' }, data: { k: '2' }, immutable: true }),
      update(A, { metadata: { name: 'a' }, data: { k: '1' } }),
      update(A, { metadata: { name: 'a' }, data: { k: '1' }, immutable: false }),
      update(A, { metadata: { name: 'a' }, data: { k: '1' }, binaryData: { b: 'AA==' }, immutable: true }),
      update(A, { metadata: { name: 'a', labels: { x: 'y' } }, data: { k: '1' }, immutable: true }),
      create(SECRETS, { metadata: { name: 's' }, type: 'a', stringData: { k: '1' } }),
      update(`${SECRETS}/s`, { metadata: { name: 's' }, type: 'b' }),
      update(`${SECRETS}/s`, { metadata: { name: 's' }, immutable: true, stringData: { k: '2' } }),
      update(`${SECRETS}/s`, { metadata: { name: 's' }, type: 'a', immutable: true, stringData: { k: '2' } }),
      update(`${SECRETS}/s`, { metadata: { name: 's' }, type: 'a', immutable: true, stringData: { k: '3' } }),
      update(`${SECRETS}/s`, { metadata: { name: 's' } }),
    ],
  },
  {
    name: 'namespaces',
    steps: [
      update(SELF, { metadata: { name: '<ns>', labels: { a: 'b' } } }),
      update(SELF, {
        metadata: { name: '<ns>', labels: { 'kubernetes.io/metadata.name': 'x' } },
        spec: { finalizers: [] },
      }),
      update(`${SELF}/status`, { metadata: { name: '<ns>', labels: { c: 'd' } }, status: { phase: 'Terminating' } }),
      update(`${SELF}/status`, {
        metadata: { name: '<ns>' },
        status: {
          phase: 'Active',
          conditions: [{ type: 'NamespaceContentRemaining', status: 'False', reason: 'R', message: 'M' }],
        },
      }),
      get(`${SELF}/status`),
      update(`${SELF}/finalize`, { metadata: { name: '<ns>' }, spec: { finalizers: ['kubernetes', 'example.com/a'] } }),
      update(`${SELF}/finalize`, { metadata: { name: 'other' }, spec: { finalizers: ['plain'] } }),
      update(`${SELF}/finalize`, { metadata: { name: '<ns>' }, spec: { finalizers: ['plain'] } }),
      get(`${SELF}/finalize`),
    ],
  },
  {
    name: 'managed fields',
    steps: [
      create(CONFIG_MAPS, { metadata: { name: 'a' }, data: { k: '1', l: '1' } }, { query: { fieldManager: 'one' } }),
      update(A, { metadata: { name: 'a' }, data: { k: '2', l: '1' } }, { query: { fieldManager: 'two' } }),
      update(A, { metadata: { name: 'a', labels: { x: 'y' } }, data: { l: '1' } }, { query: { fieldManager: 'one' } }),
      update(A, {
        metadata: {
          name: 'a',
          managedFields: [
            { manager: 'x', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:data': {} } },
          ],
        },
        data: { l: '1' },
      }),
      update(A, { metadata: { name: 'a', managedFields: [{ manager: 'x' }] }, data: { l: '1' } }),
      update(A, {
        metadata: {
          name: 'a',
          managedFields: [{ manager: 'x', operation: 'Other', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} }],
        },
        data: { l: '1' },
      }),
      update(A, {
        metadata: {
          name: 'a',
          managedFields: [{ manager: 'x', operation: 'Update', apiVersion: 'v1', fieldsType: 'V2', fieldsV1: {} }],
        },
        data: { l: '1' },
      }),
    ],
  },
  {
    name: 'removed managedFields',
    steps: [
      create(CONFIG_MAPS, { metadata: { name: 'a' }, data: { k: '1' } }, { query: { fieldManager: 'one' } }),
      update(A, { metadata: { name: 'a', managedFields: [] }, data: { k: '1' } }, { query: { dryRun: 'All' } }),
      update(A, { metadata: { name: 'a', managedFields: [{}] }, data: { k: '2' } }, { query: { dryRun: 'All' } }),
      update(A, { metadata: { name: 'a', managedFields: [{}] }, data: { k: '1' } }),
      update(A, { metadata: { name: 'a' }, data: { k: '2' } }, { query: { dryRun: 'All' } }),
    ],
  },
];
