import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case, Step } from '../case.js';
import { apply, create, get, patch, remove, update } from './steps.js';

const CONFIG_MAPS = '/api/v1/namespaces/<ns>/configmaps';
const A = `${CONFIG_MAPS}/a`;
const SELF = '/api/v1/namespaces/<ns>';
const PODS = '/api/v1/namespaces/<ns>/pods';
const FORCE = { query: { force: 'true' } };

const configMap = (rest: JsonObject): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  ...rest,
  metadata: { name: 'a', ...(rest['metadata'] as JsonObject | undefined) },
});
const applied = (manager: string, rest: JsonObject, more: Pick<Step, 'query' | 'keep'> = {}): Step =>
  apply(A, manager, configMap(rest), more);

/** Server-side apply. */
export const applies: readonly Case[] = [
  {
    name: 'create, change and share',
    steps: [
      applied('one', { data: { k: '1', l: '1' } }),
      applied('one', { data: { k: '1', l: '1' } }),
      applied('one', { data: { k: '2' } }),
      applied('two', { data: { k: '2', m: '1' } }),
      applied('two', { data: { k: '3' } }),
      applied('two', { data: { k: '3' } }, FORCE),
      applied('one', { data: { k: '2' } }),
      applied('one', { data: {} }),
      applied('one', {}),
      get(A),
      remove(A),
    ],
  },
  {
    name: 'conflicts with other managers',
    steps: [
      create(CONFIG_MAPS, configMap({ data: { k: '1', l: '1' } }), { query: { fieldManager: 'early' } }),
      applied('one', { data: { k: '2' } }),
      applied('one', { data: { k: '2', l: '2' } }),
      applied('one', { data: { k: '1' }, metadata: { labels: { a: 'b' } } }),
      patch(A, 'merge', { metadata: { labels: { a: 'c' } } }, { query: { fieldManager: 'late' } }),
      applied('one', { metadata: { labels: { a: 'd' } } }),
      applied('two', { data: { k: '3' }, metadata: { labels: { a: 'd' } } }, FORCE),
      update(A, configMap({ data: { k: '9' } }), { query: { fieldManager: 'two' } }),
      applied('two', { data: { k: '3' } }),
    ],
  },
  {
    name: 'invalid requests',
    steps: [
      patch(A, 'apply', configMap({})),
      patch(A, 'apply', configMap({}), { query: { force: 'true' } }),
      apply(A, 'x'.repeat(129), configMap({})),
      apply(A, 'a\tb', configMap({})),
      apply(A, 'one', { metadata: { name: 'a' } }),
      apply(A, 'one', { kind: 'ConfigMap', metadata: { name: 'a' } }),
      apply(A, 'one', { apiVersion: 'v1', metadata: { name: 'a' } }),
      apply(A, 'one', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } }),
      apply(A, 'one', { apiVersion: 'v2', kind: 'ConfigMap', metadata: { name: 'a' } }),
      apply(A, 'one', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b' } }),
      apply(A, 'one', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'other' } }),
      apply(A, 'one', { apiVersion: 'v1', kind: 'ConfigMap' }),
      apply(A, 'one', configMap({ metadata: { managedFields: [{}] } })),
      apply(A, 'one', configMap({ metadata: { managedFields: [] } })),
      apply(A, 'one', configMap({ metadata: { managedFields: null } })),
      apply(A, 'one', configMap({ metadata: { uid: '11111111-1111-1111-1111-111111111111' } })),
      apply(A, 'one', configMap({ metadata: { resourceVersion: '1' } })),
      apply(A, 'one', configMap({ data: 'text' })),
      apply(A, 'one', configMap({ data: { k: 1 } })),
      apply(A, 'one', configMap({ data: { k: null } })),
      apply(A, 'one', configMap({ data: null })),
      apply(A, 'one', 'text'),
      apply(A, 'one', ''),
      apply(A, 'one', '[]'),
      apply(A, 'one', '{'),
      apply(A, 'one', ': :'),
      apply(A, 'one', configMap({}), { query: { force: 'maybe' } }),
      apply(CONFIG_MAPS, 'one', configMap({})),
      apply('/api/v1/namespaces/<ns>-missing/configmaps/a', 'one', configMap({})),
      apply(`${CONFIG_MAPS}/B`, 'one', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'B' } }),
      apply(A, 'one', configMap({}), { query: { dryRun: 'All' } }),
      apply(A, 'one', configMap({}), { query: { dryRun: 'Some' } }),
    ],
  },
  {
    name: 'resourceVersion and uid',
    steps: [
      applied('one', { data: { k: '1' } }, { keep: { rv: 'metadata.resourceVersion', uid: 'metadata.uid' } }),
      applied('one', { data: { k: '2' }, metadata: { resourceVersion: '<rv>' } }),
      applied('one', { data: { k: '3' }, metadata: { resourceVersion: '<rv>' } }),
      applied('one', { data: { k: '3' }, metadata: { uid: '<uid>' } }),
      applied('one', { data: { k: '3' }, metadata: { uid: '11111111-1111-1111-1111-111111111111' } }),
      applied('one', { data: { k: '3' }, metadata: { creationTimestamp: null } }),
    ],
  },
  {
    name: 'bodies in YAML',
    steps: [
      apply(
        A,
        'one',
        'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  on: "yes"\n  k: |\n    two\n    lines\n',
      ),
      apply(A, 'one', 'apiVersion: v1\nkind: ConfigMap\ndata: {k: yes}\n'),
      apply(A, 'one', 'apiVersion: v1\nkind: ConfigMap\n---\nkind: Secret\n'),
    ],
  },
  {
    name: 'sets and lists',
    steps: [
      applied('one', { metadata: { finalizers: ['example.com/a', 'example.com/b'] } }),
      applied('two', { metadata: { finalizers: ['example.com/c', 'example.com/a'] } }),
      applied('one', { metadata: { finalizers: ['example.com/b'] } }),
      applied('one', { metadata: { finalizers: ['example.com/b', 'example.com/b'] } }),
      applied('one', {
        metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'K', name: 'n', uid: 'u1' }] },
      }),
      applied('two', {
        metadata: {
          ownerReferences: [
            { apiVersion: 'v1', kind: 'K', name: 'n', uid: 'u1' },
            { apiVersion: 'v1', kind: 'K', name: 'm', uid: 'u2' },
          ],
        },
      }),
      applied('two', { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'K', name: 'n' }] } }),
      applied('two', {}),
      applied('one', {}),
    ],
  },
  {
    name: 'containers',
    steps: [
      apply(`${PODS}/p`, 'one', {
        apiVersion: 'v1',
        kind: 'Pod',
        spec: {
          containers: [
            { name: 'a', image: 'x', ports: [{ containerPort: 80 }], env: [{ name: 'E', value: '1' }] },
            { name: 'b', image: 'x' },
          ],
        },
      }),
      apply(`${PODS}/p`, 'two', {
        apiVersion: 'v1',
        kind: 'Pod',
        spec: { containers: [{ name: 'a', image: 'y' }] },
      }),
      apply(
        `${PODS}/p`,
        'two',
        { apiVersion: 'v1', kind: 'Pod', spec: { containers: [{ name: 'a', image: 'y' }] } },
        FORCE,
      ),
      apply(`${PODS}/p`, 'one', {
        apiVersion: 'v1',
        kind: 'Pod',
        spec: {
          containers: [
            { name: 'a', image: 'x' },
            { name: 'a', image: 'x' },
          ],
        },
      }),
      apply(`${PODS}/p`, 'one', { apiVersion: 'v1', kind: 'Pod', spec: { containers: [{ image: 'x' }] } }),
      apply(`${PODS}/p/status`, 'kubelet', {
        apiVersion: 'v1',
        kind: 'Pod',
        status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
      }),
    ],
  },
  {
    name: 'subresources',
    steps: [
      apply(`${SELF}/status`, 'one', {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: '<ns>', labels: { not: 'mine' } },
        status: { conditions: [{ type: 'T', status: 'True', reason: 'R', message: 'M' }] },
      }),
      apply(SELF, 'one', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: '<ns>', labels: { a: 'b' } } }),
      apply(`${SELF}/status`, 'two', {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: '<ns>' },
        status: { conditions: [{ type: 'T', status: 'False' }] },
      }),
      apply(SELF, 'two', { apiVersion: 'v1', kind: 'Namespace', status: { phase: 'Terminating' } }),
      apply(`${SELF}/finalize`, 'two', { apiVersion: 'v1', kind: 'Namespace' }),
    ],
  },
  {
    name: 'fields that the kind sets',
    steps: [
      apply(`${SELF}-made`, 'one', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: '<ns>-made' } }),
      remove(`${SELF}-made`),
      apply(`${SELF}/secrets/s`, 'one', {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 's' },
        data: { a: 'YQ==' },
        stringData: { a: 'b', c: 'd' },
      }),
      apply(`${SELF}/secrets/s`, 'one', { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' } }),
    ],
  },
  {
    name: 'managers of apply and update',
    steps: [
      applied('one', { data: { k: '1' } }),
      patch(A, 'merge', { data: { k: '2' } }, { query: { fieldManager: 'one' } }),
      applied('one', { data: { k: '1' } }),
      patch(A, 'json', [{ op: 'remove', path: '/data/k' }], { query: { fieldManager: 'other' } }),
      patch(A, 'merge', { metadata: { managedFields: [{}] } }),
      patch(A, 'merge', { metadata: { managedFields: [] } }),
      patch(A, 'merge', { metadata: { managedFields: null } }),
      applied('one', { data: { k: '3' } }),
      patch(A, 'strategic', { data: { k: '4' } }, { query: { fieldManager: 'late' } }),
      applied('one', { data: { k: '5' } }),
      get(A),
    ],
  },
  {
    name: 'last-applied annotation of kubectl',
    steps: [
      create(
        CONFIG_MAPS,
        configMap({
          metadata: {
            annotations: {
              'kubectl.kubernetes.io/last-applied-configuration':
                '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"k":"1","l":"1"}}',
            },
          },
          data: { k: '1', l: '1' },
        }),
        { query: { fieldManager: 'kubectl-client-side-apply' } },
      ),
      applied('kubectl', { data: { k: '2' } }),
      applied('other', { data: { k: '3' } }),
    ],
  },
];
