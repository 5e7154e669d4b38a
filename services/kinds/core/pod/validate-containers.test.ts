import { assertProblems, podWith, problemsOf, VOLUMES } from './pod.test.helper.js';

const probe = (fields: object) => ({ exec: { command: ['x'] }, ...fields });
const env = (valueFrom: object, value?: string) => ({ env: [{ name: 'A', valueFrom, ...(value && { value }) }] });
const mounts = (...volumeMounts: object[]) => ({ volumeMounts });

/** Cases for the first container, whose error paths begin with `containers[0].`. */
const CONTAINERS: [given: object, ...problems: string[]][] = [
  [{ name: '' }, 'name: Required value'],
  [{ name: 'A' }, 'name: Invalid value: "A": a lowercase RFC 1123 label must'],
  [{ image: '' }, 'image: Required value'],
  [{ image: ' i' }, 'image: Invalid value: " i": must not have leading or trailing whitespace'],
  [
    { imagePullPolicy: 'Soon' },
    'imagePullPolicy: Unsupported value: "Soon": supported values: "Always", "IfNotPresent", "Never"',
  ],
  [{ ports: [{ containerPort: 0 }] }, 'ports[0].containerPort: Required value'],
  [
    { ports: [{ containerPort: 70_000 }] },
    'ports[0].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive',
  ],
  [
    { ports: [{ containerPort: 1, hostPort: -1 }] },
    'ports[0].hostPort: Invalid value: -1: must be between 1 and 65535, inclusive',
  ],
  [
    { ports: [{ containerPort: 1, protocol: 'X' }] },
    'ports[0].protocol: Unsupported value: "X": supported values: "SCTP", "TCP", "UDP"',
  ],
  [
    { ports: [{ containerPort: 1, name: '1' }] },
    'ports[0].name: Invalid value: "1": must contain at least one letter (a-z)',
  ],
  [
    {
      ports: [
        { containerPort: 1, name: 'p' },
        { containerPort: 2, name: 'p' },
      ],
    },
    'ports[1].name: Duplicate value: "p"',
  ],
  [
    {
      ports: [
        { containerPort: 1, hostPort: 5 },
        { containerPort: 2, hostPort: 5 },
      ],
    },
    'ports[1].hostPort: Duplicate value: "TCP//5"',
  ],
  [
    {
      ports: [
        { containerPort: 1, hostPort: 5 },
        { containerPort: 2, hostPort: 5, protocol: 'UDP' },
      ],
    },
  ],
  [{ env: [{ name: '1A' }, { name: '..a b' }] }],
  [
    { env: [{ name: 'a=b' }] },
    'env[0].name: Invalid value: "a=b": a valid environment variable name must consist only of',
  ],
  [{ env: [{ name: 'ä' }] }, 'env[0].name: Invalid value: "ä": a valid environment variable name must consist only of'],
  [{ env: [{ name: 'A' }, { name: 'A' }] }],
  [env({}), 'env[0].valueFrom: Invalid value: "": must specify one of: `fieldRef`'],
  [
    env({ fieldRef: { fieldPath: 'metadata.name' } }, 'x'),
    'env[0].valueFrom: Invalid value: "": may not be specified when `value` is not empty',
  ],
  [
    env({ fieldRef: { fieldPath: 'spec.x' } }),
    'env[0].valueFrom.fieldRef.fieldPath: Invalid value: "spec.x": error converting fieldPath: field label not supported',
  ],
  [env({ fieldRef: { fieldPath: "metadata.labels['a']" } })],
  [
    env({ resourceFieldRef: { resource: 'limits.gpu' } }),
    'env[0].valueFrom.resourceFieldRef.resource: Unsupported value: "limits.gpu"',
  ],
  [
    env({ secretKeyRef: { key: '' } }),
    'env[0].valueFrom.secretKeyRef.key: Required value',
    'env[0].valueFrom.secretKeyRef.name: Invalid value: "": a lowercase RFC 1123 subdomain',
  ],
  [env({ configMapKeyRef: { name: 'c', key: 'a b' } }), 'env[0].valueFrom.configMapKeyRef.key: Invalid value: "a b"'],
  [{ envFrom: [{}] }, 'envFrom[0]: Invalid value: "": must specify one of: `configMapRef` or `secretRef`'],
  [
    { envFrom: [{ configMapRef: { name: 'c' }, secretRef: { name: 's' } }] },
    'envFrom[0]: Invalid value: "": may not have more than one field specified at a time',
  ],
  [
    { resources: { requests: { cpu: '-1' } } },
    'resources.requests[cpu]: Invalid value: "-1": must be greater than or equal to 0',
  ],
  [
    { resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } },
    'resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1',
  ],
  [
    { resources: { limits: { gpu: '1' } } },
    ...['limits', 'requests'].flatMap((kind) =>
      ['for containers', 'type or fully qualified'].map(
        (what) => `resources.${kind}[gpu]: Invalid value: "gpu": must be a standard resource ${what}`,
      ),
    ),
  ],
  [
    { resources: { limits: { 'x.org/gpu': '1.5' } } },
    'resources.limits[x.org/gpu]: Invalid value: "1500m": must be an integer',
    'resources.requests[x.org/gpu]: Invalid value: "1500m": must be an integer',
  ],
  [
    { resources: { requests: { 'x.org/gpu': '1' }, limits: { 'x.org/gpu': '2' } } },
    'resources.requests: Invalid value: "1": must be equal to x.org/gpu limit',
  ],
  [{ resources: { limits: { 'x.org/gpu': '1' } } }],
  [
    { resources: { requests: { 'x.org/gpu': '1' } } },
    'resources.limits: Required value: Limit must be set for non overcommitable resources',
  ],
  [{ resources: { limits: { 'hugepages-2Mi': '2Mi' } } }, 'resources: Forbidden: HugePages require cpu or memory'],
  [{ resources: { limits: { 'hugepages-2Mi': '2Mi', memory: '1Gi' } } }],
  [mounts({ name: 'x', mountPath: '/x' }), 'volumeMounts[0].name: Not found: "x"'],
  [mounts({ name: 'v', mountPath: '' }), 'volumeMounts[0].mountPath: Required value'],
  [
    mounts({ name: 'v', mountPath: '/x' }, { name: 'v', mountPath: '/x' }),
    'volumeMounts[1].mountPath: Invalid value: "/x": must be unique',
  ],
  [
    mounts({ name: 'v', mountPath: '/x', subPath: '/a/../b' }),
    'volumeMounts[0].subPath: Invalid value: "/a/../b": must be a relative path',
    `volumeMounts[0].subPath: Invalid value: "/a/../b": must not contain '..'`,
  ],
  [
    mounts({ name: 'v', mountPath: '/x', subPath: 'a', subPathExpr: 'b' }),
    'volumeMounts[0].subPathExpr: Invalid value: "b": subPathExpr and subPath are mutually exclusive',
  ],
  [
    mounts({ name: 'v', mountPath: '/x', mountPropagation: 'Bidirectional' }),
    'volumeMounts[0].mountPropagation: Forbidden: Bidirectional mount propagation is available only to privileged containers',
  ],
  [
    { volumeDevices: [{ name: 'v', devicePath: '/d' }] },
    'volumeDevices[0].name: Invalid value: "v": can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
  ],
  [{ volumeDevices: [{ name: 'claim', devicePath: '/d' }] }],
  [{ livenessProbe: {} }, 'livenessProbe: Required value: must specify a handler type'],
  [
    { livenessProbe: probe({ tcpSocket: { port: 1 } }) },
    'livenessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type',
  ],
  [{ livenessProbe: probe({ successThreshold: 2 }) }, 'livenessProbe.successThreshold: Invalid value: 2: must be 1'],
  [
    { readinessProbe: probe({ successThreshold: 2, periodSeconds: -1 }) },
    'readinessProbe.periodSeconds: Invalid value: -1: must be greater than or equal to 0',
  ],
  [
    { readinessProbe: probe({ terminationGracePeriodSeconds: 1 }) },
    'readinessProbe.terminationGracePeriodSeconds: Invalid value: 1: must not be set for readinessProbes',
  ],
  [{ startupProbe: { exec: {} } }, 'startupProbe.exec.command: Required value'],
  [
    { livenessProbe: { httpGet: { port: 0 } } },
    'livenessProbe.httpGet.port: Invalid value: 0: must be between 1 and 65535, inclusive',
  ],
  [
    { livenessProbe: { httpGet: { port: '' } } },
    'livenessProbe.httpGet.port: Invalid value: "": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
    'livenessProbe.httpGet.port: Invalid value: "": must contain at least one letter (a-z)',
  ],
  [
    { livenessProbe: { httpGet: { port: 'HTTP' } } },
    'livenessProbe.httpGet.port: Invalid value: "HTTP": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
    'livenessProbe.httpGet.port: Invalid value: "HTTP": must contain at least one letter (a-z)',
  ],
  [
    { livenessProbe: { httpGet: { port: 1, httpHeaders: [{ name: 'a b', value: '' }] } } },
    'livenessProbe.httpGet.httpHeaders[0].name: Invalid value: "a b": a valid HTTP header must consist',
  ],
  [{ lifecycle: { preStop: {} } }, 'lifecycle.preStop: Required value: must specify a handler type'],
  [
    { securityContext: { runAsUser: -1 } },
    'securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive',
  ],
  [
    { securityContext: { privileged: true, allowPrivilegeEscalation: false } },
    'securityContext: Invalid value: {"privileged":true,"allowPrivilegeEscalation":false}: cannot set `allowPrivilegeEscalation` to false and `privileged` to true',
  ],
  [
    { securityContext: { seccompProfile: { type: 'Localhost' } } },
    'securityContext.seccompProfile.localhostProfile: Required value: must be set when seccomp type is Localhost',
  ],
];

describe('a container', () => {
  for (const [container, ...problems] of CONTAINERS) {
    it(`of ${JSON.stringify(container)} is ${problems.length === 0 ? 'valid' : 'invalid'}`, () => {
      const found = problemsOf(podWith({ container, spec: { volumes: VOLUMES } }));
      assertProblems(
        found.map((text) => text.replace(/^containers\[0\]\./, '')),
        problems,
      );
    });
  }
});
