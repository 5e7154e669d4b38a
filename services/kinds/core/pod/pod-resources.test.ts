import assert from 'node:assert/strict';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { qosClassOf } from './amounts.js';
import { assertProblems, podWith, problemsOf } from './pod.test.helper.js';

const amounts = (cpu: string, memory: string) => ({ cpu, memory });
const podOf = (resources: object, container: object = {}, spec: object = {}) =>
  podWith({ container: { resources: container }, spec: { resources, ...spec } });

describe('the resources of a pod', () => {
  const defaults: [resources: object, container: object, wanted: object][] = [
    [{}, { requests: { cpu: '1' } }, {}],
    [{ requests: { cpu: '2' } }, { requests: { memory: '1Gi' } }, { requests: { cpu: '2' } }],
    [{ limits: { cpu: '2' } }, {}, { limits: { cpu: '2' }, requests: { cpu: '2' } }],
    [
      { limits: { cpu: '2' } },
      { requests: { cpu: '500m', memory: '1Gi' } },
      { limits: { cpu: '2' }, requests: { cpu: '500m', memory: '1Gi' } },
    ],
    [
      { limits: { cpu: '2' } },
      { limits: { 'hugepages-2Mi': '4Mi' } },
      { limits: { cpu: '2', 'hugepages-2Mi': '4Mi' }, requests: { cpu: '2', 'hugepages-2Mi': '4Mi' } },
    ],
  ];
  for (const [resources, container, wanted] of defaults) {
    it(`of ${JSON.stringify(resources)} with ${JSON.stringify(container)} become ${JSON.stringify(wanted)}`, () => {
      assert.deepEqual(plain(podOf(resources, container).spec.resources ?? null), wanted);
    });
  }

  it('count init containers together with the sidecars before them', () => {
    const container = (name: string, cpu: string, fields: object = {}) => ({
      name,
      image: 'i',
      resources: { requests: { cpu } },
      ...fields,
    });
    const initContainers = [container('b', '1'), container('c', '2', { restartPolicy: 'Always' }), container('d', '4')];
    // 2 + 4 while the last init container starts; 2 + 3 afterwards.
    const pod = podOf({ limits: { cpu: '9' } }, { requests: { cpu: '3' } }, { initContainers });
    assert.equal(pod.spec.resources?.requests?.['cpu'], '6');
  });

  const problems: [resources: object, container: object, ...problems: string[]][] = [
    [{ requests: amounts('2', '1Gi') }, { requests: amounts('2', '1Gi') }],
    [
      { requests: { cpu: '1' } },
      { requests: { cpu: '2' } },
      'resources.requests[cpu]: Invalid value: "1": must be greater than or equal to aggregate container requests of 2',
    ],
    [
      { limits: { cpu: '1' }, requests: { cpu: '1' } },
      { limits: { cpu: '2' }, requests: { cpu: '1' } },
      'resources.containers[0][cpu].limits: Invalid value: "2": must be less than or equal to pod limits of 1',
    ],
    [
      { requests: { 'ephemeral-storage': '1', gpu: '1' } },
      {},
      'resources.requests[ephemeral-storage]: Unsupported value: "ephemeral-storage": supported values: "cpu", "hugepages-", "memory"',
      'resources.requests[gpu]: Invalid value: "gpu": must be a standard resource type or fully qualified',
    ],
    [
      { claims: [{ name: 'x' }] },
      {},
      'resources.claims: Forbidden: claims may not be set for Resources at pod-level',
      'resources.claims[0]: Not found: "x": must be one of the names in pod.spec.resourceClaims which is empty',
    ],
    [
      { requests: { cpu: '2' }, limits: { cpu: '1' } },
      {},
      'resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1',
    ],
  ];
  for (const [resources, container, ...wanted] of problems) {
    it(`${JSON.stringify(resources)} with ${JSON.stringify(container)} are ${wanted.length === 0 ? 'valid' : 'invalid'}`, () => {
      assertProblems(problemsOf(podOf(resources, container)), wanted);
    });
  }

  it('determine the QoS class', () => {
    const classes = [{ limits: amounts('1', '1Gi') }, { limits: { cpu: '1' } }, { requests: { cpu: '1' } }, {}].map(
      (resources) => qosClassOf(podOf(resources, {}).spec),
    );
    assert.deepEqual(classes, ['Guaranteed', 'Burstable', 'Burstable', 'BestEffort']);
  });
});
