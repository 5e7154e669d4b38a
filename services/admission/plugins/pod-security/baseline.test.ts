import assert from 'node:assert/strict';
import { podWith, secured, violations, type Parts } from './pods.test.helper.js';

const get = (host: string) => ({ httpGet: { port: 80, host } });
const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/';
const SECCOMP = 'seccomp.security.alpha.kubernetes.io/pod';
const USERNS = { hostUsers: false };

describe('the checks of baseline', () => {
  const cases: readonly (readonly [what: string, parts: Parts, text: string, versions?: readonly string[]])[] = [
    ['nothing', {}, ''],
    [
      'host namespaces',
      { spec: { hostNetwork: true, hostPID: true, hostIPC: true } },
      'host namespaces (hostNetwork=true, hostPID=true, hostIPC=true)',
    ],
    ['false host namespaces', { spec: { hostNetwork: false, hostPID: false } }, ''],
    [
      'hostPath',
      {
        spec: {
          volumes: [
            { name: 'h', hostPath: { path: '/' } },
            { name: 'e', emptyDir: {} },
          ],
        },
      },
      'hostPath volumes (volume "h")',
    ],
    ['ports without host', { container: { ports: [{ containerPort: 80 }] } }, ''],
    [
      'a host port',
      { container: { ports: [{ containerPort: 80, hostPort: 8080 }] } },
      'hostPort (container "a" uses hostPort 8080)',
    ],
    [
      'host ports, as sorted texts',
      {
        container: { ports: [{ containerPort: 80, hostPort: 9 }] },
        init: { ports: [{ containerPort: 80, hostPort: 10 }] },
      },
      'hostPort (containers "i", "a" use hostPorts 10, 9)',
    ],
    [
      'privileged containers',
      { container: secured({ privileged: true }), init: secured({ privileged: true }) },
      'privileged (containers "i", "a" must not set securityContext.privileged=true)',
    ],
    ['privileged false', { container: secured({ privileged: false }) }, ''],
    [
      'ephemeral containers',
      { spec: { ephemeralContainers: [{ name: 'e', ...secured({ privileged: true }) }] } },
      'privileged (container "e" must not set securityContext.privileged=true)',
    ],
    ['default capabilities', { container: secured({ capabilities: { add: ['CHOWN', 'SYS_CHROOT'] } }) }, ''],
    [
      'other capabilities, without prefix and in capitals',
      {
        container: secured({ capabilities: { add: ['chown', 'CHOWN', 'NET_RAW'] } }),
        init: secured({ capabilities: { add: ['CAP_CHOWN', 'NET_RAW'] } }),
      },
      'non-default capabilities (containers "i", "a" must not include "CAP_CHOWN", "NET_RAW", "chown" in securityContext.capabilities.add)',
    ],
    [
      'an AppArmor profile of the pod and of a container',
      {
        spec: secured({ appArmorProfile: { type: 'Unconfined' } }),
        container: secured({ appArmorProfile: { type: 'Unconfined' } }),
      },
      'forbidden AppArmor profile (pod and container "a" must not set AppArmor profile type to "Unconfined")',
    ],
    [
      'AppArmor profiles in annotations, which are quoted twice',
      {
        spec: secured({ appArmorProfile: { type: 'Unconfined' } }),
        annotations: { [`${APP_ARMOR}b`]: 'unconfined', [`${APP_ARMOR}a`]: 'x"', [`${APP_ARMOR}c`]: 'localhost/x' },
      },
      `forbidden AppArmor profiles (pod and annotations must not set AppArmor profile type to "Unconfined", "${APP_ARMOR}a="x\\""", "${APP_ARMOR}b="unconfined"")`,
    ],
    [
      'good AppArmor profiles',
      {
        spec: secured({ appArmorProfile: { type: 'RuntimeDefault' } }),
        container: secured({ appArmorProfile: { type: 'Localhost', localhostProfile: 'x' } }),
        annotations: { [`${APP_ARMOR}a`]: 'runtime/default', [`${APP_ARMOR}b`]: '' },
      },
      '',
    ],
    [
      'SELinux types, users and roles',
      {
        spec: secured({ seLinuxOptions: { type: 'spc_t', user: 'u' } }),
        container: secured({ seLinuxOptions: { type: 'other_t', role: 'r' } }),
      },
      'seLinuxOptions (pod and container "a" set forbidden securityContext.seLinuxOptions: types "other_t", "spc_t"; user may not be set; role may not be set)',
    ],
    [
      'SELinux types for containers',
      { spec: secured({ seLinuxOptions: { type: 'container_kvm_t', level: 's0' } }) },
      '',
    ],
    [
      'the SELinux type of engines',
      { spec: secured({ seLinuxOptions: { type: 'container_engine_t' } }) },
      'seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: type "container_engine_t")',
      ['v1.0', 'v1.30'],
    ],
    ['the same later', { spec: secured({ seLinuxOptions: { type: 'container_engine_t' } }) }, '', ['v1.31', 'latest']],
    [
      'seccomp in fields',
      {
        spec: secured({ seccompProfile: { type: 'Unconfined' } }),
        container: secured({ seccompProfile: { type: 'Unconfined' } }),
      },
      'seccompProfile (pod and container "a" must not set securityContext.seccompProfile.type to "Unconfined")',
      ['v1.19', 'latest'],
    ],
    ['seccomp in fields before', { spec: secured({ seccompProfile: { type: 'Unconfined' } }) }, '', ['v1.0', 'v1.18']],
    [
      'seccomp in annotations',
      { annotations: { [SECCOMP]: 'unconfined', [`container.${SECCOMP.replace('/pod', '/b')}`]: '' } },
      `seccompProfile (forbidden annotations container.seccomp.security.alpha.kubernetes.io/b="", ${SECCOMP}="unconfined")`,
      ['v1.0', 'v1.18'],
    ],
    ['seccomp in annotations later', { annotations: { [SECCOMP]: 'unconfined' } }, '', ['v1.19', 'latest']],
    ['good seccomp in annotations', { annotations: { [SECCOMP]: 'docker/default' } }, '', ['v1.0']],
    [
      'sysctls in the order of the pod',
      {
        spec: secured({
          sysctls: [
            { name: 'z', value: '1' },
            { name: 'kernel.shm_rmid_forced', value: '1' },
            { name: 'a', value: '1' },
          ],
        }),
      },
      'forbidden sysctls (z, a)',
    ],
    ...(
      [
        ['net.ipv4.ip_local_reserved_ports', 'v1.26', 'v1.27'],
        ['net.ipv4.tcp_keepalive_probes', 'v1.28', 'v1.29'],
        ['net.ipv4.tcp_wmem', 'v1.31', 'v1.32'],
      ] as const
    ).flatMap(([name, before, since]): [string, Parts, string, string[]][] => [
      [
        `${name} before`,
        { spec: secured({ sysctls: [{ name, value: '1' }] }) },
        `forbidden sysctls (${name})`,
        [before],
      ],
      [name, { spec: secured({ sysctls: [{ name, value: '1' }] }) }, '', [since, 'latest']],
    ]),
    [
      'procMount',
      { container: secured({ procMount: 'Unmasked' }), init: secured({ procMount: 'Default' }) },
      'procMount (container "a" must not set securityContext.procMount to "Unmasked")',
    ],
    [
      'procMount in a user namespace',
      { spec: USERNS, container: secured({ procMount: 'Unmasked' }) },
      'procMount (container "a" must not set securityContext.procMount to "Unmasked")',
      ['v1.34'],
    ],
    ['the same later', { spec: USERNS, container: secured({ procMount: 'Unmasked' }) }, '', ['v1.35', 'latest']],
    [
      'host processes of Windows',
      {
        spec: secured({ windowsOptions: { hostProcess: true } }),
        container: secured({ windowsOptions: { hostProcess: true } }),
        init: secured({ windowsOptions: { hostProcess: false } }),
      },
      'hostProcess (pod and container "a" must not set securityContext.windowsOptions.hostProcess=true)',
    ],
    [
      'hosts of probes and handlers, each once',
      {
        container: {
          livenessProbe: get('h'),
          readinessProbe: { tcpSocket: { port: 1, host: 'g' } },
          lifecycle: { preStop: get('h') },
        },
        init: { startupProbe: get('h'), lifecycle: { postStart: { tcpSocket: { port: 1, host: 'f' } } } },
      },
      'probe or lifecycle host (containers "a", "i" use probe or lifecycle hosts "f", "g", "h")',
      ['v1.34', 'latest', 'v1.99'],
    ],
    ['hosts of probes before', { container: { livenessProbe: get('h') } }, '', ['v1.33']],
    ['an empty host', { container: { livenessProbe: get('') } }, '', ['latest']],
    [
      'several violations, in the order of the checks',
      {
        spec: { hostPID: true, ...secured({ sysctls: [{ name: 'x', value: '1' }] }) },
        container: secured({ privileged: true, capabilities: { add: ['ALL'] } }),
      },
      'non-default capabilities (container "a" must not include "ALL" in securityContext.capabilities.add), host namespaces (hostPID=true), ' +
        'privileged (container "a" must not set securityContext.privileged=true), forbidden sysctls (x)',
    ],
  ];
  for (const [what, parts, text, versions = ['v1.0', 'v1.25', 'latest']] of cases) {
    for (const version of versions) {
      it(`${what} (${version})`, () => assert.equal(violations('baseline', version, podWith(parts)), text));
    }
  }
});
