import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { describeWith, toolPath } from './support/needs.js';
import { createTestStorage, type TestStorage } from './support/test-storage.js';
import { ROOT } from './support/root.js';
import { startServer, type Server } from './support/server.js';

const SCRIPT = join(ROOT, 'test-e2e/fixtures/life.py');

/** The life of one kind. The client of Debian 12 is for Kubernetes 1.22: it neither sends nor reads younger fields. */
interface Case {
  /** The client's API class, the kind's name in its methods, and its model. */
  readonly api: string;
  readonly noun: string;
  readonly model: string;
  readonly namespaced: boolean;
  /** The sent object without its metadata. */
  readonly body: JsonObject;
  /** Fields that the answer has besides. */
  readonly created?: JsonObject;
  /** A strategic merge patch, and the fields that result. */
  readonly patch: JsonObject;
  readonly patched: JsonObject;
}

/** The format in which Python prints times. */
const SECONDS = '2024-01-02T03:04:05+00:00';
const MICROSECONDS = '2024-01-02T03:04:05.000006+00:00';
const ABOUT = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', namespace: 'default' };
const REPORT = {
  type: 'Normal',
  reason: 'Tested',
  action: 'Testing',
  note: 'It was tried',
  reportingController: 'example.com/tester',
  reportingInstance: 'tester-0',
};
const NODE_INFO = Object.fromEntries(
  'architecture bootID containerRuntimeVersion kernelVersion kubeProxyVersion kubeletVersion machineID operatingSystem osImage systemUUID'
    .split(' ')
    .map((name) => [name, '']),
);
const RBAC = { apiGroup: 'rbac.authorization.k8s.io' };
const READ = { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] };
const ROLE = { ...RBAC, kind: 'ClusterRole', name: 'reader' };
const DRIVER = {
  attachRequired: true,
  fsGroupPolicy: 'ReadWriteOnceWithFSType',
  podInfoOnMount: true,
  requiresRepublish: false,
  storageCapacity: false,
  volumeLifecycleModes: ['Persistent'],
};

/** The plugin TaintNodesByCondition sets it. */
const NOT_READY = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

