import assert from 'node:assert/strict';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import type { ResourceQuota } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { ResourceType } from '@pilothouse/client/resource-type.js';
import { measureQuota, type UsageSource } from './measure-quota.js';
import { countedTypes, namesUnknownType, quotableTypes } from './quotable-types.js';

const VERBS = ['create', 'list', 'watch', 'delete'];
const type = (resource: string, group = '', scope: ResourceType['scope'] = 'Namespaced'): ResourceType => ({
  group,
  version: 'v1',
  kind: resource,
  resource,
  scope,
});
const TYPES = quotableTypes([
  { type: type('pods'), verbs: VERBS },
  { type: type('configmaps'), verbs: VERBS },
  { type: type('widgets', 'example.com'), verbs: VERBS },
  { type: type('events'), verbs: VERBS },
  { type: type('nodes', '', 'Cluster'), verbs: VERBS },
  { type: type('reviews'), verbs: ['create'] },
]);
const NOW = new Date('2026-01-02T03:04:05Z');

const pod = (cpu: string, phase = 'Running', spec: JsonObject = {}): JsonObject => ({
  metadata: {},
  spec: { containers: [{ name: 'a', resources: { requests: { cpu } } }], ...spec },
  status: { phase },
});
const SOURCE: UsageSource = {
  around: () => assert.fail('there are no claims'),
  count: async () => 7,
  objects: async () => [
    pod('1'),
    pod('500m'),
    pod('8', 'Succeeded'),
    pod('2', 'Running', { activeDeadlineSeconds: 9 }),
  ],
};

const quota = (
  hard: Record<string, string>,
  rest: JsonObject = {},
  status: ResourceQuota['status'] = {},
): ResourceQuota => ({
  metadata: { name: 'q', namespace: 'n' },
  spec: { hard, ...rest },
  status,
});
const measured = async (object: ResourceQuota, source = SOURCE) => {
  const { status, errors } = await measureQuota(object, TYPES, source, NOW);
  return { status: status && plain({ ...status }), errors };
};

describe('the usage of a quota', () => {
  it('counts namespaced types that clients create and delete, but no events', () => {
    assert.deepEqual(
      TYPES.map(({ type: { resource } }) => resource),
      ['pods', 'configmaps', 'widgets'],
    );
    const counted = countedTypes(TYPES, [quota({ 'count/widgets.example.com': '1' }), quota({ 'limits.cpu': '1' })]);
    assert.deepEqual(
      counted.map(({ type: { resource } }) => resource),
      ['pods', 'widgets'],
    );
    assert.equal(namesUnknownType(quota({ 'count/gadgets.example.com': '1', services: '1' }), TYPES), true);
    assert.equal(namesUnknownType(quota({ 'count/widgets.example.com': '1' }), TYPES), false);
  });

  it('is the sum over objects that use resources', async () => {
    const hard = { pods: '9', 'requests.cpu': '9', 'count/pods': '9', configmaps: '9' };
    const { status } = await measured(quota(hard));
    const used = { pods: '3', 'requests.cpu': '3500m', 'count/pods': '4', configmaps: '7' };
    assert.deepEqual(status, { hard, used });
  });

  it('is that of the objects in its scopes', async () => {
    const hard = { pods: '9', configmaps: '9' };
    const { status } = await measured(quota(hard, { scopes: ['NotTerminating'] }));
    assert.deepEqual(status, { hard, used: { pods: '2', configmaps: '0' } });
  });

  it('is not written if it is right', async () => {
    const hard = { configmaps: '9' };
    assert.deepEqual(await measured(quota(hard, {}, { hard, used: { configmaps: '7' } })), {
      status: undefined,
      errors: [],
    });
    assert.deepEqual(await measured(quota({})), { status: undefined, errors: [] });
  });

  it('keeps former numbers of types that cannot be read, and drops those that no limit names', async () => {
    const source: UsageSource = { ...SOURCE, count: () => Promise.reject(new Error('busy')) };
    const used = { configmaps: '3', secrets: '1' };
    const { status, errors } = await measured(quota({ configmaps: '9', pods: '9' }, {}, { used }), source);
    assert.deepEqual(status, { hard: { configmaps: '9', pods: '9' }, used: { configmaps: '3', pods: '3' } });
    assert.equal(errors.length, 1);
  });
});
