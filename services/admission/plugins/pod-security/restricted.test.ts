import assert from 'node:assert/strict';
import type { Pod } from '@pilothouse/apimachinery/generated/core/v1.js';
import * as fc from 'fast-check';
import { CHECKS } from './checks/all.js';
import { checkedPod } from './evaluate.js';
import { LATEST } from './level.js';
import { decode, evaluate, podArbitrary, podWith, secured, violations, type Parts } from './pods.test.helper.js';

const USERNS = { hostUsers: false };

describe('the checks of restricted', () => {
  const drop = { capabilities: { drop: ['ALL'] } };
  const own = { allowPrivilegeEscalation: false, ...drop };
  const ofPod = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };
  /** One container that passes, but for the given fields. */
  const good = (context: object = {}, spec: object = {}, podContext: object = {}): Parts => ({
    spec: {
      containers: [{ name: 'a', image: 'x', ...secured({ ...own, ...context }) }],
      ...secured({ ...ofPod, ...podContext }),
      ...spec,
    },
  });
  const plain: Parts = { spec: { containers: [{ name: 'a', image: 'x' }] } };
  const escalation =
    'allowPrivilegeEscalation != false (container "a" must set securityContext.allowPrivilegeEscalation=false)';
  const capabilities = 'unrestricted capabilities (container "a" must set securityContext.capabilities.drop=["ALL"])';
  const nonRoot = 'runAsNonRoot != true (pod or container "a" must set securityContext.runAsNonRoot=true)';
  const seccomp =
    'seccompProfile (pod or container "a" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")';
  const cases: readonly (readonly [what: string, parts: Parts, text: string, versions?: readonly string[]])[] = [
    ['a good pod', good(), '', ['v1.0', 'v1.8', 'v1.19', 'v1.22', 'v1.25', 'v1.35', 'v1.99', 'latest']],
    ['a plain pod', plain, nonRoot, ['v1.0', 'v1.7']],
    ['a plain pod', plain, [escalation, nonRoot].join(', '), ['v1.8', 'v1.18']],
    ['a plain pod', plain, [escalation, nonRoot, seccomp].join(', '), ['v1.19', 'v1.21']],
    ['a plain pod', plain, [escalation, capabilities, nonRoot, seccomp].join(', '), ['v1.22', 'v1.36', 'latest']],
    ['a pod of Windows', { spec: { ...plain.spec, os: { name: 'windows' } } }, nonRoot, ['v1.25', 'latest']],
    [
      'a pod of Windows before',
      { spec: { ...plain.spec, os: { name: 'windows' } } },
      [escalation, capabilities, nonRoot, seccomp].join(', '),
      ['v1.24'],
    ],
    ['a user namespace', good({}, USERNS, { runAsNonRoot: false, runAsUser: 0 }), '', ['v1.35', 'latest']],
    [
      'a user namespace before',
      good({ runAsUser: 0 }, USERNS, { runAsNonRoot: false, runAsUser: 0 }),
      'runAsNonRoot != true (pod must not set securityContext.runAsNonRoot=false), runAsUser=0 (pod and container "a" must not set runAsUser=0)',
      ['v1.23', 'v1.34'],
    ],
    ['root before', good({ runAsUser: 0 }), '', ['v1.22']],
    ['another user', good({ runAsUser: 1 }, {}, { runAsUser: 2 }), ''],
    [
      'a container that may be root',
      good({ runAsNonRoot: false }),
      'runAsNonRoot != true (container "a" must not set securityContext.runAsNonRoot=false)',
    ],
    ['a container that is not root', good({ runAsNonRoot: true }, {}, { runAsNonRoot: undefined }), ''],
    [
      'a container with its own profile',
      good({ seccompProfile: { type: 'Localhost' } }, {}, { seccompProfile: undefined }),
      '',
    ],
    [
      'a container without seccomp, although the pod has it',
      good({ seccompProfile: { type: 'Unconfined' } }),
      'seccompProfile (container "a" must not set securityContext.seccompProfile.type to "Unconfined")',
    ],
    ['the port capability', good({ capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] } }), ''],
    [
      'further capabilities, once, as the check of restricted says it',
      good({ capabilities: { drop: ['KILL'], add: ['CHOWN', 'SYS_ADMIN'] } }),
      'unrestricted capabilities (container "a" must set securityContext.capabilities.drop=["ALL"]; container "a" must not include "CHOWN", "SYS_ADMIN" in securityContext.capabilities.add)',
    ],
    [
      'procMount in a user namespace, once',
      good({ procMount: 'Unmasked' }, USERNS),
      'procMount (container "a" must not set securityContext.procMount to "Unmasked")',
      ['v1.34', 'v1.35', 'latest'],
    ],
    [
      'volumes, hostPath among them',
      good(
        {},
        {
          volumes: [
            { name: 'n', nfs: { server: 's', path: '/' } },
            { name: 'h', hostPath: { path: '/' } },
            { name: 'c', configMap: {} },
          ],
        },
      ),
      'restricted volume types (volumes "n", "h" use restricted volume types "hostPath", "nfs")',
      ['v1.0', 'latest'],
    ],
    [
      'volumes of every allowed type',
      good(
        {},
        {
          volumes: [
            { configMap: { name: 'x' } },
            { csi: { driver: 'd' } },
            { downwardAPI: {} },
            { emptyDir: {} },
            { ephemeral: {} },
            { image: { reference: 'i' } },
            { persistentVolumeClaim: { claimName: 'c' } },
            { projected: {} },
            { secret: { secretName: 's' } },
          ].map((type, index) => ({ name: `v${index}`, ...type })),
        },
      ),
      '',
      ['v1.0', 'latest'],
    ],
    [
      'a violation of baseline comes first',
      good({ allowPrivilegeEscalation: true }, { hostIPC: true }),
      `host namespaces (hostIPC=true), ${escalation}`,
    ],
  ];
  for (const [what, parts, text, versions = ['v1.25', 'v1.34', 'latest']] of cases) {
    for (const version of versions) {
      it(`${what} (${version})`, () => assert.equal(violations('restricted', version, podWith(parts)), text));
    }
  }

  it('imply baseline in every version', () => {
    const version = fc
      .option(fc.nat({ max: 40 }), { nil: undefined })
      .map((minor) => (minor === undefined ? 'latest' : `v1.${minor}`));
    let passed = 0;
    fc.assert(
      fc.property(podArbitrary(), version, (object, text) => {
        const pod = decode(object).value as Pod;
        if (violations('restricted', text, pod) !== '') return;
        passed += 1;
        assert.equal(violations('baseline', text, pod), '');
      }),
      { numRuns: 2_000 },
    );
    assert.ok(passed > 100, `${passed} pods passed`);
  });

  it('are the same in all versions after the newest change', () => {
    const since = CHECKS.flatMap(({ versions }) => versions.map((each) => each.since));
    fc.assert(
      fc.property(podArbitrary(), (object) => {
        const pod = decode(object).value as Pod;
        const checked = checkedPod(pod.metadata.annotations, pod.spec);
        const newest = { text: `v1.${Math.max(...since)}`, minor: Math.max(...since) };
        assert.deepEqual(
          evaluate({ level: 'restricted', version: LATEST }, checked),
          evaluate({ level: 'restricted', version: newest }, checked),
        );
      }),
    );
  });
});
