import assert from 'node:assert/strict';
import type { PolicyRule, RoleRef, Subject } from '@pilothouse/apimachinery/generated/rbac/v1.js';
import { authenticatedUser, type User } from '@pilothouse/token-authenticators/user.js';
import * as fc from 'fast-check';
import type { AuthorizableRequest, AuthorizableResource, Decision } from '@pilothouse/kinds/definition/authorizer.js';
import { rbacAuthorizer } from './authorizer.js';
import { allowedBy, naiveAllows, type World } from './naive.test.helper.js';
import { createPolicy, type Policy } from './policy.js';

const GROUP = 'rbac.authorization.k8s.io';

const clusterRole = (name: string): RoleRef => ({ apiGroup: GROUP, kind: 'ClusterRole', name });
const user = (name: string): Subject => ({ kind: 'User', apiGroup: GROUP, name });
const group = (name: string): Subject => ({ kind: 'Group', apiGroup: GROUP, name });
const account = (name: string, namespace?: string): Subject => ({
  kind: 'ServiceAccount',
  name,
  ...(namespace !== undefined && { namespace }),
});

const resource = (verb: string, text: string, rest: Partial<AuthorizableResource> = {}): AuthorizableResource => {
  const [name = '', subresource = ''] = text.split('/');
  return {
    type: 'resource',
    verb,
    group: '',
    version: 'v1',
    resource: name,
    subresource,
    namespace: '',
    name: '',
    ...rest,
  };
};
const path = (verb: string, text: string): AuthorizableRequest => ({ type: 'nonResource', verb, path: text });

function decide(policy: Policy, who: User, request: AuthorizableRequest): Decision {
  const decision = rbacAuthorizer({ policy, isLoaded: () => true }).authorize({ user: who, request });
  assert.ok('type' in decision);
  return decision;
}

const ann = authenticatedUser('ann', ['dev']);

