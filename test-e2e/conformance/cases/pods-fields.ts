import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { attempts, type Changes } from './objects.js';
import { create, get, patch, update } from './steps.js';

const PODS = '/api/v1/namespaces/<ns>/pods';
const CONTAINER = { name: 'c', image: 'i' };
const POD = { metadata: { name: 'p' }, spec: { containers: [CONTAINER] } };
const NEEDED = 'requiredDuringSchedulingIgnoredDuringExecution';

const refusals = (name: string, each: readonly Changes[]): Case => ({ name, steps: attempts(PODS, POD, each) });
const podOf = (spec: JsonObject, metadata: JsonObject = {}): JsonObject => ({
  metadata: { name: 'p', ...metadata },
  spec: { containers: [CONTAINER], terminationGracePeriodSeconds: 0, ...spec },
});
const rules = (...each: JsonObject[]) => ({ restartPolicy: 'Never', restartPolicyRules: each });
const rule = { action: 'Restart', exitCodes: { operator: 'In', values: [42] } };
const amounts = (cpu: string, memory = '1Gi'): JsonObject => ({ cpu, memory });
const term = { topologyKey: 'zone', labelSelector: { matchLabels: { a: 'b' } } };
const spread = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: {} };
const initContainer = 'spec.initContainers.0';
const container = 'spec.containers.0';

