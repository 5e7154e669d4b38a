import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { builtInResources } from '@pilothouse/kinds/built-in.js';
import { testAttributes } from '../host.test.helper.js';
import { createPolicyPlan, type BindingObject, type PolicyObject } from './plan.js';

const definitions = builtInResources(createDomain());

function policyOf(name: string, resource: string, names?: string[]): PolicyObject {
  const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: [resource] };
  const resourceRules = [{ ...rule, ...(names && { resourceNames: names }) }];
  return { metadata: { name }, spec: { matchConstraints: { resourceRules } } };
}

const bindingOf = (policyName: string, name = policyName): BindingObject => ({
  metadata: { name },
  spec: { policyName },
});

describe('a plan of policies', () => {
  const policies = [policyOf('maps', 'configmaps'), policyOf('pods', 'pods'), policyOf('free', 'configmaps')];
  const bindings = [bindingOf('maps'), bindingOf('pods'), bindingOf('maps', 'second'), bindingOf('none')];
  const write = testAttributes();

  it('has the policies that rules match, with their bindings', () => {
    const found = createPolicyPlan()(policies, bindings, definitions, write);
    assert.deepEqual(
      found.map(({ policy, bindings: bound }) => [
        policy.metadata.name,
        bound.map((each) => each.binding.metadata.name),
      ]),
      [['maps', ['maps', 'second']]],
    );
  });

  it('is made once for each kind of request', () => {
    const plan = createPolicyPlan();
    const found = plan(policies, bindings, definitions, write);
    assert.equal(plan(policies, bindings, definitions, testAttributes({ name: 'other' })), found);
    const others = [{ operation: 'UPDATE' }, { subresource: 'status' }, { namespace: '' }] as const;
    for (const other of others) {
      assert.notEqual(plan(policies, bindings, definitions, testAttributes(other)), found);
    }
  });

  it('is made again for other policies, bindings or kinds', () => {
    const plan = createPolicyPlan();
    const size = (...[some, bound, kinds]: readonly [PolicyObject[], BindingObject[], typeof definitions]): number =>
      plan(some, bound, kinds, write).length;
    assert.equal(size(policies, bindings, definitions), 1);
    assert.equal(size(policies, [...bindings, bindingOf('free')], definitions), 2);
    assert.equal(size([policyOf('pods', 'configmaps'), ...policies], bindings, definitions), 2);
    assert.equal(size(policies, bindings, [...definitions]), 1);
  });

  it('includes policies with names of objects for every name', () => {
    const named = [policyOf('maps', 'configmaps', ['other'])];
    const [found] = createPolicyPlan()(named, bindings, definitions, write);
    assert.notEqual(found?.match.resources, found?.match.ofAnyName);
    assert.equal(found?.policy, named[0]);
  });
});