const CASES: readonly Case[] = [
  {
    api: 'CoreV1Api',
    noun: 'config_map',
    model: 'V1ConfigMap',
    namespaced: true,
    body: { data: { color: 'red', size: 'large' }, binaryData: { raw: '/wA=' } },
    patch: { data: { size: null, color: 'blue' } },
    patched: { data: { color: 'blue' }, binaryData: { raw: '/wA=' } },
  },
  {
    api: 'CoreV1Api',
    noun: 'secret',
    model: 'V1Secret',
    namespaced: true,
    body: { data: { token: 'MTIz' } },
    created: { data: { token: 'MTIz' }, type: 'Opaque' },
    patch: { stringData: { other: '456' } },
    patched: { data: { token: 'MTIz', other: 'NDU2' }, type: 'Opaque' },
  },
  {
    api: 'CoreV1Api',
    noun: 'service_account',
    model: 'V1ServiceAccount',
    namespaced: true,
    body: { secrets: [{ name: 'a' }], automountServiceAccountToken: false },
    patch: { secrets: [{ name: 'b' }] },
    patched: { secrets: [{ name: 'b' }, { name: 'a' }], automountServiceAccountToken: false },
  },
  {
    api: 'CoreV1Api',
    noun: 'namespace',
    model: 'V1Namespace',
    namespaced: false,
    body: {},
    created: { spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } },
    patch: { metadata: { labels: { team: 'a' } } },
    patched: { spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } },
  },
  {
    api: 'CoreV1Api',
    noun: 'node',
    model: 'V1Node',
    namespaced: false,
    body: { spec: { podCIDR: '10.0.0.0/24', podCIDRs: ['10.0.0.0/24'] }, status: { capacity: { cpu: '4' } } },
    created: {
      spec: { podCIDR: '10.0.0.0/24', podCIDRs: ['10.0.0.0/24'], taints: [NOT_READY] },
      status: {
        capacity: { cpu: '4' },
        allocatable: { cpu: '4' },
        daemonEndpoints: { kubeletEndpoint: { Port: 0 } },
        nodeInfo: NODE_INFO,
      },
    },
    patch: { spec: { taints: [{ key: 'disk', value: 'slow', effect: 'NoSchedule' }] }, status: { capacity: null } },
    patched: {
      spec: {
        podCIDR: '10.0.0.0/24',
        podCIDRs: ['10.0.0.0/24'],
        taints: [{ key: 'disk', value: 'slow', effect: 'NoSchedule' }],
      },
      status: {
        capacity: { cpu: '4' },
        allocatable: { cpu: '4' },
        daemonEndpoints: { kubeletEndpoint: { Port: 0 } },
        nodeInfo: NODE_INFO,
      },
    },
  },
  {
    api: 'CoreV1Api',
    noun: 'event',
    model: 'CoreV1Event',
    namespaced: true,
    body: { involvedObject: ABOUT, type: 'Normal', reason: 'Tested', message: 'It was tried', lastTimestamp: SECONDS },
    created: {
      involvedObject: ABOUT,
      type: 'Normal',
      reason: 'Tested',
      message: 'It was tried',
      lastTimestamp: SECONDS,
      reportingComponent: '',
      reportingInstance: '',
      source: {},
    },
    patch: { count: 2, lastTimestamp: null },
    patched: {
      involvedObject: ABOUT,
      type: 'Normal',
      reason: 'Tested',
      message: 'It was tried',
      count: 2,
      reportingComponent: '',
      reportingInstance: '',
      source: {},
    },
  },
  {
    api: 'EventsV1Api',
    noun: 'event',
    model: 'EventsV1Event',
    namespaced: true,
    body: { regarding: ABOUT, eventTime: MICROSECONDS, ...REPORT },
    created: { regarding: ABOUT, eventTime: MICROSECONDS, ...REPORT, deprecatedSource: {} },
    patch: { series: { count: 2, lastObservedTime: MICROSECONDS } },
    patched: {
      regarding: ABOUT,
      eventTime: MICROSECONDS,
      ...REPORT,
      deprecatedSource: {},
      series: { count: 2, lastObservedTime: MICROSECONDS },
    },
  },
  {
    api: 'CoordinationV1Api',
    noun: 'lease',
    model: 'V1Lease',
    namespaced: true,
    body: { spec: { holderIdentity: 'a', leaseDurationSeconds: 15, acquireTime: MICROSECONDS } },
    patch: { spec: { holderIdentity: 'b', renewTime: MICROSECONDS, leaseTransitions: 1 } },
    patched: {
      spec: {
        holderIdentity: 'b',
        leaseDurationSeconds: 15,
        acquireTime: MICROSECONDS,
        renewTime: MICROSECONDS,
        leaseTransitions: 1,
      },
    },
  },
  {
    api: 'RbacAuthorizationV1Api',
    noun: 'cluster_role',
    model: 'V1ClusterRole',
    namespaced: false,
    body: { rules: [READ] },
    patch: { rules: [READ, { nonResourceURLs: ['/healthz'], verbs: ['get'] }] },
    patched: { rules: [READ, { nonResourceURLs: ['/healthz'], verbs: ['get'] }] },
  },
  {
    api: 'RbacAuthorizationV1Api',
    noun: 'cluster_role_binding',
    model: 'V1ClusterRoleBinding',
    namespaced: false,
    body: { roleRef: ROLE, subjects: [{ kind: 'User', name: 'jane' }] },
    created: { roleRef: ROLE, subjects: [{ ...RBAC, kind: 'User', name: 'jane' }] },
    patch: { subjects: [{ kind: 'ServiceAccount', name: 'robot', namespace: 'default' }] },
    patched: { roleRef: ROLE, subjects: [{ kind: 'ServiceAccount', name: 'robot', namespace: 'default' }] },
  },
  {
    api: 'SchedulingV1Api',
    noun: 'priority_class',
    model: 'V1PriorityClass',
    namespaced: false,
    body: { value: 1000 },
    created: { value: 1000, preemptionPolicy: 'PreemptLowerPriority' },
    patch: { description: 'More than most.' },
    patched: { value: 1000, preemptionPolicy: 'PreemptLowerPriority', description: 'More than most.' },
  },
  {
    api: 'StorageV1Api',
    noun: 'csi_driver',
    model: 'V1CSIDriver',
    namespaced: false,
    body: { spec: { podInfoOnMount: true } },
    created: { spec: DRIVER },
    patch: { spec: { tokenRequests: [{ audience: 'vault' }] } },
    patched: { spec: { ...DRIVER, tokenRequests: [{ audience: 'vault' }] } },
  },
  {
    api: 'AppsV1Api',
    noun: 'controller_revision',
    model: 'V1ControllerRevision',
    namespaced: true,
    body: { data: { spec: { replicas: 1 } }, revision: 1 },
    patch: { revision: 2 },
    patched: { data: { spec: { replicas: 1 } }, revision: 2 },
  },
];

