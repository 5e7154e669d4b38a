import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { Namespace } from '@pilothouse/apimachinery/generated/core/v1.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { DiscoveredType } from '@pilothouse/client/discover.js';
import { reconcileNamespace, type NamespaceDeps } from './reconcile.js';

const ALL = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];

function discovered(resource: string, verbs: readonly string[] = ALL, scope: 'Namespaced' | 'Cluster' = 'Namespaced') {
  return { type: { group: '', version: 'v1', resource, kind: resource, scope }, verbs };
}

function namespace(finalizers: string[] | undefined, deletionTimestamp = '2026-01-02T03:04:05Z'): Namespace {
  return {
    metadata: { name: 'x', ...(deletionTimestamp !== '' && { deletionTimestamp }) },
    spec: finalizers === undefined ? {} : { finalizers },
    status: {},
  };
}

/** The remaining content of a type: objects by finalizer, the end of a grace period, or an error. */
type Fate = Record<string, number> | Date | Error;

interface Case {
  readonly name: string;
  readonly namespace: Namespace | undefined;
  readonly types?: readonly DiscoveredType[];
  /** Groups whose discovery fails; or all of it fails. */
  readonly undiscovered?: Error | readonly Error[];
  /** Types with remaining objects, or that cannot be deleted. */
  readonly content?: Readonly<Record<string, Fate>>;
  /** The result of writing the conditions. */
  readonly written?: Error | 'gone';
  readonly gives: 'done' | 'retry' | readonly Error[];
  /** The deleted types, the failing conditions, and the written finalizers. */
  readonly does: readonly string[];
}

const terminating = namespace(['kubernetes']);
const configMaps = discovered('configmaps');
const secrets = discovered('secrets');
const pods = discovered('pods');
const broken = new Error('broken');
const conflict = new StatusError('Conflict', 'changed');
const NOW = new Date('2026-01-02T03:04:05Z');
const LATER = new Date('2026-01-02T03:04:06Z');

const unexpected = 'unexpected items still remain in namespace: x for gvr: /v1, Resource=configmaps';
const unexpectedPods = unexpected.replace('configmaps', 'pods');
const remaining = 'NamespaceContentRemaining: Some resources are remaining: configmaps. has 1 resource instances';
const failure = (why: string) =>
  `NamespaceDeletionContentFailure: Failed to delete all resource types, 1 remaining: ${why}`;

const cases: Case[] = [
  { name: 'ignores a missing namespace', namespace: undefined, gives: 'done', does: [] },
  {
    name: 'ignores a namespace that is not deleted',
    namespace: namespace(['kubernetes'], ''),
    gives: 'done',
    does: [],
  },
  { name: 'ignores a namespace with other finalizers only', namespace: namespace(['a.b/c']), gives: 'done', does: [] },
  { name: 'ignores a namespace without finalizers', namespace: namespace(undefined), gives: 'done', does: [] },
  {
    name: 'removes its finalizer from an empty namespace',
    namespace: terminating,
    types: [configMaps, secrets],
    gives: 'done',
    does: ['configmaps', 'secrets', 'conditions', 'finalizers: '],
  },
  {
    name: 'keeps other finalizers',
    namespace: namespace(['a.b/c', 'kubernetes', 'd.e/f']),
    gives: 'done',
    does: ['conditions', 'finalizers: a.b/c,d.e/f'],
  },
  {
    name: 'retries while finalizers hold objects',
    namespace: terminating,
    types: [configMaps, secrets],
    content: { configmaps: { 'a/b': 1 } },
    gives: 'retry',
    does: [
      'configmaps',
      'secrets',
      'conditions',
      remaining,
      'NamespaceFinalizersRemaining: Some content in the namespace has finalizers remaining: a/b in 1 resource instances',
    ],
  },
  {
    name: 'retries during a grace period',
    namespace: terminating,
    types: [configMaps],
    content: { configmaps: LATER },
    gives: 'retry',
    does: ['configmaps', 'conditions', remaining],
  },
  {
    name: 'deletes pods first',
    namespace: terminating,
    types: [configMaps, pods, secrets],
    gives: 'done',
    does: ['pods', 'configmaps', 'secrets', 'conditions', 'finalizers: '],
  },
  {
    name: 'keeps other objects while pods exist',
    namespace: terminating,
    types: [configMaps, pods, secrets],
    content: { pods: LATER },
    gives: 'retry',
    does: [
      'pods',
      'conditions',
      'NamespaceContentRemaining: Some resources are remaining: pods. has 1 resource instances',
    ],
  },
  {
    name: 'keeps other objects while pods exist after their grace period',
    namespace: terminating,
    types: [pods, secrets],
    content: { pods: NOW },
    gives: [new Error(unexpectedPods)],
    does: [
      'pods',
      'conditions',
      failure(unexpectedPods),
      'NamespaceContentRemaining: Some resources are remaining: pods. has 1 resource instances',
    ],
  },
  {
    name: 'deletes other objects, and fails, when pods cannot be deleted',
    namespace: terminating,
    types: [configMaps, pods, secrets],
    content: { pods: broken, secrets: { 'a/b': 1 } },
    gives: [broken],
    does: [
      'pods',
      'configmaps',
      'secrets',
      'conditions',
      failure('broken'),
      'NamespaceContentRemaining: Some resources are remaining: secrets. has 1 resource instances',
      'NamespaceFinalizersRemaining: Some content in the namespace has finalizers remaining: a/b in 1 resource instances',
    ],
  },
  {
    name: 'fails when an object remains after its grace period',
    namespace: terminating,
    types: [configMaps],
    content: { configmaps: NOW },
    gives: [new Error(unexpected)],
    does: ['configmaps', 'conditions', failure(unexpected), remaining],
  },
  {
    name: 'deletes other types, and fails, when one cannot be deleted',
    namespace: terminating,
    types: [configMaps, secrets],
    content: { configmaps: broken },
    gives: [broken],
    does: ['configmaps', 'secrets', 'conditions', failure('broken')],
  },
  {
    name: 'deletes known types, and fails, when discovery of a group fails',
    namespace: terminating,
    types: [secrets],
    undiscovered: [new Error('b/v1: away'), new Error('a/v1: away')],
    gives: [new Error('b/v1: away'), new Error('a/v1: away')],
    does: [
      'secrets',
      'conditions',
      'NamespaceDeletionDiscoveryFailure: Discovery failed for some groups, 2 failing: ' +
        'unable to retrieve the complete list of server APIs: a/v1: away, b/v1: away',
    ],
  },
  {
    name: 'fails when discovery fails',
    namespace: terminating,
    undiscovered: broken,
    gives: [broken],
    does: ['conditions', 'NamespaceDeletionDiscoveryFailure: broken'],
  },
  {
    name: 'retries after a conflict',
    namespace: terminating,
    written: conflict,
    gives: 'retry',
    does: ['conditions'],
  },
  {
    name: 'reports failures also after a conflict',
    namespace: terminating,
    types: [configMaps],
    content: { configmaps: broken },
    written: conflict,
    gives: [broken],
    does: ['configmaps', 'conditions', failure('broken')],
  },
  {
    name: 'fails when the conditions cannot be written',
    namespace: terminating,
    written: broken,
    gives: [broken],
    does: ['conditions'],
  },
  {
    name: 'accepts that the namespace is gone',
    namespace: terminating,
    written: 'gone',
    gives: 'done',
    does: ['conditions'],
  },
  {
    name: 'skips types that are cluster-scoped or cannot be listed and deleted',
    namespace: terminating,
    types: [
      discovered('nodes', ALL, 'Cluster'),
      discovered('reviews', ['create']),
      discovered('bindings', ['delete']),
      discovered('componentstatuses', ['list']),
      discovered('leases', ['list', 'delete']),
    ],
    gives: 'done',
    does: ['leases', 'conditions', 'finalizers: '],
  },
];

