import assert from 'node:assert/strict';
import { whoCan, type Binding, type Role, type Rule } from './who-can.js';

const role = (kind: Role['kind'], name: string, rule: Rule, namespace?: string): Role => ({
  kind,
  metadata: { name, ...(namespace !== undefined && { namespace }) },
  rules: [rule],
});
const bind = (to: Role, user: string, namespace?: string): Binding => ({
  kind: namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding',
  metadata: { name: user, ...(namespace !== undefined && { namespace }) },
  roleRef: { kind: to.kind, name: to.metadata.name ?? '' },
  subjects: [{ kind: 'User', name: user }],
});

const all = role('ClusterRole', 'all', { verbs: ['*'], apiGroups: ['*'], resources: ['*'] });
const view = role('ClusterRole', 'view', { verbs: ['get'], apiGroups: [''], resources: ['pods', '*/scale'] });
const one = role('Role', 'one', { verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: ['x'] }, 'a');
const same = role('Role', 'one', { verbs: ['list'], apiGroups: [''], resources: ['pods'] }, 'b');
const roles = [all, view, one, same];
const bindings = [
  bind(all, 'root'),
  bind(view, 'cluster'),
  bind(view, 'team', 'a'),
  bind(one, 'single', 'a'),
  bind(same, 'other', 'b'),
];

describe('who can', () => {
  for (const [verb, group, resource, namespace, users] of [
    ['get', '', 'pods', 'a', ['root', 'cluster', 'team', 'single x']],
    ['get', '', 'pods', 'b', ['root', 'cluster']],
    ['get', '', 'pods', '', ['root', 'cluster']],
    ['list', '', 'pods', 'b', ['root', 'other']],
    ['list', '', 'pods', 'a', ['root']],
    ['get', 'apps', 'pods', 'a', ['root']],
    ['get', '', 'pods/log', 'a', ['root']],
    ['get', '', 'replicationcontrollers/scale', 'a', ['root', 'cluster', 'team']],
  ] as const) {
    it(`${verb} ${resource} of ${JSON.stringify(group)} in ${JSON.stringify(namespace)}`, () => {
      const found = whoCan({ verb, group, resource, namespace }, roles, bindings);
      assert.deepEqual(
        found.map(({ subject, names }) => [subject.name, ...names].join(' ')),
        users,
      );
    });
  }
});
