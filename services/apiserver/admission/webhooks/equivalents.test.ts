import assert from 'node:assert/strict';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { openWebhooks, patched, type WebhookFixture } from './webhooks.test.helper.js';

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('admission webhooks', () => {
  let hooks: WebhookFixture;
  before(async () => {
    hooks = await openWebhooks();
  });
  after(() => hooks.close());
  afterEach(() => hooks.reset());

  describe('see equivalent resources', () => {
    const SCALERS = '/namespaces/default/horizontalpodautoscalers';
    const rules = (apiVersion: string) => [
      {
        operations: ['*'],
        apiGroups: ['autoscaling'],
        apiVersions: [apiVersion],
        resources: ['horizontalpodautoscalers'],
      },
    ];
    const scaler = (name: string): JsonObject => ({
      metadata: { name },
      spec: {
        scaleTargetRef: { kind: 'Deployment', name: 'a', apiVersion: 'apps/v1' },
        maxReplicas: 3,
        targetCPUUtilizationPercentage: 50,
      },
    });
    const create = (name: string) =>
      hooks.api.request('POST', `/apis/autoscaling/v1${SCALERS}`, { body: scaler(name) });

    it('converted to the version of the rule', async () => {
      await hooks.configure('validating', 'hook', { rules: rules('v2') });
      assert.equal((await create('a')).status, 201);
      const [{ request } = assert.fail()] = hooks.seen;
      const { kind, resource, requestKind, requestResource, object } = request;
      assert.deepEqual(plain([kind, resource, requestKind, requestResource]), [
        { group: 'autoscaling', version: 'v2', kind: 'HorizontalPodAutoscaler' },
        { group: 'autoscaling', version: 'v2', resource: 'horizontalpodautoscalers' },
        { group: 'autoscaling', version: 'v1', kind: 'HorizontalPodAutoscaler' },
        { group: 'autoscaling', version: 'v1', resource: 'horizontalpodautoscalers' },
      ]);
      const { apiVersion, kind: of, spec } = object as { apiVersion: string; kind: string; spec: { metrics: unknown } };
      assert.deepEqual([apiVersion, of], ['autoscaling/v2', 'HorizontalPodAutoscaler']);
      const target = { type: 'Utilization', averageUtilization: 50 };
      assert.deepEqual(spec.metrics, [{ type: 'Resource', resource: { name: 'cpu', target } }]);
    });

    it('and change them there', async () => {
      hooks.handle('hook', (review) =>
        patched(review, { op: 'replace', path: '/spec/metrics/0/resource/target/averageUtilization', value: 70 }),
      );
      await hooks.configure('mutating', 'hook', { rules: rules('v2') });
      const { status, json } = await create('b');
      assert.equal(status, 201);
      assert.equal(json['apiVersion'], 'autoscaling/v1');
      assert.equal((json['spec'] as JsonObject)['targetCPUUtilizationPercentage'], 70);
    });

    it('but not with the policy Exact', async () => {
      await hooks.configure('validating', 'hook', { rules: rules('v2'), matchPolicy: 'Exact' });
      assert.equal((await create('c')).status, 201);
      assert.equal(hooks.seen.length, 0);
    });

    it('in other groups', async () => {
      await hooks.configure('validating', 'hook', {
        rules: [{ operations: ['*'], apiGroups: ['events.k8s.io'], apiVersions: ['v1'], resources: ['events'] }],
      });
      const body = {
        metadata: { name: 'e' },
        involvedObject: { namespace: 'default' },
        reason: 'a',
        message: 'said',
        type: 'Normal',
      };
      assert.equal((await hooks.api.request('POST', '/api/v1/namespaces/default/events', { body })).status, 201);
      const { apiVersion, kind, note } = hooks.seen[0]?.request.object ?? {};
      assert.deepEqual([apiVersion, kind, note], ['events.k8s.io/v1', 'Event', 'said']);
    });

    it('of custom resources', async () => {
      const version = (name: string, storage: boolean) => ({
        name,
        served: true,
        storage,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      });
      const names = { plural: 'boats', singular: 'boat', kind: 'Boat', listKind: 'BoatList' };
      const spec = {
        group: 'example.com',
        scope: 'Namespaced',
        names,
        versions: [version('v1', true), version('v2', false)],
      };
      const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
      const body = { metadata: { name: 'boats.example.com' }, spec };
      assert.equal((await hooks.api.request('POST', definitions, { body })).status, 201);
      await hooks.configure('validating', 'hook', {
        rules: [{ operations: ['*'], apiGroups: ['example.com'], apiVersions: ['v1'], resources: ['boats'] }],
      });
      const boat = { apiVersion: 'example.com/v2', kind: 'Boat', metadata: { name: 'a' } };
      const { status } = await hooks.api.request('POST', '/apis/example.com/v2/namespaces/default/boats', {
        body: boat,
      });
      assert.equal(status, 201);
      assert.equal(hooks.seen.length, 1);
      assert.equal(hooks.seen[0]?.request.object?.['apiVersion'], 'example.com/v1');
    });
  });
});
