import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { Namespace } from '@pilothouse/apimachinery/generated/core/v1.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { DiscoveredType } from '@pilothouse/client/discovery.js';
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

/** What becomes of the content of one type: how many objects each finalizer holds, until when they end, or why it fails. */
type Fate = Record<string, number> | Date | Error;

interface Case {
  readonly name: string;
  readonly namespace: Namespace | undefined;
  readonly types?: readonly DiscoveredType[];
  /** Groups that do not say what they have; or nothing is said at all. */
  readonly undiscovered?: Error | readonly Error[];
  /** Types of which something is left, or that cannot be deleted. */
  readonly content?: Readonly<Record<string, Fate>>;
  /** What comes of writing the conditions. */
  readonly written?: Error | 'gone';
  readonly gives: 'done' | 'retry' | readonly Error[];
  /** The types that are deleted, the conditions that are not well, and the finalizers that are written in the end. */
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
  { name: 'leaves alone what is not there', namespace: undefined, gives: 'done', does: [] },
  { name: 'leaves alone what is not deleted', namespace: namespace(['kubernetes'], ''), gives: 'done', does: [] },
  { name: 'leaves alone what waits for others only', namespace: namespace(['a.b/c']), gives: 'done', does: [] },
  { name: 'leaves alone what waits for nobody', namespace: namespace(undefined), gives: 'done', does: [] },
  {
    name: 'lets an empty namespace go',
    namespace: terminating,
    types: [configMaps, secrets],
    gives: 'done',
    does: ['configmaps', 'secrets', 'conditions', 'finalizers: '],
  },
  {
    name: 'keeps the finalizers of others',
    namespace: namespace(['a.b/c', 'kubernetes', 'd.e/f']),
    gives: 'done',
    does: ['conditions', 'finalizers: a.b/c,d.e/f'],
  },
  {
    name: 'comes again while finalizers hold something',
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
    name: 'comes again while something is given time to end',
    namespace: terminating,
    types: [configMaps],
    content: { configmaps: LATER },
    gives: 'retry',
    does: ['configmaps', 'conditions', remaining],
  },
  {
    name: 'deletes pods before all else',
    namespace: terminating,
    types: [configMaps, pods, secrets],
    gives: 'done',
    does: ['pods', 'configmaps', 'secrets', 'conditions', 'finalizers: '],
  },
  {
    name: 'leaves all else alone while there are pods',
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
    name: 'leaves all else alone while there are pods whose time is over',
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
    name: 'goes on with all else, and fails, where pods cannot be deleted',
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
    name: 'fails where something stays whose time is over',
    namespace: terminating,
    types: [configMaps],
    content: { configmaps: NOW },
    gives: [new Error(unexpected)],
    does: ['configmaps', 'conditions', failure(unexpected), remaining],
  },
  {
    name: 'deletes what it can, and fails, where some of it cannot be deleted',
    namespace: terminating,
    types: [configMaps, secrets],
    content: { configmaps: broken },
    gives: [broken],
    does: ['configmaps', 'secrets', 'conditions', failure('broken')],
  },
  {
    name: 'deletes what it can, and fails, where a group is not known',
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
    name: 'fails where no group is known',
    namespace: terminating,
    undiscovered: broken,
    gives: [broken],
    does: ['conditions', 'NamespaceDeletionDiscoveryFailure: broken'],
  },
  {
    name: 'comes again where the namespace has changed meanwhile',
    namespace: terminating,
    written: conflict,
    gives: 'retry',
    does: ['conditions'],
  },
  {
    name: 'tells what failed also where the namespace has changed meanwhile',
    namespace: terminating,
    types: [configMaps],
    content: { configmaps: broken },
    written: conflict,
    gives: [broken],
    does: ['configmaps', 'conditions', failure('broken')],
  },
  {
    name: 'fails where the conditions cannot be written',
    namespace: terminating,
    written: broken,
    gives: [broken],
    does: ['conditions'],
  },
  {
    name: 'is content when the namespace is gone meanwhile',
    namespace: terminating,
    written: 'gone',
    gives: 'done',
    does: ['conditions'],
  },
  {
    name: 'passes over types that are not content or cannot be listed and deleted',
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

/** Everything that a step needs, which notes what it is told to do in `done`. */
function depsOf({ namespace: found, types = [], undiscovered = [], content = {}, written }: Case, done: string[]) {
  const deps: NamespaceDeps & { current: Namespace | undefined } = {
    current: found,
    get: async () => deps.current,
    discover: async () => {
      if (undiscovered instanceof Error) throw undiscovered;
      return { types, errors: undiscovered };
    },
    deleteContent: async ({ type }, place) => {
      assert.equal(place, 'x');
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

  it('looks at all types, but not at all of them at a time', async () => {
    const types = Array.from({ length: 25 }, (_, index) => discovered(`type${index}`));
    const done: string[] = [];
    const deps = depsOf({ name: '', namespace: terminating, types, gives: 'done', does: [] }, done);
    let atATime = 0;
    let most = 0;
    const deleteContent: NamespaceDeps['deleteContent'] = async (...place) => {
      most = Math.max(most, ++atATime);
      await turn();
      atATime--;
      return deps.deleteContent(...place);
    };
    assert.equal(await reconcileNamespace({ ...deps, deleteContent }, 'x'), 'done');
    assert.equal(done.filter((line) => line.startsWith('type')).length, 25);
    assert.equal(most, 10);
  });

  it('writes the same conditions only once', async () => {
    const done: string[] = [];
    const held = { name: '', namespace: terminating, types: [configMaps], content: { configmaps: { 'a/b': 1 } } };
    const deps = depsOf({ ...held, gives: 'retry', does: [] }, done);
    for (const _ of [1, 2, 3]) await reconcileNamespace(deps, 'x');
    assert.equal(done.filter((line) => line === 'conditions').length, 1);
  });
});