/** Fields of pods that were added after Kubernetes 1.24. */
export const podFields: readonly Case[] = [
  refusals('restart policies of containers', [
    { [`${container}.restartPolicy`]: 'Soon' },
    { [`${container}.restartPolicyRules`]: [rule] },
    { [initContainer]: { name: 'i', image: 'i', restartPolicy: 'Soon' } },
    { [initContainer]: { name: 'i', image: 'i', restartPolicyRules: [rule] } },
    { [initContainer]: { name: 'i', image: 'i', restartPolicy: 'Never', livenessProbe: { exec: { command: ['x'] } } } },
    { [initContainer]: { name: 'i', image: 'i', restartPolicy: 'Always', livenessProbe: {} } },
    ...[
      rules({}),
      rules({ ...rule, action: 'x' }),
      rules({ action: 'Restart' }),
      rules({ action: 'Restart', exitCodes: { operator: 'x', values: [] } }),
      rules(...Array.from({ length: 21 }, () => rule)),
    ].map((fields) => ({ [container]: { ...CONTAINER, ...fields } })),
  ]),
  refusals('resize policies of containers', [
    ...[
      { resourceName: 'cpu', restartPolicy: 'x' },
      { resourceName: 'gpu', restartPolicy: 'NotRequired' },
    ].map((policy) => ({ [`${container}.resizePolicy`]: [policy] })),
    { [`${container}.resizePolicy`]: [0, 1].map(() => ({ resourceName: 'cpu', restartPolicy: 'NotRequired' })) },
    {
      'spec.restartPolicy': 'Never',
      [`${container}.resizePolicy`]: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }],
    },
    {
      [initContainer]: {
        name: 'i',
        image: 'i',
        resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }],
      },
    },
  ]),
  refusals('lifecycle hooks, env files and mounts', [
    { [`${container}.lifecycle.preStop.sleep`]: { seconds: 31 } },
    { [`${container}.lifecycle.preStop.sleep`]: { seconds: -1 } },
    { [`${container}.lifecycle.preStop`]: { sleep: { seconds: 1 }, exec: { command: ['x'] } } },
    { [`${container}.env.0`]: { name: 'A', valueFrom: {} } },
    { [`${container}.env.0`]: { name: 'A', valueFrom: { fileKeyRef: { volumeName: 'v', path: 'p', key: 'k' } } } },
    {
      'spec.volumes.0': { name: 'v', configMap: { name: 'c' } },
      [`${container}.env.0`]: { name: 'A', valueFrom: { fileKeyRef: { volumeName: 'v', path: '../p', key: 'a=b' } } },
    },
    {
      'spec.volumes.0': { name: 'v' },
      [`${container}.volumeMounts.0`]: { name: 'v', mountPath: '/v', recursiveReadOnly: 'x' },
    },
    {
      'spec.volumes.0': { name: 'v' },
      [`${container}.volumeMounts.0`]: { name: 'v', mountPath: '/v', recursiveReadOnly: 'Enabled' },
    },
    { 'spec.volumes.0': { name: 'v', image: {} } },
    { 'spec.volumes.0': { name: 'v', image: { reference: 'i', pullPolicy: 'x' } } },
  ]),
  refusals('resource claims', [
    { 'spec.resourceClaims.0': { name: 'a' } },
    { 'spec.resourceClaims.0': { name: 'A', resourceClaimName: 'c' } },
    { 'spec.resourceClaims.0': { name: 'a', resourceClaimName: 'c', resourceClaimTemplateName: 't' } },
    { 'spec.resourceClaims.0': { name: 'a', resourceClaimName: 'C' } },
    { 'spec.resourceClaims': [0, 1].map(() => ({ name: 'a', resourceClaimName: 'c' })) },
    { [`${container}.resources.claims.0`]: { name: 'a' } },
    {
      'spec.resourceClaims.0': { name: 'a', resourceClaimName: 'c' },
      [`${container}.resources.claims`]: [{ name: 'a', request: 'R' }, { name: 'a' }, { name: 'b' }],
    },
  ]),
  refusals('pod-level resources', [
    { 'spec.resources': { requests: amounts('1'), limits: { cpu: '500m' } } },
    { 'spec.resources': { requests: { gpu: '1' } } },
    { 'spec.resources': { requests: { 'ephemeral-storage': '1' } } },
    { 'spec.resources': { claims: [{ name: 'a' }] } },
    { 'spec.resources': { requests: { cpu: '1' } }, [`${container}.resources.requests`]: amounts('2') },
    { 'spec.resources': { limits: { cpu: '1' } }, [`${container}.resources.limits`]: { cpu: '2' } },
    { 'spec.resources': {}, 'spec.os': { name: 'windows' } },
  ]),
  refusals('scheduling', [
    { 'spec.schedulingGates': [{ name: 'a b' }] },
    { 'spec.schedulingGates': [{ name: 'a' }, { name: 'a' }] },
    { 'spec.schedulingGates': [{ name: 'a' }], 'spec.nodeName': 'n' },
    { [`spec.affinity.podAffinity.${NEEDED}.0`]: { ...term, matchLabelKeys: ['a b'] } },
    { [`spec.affinity.podAffinity.${NEEDED}.0`]: { topologyKey: 'zone', matchLabelKeys: ['a'] } },
    { [`spec.affinity.podAffinity.${NEEDED}.0`]: { ...term, matchLabelKeys: ['x'], mismatchLabelKeys: ['x'] } },
    { 'spec.topologySpreadConstraints.0': { ...spread, matchLabelKeys: ['a b'] } },
    { 'spec.topologySpreadConstraints.0': { ...spread, labelSelector: null, matchLabelKeys: ['a'] } },
    {
      'metadata.labels': { a: 'b' },
      'spec.topologySpreadConstraints.0': {
        ...spread,
        labelSelector: { matchLabels: { a: 'b' } },
        matchLabelKeys: ['a'],
      },
    },
    { 'spec.topologySpreadConstraints.0': { ...spread, nodeAffinityPolicy: 'x', nodeTaintsPolicy: 'x' } },
  ]),
  refusals('user namespaces, host names and security profiles', [
    { 'spec.hostUsers': false, 'spec.hostNetwork': true, 'spec.hostPID': true, 'spec.hostIPC': true },
    { [`${container}.securityContext.procMount`]: 'Unmasked' },
    { 'spec.hostnameOverride': 'A' },
    { 'spec.hostnameOverride': 'a'.repeat(65) },
    { 'spec.hostnameOverride': 'a', 'spec.hostNetwork': true, 'spec.setHostnameAsFQDN': true },
    { 'spec.securityContext': { supplementalGroupsPolicy: 'x', seLinuxChangePolicy: 'x' } },
    ...[
      { type: '' },
      { type: 'x' },
      { type: 'Localhost' },
      { type: 'Localhost', localhostProfile: ' a' },
      { type: 'Unconfined', localhostProfile: 'a' },
    ].map((appArmorProfile) => ({ [`${container}.securityContext`]: { appArmorProfile } })),
    {
      'spec.os': { name: 'windows' },
      'spec.securityContext': { appArmorProfile: { type: 'Unconfined' }, supplementalGroupsPolicy: 'Merge' },
    },
  ]),
  {
    name: 'defaults of new pods',
    steps: [
      create(
        PODS,
        podOf(
          {
            schedulingGates: [{ name: 'example.com/gate' }],
            initContainers: [
              { name: 's', image: 'i:1', restartPolicy: 'Always', startupProbe: { tcpSocket: { port: 1 } } },
            ],
            containers: [
              {
                ...CONTAINER,
                ...rules(rule),
                resources: { requests: { cpu: '1' }, limits: { memory: '1Gi' } },
                resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }],
                env: [{ name: 'A', valueFrom: { fileKeyRef: { volumeName: 'v', path: 'p', key: 'k' } } }],
                lifecycle: { stopSignal: 'SIGINT' },
              },
            ],
            resources: { limits: { cpu: '4' } },
            volumes: [{ name: 'v' }, { name: 'w', image: { reference: 'i' } }],
            affinity: { podAffinity: { [NEEDED]: [{ ...term, matchLabelKeys: ['l'], mismatchLabelKeys: ['m'] }] } },
            topologySpreadConstraints: [{ ...spread, matchLabelKeys: ['l'], nodeTaintsPolicy: 'Honor' }],
            hostUsers: true,
            hostnameOverride: 'a.b',
            securityContext: { supplementalGroupsPolicy: 'Strict', seLinuxChangePolicy: 'Recursive' },
            schedulingGroup: { podGroupName: 'g' },
          },
          {
            labels: { l: '1', m: '2' },
            annotations: { 'container.apparmor.security.beta.kubernetes.io/c': 'localhost/mine' },
          },
        ),
      ),
      get(`${PODS}/p`),
    ],
  },
  {
    name: 'removed scheduling gates and narrowed node selectors',
    steps: [
      create(PODS, podOf({ schedulingGates: [{ name: 'a' }, { name: 'b' }], nodeSelector: { disk: 'ssd' } })),
      create(`${PODS}/p/binding`, { target: { name: 'n' } }),
      patch(`${PODS}/p`, 'merge', { spec: { schedulingGates: [{ name: 'a' }, { name: 'c' }] } }),
      patch(`${PODS}/p`, 'merge', { spec: { nodeSelector: { disk: 'hdd' } } }),
      patch(`${PODS}/p`, 'merge', { spec: { nodeSelector: { zone: 'a' } } }),
      patch(`${PODS}/p`, 'merge', { spec: { schedulingGates: null } }),
      get(`${PODS}/p`),
    ],
  },
  {
    name: 'resize subresource',
    steps: [
      create(PODS, podOf({ containers: [{ ...CONTAINER, resources: { requests: amounts('1') } }] })),
      patch(`${PODS}/p/resize`, 'strategic', {
        spec: { containers: [{ name: 'c', image: 'j', resources: { requests: { cpu: '2' } } }] },
      }),
      patch(`${PODS}/p/resize`, 'strategic', {
        spec: { containers: [{ name: 'c', resources: { limits: amounts('2') } }] },
      }),
      patch(`${PODS}/p/resize`, 'strategic', { spec: { containers: [{ name: 'c', resources: { requests: null } }] } }),
      patch(`${PODS}/p/resize`, 'strategic', {
        spec: { containers: [{ name: 'c', resources: { requests: { 'ephemeral-storage': '1' } } }] },
      }),
      patch(`${PODS}/p/resize`, 'strategic', { spec: { containers: [{ name: 'd', image: 'i' }] } }),
      patch(`${PODS}/p/resize`, 'strategic', { spec: { resources: { requests: { cpu: '8' } } } }),
      get(`${PODS}/p/resize`),
      update(
        `${PODS}/p/resize`,
        podOf({ containers: [{ name: 'other', image: 'i' }], resources: { requests: amounts('8') } }),
      ),
    ],
  },
  {
    name: 'new status fields',
    steps: [
      create(PODS, podOf({ restartPolicy: 'Never', containers: [{ ...CONTAINER, ...rules(rule) }] })),
      patch(`${PODS}/p/status`, 'merge', {
        status: {
          observedGeneration: 1,
          hostIP: '10.0.0.1',
          hostIPs: [{ ip: '10.0.0.1' }],
          conditions: [{ type: 'Ready', status: 'False', observedGeneration: 1 }],
          containerStatuses: [
            {
              ...CONTAINER,
              ready: false,
              restartCount: 0,
              imageID: '',
              state: { terminated: { exitCode: 42 } },
              user: { linux: { uid: 1, gid: 2, supplementalGroups: [3] } },
              volumeMounts: [{ name: 'v', mountPath: '/v', volumeStatus: { image: { imageRef: 'x' } } }],
              resources: { requests: { cpu: '1' } },
              stopSignal: 'SIGTERM',
            },
          ],
        },
      }),
      patch(`${PODS}/p/status`, 'merge', { status: { observedGeneration: -1 } }),
      patch(`${PODS}/p/status`, 'merge', { status: { observedGeneration: 0 } }),
      patch(`${PODS}/p/status`, 'merge', { status: { hostIP: '10.0.0.2' } }),
      patch(`${PODS}/p/status`, 'merge', { status: { conditions: [{ type: 'a b', status: 'True' }] } }),
      patch(`${PODS}/p/status`, 'merge', { status: { resourceClaimStatuses: [{ name: 'x' }] } }),
      patch(`${PODS}/p/status`, 'merge', {
        status: {
          containerStatuses: [{ ...CONTAINER, ready: true, restartCount: 1, imageID: '', state: { running: {} } }],
        },
      }),
    ],
  },
];
