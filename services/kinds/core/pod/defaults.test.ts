import assert from 'node:assert/strict';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import { podWith } from './pod.test.helper.js';
import { pullPolicyOf } from './defaults.js';

/** The defaults that every pod gets. */
const COMMON = {
  dnsPolicy: 'ClusterFirst',
  enableServiceLinks: true,
  restartPolicy: 'Always',
  schedulerName: 'default-scheduler',
  securityContext: {},
  terminationGracePeriodSeconds: 30,
};
const CONTAINER = {
  name: 'a',
  image: 'i',
  imagePullPolicy: 'Always',
  resources: {},
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
};
const PROBE = { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 };
const get = { path: '/', port: 80, scheme: 'HTTP' };

describe('the defaults of a pod', () => {
  it('are those of Kubernetes', () => {
    assert.deepEqual(plain(podWith().spec), { containers: [CONTAINER], ...COMMON });
  });

  const containers: [what: string, given: object, made: object][] = [
    ['a port', { ports: [{ containerPort: 80 }] }, { ports: [{ containerPort: 80, protocol: 'TCP' }] }],
    ['a probe', { livenessProbe: { httpGet: { port: 80 } } }, { livenessProbe: { ...PROBE, httpGet: get } }],
    [
      'a probe by gRPC',
      { startupProbe: { grpc: { port: 1 } } },
      { startupProbe: { ...PROBE, grpc: { port: 1, service: '' } } },
    ],
    ['zeros of a probe', { livenessProbe: { exec: {}, timeoutSeconds: 0 } }, { livenessProbe: { ...PROBE, exec: {} } }],
    ['a hook', { lifecycle: { preStop: { httpGet: { port: 80 } } } }, { lifecycle: { preStop: { httpGet: get } } }],
    [
      'a field of the pod',
      { env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'x' } } }] },
      { env: [{ name: 'A', valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: 'x' } } }] },
    ],
    [
      'an amount',
      { env: [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } }] },
      { env: [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '0' } } }] },
    ],
    [
      'limits without requests',
      { resources: { limits: { cpu: '1', memory: 1024 }, requests: { cpu: '500m' } } },
      { resources: { limits: { cpu: '1', memory: '1024' }, requests: { cpu: '500m', memory: '1024' } } },
    ],
    ['an explicit policy', { image: 'i:1', imagePullPolicy: 'Never' }, { image: 'i:1', imagePullPolicy: 'Never' }],
  ];
  for (const [what, given, made] of containers) {
    it(`fill in ${what}`, () => {
      const [container] = podWith({ container: given }).spec.containers;
      assert.deepEqual(plain(container), { ...CONTAINER, ...made });
    });
  }

  const mode = { defaultMode: 420 };
  const volumes: [what: string, given: object, made?: object][] = [
    ['no source', {}, { emptyDir: {} }],
    ['a ConfigMap', { configMap: { name: 'c' } }, { configMap: { name: 'c', ...mode } }],
    ['a Secret', { secret: { secretName: 's' } }, { secret: { secretName: 's', ...mode } }],
    ['a Secret with a mode', { secret: { secretName: 's', defaultMode: 0 } }],
    ['fields', { downwardAPI: {} }, { downwardAPI: mode }],
    [
      'a token',
      { projected: { sources: [{ serviceAccountToken: { path: 't' } }] } },
      {
        projected: { sources: [{ serviceAccountToken: { path: 't', expirationSeconds: 3600 } }], ...mode },
      },
    ],
    ['a hostPath', { hostPath: { path: '/' } }, { hostPath: { path: '/', type: '' } }],
    [
      'Ceph',
      { rbd: { monitors: ['m'], image: 'i' } },
      {
        rbd: { monitors: ['m'], image: 'i', pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' },
      },
    ],
    [
      'iSCSI',
      { iscsi: { targetPortal: 't', iqn: 'q', lun: 0 } },
      {
        iscsi: { targetPortal: 't', iqn: 'q', lun: 0, iscsiInterface: 'default' },
      },
    ],
    [
      'Azure',
      { azureDisk: { diskName: 'd', diskURI: 'u' } },
      {
        azureDisk: {
          diskName: 'd',
          diskURI: 'u',
          cachingMode: 'ReadWrite',
          fsType: 'ext4',
          readOnly: false,
          kind: 'Shared',
        },
      },
    ],
  ];
  for (const [what, given, made = given] of volumes) {
    it(`fill in a volume of ${what}`, () => {
      const [volume] = podWith({ spec: { volumes: [{ name: 'v', ...given }] } }).spec.volumes ?? [];
      assert.deepEqual(plain(volume), { name: 'v', ...made });
    });
  }

  it('set host ports with hostNetwork', () => {
    const ports = [{ containerPort: 80 }, { containerPort: 81, hostPort: 8081 }];
    const {
      containers: [container],
    } = podWith({ container: { ports }, spec: { hostNetwork: true } }).spec;
    assert.deepEqual(
      container?.ports?.map(({ hostPort }) => hostPort),
      [80, 8081],
    );
  });

  for (const [given, account] of [
    [{ serviceAccountName: 'x' }, 'x'],
    [{ serviceAccount: 'y' }, 'y'],
    [{ serviceAccountName: 'x', serviceAccount: 'y' }, 'x'],
    [{}, undefined],
  ] as const) {
    it(`synchronise both names of the service account: ${JSON.stringify(given)}`, () => {
      const { serviceAccountName, serviceAccount } = podWith({ spec: given }).spec;
      assert.deepEqual([serviceAccountName, serviceAccount], [account, account]);
    });
  }

  const images: [image: string, policy: string][] = [
    ['nginx', 'Always'],
    ['nginx:latest', 'Always'],
    ['nginx:1.25', 'IfNotPresent'],
    ['registry.example.com:5000/team/app', 'Always'],
    ['registry.example.com:5000/team/app:v1', 'IfNotPresent'],
    ['Registry/app', 'Always'],
    [`nginx@sha256:${'0'.repeat(64)}`, 'IfNotPresent'],
    [`nginx:latest@sha256:${'0'.repeat(64)}`, 'Always'],
    ['', 'IfNotPresent'],
    ['NGINX', 'IfNotPresent'],
    ['$(IMAGE)', 'IfNotPresent'],
  ];
  for (const [image, policy] of images) {
    it(`pull ${JSON.stringify(image)} ${policy}`, () => assert.equal(pullPolicyOf(image), policy));
  }
});
