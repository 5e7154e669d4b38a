import type { Case } from '../case.js';
import { create, get, remove } from './steps.js';

const CONFIG_MAPS = '/api/v1/namespaces/<ns>/configmaps';
const SECRETS = '/api/v1/namespaces/<ns>/secrets';
const NAMESPACES = '/api/v1/namespaces';
const LONG = 'a'.repeat(254);

/** Creation of objects. */
export const creation: readonly Case[] = [
  {
    name: 'create, read and delete a config map',
    steps: [
      create(CONFIG_MAPS, {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'a', labels: { app: 'x' }, annotations: { note: 'text' } },
        data: { key: 'value' },
        binaryData: { bytes: 'AAEC' },
      }),
      get(`${CONFIG_MAPS}/a`),
      remove(`${CONFIG_MAPS}/a`),
      get(`${CONFIG_MAPS}/a`),
    ],
  },
  {
    name: 'fields that the server sets are ignored',
    steps: [
      create(CONFIG_MAPS, {
        metadata: {
          name: 'a',
          uid: '11111111-1111-1111-1111-111111111111',
          creationTimestamp: '2001-02-03T04:05:06Z',
          deletionTimestamp: '2001-02-03T04:05:06Z',
          deletionGracePeriodSeconds: 7,
          generation: 9,
          selfLink: '/somewhere',
          managedFields: [],
        },
      }),
      create(CONFIG_MAPS, { metadata: { name: 'b', resourceVersion: '5' } }),
      create(CONFIG_MAPS, { metadata: { name: 'c', resourceVersion: '0' } }),
    ],
  },
  {
    name: 'names and generated names',
    steps: [
      create(CONFIG_MAPS, { metadata: { generateName: 'made-' } }),
      create(CONFIG_MAPS, { metadata: { generateName: 'Bad_' } }),
      create(CONFIG_MAPS, { metadata: { name: 'both', generateName: 'made-' } }),
      create(CONFIG_MAPS, { metadata: {} }),
      create(CONFIG_MAPS, {}),
      create(CONFIG_MAPS, { metadata: { name: 'both' } }),
      create(CONFIG_MAPS, { metadata: { name: 'both' } }, { query: { dryRun: 'All' } }),
      create(NAMESPACES, { metadata: { name: '<ns>' } }),
    ],
  },
  {
    name: 'invalid names',
    steps: [
      ...['Upper', 'a_b', '-a', 'a-', 'a..b', '.a', 'a b', 'ä', '', LONG].map((name) =>
        create(CONFIG_MAPS, { metadata: { name } }),
      ),
      create(CONFIG_MAPS, { metadata: { name: 'a/b' } }),
      create(CONFIG_MAPS, { metadata: { name: 'a%b' } }),
      create(CONFIG_MAPS, { metadata: { name: '..' } }),
      create(NAMESPACES, { metadata: { name: 'a.b' } }),
      create(NAMESPACES, { metadata: { name: 'a'.repeat(64) } }),
    ],
  },
  {
    name: 'invalid labels and annotations',
    steps: [
      create(CONFIG_MAPS, { metadata: { name: 'a', labels: { 'a b': 'x' } } }),
      ...['/a', 'a/', 'A/b', 'a/b/c', ''].map((key) =>
        create(CONFIG_MAPS, { metadata: { name: 'a', labels: { [key]: 'x' } } }),
      ),
      create(CONFIG_MAPS, { metadata: { name: 'a', labels: { a: 'b c' } } }),
      create(CONFIG_MAPS, { metadata: { name: 'a', labels: { a: '-b' } } }),
      create(CONFIG_MAPS, { metadata: { name: 'a', labels: { a: 'x'.repeat(64) } } }),
      create(CONFIG_MAPS, { metadata: { name: 'a', labels: { ['k'.repeat(64)]: 'v' } } }),
      create(CONFIG_MAPS, { metadata: { name: 'a', labels: { [`${'p'.repeat(254)}/k`]: 'v' } } }),
      create(CONFIG_MAPS, { metadata: { name: 'a', annotations: { 'a b': 'x' } } }),
      create(CONFIG_MAPS, { metadata: { name: 'a', annotations: { 'Upper.Case/k': 'x' } } }),
      create(CONFIG_MAPS, { metadata: { name: 'a', annotations: { big: 'x'.repeat(256 * 1024) } } }),
    ],
  },
  {
    name: 'invalid finalizers and owners',
    steps: [
      create(CONFIG_MAPS, { metadata: { name: 'a', finalizers: ['plain'] } }),
      create(CONFIG_MAPS, { metadata: { name: 'b', finalizers: ['x/y z'] } }),
      create(CONFIG_MAPS, { metadata: { name: 'c', finalizers: [''] } }),
      create(CONFIG_MAPS, { metadata: { name: 'd', finalizers: ['orphan', 'foregroundDeletion'] } }),
      create(CONFIG_MAPS, { metadata: { name: 'e', finalizers: ['example.com/a', 'example.com/a'] } }),
      create(CONFIG_MAPS, { metadata: { name: 'f', ownerReferences: [{}] } }),
      create(CONFIG_MAPS, {
        metadata: {
          name: 'g',
          ownerReferences: [
            { apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: 'u1', controller: true },
            { apiVersion: 'v1', kind: 'ConfigMap', name: 'y', uid: 'u2', controller: true },
          ],
        },
      }),
      create(CONFIG_MAPS, {
        metadata: { name: 'h', ownerReferences: [{ apiVersion: 'v1', kind: 'Event', name: 'x', uid: 'u1' }] },
      }),
      create(CONFIG_MAPS, {
        metadata: { name: 'i', ownerReferences: [{ apiVersion: 'a/b/c', kind: 'X', name: 'x', uid: 'u1' }] },
      }),
      create(CONFIG_MAPS, {
        metadata: {
          name: 'j',
          ownerReferences: [
            { apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: 'u1', blockOwnerDeletion: false },
            { apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: 'u1' },
          ],
        },
      }),
    ],
  },
  {
    name: 'kind, version and namespace must match the path',
    steps: [
      create(CONFIG_MAPS, { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } }),
      create(CONFIG_MAPS, { apiVersion: 'v2', kind: 'ConfigMap', metadata: { name: 'a' } }),
      create(CONFIG_MAPS, { apiVersion: 'apps/v1', kind: 'ConfigMap', metadata: { name: 'a' } }),
      create(CONFIG_MAPS, { apiVersion: 'a/b/c', kind: 'ConfigMap', metadata: { name: 'a' } }),
      create(CONFIG_MAPS, { kind: 'Nothing', metadata: { name: 'a' } }),
      create(CONFIG_MAPS, { apiVersion: 'v1', metadata: { name: 'no-kind' } }),
      create(CONFIG_MAPS, { metadata: { name: 'a', namespace: 'other' } }),
      create(CONFIG_MAPS, { metadata: { name: 'same', namespace: '<ns>' } }),
      create('/api/v1/configmaps', { metadata: { name: 'a', namespace: '<ns>' } }),
      create('/api/v1/namespaces/<ns>-missing/configmaps', { metadata: { name: 'a' } }),
      create('/api/v1/namespaces/Bad_Name/configmaps', { metadata: { name: 'a' } }),
      create(NAMESPACES, { metadata: { name: '<ns>-x', namespace: 'other' } }),
      create(`${CONFIG_MAPS}/a`, { metadata: { name: 'a' } }),
    ],
  },
  {
    name: 'dry run',
    steps: [
      create(CONFIG_MAPS, { metadata: { name: 'a' }, data: { k: 'v' } }, { query: { dryRun: 'All' } }),
      get(`${CONFIG_MAPS}/a`),
      create(CONFIG_MAPS, { metadata: { generateName: 'made-' } }, { query: { dryRun: 'All' } }),
      create(CONFIG_MAPS, { metadata: { name: 'a' } }, { query: { dryRun: 'Some' } }),
      create(CONFIG_MAPS, { metadata: { name: 'a' } }, { query: { dryRun: 'all' } }),
      create(`${CONFIG_MAPS}?dryRun=All&dryRun=All`, { metadata: { name: 'a' } }),
      create(`${CONFIG_MAPS}?dryRun=All&dryRun=Some`, { metadata: { name: 'a' } }),
      create(CONFIG_MAPS, { metadata: { name: 'a' } }, { query: { dryRun: '' } }),
      create(CONFIG_MAPS, { metadata: { name: 'B' } }, { query: { dryRun: 'All' } }),
    ],
  },
  {
    name: 'field manager from the query or the user agent',
    steps: [
      create(CONFIG_MAPS, { metadata: { name: 'a' }, data: { k: 'v' } }, { query: { fieldManager: 'me' } }),
      create(CONFIG_MAPS, { metadata: { name: 'b' }, data: { k: 'v' } }, { headers: { 'user-agent': 'tool/1 (x)' } }),
      create(CONFIG_MAPS, { metadata: { name: 'c' } }, { query: { fieldManager: 'x'.repeat(129) } }),
      create(CONFIG_MAPS, { metadata: { name: 'd' } }, { query: { fieldManager: 'a\nb' } }),
      create(CONFIG_MAPS, { metadata: { name: 'e' } }, { query: { fieldManager: 'ein Mänager' } }),
      create(CONFIG_MAPS, { metadata: { name: 'f' } }, { query: { fieldManager: 'x'.repeat(129), dryRun: 'Some' } }),
    ],
  },
  {
    name: 'invalid data of config maps',
    steps: [
      create(CONFIG_MAPS, { metadata: { name: 'a' }, data: { 'a b': 'x' } }),
      ...['', '.', '..', '..x'].map((key) => create(CONFIG_MAPS, { metadata: { name: 'a' }, data: { [key]: 'x' } })),
      create(CONFIG_MAPS, { metadata: { name: 'a' }, data: { k: 'x' }, binaryData: { k: 'AAEC' } }),
      create(CONFIG_MAPS, { metadata: { name: 'a' }, binaryData: { k: 'no base64!' } }),
      create(CONFIG_MAPS, { metadata: { name: 'a' }, data: { k: 1 } }),
      create(CONFIG_MAPS, { metadata: { name: 'a' }, data: ['k'] }),
      create(CONFIG_MAPS, { metadata: { name: 'a' }, data: { k: null } }),
      create(CONFIG_MAPS, { metadata: { name: 'b' }, data: {}, binaryData: null, immutable: null }),
      create(CONFIG_MAPS, { metadata: { name: 'c' }, immutable: 'yes' }),
      create(CONFIG_MAPS, { metadata: { name: 'c' }, data: { big: 'x'.repeat(1024 * 1024 + 1) } }),
      create(CONFIG_MAPS, { metadata: { name: 'c' }, data: { ['k'.repeat(254)]: 'x' } }),
    ],
  },
  {
    name: 'secrets',
    steps: [
      create(SECRETS, { metadata: { name: 'a' }, data: { k: 'dg==' }, stringData: { k: 'other', l: 'text' } }),
      create(SECRETS, { metadata: { name: 'b' }, type: 'kubernetes.io/tls' }),
      create(SECRETS, { metadata: { name: 'b' }, type: 'kubernetes.io/tls', data: { 'tls.crt': '', 'tls.key': '' } }),
      create(SECRETS, { metadata: { name: 'c' }, type: 'kubernetes.io/basic-auth' }),
      create(SECRETS, { metadata: { name: 'c' }, type: 'kubernetes.io/ssh-auth' }),
      create(SECRETS, { metadata: { name: 'c' }, type: 'kubernetes.io/dockerconfigjson' }),
      create(SECRETS, {
        metadata: { name: 'c' },
        type: 'kubernetes.io/dockerconfigjson',
        stringData: { '.dockerconfigjson': '{' },
      }),
      create(SECRETS, { metadata: { name: 'c' }, type: 'kubernetes.io/dockercfg', stringData: { '.dockercfg': 'x' } }),
      create(SECRETS, { metadata: { name: 'c' }, type: 'kubernetes.io/service-account-token' }),
      create(SECRETS, { metadata: { name: 'd' }, type: 'example.com/mine', immutable: true }),
      create(SECRETS, { metadata: { name: 'e' }, data: { 'a b': 'dg==' } }),
      create(SECRETS, { metadata: { name: 'e' }, data: { k: 'not base64' } }),
      create(SECRETS, { metadata: { name: 'e' }, stringData: { big: 'x'.repeat(1024 * 1024 + 1) } }),
      get(`${SECRETS}/a`),
    ],
  },
  {
    name: 'namespaces',
    steps: [
      create(NAMESPACES, { metadata: { name: '<ns>-a', labels: { a: 'b' } } }),
      get(`${NAMESPACES}/<ns>-a`),
      create(NAMESPACES, { metadata: { name: '<ns>-b' }, spec: { finalizers: ['example.com/mine'] } }),
      create(NAMESPACES, { metadata: { name: '<ns>-c' }, spec: { finalizers: ['mine'] } }),
      create(NAMESPACES, { metadata: { name: '<ns>-d' }, status: { phase: 'Terminating' } }),
      create(NAMESPACES, { metadata: { name: '<ns>-e', labels: { 'kubernetes.io/metadata.name': 'other' } } }),
      create(NAMESPACES, { metadata: { generateName: '<ns>-' } }, { query: { dryRun: 'All' } }),
      remove(`${NAMESPACES}/<ns>-a`),
      remove(`${NAMESPACES}/<ns>-b`),
      remove(`${NAMESPACES}/<ns>-d`),
      remove(`${NAMESPACES}/<ns>-e`),
    ],
  },
];
