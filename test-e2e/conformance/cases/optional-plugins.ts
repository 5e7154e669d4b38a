import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case, Step } from '../case.js';
import { changed, type Changes } from './objects.js';
import { create, get, patch, remove, update } from './steps.js';

const CORE = '/api/v1/namespaces/<ns>';
const NODES = '/api/v1/nodes';
const PODS = `${CORE}/pods`;
const MAPS = `${CORE}/configmaps`;
const SERVICES = `${CORE}/services`;
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases';
const ONLY = { only: ['kind', 'reason', 'message', 'details', 'code'] };
const DRY = { query: { dryRun: 'All' }, ...ONLY };
const POD: JsonObject = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } };

/** A node of the case, as its kubelet. */
const NODE = { headers: { 'impersonate-user': 'system:node:<ns>-n', 'impersonate-group': 'system:nodes' } };
const asNode = (step: Step): Step => ({ ...step, headers: { ...step.headers, ...NODE.headers } });
const mirror = (changes: Changes): JsonObject =>
  changed(POD, {
    'metadata.annotations': { 'kubernetes.io/config.mirror': 'x' },
    'metadata.ownerReferences': [{ apiVersion: 'v1', kind: 'Node', name: '<ns>-n', uid: '<node>', controller: true }],
    'spec.nodeName': '<ns>-n',
    ...changes,
  });

const tried = (each: readonly Changes[], only: readonly string[]): readonly Step[] =>
  each.map((changes) => create(PODS, changed(POD, changes), { query: { dryRun: 'All' }, only: ['message', ...only] }));
const annotate = (annotations: JsonObject): Step =>
  patch(CORE, 'merge', { metadata: { annotations } }, { only: ['kind'] });

