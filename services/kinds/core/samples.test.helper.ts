import { RUNNING, RUNNING_TEMPLATE, TEMPLATE } from './pod/samples.test.helper.js';
import { AGE, TIME, NAME, SINCE, type Samples } from '../definition/sample.test.helper.js';

export const coreSamples: Samples = {
  configmaps: {
    object: { data: { a: '1', b: '2' }, binaryData: { c: '/wA=' } },
    columns: [NAME, ['DATA', '3'], SINCE],
    described: /^a:\n----\n1\n/m,
  },
  endpoints: {
    object: {
      subsets: [
        {
          addresses: [{ ip: '192.0.2.1' }, { ip: '2001:db8::1' }],
          ports: [
            { name: 'a', port: 80 },
            { name: 'b', port: 53, protocol: 'UDP' },
          ],
        },
      ],
    },
    columns: [NAME, ['ENDPOINTS', '192.0.2.1:80,[2001:db8::1]:80,192.0.2.1:53 + 1 more...'], SINCE],
    described: /^ {2}Addresses: +192.0.2.1,2001:db8::1$/m,
    // The list is a single value: its defaults would be a change.
    applied: { subsets: [{ addresses: [{ ip: '192.0.2.1' }], ports: [{ port: 80, protocol: 'TCP' }] }] },
  },
  events: {
    object: {
      involvedObject: {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        name: 'sample',
        namespace: 'default',
        fieldPath: 'data.a',
      },
      type: 'Warning',
      reason: 'Tested',
      message: 'It was tried',
      source: { component: 'tester', host: 'here' },
      firstTimestamp: '2024-01-02T03:04:05Z',
      lastTimestamp: '2024-01-02T03:04:06Z',
      count: 3,
    },
    columns: [
      ['LAST SEEN', AGE],
      ['TYPE', 'Warning'],
      ['REASON', 'Tested'],
      ['OBJECT', 'configmap/sample'],
      ['SUBOBJECT', 'data.a', 'wide'],
      ['SOURCE', 'tester, here', 'wide'],
      ['MESSAGE', 'It was tried'],
      ['FIRST SEEN', AGE, 'wide'],
      ['COUNT', '3', 'wide'],
      ['NAME', 'sample', 'wide'],
    ],
    described: /^Message: +It was tried$/m,
    applied: { involvedObject: { namespace: 'default', name: 'x' }, reason: 'R', message: 'm' },
  },
  limitranges: {
    object: { spec: { limits: [{ type: 'Container', max: { cpu: '2' }, defaultRequest: { cpu: '100m' } }] } },
    columns: [NAME, ['CREATED AT', TIME]],
    described: /^Container +cpu +- +2 +100m +2 +-$/m,
    applied: { spec: { limits: [{ type: 'Pod', max: { cpu: '2' } }] } },
  },
  namespaces: {
    object: {},
    columns: [NAME, ['STATUS', 'Active'], SINCE],
    described: /^Status: +Active$/m,
  },
  nodes: {
    object: {
      metadata: { labels: { 'node-role.kubernetes.io/worker': '' } },
      spec: { unschedulable: true },
      status: {
        addresses: [{ type: 'InternalIP', address: '10.0.0.1' }],
        conditions: [{ type: 'Ready', status: 'True' }],
        nodeInfo: {
          kubeletVersion: 'v1.30.0',
          osImage: 'Debian 12',
          kernelVersion: '6.1.0',
          containerRuntimeVersion: 'containerd://1.7.0',
        },
      },
    },
    columns: [
      NAME,
      ['STATUS', 'Ready,SchedulingDisabled'],
      ['ROLES', 'worker'],
      SINCE,
      ['VERSION', 'v1.30.0'],
      ['INTERNAL-IP', '10.0.0.1', 'wide'],
      ['EXTERNAL-IP', '<none>', 'wide'],
      ['OS-IMAGE', 'Debian 12', 'wide'],
      ['KERNEL-VERSION', '6.1.0', 'wide'],
      ['CONTAINER-RUNTIME', 'containerd://1.7.0', 'wide'],
    ],
    described: false,
    applied: { spec: { taints: [{ key: 'k', effect: 'NoSchedule' }] }, status: { phase: 'Running' } },
  },
  persistentvolumeclaims: {
    object: {
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '5Gi' } },
        storageClassName: 'fast',
        volumeName: 'disk',
        dataSource: { kind: 'PersistentVolumeClaim', name: 'other' },
      },
    },
    columns: [
      NAME,
      ['STATUS', 'Pending'],
      ['VOLUME', 'disk'],
      ['CAPACITY', '0'],
      ['ACCESS MODES', ''],
      ['STORAGECLASS', 'fast'],
      ['VOLUMEATTRIBUTESCLASS', '<unset>'],
      SINCE,
      ['VOLUMEMODE', 'Filesystem', 'wide'],
    ],
    described: /^Volume: +disk$/m,
  },
  persistentvolumes: {
    object: {
      spec: {
        capacity: { storage: '5Gi' },
        accessModes: ['ReadWriteOnce', 'ReadOnlyMany'],
        storageClassName: 'fast',
        claimRef: { namespace: 'default', name: 'data' },
        local: { path: '/disk' },
        nodeAffinity: {
          required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] }] },
        },
      },
    },
    columns: [
      NAME,
      ['CAPACITY', '5Gi'],
      ['ACCESS MODES', 'RWO,ROX'],
      ['RECLAIM POLICY', 'Retain'],
      ['STATUS', 'Pending'],
      ['CLAIM', 'default/data'],
      ['STORAGECLASS', 'fast'],
      ['VOLUMEATTRIBUTESCLASS', '<unset>'],
      ['REASON', ''],
      SINCE,
      ['VOLUMEMODE', 'Filesystem', 'wide'],
    ],
    described: /^Claim: +default\/data$/m,
  },
  resourcequotas: {
    // Without limits, so that the quota controller has nothing to measure.
    object: { spec: { scopes: ['NotTerminating'] } },
    columns: [NAME, ['REQUEST', ''], ['LIMIT', ''], SINCE],
    described: /^Scopes: +NotTerminating$/m,
  },
  secrets: {
    object: { stringData: { token: '123' } },
    columns: [NAME, ['TYPE', 'Opaque'], ['DATA', '1'], SINCE],
    described: /^token: +3 bytes$/m,
    applied: { data: { b: 'AQ==' }, type: 'example.org/any' },
  },
  serviceaccounts: {
    object: { secrets: [{ name: 'a' }], imagePullSecrets: [{ name: 'b' }] },
    columns: [NAME, SINCE],
    described: /^Image pull secrets: +b/m,
  },
  services: {
    object: { spec: { clusterIP: '10.0.0.9', selector: { app: 'web' }, ports: [{ port: 80 }] } },
    columns: [
      NAME,
      ['TYPE', 'ClusterIP'],
      ['CLUSTER-IP', '10.0.0.9'],
      ['EXTERNAL-IP', '<none>'],
      ['PORT(S)', '80/TCP'],
      SINCE,
      ['SELECTOR', 'app=web', 'wide'],
    ],
    described: /^Session Affinity: +None$/m,
    applied: { spec: { type: 'ClusterIP', ports: [{ port: 80, protocol: 'TCP' }] } },
  },
  pods: {
    object: {
      metadata: { labels: { app: 'web' } },
      spec: {
        ...TEMPLATE.spec,
        nodeName: 'n1',
        // No kubelet would end the pod.
        terminationGracePeriodSeconds: 0,
        readinessGates: [{ conditionType: 'example.com/ready' }],
        // The sample then depends on no service account.
        automountServiceAccountToken: false,
      },
    },
    columns: [
      NAME,
      ['READY', '0/1'],
      ['STATUS', 'Pending'],
      ['RESTARTS', '0'],
      SINCE,
      ['IP', '<none>', 'wide'],
      ['NODE', 'n1', 'wide'],
      ['NOMINATED NODE', '<none>', 'wide'],
      ['READINESS GATES', '0/1', 'wide'],
    ],
    described: /^ {4}Port: +80\/TCP$/m,
    applied: { spec: { ...RUNNING, tolerations: [{ key: 'a' }] } },
  },
  podtemplates: {
    object: { template: TEMPLATE },
    columns: [NAME, ['CONTAINERS', 'web'], ['IMAGES', 'nginx:1.25'], ['POD LABELS', 'app=web']],
    described: /^ {2}Name: +sample$|^Name: +sample$/m,
    applied: { template: RUNNING_TEMPLATE },
  },
  replicationcontrollers: {
    object: { spec: { replicas: 2, template: TEMPLATE } },
    columns: [
      NAME,
      ['DESIRED', '2'],
      ['CURRENT', '0'],
      ['READY', '0'],
      SINCE,
      ['CONTAINERS', 'web', 'wide'],
      ['IMAGES', 'nginx:1.25', 'wide'],
      ['SELECTOR', 'app=web', 'wide'],
    ],
    described: /^Replicas: +0 current \/ 2 desired$/m,
    applied: { spec: { selector: { a: 'b' }, template: RUNNING_TEMPLATE } },
  },
};
