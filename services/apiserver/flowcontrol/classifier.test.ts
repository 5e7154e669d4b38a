import assert from 'node:assert/strict';
import type { FlowSchema, PolicyRulesWithSubjects } from '@pilothouse/apimachinery/generated/flowcontrol/v1.js';
import { MANDATORY_FLOW_SCHEMAS } from '@pilothouse/kinds/flowcontrol/mandatory.js';
import { SUGGESTED_FLOW_SCHEMAS } from '@pilothouse/kinds/flowcontrol/suggested.js';
import { anonymousUser, authenticatedUser } from '@pilothouse/token-authenticators/user.js';
import { accountUser } from '../serviceaccount/names.js';
import { RequestContext } from '../request/context.js';
import type { RequestInfo } from '../request/info.js';
import { createClassifier } from './classifier.js';

const DEFAULTS = [...MANDATORY_FLOW_SCHEMAS, ...SUGGESTED_FLOW_SCHEMAS];

function infoOf(line: string): RequestInfo {
  const [method = '', target = ''] = line.split(' ');
  const peer = { address: '127.0.0.1', certificate: { type: 'none' } } as const;
  return new RequestContext({ method, target, headers: {}, body: undefined, peer }).info;
}

const account = (namespace: string) => accountUser({ namespace, name: 'robot', uid: 'u' });
const LEASE = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/a';
const PODS = '/api/v1/namespaces/a/pods';

