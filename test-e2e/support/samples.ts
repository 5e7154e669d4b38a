import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';

/** An object of each resource, named `sample` and in the namespace `default`, and what `kubectl get` makes of it. */
export interface Sample {
  /** Beside apiVersion, kind, and the name and namespace of its metadata. */
  readonly object: JsonObject;
  /** Kubernetes' own, in their order. */
  readonly columns: readonly SampleColumn[];
  /** What `kubectl describe` says among other things; false where it needs kinds that are not served. */
  readonly described: RegExp | false;
}

/** Heading, cell, and whether only `-o wide` shows it. */
export type SampleColumn = readonly [heading: string, cell: string | RegExp, wide?: 'wide'];

/** Such as `5s` and `2m10s`. */
const AGE = /^\d+[smhdy](\d+[smhd])?$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const NAME: SampleColumn = ['NAME', 'sample'];
const SINCE: SampleColumn = ['AGE', AGE];

const RULES = [{ apiGroups: [''], resources: ['pods'], resourceNames: ['a'], verbs: ['get', 'watch'] }];
const RULES_DESCRIBED = /^ {2}pods +\[\] +\[a\] +\[get watch\]$/m;
const BINDING: Sample = {
  object: {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'reader' },
    subjects: [
      { kind: 'User', name: 'jane' },
      { kind: 'User', name: 'joe' },
      { kind: 'Group', name: 'devs' },
      { kind: 'ServiceAccount', name: 'robot', namespace: 'default' },
    ],
  },
  columns: [
    NAME,
    ['ROLE', 'ClusterRole/reader'],
    SINCE,
    ['USERS', 'jane, joe', 'wide'],
    ['GROUPS', 'devs', 'wide'],
    ['SERVICEACCOUNTS', 'default/robot', 'wide'],
  ],
  described: /^ {2}ServiceAccount +robot +default$/m,
};

const TEMPLATE = {
  metadata: { labels: { app: 'web' } },
  spec: {
    containers: [{ name: 'web', image: 'nginx:1.25', ports: [{ containerPort: 80 }] }],
    volumes: [{ name: 'scratch', emptyDir: {} }],
  },
};
const WORKLOAD = { selector: { matchLabels: { app: 'web' } }, template: TEMPLATE };
const CONTAINERS: readonly SampleColumn[] = [
  ['CONTAINERS', 'web', 'wide'],
  ['IMAGES', 'nginx:1.25', 'wide'],
];
const SELECTED: SampleColumn = ['SELECTOR', 'app=web', 'wide'];