describe('an RBAC rule', () => {
  const podReader: PolicyRule = { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'] };
  const cases: readonly (readonly [
    rule: PolicyRule,
    allowed: readonly AuthorizableRequest[],
    refused: readonly AuthorizableRequest[],
  ])[] = [
    [
      podReader,
      [resource('get', 'pods'), resource('list', 'pods', { namespace: 'a' }), resource('get', 'pods', { name: 'x' })],
      [
        resource('delete', 'pods'),
        resource('get', 'pods/log'),
        resource('get', 'pods', { group: 'apps' }),
        resource('get', '*'),
        resource('*', 'pods'),
        path('get', 'pods'),
      ],
    ],
    [
      { ...podReader, verbs: ['*'] },
      [resource('get', 'pods'), resource('anything', 'pods'), resource('*', 'pods')],
      [resource('get', 'nodes')],
    ],
    [
      { ...podReader, apiGroups: ['*'] },
      [resource('get', 'pods'), resource('get', 'pods', { group: 'apps' })],
      [resource('get', 'nodes')],
    ],
    [
      { ...podReader, resources: ['*'] },
      [resource('get', 'pods'), resource('get', 'pods/log'), resource('get', '*')],
      [resource('watch', 'pods')],
    ],
    [
      { ...podReader, resources: ['*/log'] },
      [resource('get', 'pods/log'), resource('get', 'jobs/log')],
      [resource('get', 'pods'), resource('get', 'pods/status'), resource('get', 'log')],
    ],
    [
      { ...podReader, resources: ['pods/log'] },
      [resource('get', 'pods/log')],
      [resource('get', 'pods'), resource('get', 'jobs/log')],
    ],
    [
      { ...podReader, resourceNames: ['x', 'y'] },
      [resource('get', 'pods', { name: 'x' }), resource('list', 'pods', { name: 'y' })],
      [resource('get', 'pods', { name: 'z' }), resource('list', 'pods')],
    ],
    [
      { verbs: ['get'], nonResourceURLs: ['/version', '/healthz/*'] },
      [path('get', '/version'), path('get', '/healthz/'), path('get', '/healthz/a/b')],
      [path('get', '/version/'), path('get', '/healthz'), path('post', '/version'), resource('get', '/version')],
    ],
    [{ verbs: ['*'], nonResourceURLs: ['*'] }, [path('get', '/'), path('post', '/a/b')], [resource('get', 'pods')]],
    [{ verbs: ['get'], apiGroups: [''], resources: [] }, [], [resource('get', 'pods'), resource('get', '')]],
  ];
  for (const [rule, allowed, refused] of cases) {
    it(JSON.stringify(rule), () => {
      const policy = createPolicy(GROUP);
      policy.set('clusterroles', { namespace: '', name: 'r' }, { metadata: {}, rules: [rule] });
      const binding = { metadata: {}, roleRef: clusterRole('r'), subjects: [user('ann')] };
      policy.set('clusterrolebindings', { namespace: '', name: 'b' }, binding);
      for (const request of allowed) assert.equal(decide(policy, ann, request).type, 'allow', JSON.stringify(request));
      for (const request of refused)
        assert.equal(decide(policy, ann, request).type, 'noOpinion', JSON.stringify(request));
    });
  }
});

describe('an RBAC binding', () => {
  const rules: PolicyRule[] = [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }];
  const robot = authenticatedUser('system:serviceaccount:ns:robot', ['system:serviceaccounts']);
  const there = resource('get', 'pods', { namespace: 'ns' });

  const given: readonly (readonly [name: string, subject: Subject, who: User, allowed: boolean])[] = [
    ['to a user', user('ann'), ann, true],
    ['to another user', user('bob'), ann, false],
    ['to a user with the name of a group', user('dev'), ann, false],
    ['to a group', group('dev'), ann, true],
    ['to a group with the name of a user', group('ann'), ann, false],
    ['to system:authenticated', group('system:authenticated'), ann, true],
    ['to a service account', account('robot', 'ns'), robot, true],
    ['to a service account in its own namespace', account('robot'), robot, true],
    ['to a service account in another namespace', account('robot', 'other'), robot, false],
    ['to the user name of a service account', user('system:serviceaccount:ns:robot'), robot, true],
    ['to all service accounts', group('system:serviceaccounts'), robot, true],
  ];
  for (const [name, subject, who, allowed] of given) {
    it(`${name} ${allowed ? 'applies' : 'does not apply'}`, () => {
      const policy = createPolicy(GROUP);
      policy.set('roles', { namespace: 'ns', name: 'r' }, { metadata: {}, rules });
      const roleRef = { apiGroup: GROUP, kind: 'Role', name: 'r' };
      policy.set('rolebindings', { namespace: 'ns', name: 'b' }, { metadata: {}, roleRef, subjects: [subject] });
      assert.equal(decide(policy, who, there).type === 'allow', allowed);
      assert.equal(decide(policy, who, resource('get', 'pods')).type, 'noOpinion');
      assert.equal(decide(policy, who, { ...there, namespace: 'other' }).type, 'noOpinion');
    });
  }

  it('is named in the reason, as are missing roles', () => {
    const policy = createPolicy(GROUP);
    const robots = { metadata: {}, roleRef: clusterRole('r'), subjects: [user('x'), account('robot')] };
    policy.set('rolebindings', { namespace: 'ns', name: 'b' }, robots);
    policy.set(
      'clusterrolebindings',
      { namespace: '', name: 'c' },
      {
        metadata: {},
        roleRef: clusterRole('r'),
        subjects: [group('dev'), user('ann')],
      },
    );
    assert.deepEqual(decide(policy, ann, there), {
      type: 'noOpinion',
      reason: `RBAC: clusterrole.${GROUP} "r" not found`,
    });
    policy.set('clusterroles', { namespace: '', name: 'r' }, { metadata: {}, rules });
    assert.equal(
      decide(policy, ann, there).reason,
      'RBAC: allowed by ClusterRoleBinding "c" of ClusterRole "r" to User "ann"',
    );
    assert.equal(
      decide(policy, robot, there).reason,
      'RBAC: allowed by RoleBinding "b/ns" of ClusterRole "r" to ServiceAccount "robot/ns"',
    );
  });

  it('applies next to a binding that was evaluated before', () => {
    const policy = createPolicy(GROUP);
    const give = (name: string, verb: string): void => {
      const rule: PolicyRule = { verbs: [verb], apiGroups: [''], resources: ['pods'] };
      policy.set('clusterroles', { namespace: '', name }, { metadata: {}, rules: [rule] });
      const binding = { metadata: {}, roleRef: clusterRole(name), subjects: [user('ann')] };
      policy.set('rolebindings', { namespace: 'ns', name }, binding);
    };
    const verbs = ['get', 'list', 'watch'];
    for (const [index, verb] of verbs.entries()) {
      give(`r${index}`, verb);
      for (const [other, asked] of verbs.entries()) {
        assert.equal(decide(policy, ann, { ...there, verb: asked }).type === 'allow', other <= index);
      }
    }
    policy.set('rolebindings', { namespace: 'ns', name: 'r1' }, undefined);
    assert.equal(decide(policy, ann, { ...there, verb: 'list' }).type, 'noOpinion');
    assert.equal(decide(policy, ann, { ...there, verb: 'watch' }).type, 'allow');
  });

  it('has no effect before everything has been read', () => {
    const policy = createPolicy(GROUP);
    policy.set('clusterroles', { namespace: '', name: 'r' }, { metadata: {}, rules });
    const subjects = [user('ann')];
    policy.set(
      'clusterrolebindings',
      { namespace: '', name: 'c' },
      { metadata: {}, roleRef: clusterRole('r'), subjects },
    );
    const early = rbacAuthorizer({ policy, isLoaded: () => false });
    assert.equal((early.authorize({ user: ann, request: there }) as Decision).type, 'noOpinion');
    const nothing = { resourceRules: [], nonResourceRules: [], incomplete: true, problems: [] };
    assert.deepEqual(early.rulesFor(ann, 'ns'), nothing);
  });
});

