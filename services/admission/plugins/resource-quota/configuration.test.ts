import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { json } from '../../host.test.helper.js';
import { limitedResourcesOf } from './configuration.js';

const read = (rest: object) => {
  const typed = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'ResourceQuotaConfiguration', ...rest };
  return limitedResourcesOf({ value: json(typed), source: 'quota.yaml', directory: '' }, createDomain());
};

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('the configuration of ResourceQuota', () => {
  const matchScopes = [{ scopeName: 'PriorityClass', operator: 'Exists' }];
  const limitedResources = [{ resource: 'pods', matchScopes }];
  const limited = [{ group: '', resource: 'pods', matchContains: [], matchScopes }];

  it('names limited resources', () => {
    assert.deepEqual(plain(read({ limitedResources })), limited);
    const former = { apiVersion: 'resourcequota.admission.k8s.io/v1beta1', kind: 'Configuration' };
    assert.deepEqual(plain(read({ ...former, limitedResources })), limited);
    assert.deepEqual(read({}), []);
    assert.deepEqual(limitedResourcesOf(undefined, createDomain()), []);
  });

  for (const [rest, problem] of [
    [{ kind: 'Quota' }, /^quota\.yaml: must have the kind ResourceQuotaConfiguration and the apiVersion /],
    [{ limited: [] }, /^quota\.yaml: .*limited/],
    [{ limitedResources: [{ apiGroup: 'a' }] }, /limitedResources\[0\]\.resource/],
    [{ limitedResources: [{ resource: '' }] }, /limitedResources\[0\]\.resource: Required/],
    [{ limitedResources: [{ resource: 'a', contains: ['b'] }] }, /limitedResources\[0\]\.contains/],
    [
      { limitedResources: [{ resource: 'a', matchScopes: [{ scopeName: 'b' }] }] },
      /limitedResources\[0\]\.matchScopes\[0\]\.operator/,
    ],
  ] as const) {
    it(`refuses ${JSON.stringify(rest)}`, () => assert.throws(() => read(rest), { message: problem }));
  }
});