/** By resource, then a dot and the group where it has one. */
export const SAMPLES: Readonly<Record<string, Sample>> = {
  configmaps: {
    object: { data: { a: '1', b: '2' }, binaryData: { c: '/wA=' } },
    columns: [NAME, ['DATA', '3'], SINCE],
    described: /^a:\n----\n1\n/m,
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
  },
  secrets: {
    object: { stringData: { token: '123' } },
    columns: [NAME, ['TYPE', 'Opaque'], ['DATA', '1'], SINCE],
    described: /^token: +3 bytes$/m,
  },
  serviceaccounts: {
    object: { secrets: [{ name: 'a' }], imagePullSecrets: [{ name: 'b' }] },
    columns: [NAME, ['SECRETS', '1'], SINCE],
    described: /^Image pull secrets: +b/m,
  },
  pods: {
    object: {
      metadata: { labels: { app: 'web' } },
      spec: {
        ...TEMPLATE.spec,
        nodeName: 'n1',
        // Nobody would end it.
        terminationGracePeriodSeconds: 0,
        readinessGates: [{ conditionType: 'example.com/ready' }],
        // So that the sample depends on no account.
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
  },
  podtemplates: {
    object: { template: TEMPLATE },
    columns: [NAME, ['CONTAINERS', 'web'], ['IMAGES', 'nginx:1.25'], ['POD LABELS', 'app=web']],
    described: /^ {2}Name: +sample$|^Name: +sample$/m,
  },
  'daemonsets.apps': {
    object: { spec: WORKLOAD },
    columns: [
      NAME,
      ['DESIRED', '0'],
      ['CURRENT', '0'],
      ['READY', '0'],
      ['UP-TO-DATE', '0'],
      ['AVAILABLE', '0'],
      ['NODE SELECTOR', '<none>'],
      SINCE,
      ...CONTAINERS,
      SELECTED,
    ],
    described: /^Selector: +app=web$/m,
  },
  'deployments.apps': {
    object: { spec: { ...WORKLOAD, replicas: 2 } },
    columns: [NAME, ['READY', '0/2'], ['UP-TO-DATE', '0'], ['AVAILABLE', '0'], SINCE, ...CONTAINERS, SELECTED],
    described: /^RollingUpdateStrategy: +25% max unavailable, 25% max surge$/m,
  },
  'replicasets.apps': {
    object: { spec: { ...WORKLOAD, replicas: 2 } },
    columns: [NAME, ['DESIRED', '2'], ['CURRENT', '0'], ['READY', '0'], SINCE, ...CONTAINERS, SELECTED],
    described: /^Replicas: +0 current \/ 2 desired$/m,
  },
  'statefulsets.apps': {
    object: { spec: { ...WORKLOAD, replicas: 2, serviceName: 'web' } },
    columns: [NAME, ['READY', '0/2'], SINCE, ...CONTAINERS],
    described: /^Update Strategy: +RollingUpdate$/m,
  },
  'controllerrevisions.apps': {
    object: { data: { spec: { replicas: 1 } }, revision: 3 },
    columns: [NAME, ['CONTROLLER', '<none>'], ['REVISION', '3'], SINCE],
    described: /^Revision: +3$/m,
  },
  'leases.coordination.k8s.io': {
    object: { spec: { holderIdentity: 'me', leaseDurationSeconds: 15, renewTime: '2024-01-02T03:04:05.000006Z' } },
    columns: [NAME, ['HOLDER', 'me'], SINCE],
    described: /^ {2}Renew Time: +2024-01-02T03:04:05.000006Z$/m,
  },
  'events.events.k8s.io': {
    object: {
      eventTime: '2024-01-02T03:04:05.000006Z',
      type: 'Normal',
      reason: 'Tested',
      action: 'Testing',
      note: 'It was tried again',
      reportingController: 'example.com/tester',
      reportingInstance: 'tester-0',
      regarding: { apiVersion: 'v1', kind: 'ConfigMap', name: 'sample', namespace: 'kube-public' },
    },
    columns: [
      ['LAST SEEN', AGE],
      ['TYPE', 'Normal'],
      ['REASON', 'Tested'],
      ['OBJECT', 'configmap/sample'],
      ['SUBOBJECT', '', 'wide'],
      ['SOURCE', 'example.com/tester, tester-0', 'wide'],
      ['MESSAGE', 'It was tried again'],
      ['FIRST SEEN', AGE, 'wide'],
      ['COUNT', '1', 'wide'],
      ['NAME', 'sample', 'wide'],
    ],
    described: /^Note: +It was tried again$/m,
  },
  'clusterrolebindings.rbac.authorization.k8s.io': BINDING,
  'clusterroles.rbac.authorization.k8s.io': {
    object: { rules: RULES },
    columns: [NAME, ['CREATED AT', TIME]],
    described: RULES_DESCRIBED,
  },
  'rolebindings.rbac.authorization.k8s.io': BINDING,
  'roles.rbac.authorization.k8s.io': {
    object: { rules: RULES },
    columns: [NAME, ['CREATED AT', TIME]],
    described: RULES_DESCRIBED,
  },
  'priorityclasses.scheduling.k8s.io': {
    object: { value: 1000, description: 'More than most.' },
    columns: [
      NAME,
      ['VALUE', '1000'],
      ['GLOBAL-DEFAULT', 'false'],
      SINCE,
      ['PREEMPTIONPOLICY', 'PreemptLowerPriority'],
    ],
    described: /^Value: +1000$/m,
  },
  'csidrivers.storage.k8s.io': {
    object: {
      spec: {
        attachRequired: false,
        podInfoOnMount: true,
        storageCapacity: true,
        tokenRequests: [{ audience: 'vault' }],
        volumeLifecycleModes: ['Persistent', 'Ephemeral'],
      },
    },
    columns: [
      NAME,
      ['ATTACHREQUIRED', 'false'],
      ['PODINFOONMOUNT', 'true'],
      ['STORAGECAPACITY', 'true'],
      ['TOKENREQUESTS', 'vault'],
      ['REQUIRESREPUBLISH', 'false'],
      ['MODES', 'Persistent,Ephemeral'],
      SINCE,
    ],
    described: /^ {2}Pod Info On Mount: +true$/m,
  },
  'csistoragecapacities.storage.k8s.io': {
    object: { storageClassName: 'fast', capacity: '1Gi', nodeTopology: { matchLabels: { zone: 'a' } } },
    columns: [NAME, ['CREATED AT', TIME]],
    described: /^Storage Class Name: +fast$/m,
  },
};
