import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { FULL_POD, RUNNING_POD } from './examples.js';
import { changed, variants } from './objects.js';
import { create, get, patch, remove, update } from './steps.js';

const PODS = '/api/v1/namespaces/<ns>/pods';
const POD: JsonObject = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const TABLE = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' };
/** The compared part of a pod, in most steps. */
const SPEC = { only: ['message', 'details', 'spec', 'metadata.generation'] };
const STATUS = { only: ['message', 'details', 'status'] };

/** Creation, updates, status and deletion of pods. */
export const podLife: readonly Case[] = [
  { name: 'pod with one container', steps: [create(PODS, POD), get(`${PODS}/p`), get(PODS, { headers: TABLE })] },
  { name: 'pod with nearly every field', steps: [create(PODS, FULL_POD), get(`${PODS}/full/status`, STATUS)] },
  {
    name: 'defaults',
    steps: [
      ...variants(PODS, POD, 'spec.containers.0', [
        ...['i:1', 'i:latest', 'a.b/i', 'a.b:5/i', 'localhost/i:x', 'I', 'i@sha256:abc', ':', 'a/b/c:d'].map(
          (image) => ({
            'spec.containers.0.image': image,
          }),
        ),
        { 'spec.hostNetwork': true, 'spec.containers.0.ports': [{ containerPort: 80 }] },
        { 'spec.containers.0.resources': { limits: { cpu: '1', 'example.com/a': '1' } } },
        { 'spec.containers.0.resources': { requests: { cpu: '1' } } },
        { 'spec.containers.0.resources': { limits: { cpu: '0.1m', memory: '1.5Gi' } } },
        { 'spec.containers.0.livenessProbe': { httpGet: { port: 80 } } },
        { 'spec.containers.0.lifecycle': { preStop: { httpGet: { port: 80 } } } },
        { 'spec.containers.0.env': [{ name: 'a', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } }] },
        { 'spec.containers.0.securityContext': { procMount: 'Default' } },
        { 'spec.containers.0.securityContext': {} },
      ]),
      ...variants(PODS, POD, 'spec', [
        { 'spec.terminationGracePeriodSeconds': -5 },
        { 'spec.terminationGracePeriodSeconds': 0 },
        { 'spec.serviceAccount': 'x' },
        { 'spec.serviceAccount': 'x', 'spec.serviceAccountName': 'y' },
        { 'spec.priorityClassName': 'system-cluster-critical' },
        { 'spec.tolerations': [{ key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' }] },
        { 'spec.tolerations': [{ operator: 'Exists' }] },
        { 'spec.securityContext': {} },
        { 'spec.hostNetwork': true, 'spec.hostPID': true, 'spec.hostIPC': true },
      ]),
      ...variants(PODS, POD, 'status.qosClass', [
        {},
        { 'spec.containers.0.resources': { limits: { cpu: '1', memory: '1' } } },
        { 'spec.containers.0.resources': { limits: { cpu: '1', memory: '1' }, requests: { cpu: '1' } } },
        { 'spec.containers.0.resources': { requests: { cpu: '0' } } },
        { 'spec.containers.0.resources': { limits: { 'example.com/a': '1' } } },
        { 'spec.initContainers': [{ name: 'x', image: 'i', resources: { limits: { memory: '1' } } }] },
      ]),
    ],
  },
  {
    name: 'warnings',
    steps: variants(PODS, POD, 'kind', [
      { 'metadata.name': 'a.b' },
      { 'metadata.name': 'a'.repeat(64) },
      { 'spec.nodeSelector': { 'beta.kubernetes.io/arch': 'x', 'failure-domain.beta.kubernetes.io/zone': 'y' } },
      { 'spec.containers.0.env': [{ name: 'a' }, { name: 'a' }] },
      { 'spec.containers.0.env': [{ name: 'a' }, { name: 'a', value: 'x$(a)' }] },
      { 'spec.imagePullSecrets': [{ name: 'a' }, { name: 'a' }, {}] },
      { 'spec.hostAliases': [{ ip: '10.0.0.1' }, { ip: '10.0.0.1' }] },
      { 'spec.containers.0.ports': [{ containerPort: 80 }, { containerPort: 80 }] },
      { 'spec.containers.0.ports': [{ containerPort: 80, hostPort: 80 }, { containerPort: 80 }] },
      { 'metadata.annotations': { 'security.alpha.kubernetes.io/sysctls': 'a' } },
      { 'spec.volumes': [{ name: 'v', gitRepo: { repository: 'r' } }] },
      { 'spec.volumes': [{ name: 'v', photonPersistentDisk: { pdID: 'x' } }] },
      { 'spec.volumes': [{ name: 'v', rbd: { monitors: ['m'], image: 'i' } }] },
      { 'spec.volumes': [{ name: 'v', glusterfs: { endpoints: 'e', path: 'p' } }] },
      { 'spec.volumes': [{ name: 'v', nfs: { server: 's', path: '/p' } }] },
      { 'spec.priority': 0 },
      { 'spec.topologySpreadConstraints': [{ maxSkew: 1, topologyKey: 'z', whenUnsatisfiable: 'DoNotSchedule' }] },
      { 'spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution': [{ topologyKey: 'z' }] },
    ]),
  },
  {
    name: 'updates',
    steps: [
      create(PODS, changed(POD, { 'spec.tolerations': [{ key: 'a', operator: 'Exists' }] }), SPEC),
      ...[
        { spec: { containers: [{ name: 'c', image: 'j' }] } },
        { spec: { containers: [{ name: 'c', command: ['x'] }] } },
        { spec: { containers: [{ name: 'd', image: 'x' }] } },
        { spec: { activeDeadlineSeconds: 100 } },
        { spec: { activeDeadlineSeconds: 200 } },
        { spec: { activeDeadlineSeconds: 50 } },
        { spec: { activeDeadlineSeconds: null } },
        { spec: { tolerations: [{ key: 'b', operator: 'Exists' }] } },
        { spec: { nodeName: 'n' } },
        { spec: { hostname: 'n' } },
        { spec: { terminationGracePeriodSeconds: 1 } },
        { spec: { restartPolicy: 'Never' } },
        { spec: { volumes: [{ name: 'v' }] } },
        { spec: { nodeSelector: { a: 'b' } } },
        { spec: { serviceAccountName: 'x' } },
        { spec: { ephemeralContainers: [{ name: 'e', image: 'i' }] } },
        { spec: { initContainers: [{ name: 'e', image: 'i' }] } },
        { spec: { priority: 5 } },
        { metadata: { labels: { a: 'b' } } },
        { metadata: { annotations: { 'container.apparmor.security.beta.kubernetes.io/c': 'unconfined' } } },
        { status: { phase: 'Running' } },
      ].map((change) => patch(`${PODS}/p`, 'strategic', change, SPEC)),
      patch(`${PODS}/p`, 'json', [{ op: 'remove', path: '/spec/tolerations/0' }], SPEC),
      patch(
        `${PODS}/p`,
        'json',
        [{ op: 'add', path: '/spec/tolerations/-', value: { key: 'z', operator: 'Exists' } }],
        SPEC,
      ),
      update(`${PODS}/p`, POD, SPEC),
      update(`${PODS}/p`, changed(POD, { 'metadata.name': 'q' }), SPEC),
      update(`${PODS}/none`, changed(POD, { 'metadata.name': 'none' }), SPEC),
    ],
  },
  {
    name: 'status and columns',
    steps: [
      create(
        PODS,
        changed(POD, { 'spec.nodeName': 'n', 'spec.readinessGates': [{ conditionType: 'example.com/ready' }] }),
        SPEC,
      ),
      patch(`${PODS}/p/status`, 'merge', { status: RUNNING_POD }, STATUS),
      get(PODS, { headers: TABLE, only: ['columnDefinitions', 'rows.0'] }),
      ...[
        { podIP: 'x' },
        { podIPs: [{ ip: '10.1.0.2' }, { ip: '10.1.0.3' }] },
        { podIPs: [{ ip: '10.1.0.2' }, { ip: 'fd00::1' }] },
        { podIPs: [{ ip: '10.1.0.2' }, { ip: '10.1.0.2' }] },
        { phase: 'x' },
        { qosClass: 'Guaranteed' },
        { conditions: [{ type: 'Ready' }] },
        { conditions: null, containerStatuses: null },
      ].map((status) => patch(`${PODS}/p/status`, 'merge', { status }, STATUS)),
      ...[
        { phase: 'Pending', reason: 'Evicted' },
        {
          containerStatuses: [
            {
              name: 'c',
              image: 'i',
              imageID: '',
              ready: false,
              restartCount: 0,
              state: { waiting: { reason: 'ImagePullBackOff' } },
            },
          ],
        },
        {
          containerStatuses: [
            {
              name: 'c',
              image: 'i',
              imageID: '',
              ready: false,
              restartCount: 1,
              state: { terminated: { exitCode: 2 } },
            },
          ],
        },
        {
          containerStatuses: [
            {
              name: 'c',
              image: 'i',
              imageID: '',
              ready: false,
              restartCount: 1,
              state: { terminated: { exitCode: 0, signal: 9 } },
            },
          ],
        },
      ].flatMap((status) => [
        patch(`${PODS}/p/status`, 'merge', { status }, { only: ['message'] }),
        get(PODS, { headers: TABLE, only: ['rows.0'] }),
      ]),
      patch(`${PODS}/p/status`, 'merge', { spec: { nodeName: 'm' }, metadata: { labels: { x: 'y' } } }),
      remove(`${PODS}/p`, { gracePeriodSeconds: 60 }, { only: ['metadata', 'message'] }),
      get(PODS, { headers: TABLE, only: ['rows.0'] }),
      patch(`${PODS}/p`, 'merge', { metadata: { deletionGracePeriodSeconds: 90 } }, { only: ['metadata', 'message'] }),
      remove(`${PODS}/p`, { gracePeriodSeconds: 0 }, { only: ['metadata.name', 'message'] }),
    ],
  },
  {
    name: 'field selectors',
    steps: [
      create(PODS, changed(POD, { 'spec.nodeName': 'n' }), SPEC),
      create(
        PODS,
        changed(POD, { 'metadata.name': 'q', 'spec.restartPolicy': 'Never', 'spec.hostNetwork': true }),
        SPEC,
      ),
      ...[
        'spec.nodeName=n',
        'spec.nodeName=',
        'spec.nodeName!=n',
        'spec.restartPolicy=Never',
        'spec.schedulerName=default-scheduler',
        'spec.serviceAccountName=',
        'spec.hostNetwork=true',
        'status.phase=Pending',
        'status.phase=Running',
        'status.podIP=',
        'status.nominatedNodeName=',
        'metadata.name=q',
        'metadata.namespace=<ns>',
        'metadata.uid=x',
        'spec.hostname=x',
        'spec.nodeName',
        'spec.nodeName=n,metadata.name=q',
      ].map((fieldSelector) =>
        get(PODS, { query: { fieldSelector }, only: ['message', 'items.0.metadata.name', 'items.1.metadata.name'] }),
      ),
    ],
  },
  {
    name: 'bindings',
    steps: [
      create(PODS, POD, SPEC),
      ...[
        {},
        { target: {} },
        { target: { name: 'n', kind: 'Pod' } },
        { target: { name: 'N_' } },
        { metadata: { name: 'q' }, target: { name: 'n' } },
        {
          apiVersion: 'v1',
          kind: 'Binding',
          metadata: { name: 'p', annotations: { a: 'b' } },
          target: { name: 'n', kind: 'Node' },
        },
        { target: { name: 'm' } },
      ].map((binding) => create(`${PODS}/p/binding`, binding)),
      get(`${PODS}/p`, { only: ['spec.nodeName', 'metadata.annotations', 'status'] }),
      create(`${PODS}/none/binding`, { target: { name: 'n' } }),
      get(`${PODS}/p/binding`),
      create('/api/v1/namespaces/<ns>/bindings', { metadata: { name: 'p' }, target: { name: 'n' } }),
    ],
  },
  {
    name: 'evictions',
    steps: [
      create(PODS, POD, SPEC),
      create(`${PODS}/p/eviction`, { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'q' } }),
      create(`${PODS}/p/eviction`, { apiVersion: 'policy/v1', kind: 'Pod', metadata: { name: 'p' } }),
      create(
        `${PODS}/p/eviction`,
        { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } },
        { query: { dryRun: 'All' } },
      ),
      create(`${PODS}/p/eviction`, {
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { name: 'p' },
        deleteOptions: { preconditions: { uid: 'other' } },
      }),
      create(`${PODS}/p/eviction`, { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } }),
      get(`${PODS}/p`),
      create(`${PODS}/p/eviction`, { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } }),
    ],
  },
  {
    name: 'ephemeral containers',
    steps: [
      create(PODS, POD, SPEC),
      get(`${PODS}/p/ephemeralcontainers`),
      ...[
        { name: 'e', image: 'i' },
        { name: 'e', image: 'j' },
        { name: 'f', image: 'i', targetContainerName: 'x' },
        { name: 'f', image: 'i', targetContainerName: 'c', stdin: true },
        { name: 'g' },
        { name: 'c', image: 'i' },
        { name: 'g', image: 'i', ports: [{ containerPort: 80 }] },
        { name: 'g', image: 'i', resources: { limits: { cpu: '1' } } },
        { name: 'g', image: 'i', livenessProbe: { exec: { command: ['x'] } } },
        { name: 'g', image: 'i', lifecycle: {} },
        { name: 'g', image: 'i', volumeMounts: [{ name: 'x', mountPath: '/x', subPath: 'y' }] },
      ].map((container) =>
        patch(`${PODS}/p/ephemeralcontainers`, 'strategic', { spec: { ephemeralContainers: [container] } }, SPEC),
      ),
      patch(`${PODS}/p/ephemeralcontainers`, 'json', [{ op: 'remove', path: '/spec/ephemeralContainers/0' }], SPEC),
      patch(
        `${PODS}/p/ephemeralcontainers`,
        'merge',
        { metadata: { labels: { a: 'b' } }, spec: { hostname: 'x' } },
        SPEC,
      ),
    ],
  },
  {
    name: 'pods on nodes',
    steps: ['log', 'exec', 'attach', 'portforward', 'whatever'].map((name) => get(`${PODS}/none/${name}`)),
  },
];