/** Admission plugins that are not enabled by default: see PLUGINS in `all.ts`. */
export const optionalPlugins: readonly Case[] = [
  {
    name: 'NodeRestriction: nodes',
    steps: [
      ...[
        { metadata: { name: '<ns>-n' } },
        { metadata: { name: '<ns>-other' } },
        { metadata: { name: '<ns>-n', labels: { 'node-restriction.kubernetes.io/a': 'b' } } },
        { metadata: { name: '<ns>-n', labels: { 'a.kubernetes.io/b': 'c', 'kubernetes.io/hostname': 'd' } } },
        { metadata: { name: '<ns>-n', labels: { 'kubelet.kubernetes.io/a': 'b', 'example.com/a': 'b' } } },
        { metadata: { name: '<ns>-n', labels: { 'k8s.io/a': 'b', 'node.k8s.io/c': 'd' } } },
        { metadata: { name: '<ns>-n' }, spec: { taints: [{ key: 'a', effect: 'NoSchedule' }] } },
        {
          metadata: { name: '<ns>-n' },
          spec: { configSource: { configMap: { name: 'a', namespace: 'b', kubeletConfigKey: 'c' } } },
        },
      ].map((body) => asNode(create(NODES, body, DRY))),
      create(NODES, { metadata: { name: '<ns>-n' } }, { only: ['kind'] }),
      create(NODES, { metadata: { name: '<ns>-other' } }, { only: ['kind'] }),
      ...[
        { metadata: { labels: { 'example.com/a': 'b' } } },
        { metadata: { labels: { 'node-restriction.kubernetes.io/a': 'b' } } },
        { metadata: { labels: { 'kubernetes.io/arch': 'amd64', 'b.kubernetes.io/x': 'y' } } },
        { metadata: { annotations: { a: 'b' } } },
        { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'K', name: 'n', uid: 'u' }] } },
        { spec: { taints: [] } },
        { spec: { taints: [{ key: 'a', effect: 'NoSchedule' }] } },
        { spec: { providerID: 'x' } },
        { spec: { unschedulable: true } },
      ].map((body) => asNode(patch(`${NODES}/<ns>-n`, 'merge', body, DRY))),
      asNode(patch(`${NODES}/<ns>-n/status`, 'merge', { status: { capacity: { cpu: '4' } } }, DRY)),
      asNode(patch(`${NODES}/<ns>-other`, 'merge', { metadata: { labels: { a: 'b' } } }, DRY)),
      asNode(patch(`${NODES}/<ns>-other/status`, 'merge', { status: { capacity: { cpu: '4' } } }, DRY)),
      asNode(remove(`${NODES}/<ns>-n`, undefined, DRY)),
      asNode(get(`${NODES}/<ns>-other`, ONLY)),
      asNode(create(LEASES, { metadata: { name: '<ns>-n' } }, DRY)),
      asNode(create(LEASES, { metadata: { name: '<ns>-other' } }, DRY)),
      asNode(create(`${CORE}/events`, { metadata: { name: 'e' }, involvedObject: { namespace: '<ns>' } }, DRY)),
      asNode(create(MAPS, { metadata: { name: 'a' } }, DRY)),
      ...['n', 'other'].map((name) => remove(`${NODES}/<ns>-${name}`, undefined, { only: ['kind'] })),
    ],
  },
  {
    name: 'NodeRestriction: pods',
    steps: [
      create(NODES, { metadata: { name: '<ns>-n' } }, { only: ['kind'], keep: { node: 'metadata.uid' } }),
      asNode(create(PODS, POD, DRY)),
      asNode(create(PODS, mirror({}), DRY)),
      asNode(create(PODS, mirror({ 'spec.nodeName': '<ns>-other' }), DRY)),
      asNode(create(PODS, mirror({ 'spec.serviceAccountName': 'default' }), DRY)),
      asNode(create(PODS, mirror({ 'spec.volumes': [{ name: 'v', configMap: { name: 'm' } }] }), DRY)),
      asNode(create(PODS, mirror({ 'spec.volumes': [{ name: 'v', secret: { secretName: 's' } }] }), DRY)),
      asNode(create(PODS, mirror({ 'spec.volumes': [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] }), DRY)),
      asNode(create(PODS, mirror({ 'spec.volumes': [{ name: 'v', emptyDir: {} }] }), DRY)),
      asNode(
        create(
          PODS,
          mirror({
            'spec.containers.0.env': [{ name: 'A', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } }],
          }),
          DRY,
        ),
      ),
      asNode(create(PODS, mirror({ 'metadata.ownerReferences': null }), DRY)),
      asNode(create(PODS, mirror({ 'metadata.ownerReferences.0.name': '<ns>-other' }), DRY)),
      asNode(create(PODS, mirror({ 'metadata.ownerReferences.0.uid': 'u' }), DRY)),
      asNode(create(PODS, mirror({ 'metadata.ownerReferences.0.kind': 'Pod' }), DRY)),
      asNode(create(PODS, mirror({ 'metadata.ownerReferences.0.controller': false }), DRY)),
      asNode(create(PODS, mirror({ 'metadata.ownerReferences.0.blockOwnerDeletion': true }), DRY)),
      create(PODS, changed(POD, { 'spec.nodeName': '<ns>-n' }), { only: ['kind', 'message'] }),
      create(PODS, changed(POD, { 'metadata.name': 'q', 'spec.nodeName': '<ns>-other' }), {
        only: ['kind', 'message'],
      }),
      asNode(patch(`${PODS}/p/status`, 'merge', { status: { phase: 'Running' } }, DRY)),
      asNode(
        patch(`${PODS}/p/status`, 'merge', { metadata: { labels: { a: 'b' } }, status: { phase: 'Running' } }, DRY),
      ),
      asNode(patch(`${PODS}/q/status`, 'merge', { status: { phase: 'Running' } }, DRY)),
      asNode(patch(`${PODS}/p`, 'merge', { metadata: { labels: { a: 'b' } } }, DRY)),
      asNode(create(`${PODS}/q/eviction`, { metadata: { name: 'q' } }, DRY)),
      asNode(create(`${PODS}/p/eviction`, { metadata: { name: 'p' } }, DRY)),
      asNode(create(`${PODS}/p/eviction`, { metadata: { name: 'x' } }, DRY)),
      asNode(remove(`${PODS}/q`, undefined, DRY)),
      asNode(remove(`${PODS}/p`, undefined, DRY)),
      create(`${CORE}/serviceaccounts`, { metadata: { name: 'sa' } }, { only: ['kind'] }),
      asNode(create(`${CORE}/serviceaccounts/sa/token`, { spec: {} }, DRY)),
      asNode(
        create(
          `${CORE}/serviceaccounts/sa/token`,
          { spec: { boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'none', uid: 'u' } } },
          DRY,
        ),
      ),
      asNode(
        create(
          `${CORE}/serviceaccounts/sa/token`,
          { spec: { boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name: 's', uid: 'u' } } },
          DRY,
        ),
      ),
      ...['p', 'q'].map((name) =>
        remove(`${PODS}/${name}`, undefined, { query: { gracePeriodSeconds: '0' }, only: ['kind'] }),
      ),
      remove(`${NODES}/<ns>-n`, undefined, { only: ['kind'] }),
    ],
  },
  {
    name: 'AlwaysPullImages',
    steps: [
      ...tried(
        [
          {},
          { 'spec.containers.0.imagePullPolicy': 'Never' },
          { 'spec.initContainers': [{ name: 'i', image: 'i', imagePullPolicy: 'IfNotPresent' }] },
        ],
        ['spec.containers.0.imagePullPolicy', 'spec.initContainers.0.imagePullPolicy'],
      ),
    ],
  },
  {
    name: 'DenyServiceExternalIPs',
    steps: [
      create(SERVICES, { metadata: { name: 's' }, spec: { externalIPs: ['1.2.3.4'], ports: [{ port: 80 }] } }, ONLY),
      create(SERVICES, { metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } }, { only: ['kind'] }),
      patch(`${SERVICES}/s`, 'merge', { spec: { externalIPs: ['1.2.3.4'] } }, ONLY),
      patch(`${SERVICES}/s`, 'merge', { metadata: { labels: { a: 'b' } } }, ONLY),
    ],
  },
  {
    name: 'ExtendedResourceToleration',
    steps: tried(
      [
        {},
        {
          'spec.containers.0.resources': {
            limits: { 'example.com/gpu': '1', 'example.com/a': '1' },
            requests: { 'example.com/gpu': '1', 'example.com/a': '1' },
          },
        },
        {
          'spec.containers.0.resources': { limits: { 'example.com/gpu': '1' } },
          'spec.tolerations': [{ key: 'example.com/gpu', operator: 'Exists', effect: 'NoSchedule' }],
        },
      ],
      ['spec.tolerations'],
    ),
  },
  {
    name: 'LimitPodHardAntiAffinityTopology',
    steps: ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'].map((topologyKey) =>
      create(
        PODS,
        changed(POD, {
          'spec.affinity': {
            podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey, labelSelector: {} }] },
          },
        }),
        DRY,
      ),
    ),
  },
  {
    name: 'PodNodeSelector',
    steps: [
      annotate({ 'scheduler.alpha.kubernetes.io/node-selector': 'a=b,c=d' }),
      ...tried(
        [
          {},
          { 'spec.nodeSelector': { e: 'f' } },
          { 'spec.nodeSelector': { a: 'b' } },
          { 'spec.nodeSelector': { a: 'x' } },
        ],
        ['spec.nodeSelector'],
      ),
      annotate({ 'scheduler.alpha.kubernetes.io/node-selector': 'a in (b)' }),
      ...tried([{}], ['spec.nodeSelector']),
      annotate({ 'scheduler.alpha.kubernetes.io/node-selector': '' }),
      ...tried([{}], ['spec.nodeSelector']),
    ],
  },
  {
    name: 'PodTolerationRestriction',
    steps: [
      annotate({
        'scheduler.alpha.kubernetes.io/defaultTolerations': '[{"key":"a","operator":"Equal","value":"b"}]',
        'scheduler.alpha.kubernetes.io/tolerationsWhitelist':
          '[{"operator":"Exists","key":"a"},{"operator":"Exists","effect":"NoExecute","key":"node.kubernetes.io/not-ready"},{"operator":"Exists","effect":"NoExecute","key":"node.kubernetes.io/unreachable"}]',
      }),
      ...tried(
        [
          {},
          { 'spec.tolerations': [{ key: 'a', operator: 'Equal', value: 'x' }] },
          { 'spec.tolerations': [{ key: 'b', operator: 'Exists' }] },
          { 'spec.tolerations': [{ key: 'a', operator: 'Equal', value: 'c', effect: 'NoSchedule' }] },
        ],
        ['spec.tolerations'],
      ),
      annotate({ 'scheduler.alpha.kubernetes.io/defaultTolerations': 'x' }),
      ...tried([{}], ['spec.tolerations']),
    ],
  },
  {
    name: 'OwnerReferencesPermissionEnforcement',
    steps: [
      create(
        '/apis/rbac.authorization.k8s.io/v1/namespaces/<ns>/roles',
        {
          metadata: { name: 'r' },
          rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['create', 'update', 'patch', 'get'] }],
        },
        { only: ['kind'] },
      ),
      create(
        '/apis/rbac.authorization.k8s.io/v1/namespaces/<ns>/rolebindings',
        {
          metadata: { name: 'r' },
          roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
          subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'nobody' }],
        },
        { only: ['kind'] },
      ),
      create(MAPS, { metadata: { name: 'a' } }, { as: 'unprivileged', ...ONLY, until: { status: 201 } }),
      ...[
        { apiVersion: 'v1', kind: 'Secret', name: 's', uid: 'u' },
        { apiVersion: 'v1', kind: 'Secret', name: 's', uid: 'u', blockOwnerDeletion: true },
        { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd', uid: 'u', blockOwnerDeletion: true },
        { apiVersion: 'none.example.com/v1', kind: 'None', name: 'n', uid: 'u', blockOwnerDeletion: true },
      ].map((owner) =>
        create(
          MAPS,
          { metadata: { name: 'b', ownerReferences: [owner] } },
          { as: 'unprivileged', query: { dryRun: 'All' }, ...ONLY },
        ),
      ),
      patch(
        `${MAPS}/a`,
        'merge',
        { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Secret', name: 's', uid: 'u' }] } },
        { as: 'unprivileged', ...ONLY },
      ),
      update(`${MAPS}/a`, { metadata: { name: 'a' }, data: { a: 'b' } }, { as: 'unprivileged', ...ONLY }),
    ],
  },
];
