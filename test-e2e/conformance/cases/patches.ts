import type { Case, Step } from '../case.js';
import { create, get, patch } from './steps.js';

const CONFIG_MAPS = '/api/v1/namespaces/<ns>/configmaps';
const A = `${CONFIG_MAPS}/a`;
const PODS = '/api/v1/namespaces/<ns>/pods';
const MADE = create(
  CONFIG_MAPS,
  { metadata: { name: 'a', labels: { a: 'b' }, finalizers: ['example.com/one'] }, data: { k: '1', l: '2' } },
  { keep: { rv: 'metadata.resourceVersion', uid: 'metadata.uid' } },
);
const json = (...operations: readonly Record<string, string | null>[]): Step => patch(A, 'json', [...operations]);
const merge = (body: Step['body']): Step => patch(A, 'merge', body ?? null);
const strategic = (body: Step['body']): Step => patch(A, 'strategic', body ?? null);

/** JSON patch, merge patch and strategic merge patch. */
export const patches: readonly Case[] = [
  {
    name: 'JSON patches',
    steps: [
      MADE,
      json({ op: 'replace', path: '/data/k', value: 'x' }, { op: 'remove', path: '/data/l' }),
      json({ op: 'test', path: '/data/k', value: 'x' }, { op: 'add', path: '/data/m', value: 'y' }),
      json({ op: 'test', path: '/data/k', value: 'no' }),
      json({ op: 'test', path: '/data/none', value: 'no' }),
      json({ op: 'remove', path: '/data/none' }),
      json({ op: 'replace', path: '/data/none', value: 'x' }),
      json({ op: 'add', path: '/nothing/here', value: 'x' }),
      json({ op: 'copy', from: '/data/k', path: '/data/copy' }),
      json({ op: 'move', from: '/data/none', path: '/data/copy' }),
      json({ op: 'other', path: '/data' }),
      json({ path: '/data' }),
      json({ op: 'add', path: 'data', value: 'x' }),
      json({ op: 'add', value: 'x' }),
      patch(A, 'json', [{ op: 'add', path: '/data/y' }], { query: { dryRun: 'All' } }),
      json({ op: 'add', path: '/metadata/finalizers/7', value: 'example.com/x' }),
      json({ op: 'add', path: '/metadata/finalizers/-', value: 'example.com/x' }),
      json({ op: 'add', path: '/metadata/labels/a~1b', value: 'x' }),
      json(),
      patch(A, 'json', {}),
      patch(A, 'json', '['),
      patch(A, 'json', ''),
      patch(A, 'json', [1]),
      patch(A, 'json', [null]),
      json({ op: 'replace', path: '/data', value: 'text' }),
      json({ op: 'replace', path: '', value: null }),
      json({ op: 'remove', path: '/metadata' }),
      json({ op: 'replace', path: '/metadata/name', value: 'b' }),
      json({ op: 'replace', path: '/kind', value: 'Secret' }),
      json({ op: 'replace', path: '/apiVersion', value: 'v2' }),
    ],
  },
  {
    name: 'merge patches',
    steps: [
      MADE,
      merge({ data: { k: null, n: 'new' }, metadata: { labels: null } }),
      merge({ data: { n: 'new' } }),
      merge({}),
      merge({ metadata: { name: 'b' } }),
      merge({ metadata: { namespace: 'b' } }),
      merge({ metadata: { uid: '11111111-1111-1111-1111-111111111111' } }),
      merge({ metadata: { resourceVersion: '<rv>' } }),
      merge({ metadata: { resourceVersion: '1' }, data: { z: 'z' } }),
      merge({ metadata: { resourceVersion: 'x' }, data: { z: 'z' } }),
      merge({ metadata: { creationTimestamp: null, generation: 7 } }),
      merge({ kind: 'Secret' }),
      merge({ apiVersion: 'v2' }),
      merge({ kind: null, apiVersion: null }),
      merge({ data: 'text' }),
      merge({ data: { k: 1 } }),
      merge({ metadata: { labels: { 'a b': 'c' } } }),
      merge([]),
      merge('text'),
      merge('null'),
      merge('{'),
      merge(''),
      patch(A, 'merge', { data: { force: 'x' } }, { query: { force: 'true' } }),
      patch(A, 'merge', { data: { force: 'x' } }, { query: { force: 'maybe' } }),
      patch(A, 'merge', { data: { dry: 'run' } }, { query: { dryRun: 'All' } }),
      patch(A, 'merge', { data: { dry: 'run' } }, { query: { fieldManager: 'other' } }),
      patch(`${CONFIG_MAPS}/missing`, 'merge', {}),
      patch(CONFIG_MAPS, 'merge', {}),
      get(A),
    ],
  },
  {
    name: 'strategic merge patches',
    steps: [
      MADE,
      strategic({ data: { k: null, n: 'new' } }),
      strategic({ metadata: { finalizers: ['example.com/two'] } }),
      strategic({ metadata: { '$deleteFromPrimitiveList/finalizers': ['example.com/one'] } }),
      strategic({
        metadata: {
          '$setElementOrder/finalizers': ['example.com/three', 'example.com/two'],
          finalizers: ['example.com/three'],
        },
      }),
      strategic({ data: { $patch: 'replace', only: 'this' } }),
      strategic({ data: { $patch: 'delete' } }),
      strategic({ data: { $patch: 'other' } }),
      strategic({ $patch: 'replace', metadata: { name: 'a' } }),
      strategic({ metadata: { ownerReferences: [{ uid: 'u', name: 'n', kind: 'K', apiVersion: 'v1' }] } }),
      strategic({ metadata: { ownerReferences: [{ uid: 'u', name: 'm' }] } }),
      strategic({ metadata: { ownerReferences: [{ name: 'm' }] } }),
      strategic({ metadata: { ownerReferences: [{ $patch: 'delete', uid: 'u' }] } }),
      strategic({ metadata: { finalizers: 'text' } }),
      strategic({ metadata: { ownerReferences: {} } }),
      strategic({ data: 'text' }),
      strategic([]),
      strategic('{'),
      strategic(''),
      strategic('null'),
      strategic({ metadata: { name: 'b' } }),
      strategic({ kind: 'Secret' }),
    ],
  },
  {
    name: 'strategic merge patches of containers',
    steps: [
      create(PODS, {
        metadata: { name: 'p' },
        spec: {
          containers: [
            { name: 'a', image: 'x' },
            { name: 'b', image: 'y' },
          ],
        },
      }),
      patch(`${PODS}/p`, 'strategic', { spec: { containers: [{ name: 'b', image: 'z' }] } }),
      patch(`${PODS}/p`, 'strategic', { spec: { containers: [{ name: 'c', image: 'z' }] } }),
      patch(`${PODS}/p`, 'strategic', { spec: { containers: [{ $patch: 'delete', name: 'b' }] } }),
      patch(`${PODS}/p`, 'strategic', { spec: { containers: [{ image: 'z' }] } }),
      patch(`${PODS}/p`, 'strategic', { spec: { containers: ['a'] } }),
      patch(`${PODS}/p`, 'strategic', { spec: { tolerations: [{ key: 'a', operator: 'Exists' }] } }),
    ],
  },
];
