import assert from 'node:assert/strict';
import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { fieldErrorText } from '@pilothouse/apimachinery/status/field-error.js';
import { podWith } from './pod.test.helper.js';
import { resize } from './resize.js';

const amounts = (cpu: string, memory = '1Gi') => ({ requests: { cpu, memory } });
const sidecar = { name: 'b', image: 'i', restartPolicy: 'Always', resources: amounts('1') };
const BEFORE = { container: { resources: amounts('1') }, spec: { initContainers: [sidecar] } };

interface Given {
  readonly container?: object;
  readonly spec?: object;
}

/** The pod after a resize, and its problems. */
function resized(change: Given, before: Given = BEFORE, status: object = {}): { pod: Pod; problems: string[] } {
  const old = Object.assign(podWith(before), { status });
  old.metadata.generation = 1;
  const pod = podWith({
    container: { ...before.container, ...change.container },
    spec: { ...before.spec, ...change.spec },
  });
  resize.prepareForUpdate(pod, old, new Date(0));
  const found = resize.validate?.(pod, old) ?? [];
  assert.ok(Array.isArray(found));
  return { pod, problems: found.map(fieldErrorText) };
}

const RESIZES: [what: string, change: Given, ...problems: string[]][] = [
  ['more of a container', { container: { resources: amounts('2', '2Gi') } }],
  ['more of a sidecar', { spec: { initContainers: [{ ...sidecar, resources: amounts('2') }] } }],
  [
    'another class',
    {
      container: { resources: { ...amounts('1'), limits: { cpu: '1', memory: '1Gi' } } },
      spec: { initContainers: [{ ...sidecar, resources: { limits: { cpu: '1', memory: '1Gi' } } }] },
    },
    'spec: Invalid value: "": Pod QOS Class may not change as a result of resizing',
  ],
  [
    'requests less',
    { container: { resources: { requests: { cpu: '1' } } } },
    'spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed',
  ],
  [
    'another resource',
    { container: { resources: { requests: { ...amounts('1').requests, 'ephemeral-storage': '1Gi' } } } },
    'spec: Forbidden: only cpu and memory resources are mutable',
  ],
  [
    'another resize policy',
    { container: { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }] } },
    'spec: Forbidden: only cpu and memory resources are mutable',
  ],
  [
    'another resource of a sidecar',
    {
      spec: {
        initContainers: [
          { ...sidecar, resources: { requests: { ...amounts('1').requests, 'ephemeral-storage': '1' } } },
        ],
      },
    },
    'spec.initContainers[0]: Forbidden: only cpu and memory resources for init or sidecar containers are mutable',
  ],
  [
    'one container more',
    {
      spec: {
        containers: [
          { name: 'a', image: 'i', resources: amounts('1') },
          { name: 'c', image: 'i' },
        ],
      },
    },
    'spec.containers: Forbidden: containers may not be added or removed on resize',
  ],
  [
    'another name',
    { container: { name: 'z' } },
    'spec.containers[0].name: Forbidden: containers may not be renamed or reordered on resize',
  ],
  ['resources of the whole pod', { spec: { resources: { requests: { cpu: '3' } } } }],
];

describe('a resize of a pod', () => {
  for (const [what, change, ...problems] of RESIZES) {
    it(`to ${what} is ${problems.length === 0 ? 'valid' : 'invalid'}`, () => {
      assert.deepEqual(resized(change).problems, problems);
    });
  }

  it('changes only resources, and increments the generation', () => {
    const { pod, problems } = resized({ container: { image: 'j', resources: amounts('2') }, spec: { hostname: 'h' } });
    const [container] = pod.spec.containers;
    assert.deepEqual([problems, container?.image, pod.spec.hostname], [[], 'i', undefined]);
    assert.deepEqual(plain(container?.resources ?? null), amounts('2'));
    assert.equal(pod.metadata.generation, 2);
    assert.equal(resized({ container: { image: 'j' } }).pod.metadata.generation, 1);
  });

  it('is refused if the node does not report resources', () => {
    const running = (fields: object) => ({ containerStatuses: [{ name: 'a', state: { running: {} }, ...fields }] });
    const change = { container: { resources: amounts('2') } };
    const text = 'spec: Forbidden: Pod running on node without support for resize';
    assert.deepEqual(resized(change, BEFORE, running({})).problems, [text]);
    assert.deepEqual(resized(change, BEFORE, running({ resources: {} })).problems, []);
  });

  it('is refused for Windows, and keeps the resources of a whole pod', () => {
    const windows = { spec: { os: { name: 'windows' } } };
    assert.deepEqual(
      resized({}, windows).problems,
      [': windows pods cannot be resized'.slice(2)].map((text) => `Forbidden: ${text}`),
    );
    const whole = { spec: { resources: { requests: { cpu: '1', memory: '1Gi' } } } };
    const one = { spec: { resources: { requests: { cpu: '2' } } } };
    assert.deepEqual(resized(one, whole).problems, [
      'spec.resources.requests: Forbidden: pod-level resource requests cannot be removed',
    ]);
    const pages = {
      spec: { resources: { limits: { 'hugepages-2Mi': '2Mi', cpu: '1' }, requests: { cpu: '1', memory: '1Gi' } } },
    };
    assert.deepEqual(resized(pages, whole).problems, [
      'spec: Forbidden: only cpu and memory resources are mutable at pod-level',
    ]);
  });

  it('cannot restart a regular init container', () => {
    const policy = [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }];
    const ends = (cpu: string) => ({
      spec: { initContainers: [{ name: 'b', image: 'i', resizePolicy: policy, resources: amounts(cpu) }] },
    });
    const text =
      'spec.initContainers[0]: Forbidden: non-sidecar init containers with a resize policy of RestartContainer cannot be resized';
    assert.ok(resized(ends('2'), { ...ends('1'), container: { resources: amounts('1') } }).problems.includes(text));
  });
});
