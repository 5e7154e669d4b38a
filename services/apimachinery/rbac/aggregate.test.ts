import assert from 'node:assert/strict';
import type { ClusterRole, PolicyRule } from '../generated/rbac/v1.js';
import type { LabelSelector } from '../generated/meta/v1.js';
import { aggregatedRules } from './aggregate.js';

function rule(resource: string, ...verbs: readonly string[]): PolicyRule {
  return { verbs: [...verbs], apiGroups: [''], resources: [resource] };
}

function role(name: string, labels: Readonly<Record<string, string>>, ...rules: readonly PolicyRule[]): ClusterRole {
  return { metadata: { name, labels: { ...labels } }, rules: [...rules] };
}

const pods = rule('pods', 'get');
const nodes = rule('nodes', 'get');
const roles = [
  role('b', { to: 'view' }, pods, rule('pods', 'list')),
  role('a', { to: 'view', also: 'edit' }, nodes, pods),
  role('c', { to: 'edit' }, rule('c', 'get')),
  role('sum', { to: 'view' }, rule('own', 'get')),
];
const view: LabelSelector = { matchLabels: { to: 'view' } };
const edit: LabelSelector = { matchExpressions: [{ key: 'to', operator: 'In', values: ['edit'] }] };

describe('the rules of an aggregated role', () => {
  const cases: readonly (readonly [
    name: string,
    selectors: LabelSelector[] | undefined,
    present: readonly PolicyRule[],
    wanted: readonly PolicyRule[] | undefined,
  ])[] = [
    ['are left alone where it is not aggregated', undefined, [pods], undefined],
    [
      'are each there once, by the names of their roles, without its own',
      [view],
      [],
      [nodes, pods, rule('pods', 'list')],
    ],
    ['come in the order of the selectors', [edit, view], [], [rule('c', 'get'), nodes, pods, rule('pods', 'list')]],
    ['replace what others put there', [edit], [rule('x', 'get')], [rule('c', 'get')]],
    [
      'are put in order',
      [edit, { matchLabels: { also: 'edit' } }],
      [nodes, pods, rule('c', 'get')],
      [rule('c', 'get'), nodes, pods],
    ],
    ['are none where nothing matches', [{ matchLabels: { to: 'nobody' } }], [pods], []],
    ['are none without selectors', [], [pods], []],
    ['are not written where they are right', [edit], [rule('c', 'get')], undefined],
    [
      'are right also where they spell out empty lists',
      [edit],
      [{ ...rule('c', 'get'), resourceNames: [] }],
      undefined,
    ],
    ['are of all roles where a selector is empty', [{}], [], [nodes, pods, rule('pods', 'list'), rule('c', 'get')]],
  ];
  for (const [name, clusterRoleSelectors, present, wanted] of cases) {
    it(name, () => {
      const sum: ClusterRole = {
        metadata: { name: 'sum' },
        rules: [...present],
        ...(clusterRoleSelectors && { aggregationRule: { clusterRoleSelectors } }),
      };
      assert.deepEqual(aggregatedRules(sum, roles), wanted);
    });
  }

  it('are told of roles without any as Kubernetes writes them', () => {
    const none = JSON.parse('{"metadata":{"name":"none"},"aggregationRule":{},"rules":null}') as ClusterRole;
    assert.equal(aggregatedRules(none, [none]), undefined);
    const clusterRoleSelectors = [{}];
    const all = { ...none, metadata: { name: 'all' }, aggregationRule: { clusterRoleSelectors } };
    assert.deepEqual(aggregatedRules(all, [none, ...roles.slice(0, 1)]), [pods, rule('pods', 'list')]);
  });

  it('cannot be told of a selector that makes no sense', () => {
    const clusterRoleSelectors = [{ matchExpressions: [{ key: 'to', operator: 'In' }] }];
    assert.throws(() => aggregatedRules({ ...role('sum', {}), aggregationRule: { clusterRoleSelectors } }, roles), {
      message: /must be specified when `operator` is 'In' or 'NotIn'$/,
    });
  });
});
