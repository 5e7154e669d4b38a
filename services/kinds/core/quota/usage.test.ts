import assert from 'node:assert/strict';
import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { ResourceClaim } from '@pilothouse/apimachinery/generated/resource/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { surroundingsOf } from './claim-surroundings.js';
import { claimEvaluator } from './claims.js';
import type { Evaluator } from './evaluator.js';
import { evaluatorOf } from './evaluators.js';
import { podEvaluator } from './pods.js';
import { listText, pick } from './resource-list.js';
import { serviceEvaluator } from './services.js';

const NOW = new Date('2026-01-02T03:04:05Z');

const container = (name: string, requests: JsonObject = {}, limits: JsonObject = {}): JsonObject => ({
  name,
  resources: { requests, limits },
});
const pod = (spec: JsonObject, status: JsonObject = {}, metadata: JsonObject = {}): JsonObject => ({
  metadata,
  spec: { containers: [container('a', { cpu: '1' }, { cpu: '2' })], ...spec },
  status,
});
const claim = (spec: JsonObject, status: JsonObject = {}): JsonObject => ({
  metadata: {},
  spec: { resources: { requests: { storage: '1500m' } }, ...spec },
  status,
});
const service = (spec: JsonObject): JsonObject => ({
  metadata: {},
  spec: { ports: [{}, { nodePort: 30_000 }], ...spec },
});
const expired = { deletionTimestamp: '2026-01-02T03:03:00Z', deletionGracePeriodSeconds: 30 };

const table: readonly (readonly [what: string, evaluator: Evaluator, object: JsonObject, usage: string])[] = [
  ['a pod', podEvaluator, pod({}), 'count/pods=1,cpu=1,limits.cpu=2,pods=1,requests.cpu=1'],
  ['a pod that has ended', podEvaluator, pod({}, { phase: 'Failed' }), 'count/pods=1'],
  ['a pod beyond its grace period', podEvaluator, pod({}, {}, expired), 'count/pods=1'],
  [
    'a pod with overhead, without limits',
    podEvaluator,
    pod({ containers: [container('a', { cpu: '1' })], overhead: { cpu: '500m' } }),
    'count/pods=1,cpu=1500m,pods=1,requests.cpu=1500m',
  ],
  [
    'a pod with resources of its own',
    podEvaluator,
    pod({ resources: { requests: { cpu: '3' }, limits: { cpu: '4' } } }),
    'count/pods=1,cpu=3,limits.cpu=4,pods=1,requests.cpu=3',
  ],
  [
    'a pod that is being resized',
    podEvaluator,
    pod(
      {},
      { containerStatuses: [{ name: 'a', resources: { requests: { cpu: '2' } }, allocatedResources: { cpu: '3' } }] },
    ),
    'count/pods=1,cpu=3,limits.cpu=2,pods=1,requests.cpu=3',
  ],
  [
    'devices of a class as an extended resource',
    podEvaluator,
    pod({ containers: [container('a', { 'deviceclass.resource.kubernetes.io/gpu': '2' })] }),
    'count/pods=1,pods=1,requests.deviceclass.resource.kubernetes.io/gpu=2',
  ],
  [
    'a pod with other resources',
    podEvaluator,
    pod({ containers: [container('a', { 'hugepages-2Mi': '2Mi', 'example.com/gpu': '1' })] }),
    'count/pods=1,hugepages-2Mi=2Mi,pods=1,requests.example.com/gpu=1,requests.hugepages-2Mi=2Mi',
  ],
  [
    'a claim, whose bytes are rounded up',
    claimEvaluator,
    claim({}),
    'count/persistentvolumeclaims=1,persistentvolumeclaims=1,requests.storage=2',
  ],
  [
    'a claim of a class, with more than it asks for',
    claimEvaluator,
    claim({ storageClassName: 'gold' }, { allocatedResources: { storage: '4' } }),
    'count/persistentvolumeclaims=1,gold.storageclass.storage.k8s.io/persistentvolumeclaims=1,gold.storageclass.storage.k8s.io/requests.storage=4,persistentvolumeclaims=1,requests.storage=4',
  ],
  [
    'a service',
    serviceEvaluator,
    service({ type: 'ClusterIP' }),
    'count/services=1,services=1,services.loadbalancers=0,services.nodeports=0',
  ],
  [
    'a service with node ports',
    serviceEvaluator,
    service({ type: 'NodePort' }),
    'count/services=1,services=1,services.loadbalancers=0,services.nodeports=2',
  ],
  [
    'a load balancer that allocates no node ports',
    serviceEvaluator,
    service({ type: 'LoadBalancer', allocateLoadBalancerNodePorts: false }),
    'count/services=1,services=1,services.loadbalancers=1,services.nodeports=1',
  ],
];

