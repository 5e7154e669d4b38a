import assert from 'node:assert/strict';
import { assertProblems, podWith, problemsOf } from './pod.test.helper.js';

const rule = (fields: object = {}) => ({ action: 'Restart', exitCodes: { operator: 'In', values: [42] }, ...fields });
const init = (fields: object) => ({ spec: { initContainers: [{ name: 'b', image: 'i', ...fields }] } });
const selector = (...matchExpressions: object[]) => ({ matchLabels: { app: 'a' }, matchExpressions });
const spread = (fields: object) => ({
  spec: {
    topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'z', whenUnsatisfiable: 'DoNotSchedule', ...fields }],
  },
});
const near = (fields: object) => ({
  spec: {
    affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'z', ...fields }] } },
  },
});
const claims = (...resourceClaims: object[]) => ({ spec: { resourceClaims } });
const uses = (...used: object[]) => ({
  container: { resources: { claims: used } },
  spec: { resourceClaims: [{ name: 'gpu', resourceClaimName: 'c' }] },
});
const armor = (appArmorProfile: object) => ({ container: { securityContext: { appArmorProfile } } });
const file = (fields: object = {}, volume: object = { emptyDir: {} }) => ({
  container: {
    env: [{ name: 'A', valueFrom: { fileKeyRef: { volumeName: 'v', path: 'env', key: 'K', ...fields } } }],
  },
  spec: { volumes: [{ name: 'v', ...volume }] },
});
const mount = (fields: object) => ({
  container: { volumeMounts: [{ name: 'v', mountPath: '/v', ...fields }] },
  spec: { volumes: [{ name: 'v' }] },
});
const PROFILE = 'containers[0].securityContext.appArmorProfile';

