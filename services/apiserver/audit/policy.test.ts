import assert from 'node:assert/strict';
import type { PolicyRule } from '@pilothouse/apimachinery/generated/audit/v1.js';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { authenticatedUser, type User } from '@pilothouse/token-authenticators/user.js';
import { infoOf } from '../request/info.test.helper.js';
import { policyEvaluator, type Verdict } from './policy.js';
import { readPolicy } from './read-policy.js';

const jane = authenticatedUser('jane', ['devs', 'qa']);

function verdictOf(rules: readonly Partial<PolicyRule>[], request: string, user: User = jane): Verdict {
  const [method = '', target = ''] = request.split(' ');
  const info = infoOf(method, target);
  const policy = { metadata: {}, rules: rules.map((rule) => ({ level: 'Metadata', ...rule })) };
  return policyEvaluator(policy)({ info, ...(user && { user }) });
}

describe('an audit policy rule', () => {
  const maps = '/api/v1/namespaces/default/configmaps';
  const cases: readonly (readonly [rule: Partial<PolicyRule>, request: string, matches: boolean])[] = [
    [{}, `GET ${maps}`, true],
    [{}, 'GET /healthz', true],
    [{ users: ['joe', 'jane'] }, 'GET /healthz', true],
    [{ users: ['joe'] }, 'GET /healthz', false],
    [{ userGroups: ['admins', 'qa'] }, 'GET /healthz', true],
    [{ userGroups: ['admins'] }, 'GET /healthz', false],
    [{ users: ['jane'], userGroups: ['admins'] }, 'GET /healthz', false],
    [{ verbs: ['list', 'watch'] }, `GET ${maps}`, true],
    [{ verbs: ['list'] }, `GET ${maps}?watch`, false],
    [{ verbs: ['get'] }, 'GET /version', true],
    [{ verbs: ['deletecollection'] }, `DELETE ${maps}`, true],
    [{ namespaces: ['default'] }, `GET ${maps}`, true],
    [{ namespaces: ['kube-system'] }, `GET ${maps}`, false],
    [{ namespaces: [''] }, 'GET /api/v1/nodes', true],
    [{ namespaces: [''] }, `GET ${maps}`, false],
    [{ namespaces: [''] }, 'GET /version', false],
    [{ resources: [{ group: '' }] }, `GET ${maps}`, true],
    [{ resources: [{}] }, 'GET /apis/apps/v1/controllerrevisions', false],
    [{ resources: [{ group: '*' }] }, 'GET /apis/apps/v1/controllerrevisions', true],
    [{ resources: [{ group: 'apps' }, { group: '' }] }, `GET ${maps}`, true],
    [{ resources: [{ resources: ['configmaps'] }] }, `GET ${maps}/a`, true],
    [{ resources: [{ resources: ['secrets'] }] }, `GET ${maps}/a`, false],
    [{ resources: [{ resources: ['*'] }] }, 'GET /api/v1/nodes/a/status', true],
    [{ resources: [{ resources: ['nodes'] }] }, 'GET /api/v1/nodes/a/status', false],
    [{ resources: [{ resources: ['nodes/status'] }] }, 'GET /api/v1/nodes/a/status', true],
    [{ resources: [{ resources: ['nodes/status'] }] }, 'GET /api/v1/nodes/a', false],
    [{ resources: [{ resources: ['nodes/*'] }] }, 'GET /api/v1/nodes/a/status', true],
    [{ resources: [{ resources: ['nodes/*'] }] }, 'GET /api/v1/nodes/a', true],
    [{ resources: [{ resources: ['*/status'] }] }, 'GET /api/v1/nodes/a/status', true],
    [{ resources: [{ resources: ['*/scale'] }] }, 'GET /api/v1/nodes/a/status', false],
    [{ resources: [{ resources: ['*/status'] }] }, 'GET /api/v1/nodes/a', false],
    [{ resources: [{ resources: ['configmaps'], resourceNames: ['a'] }] }, `GET ${maps}/a`, true],
    [{ resources: [{ resources: ['configmaps'], resourceNames: ['a'] }] }, `GET ${maps}/b`, false],
    [{ resources: [{ resources: ['configmaps'], resourceNames: ['a'] }] }, `GET ${maps}`, false],
    [
      { verbs: ['list'], resources: [{ resources: ['configmaps'], resourceNames: ['a'] }] },
      `GET ${maps}?fieldSelector=metadata.name%3Da`,
      true,
    ],
    [
      { verbs: ['watch'], resources: [{ resources: ['configmaps'], resourceNames: ['a'] }] },
      `GET ${maps}?fieldSelector=metadata.name%3Da&watch`,
      true,
    ],
    [
      { resources: [{ resources: ['configmaps'], resourceNames: ['a'] }] },
      `GET ${maps}?fieldSelector=metadata.name%3Db`,
      false,
    ],
    [{ nonResourceURLs: ['/version'] }, 'GET /version', true],
    [{ nonResourceURLs: ['/version'] }, 'GET /version/', false],
    [{ nonResourceURLs: ['/healthz*'] }, 'GET /healthz/ping', true],
    [{ nonResourceURLs: ['*'] }, 'GET /version', true],
    [{ nonResourceURLs: ['*'] }, `GET ${maps}`, false],
  ];
  for (const [rule, request, matches] of cases) {
    it(`${JSON.stringify(rule)} ${matches ? 'matches' : 'does not match'} ${request}`, () =>
      assert.equal(verdictOf([rule], request).level, matches ? 'Metadata' : 'None'));
  }

  it('with users or groups does not match unauthenticated requests', () => {
    for (const rule of [{ users: ['jane'] }, { userGroups: ['devs'] }]) {
      const evaluate = policyEvaluator({ metadata: {}, rules: [{ level: 'Metadata', ...rule }] });
      assert.equal(evaluate({ info: infoOf('GET', '/version') }).level, 'None');
    }
  });

  it('takes precedence over later rules', () => {
    const rules = [{ level: 'None', users: ['jane'] }, { level: 'Request' }];
    assert.equal(verdictOf(rules, 'GET /version').level, 'None');
    assert.equal(verdictOf(rules, 'GET /version', authenticatedUser('joe', [])).level, 'Request');
  });

  it("adds to the policy's omitStages, and overrides its omitManagedFields", () => {
    const evaluate = policyEvaluator({
      metadata: {},
      omitStages: ['RequestReceived'],
      omitManagedFields: true,
      rules: [
        { level: 'Request', verbs: ['get'], omitStages: ['Panic'], omitManagedFields: false },
        { level: 'Request' },
      ],
    });
    const get = evaluate({ info: infoOf('GET', '/version') });
    assert.deepEqual([[...get.omittedStages], get.omitManagedFields], [['RequestReceived', 'Panic'], false]);
    const post = evaluate({ info: infoOf('POST', '/version') });
    assert.deepEqual([[...post.omittedStages], post.omitManagedFields], [['RequestReceived'], true]);
  });
});