describe('the usage of', () => {
  for (const [what, evaluator, object, usage] of table) {
    it(what, () => {
      const found = evaluator.usage(object, NOW);
      assert.equal(listText(found), usage);
      for (const name of found.keys()) assert.ok(evaluator.tracks(name), name);
    });
  }

  it('claims of devices is their number, and the devices of each class in the worst case', () => {
    const evaluator = evaluatorOf({ group: 'resource.k8s.io', resource: 'resourceclaims' });
    assert.ok(evaluator);
    const want = (deviceClassName: string, allocationMode: string, count?: number): JsonObject => ({
      deviceClassName,
      allocationMode,
      ...(count !== undefined && { count }),
    });
    const requests = [
      { name: 'a', exactly: want('gpu', 'ExactCount', 2) },
      { name: 'b', firstAvailable: [want('gpu', 'ExactCount', 3), want('gpu', 'ExactCount', 1), want('nic', 'All')] },
      { name: 'c', exactly: want('gpu', 'Some', 9) },
    ];
    const usage = evaluator.usage({ metadata: {}, spec: { devices: { requests } } }, NOW);
    const devices = 'gpu.deviceclass.resource.k8s.io/devices=5,nic.deviceclass.resource.k8s.io/devices=32';
    assert.equal(listText(pick(usage, evaluator.tracks)), `count/resourceclaims.resource.k8s.io=1,${devices}`);
  });

  describe('claims of devices by extended resources', () => {
    const classes = [
      { metadata: { name: 'gpu' }, spec: { selectors: [], config: [], extendedResourceName: 'example.com/gpu' } },
      { metadata: { name: 'nic' }, spec: { selectors: [], config: [] } },
    ];
    const owned = (name: string, creationTimestamp: string): ResourceClaim => ({
      metadata: {
        name,
        creationTimestamp,
        annotations: { 'resource.kubernetes.io/extended-resource-claim': 'true' },
        ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u', controller: true }],
      },
      spec: {
        devices: {
          constraints: [],
          config: [],
          requests: ['gpu', 'nic'].map((deviceClassName) => ({
            name: deviceClassName,
            exactly: { deviceClassName, selectors: [], tolerations: [], allocationMode: 'ExactCount', count: 3 },
            firstAvailable: [],
          })),
        },
      },
      status: { devices: [], reservedFor: [] },
    });
    const [first, second] = [owned('first', '2026-01-01T00:00:00Z'), owned('second', '2026-01-01T00:00:01Z')];
    const owner = (uid: string, resourceClaimName?: string): Pod =>
      pod(
        { containers: [container('a', { 'example.com/gpu': '2' }, { 'example.com/gpu': '2' })] },
        resourceClaimName === undefined
          ? {}
          : { extendedResourceClaimStatus: { resourceClaimName, requestMappings: [] } },
        { name: 'p', uid },
      ) as Pod;
    const WHOLE =
      'count/resourceclaims.resource.k8s.io=1,gpu.deviceclass.resource.k8s.io/devices=3,nic.deviceclass.resource.k8s.io/devices=3,' +
      'requests.deviceclass.resource.kubernetes.io/gpu=3,requests.deviceclass.resource.kubernetes.io/nic=3,requests.example.com/gpu=3';
    const REST = WHOLE.replace('requests.example.com/gpu=3', 'requests.example.com/gpu=1');
    const CASES: readonly (readonly [what: string, of: ResourceClaim, pod: Pod | undefined, usage: string])[] = [
      ['without its Pod', first, undefined, WHOLE],
      ['beyond what its Pod counts', first, owner('u', 'first'), REST],
      ['whole if the Pod is another one', first, owner('other', 'first'), WHOLE],
      ['whole if the Pod names another claim', second, owner('u', 'first'), WHOLE],
      ['beyond what its Pod counts if it is the first', first, owner('u'), REST],
      ['whole if it is the second', second, owner('u'), WHOLE],
      ['whole if a user made it', { ...first, metadata: { name: 'first' } }, owner('u'), WHOLE],
    ];
    for (const [what, of, found, usage] of CASES) {
      it(what, () => {
        const around = surroundingsOf({ classes, pod: () => found, claims: [first, second] });
        const evaluator = evaluatorOf({ group: 'resource.k8s.io', resource: 'resourceclaims' }, around);
        assert.ok(evaluator);
        assert.equal(listText(evaluator.usage(of, NOW)), usage);
        for (const name of usage.split(',')) assert.ok(evaluator.tracks(name.replace(/=.*/, '')), name);
        for (const name of ['requests.example.com/fpga', 'requests.deviceclass.resource.kubernetes.io/fpga'])
          assert.ok(!evaluator.tracks(name));
      });
    }

    it('in the form of v1beta1', () => {
      const evaluator = evaluatorOf({ group: 'resource.k8s.io', resource: 'resourceclaims' });
      const requests = [{ name: 'a', deviceClassName: 'gpu', allocationMode: 'ExactCount', count: 2 }];
      const usage = evaluator?.usage({ metadata: {}, spec: { devices: { requests } } }, NOW);
      assert.equal(
        usage && listText(pick(usage, (name) => name.endsWith('/devices'))),
        'gpu.deviceclass.resource.k8s.io/devices=2',
      );
    });
  });

  it('other objects is their number, under a former name too', () => {
    const usageOf = (group: string, resource: string) => {
      const evaluator = evaluatorOf({ group, resource });
      return evaluator && listText(evaluator.usage({}, NOW));
    };
    assert.equal(usageOf('', 'secrets'), 'count/secrets=1,secrets=1');
    assert.equal(usageOf('', 'endpoints'), 'count/endpoints=1');
    assert.equal(usageOf('example.com', 'widgets'), 'count/widgets.example.com=1');
    assert.equal(usageOf('', 'events'), undefined);
    assert.equal(usageOf('events.k8s.io', 'events'), undefined);
  });
});

