import assert from 'node:assert/strict';
import type { ClusterRole, PolicyRule } from '../generated/rbac/v1.js';
import type { LabelSelector } from '../generated/meta/v1.js';
import { aggregatedRules, aggregates } from './aggregate.js';

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
    expected: readonly PolicyRule[] | undefined,
  ])[] = [
    ['stay unchanged for a role that is not aggregated', undefined, [pods], undefined],
    ['are unique, sorted by role name, without its own', [view], [], [nodes, pods, rule('pods', 'list')]],
    ['follow the order of the selectors', [edit, view], [], [rule('c', 'get'), nodes, pods, rule('pods', 'list')]],
    ['replace rules written by others', [edit], [rule('x', 'get')], [rule('c', 'get')]],
    [
      'are sorted',
      [edit, { matchLabels: { also: 'edit' } }],
      [nodes, pods, rule('c', 'get')],
      [rule('c', 'get'), nodes, pods],
    ],
    ['are empty if nothing matches', [{ matchLabels: { to: 'unused' } }], [pods], []],
    ['are empty without selectors', [], [pods], []],
    ['are not written when they are correct', [edit], [rule('c', 'get')], undefined],
    ['are correct with explicit empty lists', [edit], [{ ...rule('c', 'get'), resourceNames: [] }], undefined],
    ['include all roles for an empty selector', [{}], [], [nodes, pods, rule('pods', 'list'), rule('c', 'get')]],
  ];
  for (const [name, clusterRoleSelectors, present, expected] of cases) {
    it(name, () => {
      const sum: ClusterRole = {
        metadata: { name: 'sum' },
        rules: [...present],
        ...(clusterRoleSelectors && { aggregationRule: { clusterRoleSelectors } }),
      };
      assert.deepEqual(aggregatedRules(sum, roles), expected);
    });
  }

  it('are null for roles without rules, as in Kubernetes', () => {
    const none = JSON.parse('{"metadata":{"name":"none"},"aggregationRule":{},"rules":null}') as ClusterRole;
    assert.equal(aggregatedRules(none, [none]), undefined);
    const clusterRoleSelectors = [{}];
    const all = { ...none, metadata: { name: 'all' }, aggregationRule: { clusterRoleSelectors } };
    assert.deepEqual(aggregatedRules(all, [none, ...roles.slice(0, 1)]), [pods, rule('pods', 'list')]);
  });

  it('cannot be computed for an invalid selector', () => {
    const clusterRoleSelectors = [{ matchExpressions: [{ key: 'to', operator: 'In' }] }];
    assert.throws(() => aggregatedRules({ ...role('sum', {}), aggregationRule: { clusterRoleSelectors } }, roles), {
      message: /must be specified when `operator` is 'In' or 'NotIn'$/,
    });
  });

  const selectors = [{ matchLabels: { to: 'view' } }, { matchLabels: { to: 'edit' } }];
  const invalid = { matchExpressions: [{ key: 'to', operator: 'In' }] };
  const dependencies: readonly (readonly [what: string, selectors: object[], labels: object, expected: boolean])[] = [
    ['depend on a role that the first selector matches', selectors, { to: 'view' }, true],
    ['depend on a role that another selector matches', selectors, { to: 'edit', a: 'b' }, true],
    ['do not depend on other roles', selectors, { to: 'admin' }, false],
    ['do not depend on roles without selectors', [], { to: 'view' }, false],
    ['do not depend on what an invalid selector matches', [invalid], { to: 'view' }, false],
  ];
  for (const [what, clusterRoleSelectors, labels, expected] of dependencies) {
    it(what, () => {
      const sum = { ...role('sum', {}), aggregationRule: { clusterRoleSelectors } };
      assert.equal(aggregates(sum, role('other', { ...labels })), expected);
    });
  }
});