describe('the classifier', () => {
  const classify = createClassifier(DEFAULTS);
  const node = authenticatedUser('system:node:n', ['system:nodes']);
  const manager = authenticatedUser('system:kube-controller-manager');
  const table = [
    [authenticatedUser('root', ['system:masters']), `DELETE ${PODS}`, 'exempt', 'exempt', ''],
    [anonymousUser, 'GET /livez/ping', 'probes', 'exempt', ''],
    [anonymousUser, 'GET /healthzz', 'global-default', 'global-default', 'system:anonymous'],
    [manager, `PUT ${LEASE}`, 'system-leader-election', 'leader-election', manager.name],
    [manager, `DELETE ${LEASE}`, 'kube-controller-manager', 'workload-high', 'kube-system'],
    [manager, 'GET /version', 'kube-controller-manager', 'workload-high', ''],
    [account('kube-system'), `PUT ${LEASE}`, 'system-leader-election', 'leader-election', account('kube-system').name],
    [account('kube-system'), `GET ${PODS}`, 'kube-system-service-accounts', 'workload-high', 'a'],
    [account('kube'), `GET ${PODS}`, 'service-accounts', 'workload-low', account('kube').name],
    [node, 'PATCH /api/v1/nodes/n/status', 'system-node-high', 'node-high', node.name],
    [node, `GET ${PODS}`, 'system-nodes', 'system', node.name],
    [authenticatedUser('ann'), `GET ${PODS}`, 'global-default', 'global-default', 'ann'],
    [{ ...anonymousUser, groups: [] }, `GET ${PODS}`, 'catch-all', 'catch-all', 'system:anonymous'],
  ] as const;
  for (const [user, line, schema, level, distinguisher] of table) {
    it(`puts ${line} of ${user.name} into ${schema}`, () => {
      for (let round = 0; round < 2; round++) {
        const flow = classify(user, infoOf(line));
        assert.deepEqual([flow.schema.name, flow.level, flow.distinguisher], [schema, level, distinguisher]);
      }
    });
  }

  const subjects: PolicyRulesWithSubjects['subjects'] = [{ kind: 'User', user: { name: 'ann' } }];
  const schemaOf = (name: string, precedence: number, rule: Omit<PolicyRulesWithSubjects, 'subjects'>) => ({
    metadata: { name },
    spec: {
      priorityLevelConfiguration: { name: 'catch-all' },
      matchingPrecedence: precedence,
      rules: [{ subjects, ...rule }],
    } satisfies FlowSchema['spec'],
  });
  const resourceRules = (texts: {
    verbs?: string[];
    resources?: string[];
    namespaces?: string[];
    clusterScope?: boolean;
  }) => ({
    resourceRules: [{ verbs: ['*'], apiGroups: [''], resources: ['*'], namespaces: ['*'], ...texts }],
  });
  const rules: readonly (readonly [
    string,
    Omit<PolicyRulesWithSubjects, 'subjects'>,
    line: string,
    matches: boolean,
  ])[] = [
    ['a verb', resourceRules({ verbs: ['list', 'get'] }), `GET ${PODS}`, true],
    ['another verb', resourceRules({ verbs: ['watch'] }), `GET ${PODS}`, false],
    ['a subresource', resourceRules({ resources: ['pods/status'] }), `GET ${PODS}/a/status`, true],
    ['a resource without its subresource', resourceRules({ resources: ['pods'] }), `GET ${PODS}/a/status`, false],
    ['another group', resourceRules({}), 'GET /apis/apps/v1/namespaces/a/deployments', false],
    ['a namespace', resourceRules({ namespaces: ['a'] }), `GET ${PODS}`, true],
    ['another namespace', resourceRules({ namespaces: ['b'] }), `GET ${PODS}`, false],
    ['no namespace', resourceRules({}), 'GET /api/v1/pods', false],
    ['no namespace with clusterScope', resourceRules({ clusterScope: true, namespaces: [] }), 'GET /api/v1/pods', true],
    ['a path', { nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/a/*'] }] }, 'GET /a/b', true],
    ['a shorter path', { nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/a/*'] }] }, 'GET /a', false],
    [
      'a path with the same beginning',
      { nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['/a'] }] },
      'GET /ab',
      false,
    ],
  ];
  for (const [what, rule, line, matches] of rules) {
    it(`${matches ? 'matches' : 'does not match'} ${what}`, () => {
      const found = createClassifier([...DEFAULTS, schemaOf('mine', 2, rule)])(authenticatedUser('ann'), infoOf(line));
      assert.equal(found.schema.name === 'mine', matches);
    });
  }

  it('prefers the lowest precedence, then the first name', () => {
    const all = resourceRules({});
    const found = createClassifier([schemaOf('b', 5, all), schemaOf('z', 4, all), schemaOf('a', 4, all), ...DEFAULTS]);
    assert.equal(found(authenticatedUser('ann'), infoOf(`GET ${PODS}`)).schema.name, 'a');
  });

  it('finds the first of 10,000 FlowSchemas that matches, by whichever subjects', () => {
    const kinds = [
      (n: number) => ({ kind: 'User', user: { name: n === 0 ? '*' : `user-${n}` } }),
      (n: number) => ({ kind: 'Group', group: { name: n === 0 ? '*' : `group-${n}` } }),
      (n: number) => ({
        kind: 'ServiceAccount',
        serviceAccount: { namespace: `ns-${n % 9}`, name: n % 3 ? 'robot' : '*' },
      }),
    ];
    // Each number decides a subject, a verb and a precedence. Few match everyone.
    const schemas = Array.from({ length: 10_000 }, (_, index) => {
      const verb = index % 7 === 0 ? 'get' : 'delete';
      const schema = schemaOf(`s-${index}`, ((index * 7919) % 9000) + 10, resourceRules({ verbs: [verb] }));
      const chosen = [kinds[index % 3]?.((index * 31) % 1500), kinds[(index + 1) % 3]?.((index * 17) % 1500)];
      const subjects = chosen.filter((subject) => subject !== undefined);
      return { ...schema, spec: { ...schema.spec, rules: schema.spec.rules.map((rule) => ({ ...rule, subjects })) } };
    });
    const classify10k = createClassifier([...schemas, ...DEFAULTS]);
    const users = [
      authenticatedUser('user-31', ['group-17', 'group-1426']),
      authenticatedUser('user-62'),
      accountUser({ namespace: 'ns-4', name: 'robot', uid: 'u' }),
      accountUser({ namespace: 'ns-4', name: 'other', uid: 'u' }),
      authenticatedUser('nobody', ['group-3', 'group-5']),
    ];
    for (const user of users) {
      for (const line of [`GET ${PODS}/a`, `DELETE ${PODS}/a`]) {
        const info = infoOf(line);
        // One FlowSchema at a time, in the order of precedence.
        const ordered = [...schemas, ...DEFAULTS].toSorted(
          (a, b) =>
            a.spec.matchingPrecedence - b.spec.matchingPrecedence ||
            ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1),
        );
        const [last] = DEFAULTS.filter(({ metadata }) => metadata.name === 'catch-all');
        assert.ok(last);
        const first = ordered.find(
          (schema) => createClassifier([schema, last])(user, info).schema.name === schema.metadata.name,
        );
        assert.equal(classify10k(user, info).schema.name, first?.metadata.name);
        assert.equal(classify10k(user, info).schema.name, first?.metadata.name);
      }
    }
  });
});
