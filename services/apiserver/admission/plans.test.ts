import type { AdmissionRule } from '@pilothouse/runtime/admission-api/service.js';
import assert from 'node:assert/strict';
import { testRequest } from './attributes.test.helper.js';
import { pluginLink } from './plugin-link.js';
import { createPlans } from './plans.js';

const rulesFor = (resource: string): readonly AdmissionRule[] => [
  { groups: ['*'], versions: ['*'], operations: ['*'], resources: [resource] },
];

describe('admission plans', () => {
  const plugin = (name: string, rules: readonly AdmissionRule[]) =>
    pluginLink({ name, rules, validate: () => undefined });
  const plans = createPlans([plugin('pods', rulesFor('pods')), plugin('all', rulesFor('*'))]);
  const planOf = (resource: string) => {
    const { definition, resource: own } = testRequest();
    return plans(testRequest({ definition: { ...definition }, resource: { ...own, resource } }));
  };

  it('are one object for kinds with the same plugins', () => {
    assert.equal(planOf('widgets'), planOf('gadgets'));
    assert.deepEqual(
      planOf('widgets').VALIDATE.flatMap(({ names, first }) => [names, first]),
      [['all'], 0],
    );
  });

  it('differ for kinds with other plugins', () => {
    assert.notEqual(planOf('pods'), planOf('widgets'));
    assert.deepEqual(
      planOf('pods').VALIDATE.map(({ names }) => names),
      [['pods'], ['all']],
    );
  });
});
