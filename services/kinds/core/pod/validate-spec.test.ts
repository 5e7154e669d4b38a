import assert from 'node:assert/strict';
import { assertProblems, podWith, problemsOf, VOLUMES } from './pod.test.helper.js';

const probe = (fields: object) => ({ exec: { command: ['x'] }, ...fields });

/** Pod specs. `VOLUMES` are added unless the spec has volumes. */
const SPECS: [given: object, ...problems: string[]][] = [
  [{ containers: [] }, 'containers: Required value'],
  [{ preemptionPolicy: 'Never' }],
  [{ preemptionPolicy: '' }, 'preemptionPolicy: Required value'],
  [
    {
      containers: [
        { name: 'a', image: 'i' },
        { name: 'a', image: 'i' },
      ],
    },
    'containers[1].name: Duplicate value: "a"',
  ],
  [{ initContainers: [{ name: 'a', image: 'i' }] }, 'initContainers[0].name: Duplicate value: "a"'],
  [
    { initContainers: [{ name: 'b', image: 'i', readinessProbe: probe({}) }] },
    'initContainers[0].readinessProbe: Forbidden: may not be set for init containers',
  ],
  [{ ephemeralContainers: [{ name: 'b', image: 'i' }] }, 'ephemeralContainers: Forbidden: cannot be set on create'],
  [{ volumes: [{ name: 'v' }, { name: 'v' }] }, 'volumes[1].name: Duplicate value: "v"'],
  [
    { volumes: [{ name: 'v', emptyDir: {}, hostPath: { path: '/a/../b' } }] },
    `volumes[0].hostPath: Forbidden: may not specify more than 1 volume type`,
  ],
  [{ volumes: [{ name: 'v', scaleIO: { gateway: 'g', system: 's', volumeName: 'n' } }] }],
  [{ volumes: [{ name: 'v', secret: {} }] }, 'volumes[0].secret.secretName: Required value'],
  [
    { volumes: [{ name: 'v', configMap: { defaultMode: 512 } }] },
    'volumes[0].configMap.defaultMode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive',
    'volumes[0].configMap.name: Required value',
  ],
  [
    {
      volumes: [
        {
          name: 'v',
          configMap: {
            name: 'c',
            items: [
              { key: 'k', path: '../x' },
              { key: 'l', path: '..x' },
            ],
          },
        },
      ],
    },
    `volumes[0].configMap.items[0].path: Invalid value: "../x": must not contain '..'`,
    `volumes[0].configMap.items[1].path: Invalid value: "..x": must not start with '..'`,
  ],
  [
    { volumes: [{ name: 'v', nfs: { server: 's', path: 'x' } }] },
    'volumes[0].nfs.path: Invalid value: "x": must be an absolute path',
  ],
  [
    { volumes: [{ name: 'v', downwardAPI: { items: [{ path: 'a' }] } }] },
    'volumes[0].downwardAPI.items[0]: Required value: one of fieldRef and resourceFieldRef is required',
  ],
  [
    {
      volumes: [
        {
          name: 'v',
          projected: {
            sources: [
              {},
              { secret: { name: 's', items: [{ key: 'a', path: 'a' }] } },
              { serviceAccountToken: { path: 'a', expirationSeconds: 1 } },
            ],
          },
        },
      ],
    },
    'volumes[0].projected.sources[2].serviceAccountToken: Forbidden: must not be specified when serviceAccountName',
    'volumes[0].projected.sources[2].serviceAccountToken.expirationSeconds: Invalid value: 1: may not specify a duration less than 10 minutes',
  ],
  [
    { volumes: [{ name: 'v', ephemeral: { volumeClaimTemplate: { spec: {} } } }] },
    'volumes[0].ephemeral.volumeClaimTemplate.spec.accessModes: Required value: at least 1 access mode is required',
    'volumes[0].ephemeral.volumeClaimTemplate.spec.resources[storage]: Required value',
  ],
  [
    { volumes: [{ name: 'v', emptyDir: { sizeLimit: '-1' } }] },
    'volumes[0].emptyDir.sizeLimit: Forbidden: SizeLimit field must be a valid resource quantity',
  ],
  [
    { restartPolicy: 'Maybe' },
    'restartPolicy: Unsupported value: "Maybe": supported values: "Always", "OnFailure", "Never"',
  ],
  [{ dnsPolicy: 'None' }, 'dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None'],
  [
    { dnsPolicy: 'None', dnsConfig: {} },
    'dnsConfig.nameservers: Required value: must provide at least one DNS nameserver when `dnsPolicy` is None',
  ],
  [
    { dnsConfig: { nameservers: ['1.1.1.1', 'x'], options: [{}] } },
    'dnsConfig.nameservers[1]: Invalid value: "x": must be a valid IP address',
    'dnsConfig.options[0]: Required value: must not be empty',
  ],
  [{ os: { name: 'linux' }, securityContext: { runAsUser: 1 } }],
  [
    { os: { name: 'linux' }, securityContext: { windowsOptions: { runAsUserName: 'a' } } },
    'securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod',
  ],
  [
    {
      os: { name: 'windows' },
      hostPID: true,
      securityContext: { fsGroup: 1, windowsOptions: { runAsUserName: 'a' } },
      initContainers: [{ name: 'b', image: 'i', securityContext: { privileged: false } }],
    },
    'hostPID: Forbidden: cannot be set for a windows pod',
    'securityContext.fsGroup: Forbidden: cannot be set for a windows pod',
    'initContainers[0].securityContext.privileged: Forbidden: cannot be set for a windows pod',
  ],
  [{ nodeSelector: { 'a b': 'c' } }, 'nodeSelector: Invalid value: "a b": name part must consist of'],
  [{ hostname: 'A' }, 'hostname: Invalid value: "A": a lowercase RFC 1123 label'],
  [
    { hostAliases: [{ ip: 'x', hostnames: ['a', 'B'] }] },
    'hostAliases[0].hostnames[1]: Invalid value: "B": a lowercase RFC 1123 subdomain',
    'hostAliases[0].ip: Invalid value: "x": must be a valid IP address',
  ],
  [
    { activeDeadlineSeconds: 0 },
    'activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive',
  ],
  [{ serviceAccountName: 'A' }, 'serviceAccountName: Invalid value: "A": a lowercase RFC 1123 subdomain'],
  [
    { tolerations: [{}] },
    'tolerations[0].operator: Invalid value: "": operator must be Exists when `key` is empty, which means "match all values and all keys"',
  ],
  [{ tolerations: [{ operator: 'Exists' }, { key: 'a', value: 'b' }] }],
  [
    { tolerations: [{ key: 'a', operator: 'Exists', value: 'b' }] },
    'tolerations[0].operator: Invalid value: "b": value must be empty when `operator` is \'Exists\'',
  ],
  [
    { tolerations: [{ key: 'a', operator: 'Near' }] },
    'tolerations[0].operator: Unsupported value: "Near": supported values: "Equal", "Exists"',
  ],
  [
    { tolerations: [{ key: 'a', tolerationSeconds: 1 }] },
    'tolerations[0].effect: Invalid value: "": effect must be \'NoExecute\' when `tolerationSeconds` is set',
  ],
  [
    { securityContext: { supplementalGroups: [1, -1], fsGroup: -2 } },
    'securityContext.fsGroup: Invalid value: -2: must be between',
    'securityContext.supplementalGroups[1]: Invalid value: -1: must be between',
  ],
  [
    {
      securityContext: {
        sysctls: [
          { name: 'a.b', value: '1' },
          { name: 'a.b', value: '1' },
          { name: 'A', value: '' },
        ],
      },
    },
    'securityContext.sysctls[1].name: Duplicate value: "a.b"',
    'securityContext.sysctls[2].name: Invalid value: "A": must have at most 253 characters and match regex',
  ],
  [
    { hostPID: true, shareProcessNamespace: true },
    'shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled',
  ],
  [{ readinessGates: [{ conditionType: 'a b' }] }, 'readinessGates[0].conditionType: Invalid value: "a b"'],
  [{ overhead: { cpu: '-1' } }, 'overhead[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
  [{ os: { name: 'beos' } }, 'os.name: Unsupported value: "beos": supported values: "linux", "windows"'],
  [
    {
      topologySpreadConstraints: [
        { maxSkew: 0, topologyKey: 'a', whenUnsatisfiable: 'DoNotSchedule' },
        { maxSkew: 1, topologyKey: 'a', whenUnsatisfiable: 'DoNotSchedule' },
      ],
    },
    'topologySpreadConstraints[0].maxSkew: Invalid value: 0: must be greater than zero',
    'topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}: Duplicate value: "{a, DoNotSchedule}"',
  ],
  [
    affinity('nodeAffinity', { nodeSelectorTerms: [] }),
    'affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms: Required value',
  ],
  [
    affinity('nodeAffinity', {
      nodeSelectorTerms: [
        {
          matchExpressions: [
            { key: 'a', operator: 'In' },
            { key: 'b', operator: 'Gt', values: ['1', '2'] },
            { key: 'c', operator: 'Exists', values: ['1'] },
          ],
        },
      ],
    }),
    ...[
      "[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
      "[1].values: Required value: must be specified single value when `operator` is 'Lt' or 'Gt'",
      "[2].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
    ].map(
      (text) =>
        `affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions${text}`,
    ),
  ],
  [
    affinity('podAntiAffinity', [
      { topologyKey: '' },
      { topologyKey: 'a', labelSelector: { matchExpressions: [{ key: 'a', operator: 'Nearly' }] } },
    ]),
    ...[
      'Invalid value: "": name part must be non-empty',
      'Invalid value: "": name part must consist of',
      'Required value: can not be empty',
    ].map((text) => `affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: ${text}`),
    'affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[1].labelSelector.matchExpressions[0].operator: Invalid value: "Nearly": not a valid selector operator',
  ],
];

function affinity(type: string, requiredDuringSchedulingIgnoredDuringExecution: object): object {
  return { affinity: { [type]: { requiredDuringSchedulingIgnoredDuringExecution } } };
}

describe('a pod', () => {
  for (const [spec, ...problems] of SPECS) {
    it(`with ${JSON.stringify(spec)} is ${problems.length === 0 ? 'valid' : 'invalid'}`, () => {
      assertProblems(problemsOf(podWith({ spec: { volumes: VOLUMES, ...spec } })), problems);
    });
  }

  it('with a million errors reports about a thousand', () => {
    const env = Array.from({ length: 5_000 }, () => ({ name: '1' }));
    assert.ok(problemsOf(podWith({ container: { env } })).length <= 1_001);
  });
});
