import assert from 'node:assert/strict';
import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { fieldErrorText } from '@pilothouse/apimachinery/status/field-error.js';
import { podWith } from './pod.test.helper.js';
import { podSubresources } from './subresources.js';
import { validatePodStatus } from './validate-status.js';

interface Given {
  readonly container?: object;
  readonly spec?: object;
}

const withStatus = (status: object, given: Given = {}): Pod => Object.assign(podWith(given), { status });
const problemsOf = (status: object, before: object = {}, given: Given = {}): string[] =>
  validatePodStatus(withStatus(status, given), withStatus(before, given)).map(fieldErrorText);
const one = (fields: object) => ({ containerStatuses: [{ name: 'a', state: {}, ...fields }] });
const ended = (exitCode: number) => one({ state: { terminated: { exitCode } } });
const health = (name: string, ...resources: object[]) => one({ allocatedResourcesStatus: [{ name, resources }] });
const linux = (fields: object) => one({ user: { linux: { uid: 1, gid: 1, ...fields } } });
const NO_CLAIM = "must match one of the container's resource claims in a format";
const claims = {
  container: { resources: { claims: [{ name: 'gpu', request: 'x' }], limits: { 'example.com/d': '1' } } },
  spec: { resourceClaims: [{ name: 'gpu', resourceClaimName: 'c' }] },
};
const mapped = (fields: object) => ({
  extendedResourceClaimStatus: {
    resourceClaimName: 'c',
    requestMappings: [{ containerName: 'a', resourceName: 'example.com/d', requestName: 'r', ...fields }],
  },
});
const PATH = 'status.extendedResourceClaimStatus';

const STATUSES: [status: object, given: Given, ...problems: string[]][] = [
  [{ observedGeneration: -1 }, {}, 'status.observedGeneration: Invalid value: -1: must be a non-negative integer'],
  [
    { conditions: [{ type: 'Ready' }, { type: 'a b', observedGeneration: -2 }] },
    {},
    'status.conditions[1].observedGeneration: Invalid value: -2: must be a non-negative integer',
    'status.conditions[1].Type: Invalid value: "a b": name part must consist of',
  ],
  [{ hostIP: '10.0.0.1', hostIPs: [{ ip: '10.0.0.1' }, { ip: 'fd00::1' }] }, {}],
  [
    { hostIP: '10.0.0.2', hostIPs: [{ ip: '10.0.0.1' }] },
    {},
    'status.hostIPs[0].ip: Invalid value: "10.0.0.1": must be equal to `hostIP`',
  ],
  [linux({ supplementalGroups: [1, 2] }), {}],
  [linux({ uid: -1 }), {}, 'status.containerStatuses[0].user.linux.uid: Invalid value: -1: must be between 0 and'],
  [
    linux({}),
    { spec: { os: { name: 'windows' } } },
    'status.containerStatuses[0].user.linux: Forbidden: cannot be set for a windows pod',
  ],
  [health('example.com/d', { resourceID: '1', health: 'Healthy' }), claims],
  [health('claim:gpu/x', { resourceID: '1', health: 'Unknown' }), claims],
  [
    health('claim:gpu'),
    claims,
    `status.containerStatuses[0].allocatedResourcesStatus[0].name: Invalid value: "claim:gpu": ${NO_CLAIM}`,
  ],
  [
    health('cpu', { resourceID: '1', health: 'Good', message: '' }, { resourceID: '1', health: 'Healthy' }),
    claims,
    'status.containerStatuses[0].allocatedResourcesStatus[0].name: Invalid value: "cpu": must match one of the container',
    'status.containerStatuses[0].allocatedResourcesStatus[0].resources[0].health: Unsupported value: "Good": supported values: "Healthy", "Unhealthy", "Unknown"',
    'status.containerStatuses[0].allocatedResourcesStatus[0].resources[0].message: Required value: must be non-empty if specified',
    'status.containerStatuses[0].allocatedResourcesStatus[0].resources[1].resourceID: Duplicate value: "1"',
  ],
  [
    { ephemeralContainerStatuses: [{ name: 'e', state: {}, allocatedResourcesStatus: [{ name: 'cpu' }] }] },
    {},
    'status.ephemeralContainerStatuses[0].allocatedResourcesStatus: Forbidden: must not be specified in container status',
  ],
  [{ resourceClaimStatuses: [{ name: 'gpu', resourceClaimName: 'c' }] }, claims],
  [
    { resourceClaimStatuses: [{ name: 'nic' }, { name: 'nic', resourceClaimName: 'C' }] },
    claims,
    'status.resourceClaimStatuses[0].name: Invalid value: "nic": must match the name of an entry in `spec.resourceClaims`',
    'status.resourceClaimStatuses[1].name: Invalid value: "nic": must match the name of an entry in `spec.resourceClaims`',
    'status.resourceClaimStatuses[1].name: Duplicate value: "nic"',
    'status.resourceClaimStatuses[1].resourceClaimName: Invalid value: "C": a lowercase RFC 1123 subdomain',
  ],
  [mapped({}), claims],
  [
    mapped({ resourceName: 'example.com/e', requestName: 'R' }),
    claims,
    `${PATH}.requestMappings[0].resourceName: Invalid value: "example.com/e": must match the extended resource name`,
    `${PATH}.requestName: Invalid value: "R": a lowercase RFC 1123 label`,
  ],
  [
    mapped({ containerName: 'z' }),
    claims,
    `${PATH}.requestMappings[0].containerName: Invalid value: "z": must match the name`,
  ],
];

