import assert from 'node:assert/strict';
import type { Namespace, NamespaceCondition } from '@pilothouse/apimachinery/generated/core/v1.js';
import { conditionsAfter, type Attempt } from './conditions.js';
import type { Leftover } from './content.js';

const THEN = '2026-01-02T03:04:05Z';
const NOW = '2026-06-07T08:09:10Z';

function after(attempt: Partial<Attempt>, conditions?: NamespaceCondition[]): NamespaceCondition[] | undefined {
  const namespace: Namespace = { metadata: {}, spec: {}, status: { ...(conditions && { conditions }) } };
  const whole = { undiscovered: undefined, failures: [], leftovers: [], ...attempt };
  return conditionsAfter(whole, namespace, new Date(`${NOW.slice(0, -1)}.987Z`));
}

function left(resource: string, group: string, count: number, finalizers: Record<string, number> = {}): Leftover {
  return {
    type: { group, version: 'v1', resource, kind: resource, scope: 'Namespaced' },
    count,
    finalizers: new Map(Object.entries(finalizers)),
    gracefulUntil: 0,
  };
}

const WELL = `
NamespaceDeletionDiscoveryFailure False ResourcesDiscovered: All resources successfully discovered
NamespaceDeletionGroupVersionParsingFailure False ParsedGroupVersions: All legacy kube types successfully parsed
NamespaceDeletionContentFailure False ContentDeleted: All content successfully deleted, may be waiting on finalization
NamespaceContentRemaining False ContentRemoved: All content successfully removed
NamespaceFinalizersRemaining False ContentHasNoFinalizers: All content-preserving finalizers finished`;

const failing: readonly { readonly name: string; readonly attempt: Partial<Attempt>; readonly expected: string }[] = [
  {
    name: 'a discovery failure',
    attempt: { undiscovered: 'Discovery failed for some groups' },
    expected: 'NamespaceDeletionDiscoveryFailure True DiscoveryFailed: Discovery failed for some groups',
  },
  {
    name: 'a deletion failure',
    attempt: { failures: ['b', 'a'] },
    expected:
      'NamespaceDeletionContentFailure True ContentDeletionFailed: Failed to delete all resource types, 2 remaining: a, b',
  },
  {
    name: 'what remains',
    attempt: { leftovers: [left('secrets', '', 1), left('roles', 'a.b', 3), left('configmaps', '', 2)] },
    expected:
      'NamespaceContentRemaining True SomeResourcesRemain: Some resources are remaining: ' +
      'configmaps. has 2 resource instances, roles.a.b has 3 resource instances, secrets. has 1 resource instances',
  },
  {
    name: 'remaining finalizers',
    attempt: { leftovers: [left('a', '', 2, { 'x/y': 2 }), left('b', '', 1, { 'x/y': 1, 'a/b': 1 })] },
    expected:
      'NamespaceFinalizersRemaining True SomeFinalizersRemain: Some content in the namespace has finalizers remaining: ' +
      'a/b in 1 resource instances, x/y in 3 resource instances',
  },
];

describe('conditionsAfter', () => {
  const text = (conditions: readonly NamespaceCondition[] = []) =>
    conditions.map(({ type, status, reason = '', message = '' }) => `${type} ${status} ${reason}: ${message}`);
  const well = WELL.trim().split('\n');

  it('returns five conditions with the texts of Kubernetes', () => {
    const conditions = after({});
    assert.deepEqual(text(conditions), well);
    assert.deepEqual([...new Set(conditions?.map(({ lastTransitionTime }) => lastTransitionTime))], [NOW]);
  });

  for (const { name, attempt, expected } of failing) {
    it(`reports ${name}`, () => {
      const [type = ''] = expected.split(' ');
      const reported = text(after(attempt));
      assert.equal(
        reported.find((line) => line.startsWith(`${type} `)),
        expected,
      );
      const others = attempt.leftovers === undefined ? 4 : 3;
      assert.ok(reported.filter((line) => well.includes(line)).length >= others, reported.join('\n'));
    });
  }

  it('returns nothing without a change', () => {
    for (const attempt of [{}, ...failing.map((each) => each.attempt)])
      assert.equal(after(attempt, after(attempt)), undefined);
    for (const other of [{ status: 'Unknown' }, { reason: 'Other' }, { message: 'other' }]) {
      const old = after({})?.map((condition, index) => (index === 3 ? { ...condition, ...other } : condition));
      assert.deepEqual(text(after({}, old)), well);
    }
  });

  it('changes the transition time only with the status, and keeps other conditions', () => {
    const foreign = { type: 'Foreign', status: 'Unknown' };
    const remaining = (count: number): Partial<Attempt> => ({ leftovers: [left('a', '', count)] });
    const old = [foreign, ...(after(remaining(2)) ?? [])].map((each) => ({ ...each, lastTransitionTime: THEN }));
    const timed = (conditions: readonly NamespaceCondition[] | undefined) =>
      conditions?.map(({ type, status, lastTransitionTime }) => `${type} ${status} ${lastTransitionTime ?? ''}`);
    const fewer = after(remaining(1), old);
    assert.deepEqual(timed(fewer), timed(old));
    assert.match(text(fewer).join('\n'), /a\. has 1 resource/);
    const changed = timed(after({}, old))?.filter((line) => line.endsWith(NOW));
    assert.deepEqual(changed, [`NamespaceContentRemaining False ${NOW}`]);
  });
});