interface Life {
  readonly error?: string;
  readonly created: JsonObject;
  readonly again: JsonObject;
  readonly listed: readonly string[];
  readonly patched: JsonObject;
  readonly annotations: JsonObject;
  readonly events: readonly string[];
  readonly versions: boolean;
  readonly stale: JsonObject;
  readonly deleted: string;
  readonly gone: JsonObject;
}

describeWith(['PYTHON'], "Python's kubernetes client", () => {
  let storage: TestStorage;
  let server: Server;
  /** By model. */
  let lives: ReadonlyMap<string, Life>;

  before(async () => {
    storage = await createTestStorage('embedded');
    server = await startServer(storage.flags);
    const answers = await python(server.kubeconfig, CASES.map(inputOf));
    lives = new Map(CASES.map(({ model }, index) => [model, answers[index] as unknown as Life]));
  });
  after(async () => {
    await server.stop();
    await storage.remove();
  });

  for (const each of CASES) {
    it(`creates, lists, patches, watches, replaces and deletes ${each.model}`, () => {
      const life = lives.get(each.model);
      assert.ok(life);
      assert.equal(life.error, undefined, life.error);
      const { name } = metadataOf(each);
      assert.deepEqual(withoutMetadata(life.created), each.created ?? each.body);
      assert.deepEqual(withoutMetadata(life.patched), each.patched);
      assert.deepEqual(life.annotations, { by: 'list' });
      assert.deepEqual(life.listed, [name]);
      assert.deepEqual(life.events.slice(0, 4), ['MODIFIED', 'MODIFIED', 'MODIFIED', 'MODIFIED']);
      assert.equal(life.events.at(-1), 'DELETED');
      assert.ok(life.versions, 'the watch told of other versions than the writes');
      assert.deepEqual(
        [life.again, life.stale, life.gone],
        [
          { code: 409, reason: 'AlreadyExists' },
          { code: 409, reason: 'Conflict' },
          { code: 404, reason: 'NotFound' },
        ],
      );
    });
  }
});

function metadataOf({ noun, namespaced }: Case): { name: string; namespace?: string } {
  const name = `life-of-${noun.replaceAll('_', '-')}`;
  return namespaced ? { name, namespace: 'default' } : { name };
}

function inputOf(each: Case): JsonObject {
  const { api, noun, model, namespaced, body, patch } = each;
  const namespace = namespaced ? 'default' : null;
  return { api, noun, model, namespace, body: { ...body, metadata: metadataOf(each) }, patch };
}

function withoutMetadata(object: JsonObject): JsonObject {
  const { apiVersion: _version, kind: _kind, metadata: _metadata, ...rest } = object;
  return rest;
}

/** Answers of the script, one document for each case. */
async function python(kubeconfig: string, cases: readonly JsonObject[]): Promise<JsonObject[]> {
  const child = spawn(toolPath('PYTHON'), [SCRIPT, kubeconfig], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(cases));
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number | null]>]);
  assert.equal(code, 0, out);
  return out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject);
}