const scoped: readonly (readonly [
  scopeName: string,
  operator: string,
  values: string[],
  spec: JsonObject,
  is: boolean,
])[] = [
  ['PriorityClass', 'In', ['high'], { priorityClassName: 'high' }, true],
  ['PriorityClass', 'In', ['high'], {}, false],
  ['PriorityClass', 'NotIn', ['high'], {}, true],
  ['PriorityClass', 'Exists', [], {}, false],
  ['PriorityClass', 'DoesNotExist', [], {}, true],
  ['Terminating', 'Exists', [], { activeDeadlineSeconds: 0 }, true],
  ['BestEffort', 'Exists', [], {}, false],
  ['BestEffort', 'Exists', [], { containers: [container('a')] }, true],
  [
    'CrossNamespacePodAffinity',
    'Exists',
    [],
    {
      affinity: {
        podAntiAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [{ podAffinityTerm: { namespaceSelector: {} } }],
        },
      },
    },
    true,
  ],
  ['VolumeAttributesClass', 'Exists', [], {}, false],
];

describe('a pod', () => {
  for (const [scopeName, operator, values, spec, is] of scoped) {
    it(`${is ? 'is' : 'is not'} in ${scopeName} ${operator} ${values.join()} with ${JSON.stringify(spec)}`, () =>
      assert.equal(podEvaluator.isInScope?.({ scopeName, operator, values }, pod(spec)), is));
  }
});

describe('a claim', () => {
  const inClass = (operator: string, values: string[], object: JsonObject) =>
    claimEvaluator.isInScope?.({ scopeName: 'VolumeAttributesClass', operator, values }, object);
  it('is in the scope of each class that it has or asks for', () => {
    const moving = claim({ volumeAttributesClassName: 'a' }, { currentVolumeAttributesClassName: 'b' });
    assert.deepEqual(
      ['a', 'b', 'c'].map((name) => inClass('In', [name], moving)),
      [true, true, false],
    );
    assert.equal(inClass('Exists', [], claim({})), false);
    assert.equal(inClass('NotIn', ['a'], claim({})), true);
  });
});