/** Pods with the beginnings of their errors. */
const PODS: [what: string, given: { container?: object; spec?: object }, ...problems: string[]][] = [
  ['a sidecar with probes', init({ restartPolicy: 'Always', readinessProbe: { exec: { command: ['x'] } } })],
  [
    'a probe of a regular init container',
    init({ restartPolicy: 'OnFailure', readinessProbe: { exec: { command: ['x'] } } }),
    'initContainers[0].readinessProbe: Forbidden: may not be set for init containers without restartPolicy=Always',
  ],
  ['a policy of a container', { container: { restartPolicy: 'Never' } }],
  [
    'an unknown policy',
    { container: { restartPolicy: 'Soon' } },
    'containers[0].restartPolicy: Unsupported value: "Soon": supported values: "Always", "Never", "OnFailure"',
  ],
  ['rules', { container: { restartPolicy: 'Never', restartPolicyRules: [rule()] } }],
  [
    'rules without a policy',
    { container: { restartPolicyRules: [rule()] } },
    'containers[0].restartPolicy: Required value: must specify restartPolicy when restart rules are used',
  ],
  [
    'empty rules',
    { container: { restartPolicy: 'Never', restartPolicyRules: [{}, rule({ exitCodes: { operator: 'Is' } })] } },
    'containers[0].restartPolicyRules[0].action: Unsupported value: "": supported values: "Restart", "RestartAllContainers"',
    'containers[0].restartPolicyRules[0].exitCodes: Required value: must be specified',
    'containers[0].restartPolicyRules[1].exitCodes.operator: Unsupported value: "Is": supported values: "In", "NotIn"',
  ],
  [
    'too many rules',
    { container: { restartPolicy: 'Never', restartPolicyRules: Array.from({ length: 21 }, () => rule()) } },
    'containers[0].restartPolicyRules: Too many: 21: must have at most 20 items',
  ],
  ['resize policies', { container: { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] } }],
  [
    'invalid resize policies',
    {
      container: {
        resizePolicy: [
          { resourceName: 'cpu', restartPolicy: 'NotRequired' },
          { resourceName: 'cpu', restartPolicy: 'Later' },
          { resourceName: 'gpu', restartPolicy: 'NotRequired' },
        ],
      },
    },
    'containers[0].resizePolicy[1]: Duplicate value: "cpu"',
    'containers[0].resizePolicy: Unsupported value: "Later": supported values: "NotRequired", "RestartContainer"',
    'containers[0].resizePolicy: Unsupported value: "gpu": supported values: "cpu", "memory"',
  ],
  [
    'a restarting resize with restartPolicy Never',
    {
      container: { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] },
      spec: { restartPolicy: 'Never' },
    },
    `containers[0].resizePolicy: Invalid value: "RestartContainer": must be 'NotRequired' when pod`,
  ],
  [
    'a restarting resize of an init container',
    init({ resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] }),
    `initContainers[0].resizePolicy[0].restartPolicy: Invalid value: "RestartContainer": must not be set to 'RestartContainer'`,
  ],
  ['a sleep', { container: { lifecycle: { preStop: { sleep: { seconds: 0 } } } } }],
  [
    'a sleep beyond the grace period',
    { container: { lifecycle: { preStop: { sleep: { seconds: 31 } } } } },
    'containers[0].lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than terminationGracePeriodSeconds (30)',
  ],
  ['an env file', file()],
  [
    'an env file without a volume',
    file({ path: '../x', key: 'a=b' }, { configMap: { name: 'c' } }),
    'containers[0].env[0].valueFrom.fileKeyRef.key: Invalid value: "a=b": a valid environment variable name',
    'containers[0].env[0].valueFrom.fileKeyRef.path: Invalid value: "../x": must not contain \'..\'',
    'containers[0].env[0].valueFrom.fileKeyRef.volumeName: Invalid value: "v": referenced volume must be of type emptyDir',
  ],
  ['a recursively read-only mount', mount({ readOnly: true, recursiveReadOnly: 'IfPossible' })],
  [
    'a writable mount with recursiveReadOnly',
    mount({ recursiveReadOnly: 'Enabled', mountPropagation: 'HostToContainer' }),
    'containers[0].volumeMounts[0].recursiveReadOnly: Forbidden: may only be specified when mountPropagation is None',
    'containers[0].volumeMounts[0].recursiveReadOnly: Forbidden: may only be specified when readOnly is true',
  ],
  ['a claim of a container', uses({ name: 'gpu', request: 'one' }, { name: 'gpu', request: 'two' })],
  [
    'overlapping and missing claims of a container',
    uses({ name: 'gpu', request: 'one' }, { name: 'gpu' }, { name: 'nic' }),
    'containers[0].resources.claims[1]: Duplicate value: "gpu"',
    'containers[0].resources.claims[2]: Not found: "nic": must be one of the names in pod.spec.resourceClaims: gpu',
  ],
  [
    'claims without a source',
    claims({ name: 'a' }, { name: 'a', resourceClaimName: 'X' }),
    'resourceClaims[0]: Invalid value: {"name":"a"}: must specify one of: `resourceClaimName`, `resourceClaimTemplateName`',
    'resourceClaims[1].name: Duplicate value: "a"',
    'resourceClaims[1].resourceClaimName: Invalid value: "X": a lowercase RFC 1123 subdomain',
  ],
  ['gates', { spec: { schedulingGates: [{ name: 'example.com/gate' }] } }],
  [
    'duplicate gates, and gates of a bound pod',
    { spec: { nodeName: 'n', schedulingGates: [{ name: 'a b' }, { name: 'c' }, { name: 'c' }] } },
    'nodeName: Forbidden: cannot be set until all schedulingGates have been cleared',
    'schedulingGates[0]: Invalid value: "a b": name part must consist of',
    'schedulingGates[2]: Duplicate value: "c"',
  ],
  ['keys of a constraint', spread({ matchLabelKeys: ['hash'], labelSelector: selector() })],
  [
    'keys of a constraint without a selector',
    spread({ matchLabelKeys: ['hash'], nodeTaintsPolicy: 'Ask' }),
    'topologySpreadConstraints[0].matchLabelKeys: Forbidden: must not be specified when labelSelector is not set',
    'topologySpreadConstraints[0].nodeTaintsPolicy: Unsupported value: "Ask": supported values: "Honor", "Ignore"',
  ],
  [
    'contradictory keys of an affinity',
    near({ labelSelector: selector(), matchLabelKeys: ['a', 'b c'], mismatchLabelKeys: ['a'] }),
    'affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].matchLabelKeys[0]: Invalid value: "a": exists in both matchLabelKeys and mismatchLabelKeys',
    'affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].matchLabelKeys[1]: Invalid value: "b c": name part',
  ],
  ['a profile', armor({ type: 'Localhost', localhostProfile: 'mine' })],
  [
    'a profile without a name',
    armor({ type: 'Localhost' }),
    `${PROFILE}.localhostProfile: Required value: must be set when`,
  ],
  [
    'a profile without a type',
    armor({ type: '' }),
    `${PROFILE}.type: Required value: type is required when appArmorProfile is set`,
  ],
  [
    'an unknown profile',
    armor({ type: 'Soft', localhostProfile: 'x' }),
    `${PROFILE}.localhostProfile: Invalid value: "x": can only be set when AppArmor type is Localhost`,
    `${PROFILE}.type: Unsupported value: "Soft": supported values: "Localhost", "RuntimeDefault", "Unconfined"`,
  ],
  [
    'user namespaces together with host namespaces',
    { spec: { hostUsers: false, hostPID: true, hostIPC: true, hostNetwork: true } },
    'HostIPC: Forbidden: when `hostUsers` is false',
    'HostPID: Forbidden: when `hostUsers` is false',
    'hostNetwork: Forbidden: when `hostUsers` is false',
  ],
  [
    'all of /proc with its own users',
    { container: { securityContext: { procMount: 'Unmasked' } }, spec: { hostUsers: false } },
  ],
  [
    'all of /proc of the node',
    { container: { securityContext: { procMount: 'Unmasked' } } },
    'containers[0].securityContext.procMount: Invalid value: "Unmasked": `hostUsers` must be false to use `Unmasked`',
  ],
  ['hostnameOverride', { spec: { hostnameOverride: 'a.example.com' } }],
  [
    'hostnameOverride with hostNetwork',
    { spec: { hostnameOverride: 'A', hostNetwork: true, setHostnameAsFQDN: true } },
    'hostnameOverride: Forbidden: may not be specified when hostNetwork is true',
    'hostnameOverride: Forbidden: may not be specified when setHostnameAsFQDN is true',
    'hostnameOverride: Invalid value: "A": a lowercase RFC 1123 subdomain',
  ],
  [
    'Linux fields of a Windows pod',
    {
      spec: {
        os: { name: 'windows' },
        hostUsers: true,
        resources: {},
        securityContext: { supplementalGroupsPolicy: 'Merge', seLinuxChangePolicy: 'Recursive' },
      },
    },
    'hostUsers: Forbidden: cannot be set for a windows pod',
    'resources: Forbidden: may not be set for a windows pod',
    'securityContext.seLinuxChangePolicy: Forbidden: cannot be set for a windows pod',
    'securityContext.supplementalGroupsPolicy: Forbidden: cannot be set for a windows pod',
  ],
  [
    'unknown policies',
    { spec: { securityContext: { supplementalGroupsPolicy: 'x', seLinuxChangePolicy: 'x' } } },
    'securityContext.seLinuxChangePolicy: Unsupported value: "x": supported values: "Recursive"',
    'securityContext.supplementalGroupsPolicy: Unsupported value: "x": supported values: "Merge", "Strict"',
  ],
  ['an image volume', { spec: { volumes: [{ name: 'v', image: { reference: 'i' } }] } }],
  [
    'an image volume without an image',
    { spec: { volumes: [{ name: 'v', image: { pullPolicy: 'Soon' } }] } },
    'volumes[0].image.pullPolicy: Unsupported value: "Soon": supported values: "Always", "IfNotPresent", "Never"',
    'volumes[0].image.reference: Required value',
  ],
];

describe('a pod of Kubernetes 1.36', () => {
  for (const [what, given, ...problems] of PODS) {
    it(`${problems.length === 0 ? 'can' : 'cannot'} have ${what}`, () => {
      assertProblems(problemsOf(podWith(given)), problems);
    });
  }

  it('cannot have an ephemeral container with policies', () => {
    const debug = { name: 'd', image: 'i', restartPolicy: 'Never', restartPolicyRules: [rule()], resizePolicy: [{}] };
    const pod = podWith({ spec: { ephemeralContainers: [debug] } });
    const found = problemsOf(pod).filter((text) => text.endsWith('cannot be set for an Ephemeral Container'));
    assert.deepEqual(
      found.map((text) => text.split(':', 1)[0]),
      ['resizePolicy', 'restartPolicy', 'restartPolicyRules'].map((name) => `ephemeralContainers[0].${name}`),
    );
  });
});
