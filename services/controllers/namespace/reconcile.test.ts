import assert from 'node:assert/strict';
import type { Namespace } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { DiscoveredType } from '@pilothouse/client/discovery.js';
import { reconcileNamespace } from './reconcile.js';

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

interface Case {
  readonly name: string;
  readonly namespace: Namespace | undefined;
  readonly types?: readonly DiscoveredType[];
  readonly undiscovered?: readonly Error[];
  /** Types of which something is left, or that cannot be deleted. */
  readonly content?: Readonly<Record<string, 'remains' | Error>>;
  readonly gives: 'done' | 'retry' | RegExp;
  /** The types that are deleted, and the finalizers that are written in the end. */
  readonly does: readonly string[];
}

const terminating = namespace(['kubernetes']);
const configMaps = discovered('configmaps');
const secrets = discovered('secrets');
const broken = new Error('broken');

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
    does: ['configmaps', 'secrets', 'finalizers: '],
  },
  {
    name: 'keeps the finalizers of others',
    namespace: namespace(['a.b/c', 'kubernetes', 'd.e/f']),
    gives: 'done',
    does: ['finalizers: a.b/c,d.e/f'],
  },
  {
    name: 'comes again while something is left',
    namespace: terminating,
    types: [configMaps, secrets],
    content: { configmaps: 'remains' },
    gives: 'retry',
    does: ['configmaps', 'secrets'],
  },
  {
    name: 'deletes what it can, and fails, where some of it cannot be deleted',
    namespace: terminating,
    types: [configMaps, secrets],
    content: { configmaps: broken },
    gives: /the content of the namespace x cannot be deleted/,
    does: ['configmaps', 'secrets'],
  },
  {
    name: 'deletes what it can, and fails, where a group is not known',
    namespace: terminating,
    types: [secrets],
    undiscovered: [broken],
    gives: /the content of the namespace x cannot be deleted/,
    does: ['secrets'],
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
    does: ['leases', 'finalizers: '],
  },
];

describe('reconcileNamespace', () => {
  for (const { name, namespace: found, types = [], undiscovered = [], content = {}, gives, does } of cases) {
    it(name, async () => {
      const done: string[] = [];
      const deps = {
        get: async () => found,
        discover: async () => ({ types, errors: undiscovered }),
        deleteContent: async ({ type }: DiscoveredType, place: string) => {
          assert.equal(place, 'x');
          done.push(type.resource);
          const fate = content[type.resource];
          if (fate instanceof Error) throw fate;
          return fate === undefined;
        },
        finalize: async (written: Namespace, finalizers: string[]) => {
          assert.equal(written, found);
          done.push(`finalizers: ${finalizers.join(',')}`);
        },
      };
      const result = reconcileNamespace(deps, 'x');
      if (gives instanceof RegExp) {
        await assert.rejects(result, (error) => {
          assert(error instanceof AggregateError);
          assert.match(error.message, gives);
          assert.deepEqual(error.errors, [broken]);
          return true;
        });
      } else {
        assert.equal(await result, gives);
      }
      assert.deepEqual(done, does);
    });
  }
});
