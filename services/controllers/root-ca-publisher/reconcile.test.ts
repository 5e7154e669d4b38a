import assert from 'node:assert/strict';
import type { ConfigMap } from '@pilothouse/apimachinery/generated/core/v1.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { reconcileRootCa, type RootCaDeps } from './reconcile.js';

const KEY = 'kubernetes.io/description';
const TEXT =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.';

const data = { 'ca.crt': 'PEM' };
const metadata = { name: 'kube-root-ca.crt', annotations: { [KEY]: TEXT } };
const right = { metadata, data };
const live = { ...metadata, namespace: 'x', uid: '1', resourceVersion: '5' };

const conflict = new StatusError('Conflict', 'changed');
const missing = new StatusError('NotFound', 'gone');
const forbidden = new StatusError('Forbidden', 'you may not');
const terminating = new StatusError('Forbidden', 'too late', {
  details: { causes: [{ reason: 'NamespaceTerminating' }] },
});

interface Case {
  readonly name: string;
  readonly phase?: string;
  readonly map?: ConfigMap;
  readonly refusal?: StatusError;
  readonly does?: readonly unknown[];
  readonly delay?: number;
  readonly gives?: 'done' | 'retry' | { readonly requeueAfter: number } | StatusError;
}

const created = ['create', right];
const stale = { metadata: live, data: { 'ca.crt': 'old' } };
const updated = ['update', { metadata: live, data }];

const cases: Case[] = [
  { name: 'is created if it is missing', does: created },
  { name: 'is not created in a terminating namespace', phase: 'Terminating' },
  { name: 'is not created in a deleted namespace', phase: '' },
  {
    name: 'is kept with another description',
    map: { metadata: { ...live, annotations: { [KEY]: 'x' } }, data },
  },
  { name: 'is corrected with another certificate', map: stale, does: updated },
  { name: 'is corrected with additional data', map: { metadata: live, data: { ...data, more: '' } }, does: updated },
  { name: 'is corrected without data', map: { metadata: live }, does: updated },
  {
    name: 'gets its description back, and keeps other annotations',
    map: { metadata: { ...live, annotations: { a: 'b' } }, data },
    does: ['update', { metadata: { ...live, annotations: { a: 'b', [KEY]: TEXT } }, data }],
  },
  {
    name: 'is deleted if it is wrong and immutable',
    map: { ...stale, immutable: true },
    does: ['remove', { ...stale, immutable: true }],
  },
  {
    name: 'gets its description also if it is immutable',
    map: { metadata: { ...live, annotations: {} }, data, immutable: true },
    does: ['update', { metadata: live, data, immutable: true }],
  },
  { name: 'accepts that it already exists', refusal: new StatusError('AlreadyExists', 'there'), does: created },
  { name: 'accepts that the namespace is terminating', refusal: terminating, does: created },
  { name: 'accepts that it is gone at an update', map: stale, refusal: missing, does: updated },
  {
    name: 'is retried after a conflict',
    map: stale,
    refusal: conflict,
    does: updated,
    gives: 'retry',
  },
  { name: 'waits if it was corrected recently', map: stale, delay: 50, gives: { requeueAfter: 50 } },
  { name: 'is created at once even after a recent correction', delay: 50, does: created },
  { name: 'is kept if it is right', map: { metadata: live, data }, delay: 50 },
  { name: 'fails if the create is forbidden', refusal: forbidden, does: created, gives: forbidden },
];

describe('reconcileRootCa: the ConfigMap', () => {
  for (const { name, phase = 'Active', map, refusal, delay = 0, does = [], gives = 'done' } of cases) {
    it(name, async () => {
      const done: unknown[] = [];
      const act = (verb: string) => async (namespace: string, object: unknown) => {
        assert.equal(namespace, 'x');
        done.push(verb, object);
        if (refusal !== undefined) throw refusal;
      };
      const deps: RootCaDeps = {
        rootCa: () => 'PEM',
        annotation: KEY,
        namespace: () => (phase === '' ? undefined : { metadata: {}, spec: {}, status: { phase } }),
        map: () => map,
        delay: () => delay,
        create: act('create'),
        update: act('update'),
        remove: act('remove'),
      };
      const result = reconcileRootCa(deps, 'x');
      if (gives instanceof StatusError) await assert.rejects(result, gives);
      else assert.deepEqual(await result, gives);
      assert.deepEqual(done, does);
    });
  }
});
