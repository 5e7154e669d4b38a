import assert from 'node:assert/strict';
import { podWith } from './pod.test.helper.js';
import { podWarnings } from './warnings.js';

const spread = (fields: object) => ({
  topologySpreadConstraints: [{ maxSkew: 1, whenUnsatisfiable: 'ScheduleAnyway', ...fields }],
});
const ports = (...given: object[]) => ({ container: { ports: given } });

const CASES: [given: { container?: object; spec?: object }, ...warnings: string[]][] = [
  [{}],
  [
    { spec: { nodeSelector: { 'beta.kubernetes.io/os': 'linux', disk: 'ssd' } } },
    'spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
  ],
  [
    {
      spec: {
        affinity: {
          nodeAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              {
                weight: 1,
                preference: { matchExpressions: [{ key: 'beta.kubernetes.io/arch', operator: 'Exists' }] },
              },
            ],
          },
        },
      },
    },
    'spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].preference.matchExpressions[0].key: beta.kubernetes.io/arch is deprecated since v1.14; use "kubernetes.io/arch" instead',
  ],
  [
    {
      spec: {
        affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'zone' }] } },
      },
    },
    'spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector: a null labelSelector results in matching no pod',
  ],
  [
    { spec: spread({ topologyKey: 'failure-domain.beta.kubernetes.io/zone' }) },
    'spec.topologySpreadConstraints[0].topologyKey: failure-domain.beta.kubernetes.io/zone is deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
    'spec.topologySpreadConstraints[0].labelSelector: a null labelSelector results in matching no pod',
  ],
  [{ spec: spread({ topologyKey: 'zone', labelSelector: {} }) }],
  [
    { spec: { volumes: [{ name: 'v' }, { name: 'w', gitRepo: { repository: 'r' } }] } },
    'spec.volumes[1].gitRepo: deprecated in v1.11, and disabled by default in v1.33+',
  ],
  [{ spec: { hostAliases: [{ ip: '1.1.1.1' }, { ip: '1.1.1.1' }] } }, 'spec.hostAliases[1].ip: duplicate ip "1.1.1.1"'],
  [
    { spec: { imagePullSecrets: [{ name: 's' }, { name: 's' }, {}] } },
    'spec.imagePullSecrets[1].name: duplicate name "s"',
    'spec.imagePullSecrets[2].name: invalid empty name ""',
  ],
  [
    { container: { resources: { requests: { memory: '100m', cpu: '100m' } } } },
    'spec.containers[0].resources.requests[memory]: fractional byte value "100m" is invalid, must be an integer',
  ],
  [
    { container: { env: [{ name: 'A', value: '1' }, { name: 'B' }, { name: 'A', value: '2' }] } },
    'spec.containers[0].env[2]: hides previous definition of "A", which may be dropped when using apply',
  ],
  [
    {
      container: {
        env: [
          { name: 'PATH', value: '/a' },
          { name: 'PATH', value: '$(PATH):/b' },
        ],
      },
    },
  ],
  [
    {
      container: {
        env: [
          { name: 'A', value: '1' },
          { name: 'A', value: '$(A)' },
        ],
      },
    },
    'spec.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply',
  ],
  [
    ports({ containerPort: 80 }, { containerPort: 80, name: 'web' }, { containerPort: 80, hostPort: 1 }),
    'spec.containers[0].ports[1]: duplicate port definition with spec.containers[0].ports[0]',
    'spec.containers[0].ports[2]: overlapping port definition with spec.containers[0].ports[0]',
    'spec.containers[0].ports[2]: overlapping port definition with spec.containers[0].ports[1]',
  ],
  [
    ports({ containerPort: 80 }, { containerPort: 80, name: 'web' }),
    'spec.containers[0].ports[1]: duplicate port definition with spec.containers[0].ports[0]',
  ],
  [
    ports({ containerPort: 80 }, { containerPort: 80, hostPort: 80 }),
    'spec.containers[0].ports[1]: overlapping port definition with spec.containers[0].ports[0]',
  ],
  [
    ports({ containerPort: 80, hostPort: 80 }, { containerPort: 80, hostPort: 80, hostIP: '1.1.1.1' }),
    'spec.containers[0].ports[1]: dangerously ambiguous port definition with spec.containers[0].ports[0]',
  ],
  [ports({ containerPort: 53 }, { containerPort: 53, protocol: 'UDP' })],
  // The default is then 1.
  [{ spec: { terminationGracePeriodSeconds: -1 } }],
];

describe('pod warnings', () => {
  for (const [given, ...warnings] of CASES) {
    it(`of ${JSON.stringify(given)} are ${warnings.length === 0 ? 'none' : 'as expected'}`, () => {
      assert.deepEqual(podWarnings(podWith(given)), warnings);
    });
  }

  it('of a template have its path', () => {
    const pod = podWith();
    pod.spec.terminationGracePeriodSeconds = -1;
    pod.metadata.annotations = { 'security.alpha.kubernetes.io/sysctls': 'a=b' };
    assert.deepEqual(podWarnings(pod, 'spec.template'), [
      'spec.template.metadata.annotations[security.alpha.kubernetes.io/sysctls]: non-functional in v1.11+; use the "sysctls" field instead',
      'spec.template.spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1',
    ]);
  });

  it('have a limit', () => {
    const env = Array.from({ length: 1000 }, () => ({ name: 'A' }));
    assert.equal(podWarnings(podWith({ container: { env } })).length, 100);
  });
});