describe('the RBAC index', () => {
  const few = <Value>(values: fc.Arbitrary<Value>) => fc.array(values, { maxLength: 3 });
  const verbs = fc.constantFrom('get', 'list', '*');
  const groups = fc.constantFrom('', 'apps', '*');
  const resources = fc.constantFrom('pods', 'nodes', 'pods/log', '*/log', '*');
  const names = fc.constantFrom('x', 'y');
  const urls = fc.constantFrom('/a', '/a/*', '*', '/b');
  const namespaces = fc.constantFrom('n1', 'n2');
  const rule: fc.Arbitrary<PolicyRule> = fc.oneof(
    fc.record({ verbs: few(verbs), apiGroups: few(groups), resources: few(resources), resourceNames: few(names) }),
    fc.record({ verbs: few(verbs), nonResourceURLs: few(urls) }),
  );
  const called = fc.constantFrom('r1', 'r2');
  const subject = fc.oneof(
    fc.constantFrom('u1', 'u2').map(user),
    fc.constantFrom('g1', 'g2').map(group),
    fc.tuple(fc.constantFrom('s1', 's2'), fc.option(namespaces, { nil: undefined })).map(([a, b]) => account(a, b)),
  );
  const roleRef = fc.tuple(fc.constantFrom('Role', 'ClusterRole'), called).map(([kind, name]) => ({
    apiGroup: GROUP,
    kind,
    name,
  }));
  const key = fc.oneof(
    fc.record({ namespace: fc.constant(''), name: called }),
    fc.record({ namespace: namespaces, name: called }),
  );
  /** An object that is created, changed or deleted. */
  const change = fc.record({
    key,
    isBinding: fc.boolean(),
    isGone: fc.boolean(),
    rules: few(rule),
    roleRef,
    subjects: few(subject),
  });
  type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;
  const request: fc.Arbitrary<AuthorizableRequest> = fc.oneof(
    fc
      .tuple(verbs, fc.constantFrom('pods', 'nodes', 'pods/log'), groups, fc.constantFrom('', 'n1', 'n2'), names)
      .map(([verb, text, apiGroup, namespace, name]) => resource(verb, text, { group: apiGroup, namespace, name })),
    fc.tuple(verbs, fc.constantFrom('/a', '/a/b', '/b')).map(([verb, text]) => path(verb, text)),
  );
  const who = fc
    .tuple(fc.constantFrom('u1', 'u2', 'system:serviceaccount:n1:s1'), few(fc.constantFrom('g1', 'g2')))
    .map(([name, of]) => authenticatedUser(name, of));

  /** The index after the changes, and the remaining objects. */
  function played(changes: readonly Change[]): { readonly policy: Policy; readonly world: World } {
    const policy = createPolicy(GROUP);
    const objects = new Map<string, Change>();
    for (const each of changes) {
      const { namespace, name } = each.key;
      const key = `${each.isBinding}/${namespace}/${name}`;
      objects.delete(key);
      if (!each.isGone) objects.set(key, each);
      const { metadata } = { metadata: { name, ...(namespace !== '' && { namespace }) } };
      // ClusterRoleBindings refer only to ClusterRoles.
      const ref = namespace === '' ? { ...each.roleRef, kind: 'ClusterRole' } : each.roleRef;
      const scope = namespace === '' ? 'cluster' : '';
      if (each.isBinding) {
        const binding = each.isGone ? undefined : { metadata, roleRef: ref, subjects: each.subjects };
        policy.set(`${scope}rolebindings`, each.key, binding);
      } else policy.set(`${scope}roles`, each.key, each.isGone ? undefined : { metadata, rules: each.rules });
      // An evaluation in between, whose compiled grants must be invalidated.
      policy.grantsOf(authenticatedUser('u1', ['g1', 'g2']), 'n1');
    }
    return { policy, world: worldOf([...objects.values()]) };
  }

  it('agrees with an evaluation of all objects, after any changes', () => {
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 20 }),
        fc.array(fc.tuple(who, request), { maxLength: 20 }),
        (changes, questions) => {
          const { policy, world } = played(changes);
          for (const [asker, question] of questions) {
            const allowed = decide(policy, asker, question).type === 'allow';
            assert.equal(allowed, naiveAllows(world, asker, question), JSON.stringify([asker.name, question]));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('lists exactly the rules that allow requests in a namespace', () => {
    const everywhere: readonly AuthorizableRequest[] = ['get', 'list', 'other'].flatMap((verb) => [
      ...['pods', 'nodes', 'pods/log', 'nodes/log'].flatMap((text) =>
        ['', 'apps', 'batch'].flatMap((apiGroup) =>
          ['x', 'y', 'z', ''].map((name) => resource(verb, text, { group: apiGroup, name, namespace: 'n1' })),
        ),
      ),
      ...['/a', '/a/b', '/b', '/c'].map((text) => path(verb, text)),
    ]);
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), who, (changes, asker) => {
        const { policy } = played(changes);
        const { resourceRules, nonResourceRules } = rbacAuthorizer({ policy, isLoaded: () => true }).rulesFor(
          asker,
          'n1',
        );
        for (const asked of everywhere) {
          const listed = asked.type === 'resource' ? resourceRules : nonResourceRules;
          const allowed = decide(policy, asker, asked).type === 'allow';
          assert.equal(allowedBy([...listed], asked), allowed, JSON.stringify(asked));
        }
      }),
      { numRuns: 300 },
    );
  });

  function worldOf(things: readonly Change[]): World {
    const pick = (isBinding: boolean, isCluster: boolean): Change[] =>
      things.filter((thing) => thing.isBinding === isBinding && (thing.key.namespace === '') === isCluster);
    const role = ({ key: { namespace, name }, rules }: Change) => ({ metadata: { namespace, name }, rules });
    const binding = ({ key: { namespace, name }, roleRef: ref, subjects }: Change) => ({
      metadata: { namespace, name },
      roleRef: namespace === '' ? { ...ref, kind: 'ClusterRole' } : ref,
      subjects,
    });
    return {
      clusterroles: pick(false, true).map(role),
      roles: pick(false, false).map(role),
      clusterrolebindings: pick(true, true).map(binding),
      rolebindings: pick(true, false).map(binding),
    };
  }
});