describe('the status of a pod of Kubernetes 1.36', () => {
  for (const [status, given, ...problems] of STATUSES) {
    it(`of ${JSON.stringify(status)} is ${problems.length === 0 ? 'valid' : 'invalid'}`, () => {
      const found = problemsOf(status, {}, given);
      assert.equal(found.length, problems.length, found.join('\n'));
      for (const [index, text] of problems.entries()) assert.ok(found[index]?.startsWith(text), found[index]);
    });
  }

  const rules = (action: string) => [{ action, exitCodes: { operator: 'In', values: [42] } }];
  const again: [container: object, exitCode: number, may: boolean][] = [
    [{}, 42, false],
    [{ restartPolicy: 'Always' }, 0, true],
    [{ restartPolicy: 'OnFailure' }, 0, false],
    [{ restartPolicy: 'Never', restartPolicyRules: rules('Restart') }, 42, true],
    [{ restartPolicy: 'Never', restartPolicyRules: rules('Restart') }, 1, false],
    [{ restartPolicy: 'Never', restartPolicyRules: rules('RestartAllContainers') }, 1, true],
  ];
  for (const [container, exitCode, may] of again) {
    it(`${may ? 'can' : 'cannot'} say that a container of ${JSON.stringify(container)} runs again after ${exitCode}`, () => {
      const found = problemsOf(one({ state: { running: {} } }), ended(exitCode), {
        container,
        spec: { restartPolicy: 'Never' },
      });
      assert.deepEqual(
        found,
        may ? [] : ['status.containerStatuses[0].state: Forbidden: may not be transitioned to non-terminated state'],
      );
    });
  }

  it('keeps observedGeneration, and drops digests of image volumes', () => {
    const { status } = podSubresources();
    assert.ok(status?.type === 'part');
    const old = withStatus({ observedGeneration: 3, conditions: [{ type: 'Ready', observedGeneration: 2 }] });
    const mounted = [{ name: 'v', mountPath: '/v', volumeStatus: { image: { imageRef: 'x' } } }];
    const pod = withStatus({
      conditions: [{ type: 'Ready' }, { type: 'New' }],
      ...one({ volumeMounts: mounted }),
      nodeAllocatableResourceClaimStatuses: [{ resourceClaimName: 'c' }],
    });
    status.prepareForUpdate(pod, old, new Date(0));
    assert.deepEqual(plain(pod.status), {
      observedGeneration: 3,
      conditions: [{ type: 'Ready', observedGeneration: 2 }, { type: 'New' }],
      containerStatuses: [{ name: 'a', state: {}, volumeMounts: [{ name: 'v', mountPath: '/v' }] }],
    });
  });
});
