import assert from 'node:assert/strict';
import { matchesRule, type Rule, type RuleTarget } from './rule.js';

const POD: RuleTarget = {
  operation: 'CREATE',
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: '',
  namespace: 'default',
  name: 'web',
};
const NAMESPACE: RuleTarget = { ...POD, resource: 'namespaces', namespace: '', name: 'default' };
const RULE: Rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] };

const CASES: readonly (readonly [string, Rule, RuleTarget, boolean])[] = [
  ['the same resource', RULE, POD, true],
  ['an empty rule', {}, POD, false],
  ['another operation', { ...RULE, operations: ['UPDATE', 'DELETE'] }, POD, false],
  ['all operations', { ...RULE, operations: ['*'] }, POD, true],
  ['another group', { ...RULE, apiGroups: ['apps'] }, POD, false],
  ['all groups', { ...RULE, apiGroups: ['*'] }, POD, true],
  ['another version', { ...RULE, apiVersions: ['v2'] }, POD, false],
  ['all versions', { ...RULE, apiVersions: ['*'] }, POD, true],
  ['another resource', { ...RULE, resources: ['secrets', 'services'] }, POD, false],
  ['all resources', { ...RULE, resources: ['*'] }, POD, true],
  ['all resources, of a subresource', { ...RULE, resources: ['*'] }, { ...POD, subresource: 'status' }, false],
  ['all resources and subresources', { ...RULE, resources: ['*/*'] }, { ...POD, subresource: 'status' }, true],
  ['all resources and subresources, of a resource', { ...RULE, resources: ['*/*'] }, POD, true],
  ['a subresource', { ...RULE, resources: ['pods/status'] }, { ...POD, subresource: 'status' }, true],
  ['a subresource, of the resource', { ...RULE, resources: ['pods/status'] }, POD, false],
  ['another subresource', { ...RULE, resources: ['pods/status'] }, { ...POD, subresource: 'binding' }, false],
  ['all subresources', { ...RULE, resources: ['pods/*'] }, { ...POD, subresource: 'binding' }, true],
  ['a subresource of all', { ...RULE, resources: ['*/scale'] }, { ...POD, subresource: 'scale' }, true],
  ['all scopes', { ...RULE, scope: '*' }, POD, true],
  ['the namespaced scope', { ...RULE, scope: 'Namespaced' }, POD, true],
  ['the cluster scope, of a namespaced object', { ...RULE, scope: 'Cluster' }, POD, false],
  ['the cluster scope, of a namespace', { ...RULE, resources: ['*'], scope: 'Cluster' }, NAMESPACE, true],
  ['the namespaced scope, of a namespace', { ...RULE, resources: ['*'], scope: 'Namespaced' }, NAMESPACE, false],
  ['an unknown scope', { ...RULE, scope: 'Galaxy' }, POD, false],
  ['a name', { ...RULE, resourceNames: ['api', 'web'] }, POD, true],
  ['no names', { ...RULE, resourceNames: [] }, POD, true],
  ['another name', { ...RULE, resourceNames: ['api'] }, POD, false],
];

describe('a rule', () => {
  for (const [what, rule, target, expected] of CASES) {
    it(`${expected ? 'matches' : 'does not match'}: ${what}`, () => {
      assert.equal(matchesRule(rule, target), expected);
    });
  }
});