/** The dependencies of a step. They record its calls in `done`. */
function depsOf({ namespace: found, types = [], undiscovered = [], content = {}, written }: Case, done: string[]) {
  const deps: NamespaceDeps & { current: Namespace | undefined } = {
    current: found,
    get: async () => deps.current,
    discover: async () => {
      if (undiscovered instanceof Error) throw undiscovered;
      return { types, errors: undiscovered };
    },
    deleteContent: async ({ type }, coordinates) => {
      assert.equal(coordinates, 'x');
      done.push(type.resource);
      const fate = content[type.resource];
      if (fate === undefined) return undefined;
      if (fate instanceof Error) throw fate;
      const [finalizers, until] = fate instanceof Date ? [{}, fate.getTime()] : [fate, 0];
      return { type, count: 1, finalizers: new Map(Object.entries(finalizers)), gracefulUntil: until };
    },
    setConditions: async (old, conditions) => {
      assert.equal(old, deps.current);
      const bad = conditions.filter(({ status }) => status !== 'False');
      done.push('conditions', ...bad.map(({ type, message = '' }) => `${type}: ${message}`));
      if (written instanceof Error) throw written;
      deps.current = written === 'gone' ? undefined : { ...old, status: { ...old.status, conditions } };
      return deps.current;
    },
    finalize: async (last, finalizers) => {
      assert.equal(last, deps.current);
      done.push(`finalizers: ${finalizers.join(',')}`);
    },
    now: () => NOW,
  };
  return deps;
}

describe('reconcileNamespace', () => {
  for (const each of cases) {
    it(each.name, async () => {
      const done: string[] = [];
      const deps = depsOf(each, done);
      const result = reconcileNamespace(deps, 'x');
      if (typeof each.gives === 'string') {
        assert.equal(await result, each.gives);
      } else {
        await assert.rejects(result, (error) => {
          assert(error instanceof AggregateError);
          assert.equal(error.message, 'the content of the namespace x cannot be deleted');
          assert.deepEqual(error.errors, each.gives);
          return true;
        });
      }
      assert.deepEqual(done, each.does);
    });
  }

  it('processes all types with bounded concurrency', async () => {
    const types = Array.from({ length: 25 }, (_, index) => discovered(`type${index}`));
    const done: string[] = [];
    const deps = depsOf({ name: '', namespace: terminating, types, gives: 'done', does: [] }, done);
    let atATime = 0;
    let most = 0;
    const deleteContent: NamespaceDeps['deleteContent'] = async (...coordinates) => {
      most = Math.max(most, ++atATime);
      await turn();
      atATime--;
      return deps.deleteContent(...coordinates);
    };
    assert.equal(await reconcileNamespace({ ...deps, deleteContent }, 'x'), 'done');
    assert.equal(done.filter((line) => line.startsWith('type')).length, 25);
    assert.equal(most, 10);
  });

  it('writes equal conditions once', async () => {
    const done: string[] = [];
    const held = { name: '', namespace: terminating, types: [configMaps], content: { configmaps: { 'a/b': 1 } } };
    const deps = depsOf({ ...held, gives: 'retry', does: [] }, done);
    for (const _ of [1, 2, 3]) await reconcileNamespace(deps, 'x');
    assert.equal(done.filter((line) => line === 'conditions').length, 1);
  });
});