describe('the text of an audit policy', () => {
  const domain = createDomain();
  const head = 'apiVersion: audit.k8s.io/v1\nkind: Policy\n';

  it('may be YAML or JSON', () => {
    const text = `${head}rules:\n- level: Metadata\n  namespaces: [""]\n`;
    assert.deepEqual(readPolicy(text, domain).rules[0]?.namespaces, ['']);
    const json = '{"apiVersion":"audit.k8s.io/v1","kind":"Policy","rules":[{"level":"None"}]}';
    assert.equal(readPolicy(json, domain).rules.length, 1);
  });

  it('has the group of its API domain', () => {
    const text = 'apiVersion: audit.example.org/v1\nkind: Policy\nrules: [{level: None}]';
    assert.equal(readPolicy(text, createDomain({ apiDomain: 'example.org' })).rules.length, 1);
  });

  const bad: readonly (readonly [text: string, problem: RegExp])[] = [
    ['', /^an audit policy must be an object$/],
    ['[]', /^an audit policy must be an object$/],
    ['a: [', /line 1/],
    ['kind: Policy', /must have the apiVersion "audit.k8s.io\/v1" and the kind "Policy"/],
    ['apiVersion: audit.k8s.io/v1beta1\nkind: Policy', /must have the apiVersion/],
    [head, /^rules: Required value/],
    [`${head}rules: []`, /^rules: Required value/],
    [`${head}rules: {}`, /^rules: json: cannot unmarshal object/],
    [`${head}rules: [{}]`, /^rules\[0\]\.level: Required value/],
    [`${head}rules: [{level: metadata}]`, /^rules\[0\]\.level: Unsupported value: "metadata": supported values: /],
    [`${head}rules: [{level: None, user: [a]}]`, /^rules\[0\]\.user: unknown field/],
    [`${head}rules: [{level: None, level: Request}]`, /^rules\[0\]\.level: duplicate key$/],
    [`${head}rules: [{level: None, users: a}]`, /^rules\[0\]\.users: json: cannot unmarshal string/],
    [
      `${head}omitStages: [Late]\nrules: [{level: None}]`,
      /^omitStages\[0\]: Invalid value: "Late": allowed stages are/,
    ],
    [`${head}rules: [{level: None, omitStages: [Late]}]`, /^rules\[0\]\.omitStages\[0\]: Invalid value: "Late"/],
    [`${head}rules: [{level: None, nonResourceURLs: [a]}]`, /^rules\[0\]\.nonResourceURLs\[0\]: .* begin with a '\/'/],
    [`${head}rules: [{level: None, nonResourceURLs: [/a*b]}]`, /nonResourceURLs\[0\]: .* must be the final character/],
    [
      `${head}rules: [{level: None, nonResourceURLs: [/a], namespaces: [b]}]`,
      /^rules\[0\]\.nonResourceURLs: .* cannot apply to both/,
    ],
    [
      `${head}rules: [{level: None, resources: [{group: apps/v1}]}]`,
      /^rules\[0\]\.resources\[0\]\.group: Invalid value/,
    ],
    [
      `${head}rules: [{level: None, resources: [{resourceNames: [a]}]}]`,
      /^rules\[0\]\.resources\[0\]\.resourceNames: .* requires at least one resource/,
    ],
  ];
  for (const [text, problem] of bad) {
    it(`is refused when it is ${JSON.stringify(text.replace(head, '…'))}`, () =>
      assert.throws(() => readPolicy(text, domain), { message: problem }));
  }
});
