import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { attempts, changed, variants } from './objects.js';
import { apply, create, get, patch, remove, update } from './steps.js';

const TABLE = { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } };
const RESOURCE = '/apis/resource.k8s.io';
const ADMISSION = '/apis/admissionregistration.k8s.io';
const CANDIDATES = '/apis/coordination.k8s.io/v1beta1/namespaces/<ns>/leasecandidates';
const TAINTS = `${RESOURCE}/v1beta2/devicetaintrules`;
const MIGRATIONS = '/apis/storagemigration.k8s.io/v1beta1/storageversionmigrations';

const claims = (version: string): string => `${RESOURCE}/${version}/namespaces/<ns>/resourceclaims`;
const REQUEST: JsonObject = { name: 'a', deviceClassName: 'c' };
const CLAIM: JsonObject = { metadata: { name: 'c' }, spec: { devices: { requests: [REQUEST] } } };
const FIRST = 'spec.devices.requests.0';
const SLICE: JsonObject = {
  metadata: { name: '<ns>' },
  spec: {
    driver: 'd.example.com',
    nodeName: 'n',
    pool: { name: 'n', generation: 1, resourceSliceCount: 1 },
    devices: [{ name: 'a', basic: { attributes: { model: { string: 'x' } }, capacity: { memory: { value: '1Gi' } } } }],
  },
};

const CANDIDATE: JsonObject = {
  metadata: { name: 'c' },
  spec: {
    leaseName: 'l',
    binaryVersion: '1.36.0',
    emulationVersion: '1.35.0',
    strategy: 'OldestEmulationVersion',
    renewTime: '2026-01-02T03:04:05.000006Z',
  },
};

const TAINT: JsonObject = {
  metadata: { name: '<ns>' },
  spec: { deviceSelector: { driver: 'd.example.com' }, taint: { key: 'a', value: 'b', effect: 'NoSchedule' } },
};

const MIGRATION: JsonObject = {
  metadata: { name: '<ns>' },
  spec: { resource: { group: 'apps', resource: 'deployments' } },
};
const condition = (type: string, status = 'True'): JsonObject => ({
  type,
  status,
  reason: 'R',
  message: 'm',
  lastTransitionTime: '2026-01-02T03:04:05Z',
});

const POLICY: JsonObject = {
  metadata: { name: '<ns>' },
  spec: {
    failurePolicy: 'Ignore',
    reinvocationPolicy: 'Never',
    matchConstraints: {
      namespaceSelector: { matchLabels: { never: 'x' } },
      resourceRules: [{ apiGroups: ['<ns>'], apiVersions: ['*'], operations: ['CREATE'], resources: ['*'] }],
    },
    mutations: [
      { patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{metadata: Object.metadata{}}' } },
    ],
  },
};

/** Versions and kinds that are served with `--runtime-config=api/beta=true` and their feature gates. */
export const betaVersions: readonly Case[] = [
  {
    name: 'discovery of beta versions',
    steps: [
      'admissionregistration.k8s.io/v1beta1',
      'certificates.k8s.io/v1beta1',
      'coordination.k8s.io/v1beta1',
      'networking.k8s.io/v1beta1',
      'resource.k8s.io/v1beta1',
      'resource.k8s.io/v1beta2',
      'storage.k8s.io/v1beta1',
      'storagemigration.k8s.io/v1beta1',
    ].flatMap((version) => [get(`/apis/${version}`), get(`/apis/${version.split('/')[0] ?? ''}`)]),
  },
  {
    name: 'claims of devices in v1beta1',
    steps: [
      create(claims('v1beta1'), CLAIM),
      get(`${claims('v1')}/c`),
      get(`${claims('v1beta2')}/c`),
      get(`${claims('v1beta1')}/c`, TABLE),
      ...variants(claims('v1beta1'), CLAIM, 'spec', [
        { [`${FIRST}.allocationMode`]: 'All' },
        { [`${FIRST}.tolerations`]: [{}], [`${FIRST}.capacity`]: { requests: { memory: '1Gi' } } },
        { 'spec.devices.requests': [{ name: 'a', firstAvailable: [{ name: 'b', deviceClassName: 'c' }] }] },
      ]),
      ...attempts(claims('v1beta1'), CLAIM, [
        { [`${FIRST}.deviceClassName`]: null },
        { [`${FIRST}.deviceClassName`]: 'C_' },
        { [`${FIRST}.allocationMode`]: 'x' },
        { [`${FIRST}.firstAvailable`]: [{ name: 'b', deviceClassName: 'c' }] },
        { [`${FIRST}.selectors`]: [{}] },
        { [`${FIRST}.exactly`]: { deviceClassName: 'x' } },
        { [`${FIRST}.adminAccess`]: true },
      ]),
      patch(`${claims('v1beta1')}/c`, 'merge', { spec: { devices: { requests: [] } } }),
      patch(`${claims('v1beta1')}/c`, 'merge', { metadata: { labels: { a: 'b' } } }),
      apply(`${claims('v1beta2')}/c`, 'm', {
        apiVersion: 'resource.k8s.io/v1beta2',
        kind: 'ResourceClaim',
        metadata: { labels: { c: 'd' } },
      }),
      remove(`${claims('v1beta2')}/c`),
    ],
  },
  {
    name: 'slices of devices in v1beta1',
    steps: [
      create(`${RESOURCE}/v1beta1/resourceslices`, SLICE),
      get(`${RESOURCE}/v1/resourceslices/<ns>`),
      get(`${RESOURCE}/v1beta1/resourceslices?fieldSelector=spec.nodeName%3Dn,spec.driver%3Dd.example.com`, {
        only: ['items.0.spec'],
      }),
      ...attempts(`${RESOURCE}/v1beta1/resourceslices`, SLICE, [
        { 'spec.nodeName': null },
        { 'spec.allNodes': true },
        { 'spec.devices.0.basic.attributes': { 'a b': {} } },
        { 'spec.devices.0.name': 'A_' },
      ]),
      ...variants(`${RESOURCE}/v1beta1/resourceslices`, SLICE, 'spec', [
        { 'spec.devices.0.basic': null },
        { 'spec.devices': null },
      ]),
      remove(`${RESOURCE}/v1beta1/resourceslices/<ns>`),
    ],
  },
  {
    name: 'rules of taints of devices',
    steps: [
      create(TAINTS, TAINT),
      get(`${TAINTS}/<ns>`, TABLE),
      ...attempts(TAINTS, TAINT, [
        { spec: null },
        { 'spec.taint': {} },
        { 'spec.taint.key': 'a b' },
        { 'spec.taint.value': 'a b' },
        { 'spec.taint.effect': 'x' },
        { 'spec.deviceSelector': { driver: 'D_', pool: '', device: 'D_' } },
        { 'metadata.name': 'A_' },
      ]),
      ...variants(TAINTS, TAINT, 'spec.deviceSelector', [
        { 'spec.deviceSelector': null },
        { 'spec.deviceSelector': {} },
      ]),
      patch(`${TAINTS}/<ns>`, 'merge', { spec: { taint: { effect: 'x' } } }),
      patch(`${TAINTS}/<ns>`, 'merge', { spec: { taint: { effect: 'NoExecute' } }, status: { conditions: [] } }),
      patch(`${TAINTS}/<ns>/status`, 'merge', { status: { conditions: [condition('EvictionInProgress')] } }),
      patch(`${TAINTS}/<ns>/status`, 'merge', {
        metadata: { labels: { a: 'b' } },
        spec: { taint: { key: 'z' } },
        status: { conditions: Array.from({ length: 9 }, (_, index) => condition(`C${index}`)) },
      }),
      patch(`${TAINTS}/<ns>/status`, 'merge', { status: { conditions: [{ type: 'x y' }] } }),
      remove(`${TAINTS}/<ns>`),
    ],
  },
  {
    name: 'candidates for leases',
    steps: [
      create(CANDIDATES, CANDIDATE),
      get(`${CANDIDATES}/c`, TABLE),
      ...attempts(CANDIDATES, CANDIDATE, [
        { spec: null },
        { 'spec.leaseName': null },
        { 'spec.binaryVersion': null },
        { 'spec.binaryVersion': 'v1' },
        { 'spec.binaryVersion': '1.34.9' },
        { 'spec.binaryVersion': '1.35.0-alpha.1' },
        { 'spec.emulationVersion': null },
        { 'spec.emulationVersion': '1.35' },
        { 'spec.strategy': null },
        { 'spec.strategy': 'Newest' },
        { 'spec.strategy': 'example.com/a b' },
        { 'metadata.name': 'A b' },
      ]),
      ...variants(CANDIDATES, CANDIDATE, 'spec', [
        { 'spec.strategy': 'example.com/newest', 'spec.emulationVersion': null, 'metadata.name': 'A_.b' },
      ]),
      patch(`${CANDIDATES}/c`, 'merge', { spec: { leaseName: 'm' } }),
      patch(`${CANDIDATES}/c`, 'merge', { spec: { pingTime: '2026-01-02T03:04:05.000007Z' } }),
      update(`${CANDIDATES}/c`, CANDIDATE),
      get(`${CANDIDATES}?fieldSelector=spec.leaseName%3Dl`),
      remove(`${CANDIDATES}/c`),
    ],
  },
  {
    name: 'migrations of storage versions',
    steps: [
      create(MIGRATIONS, changed(MIGRATION, { status: { resourceVersion: '5' } })),
      get(`${MIGRATIONS}/<ns>`, TABLE),
      ...attempts(MIGRATIONS, MIGRATION, [
        { spec: null },
        { 'spec.resource.resource': 'A.b' },
        { 'spec.resource.group': 'A_' },
        { 'metadata.name': 'A_' },
      ]),
      patch(`${MIGRATIONS}/<ns>`, 'merge', { spec: { resource: { resource: 'pods' } } }),
      patch(`${MIGRATIONS}/<ns>/status`, 'merge', { status: { resourceVersion: '05' } }),
      patch(`${MIGRATIONS}/<ns>/status`, 'merge', {
        status: { conditions: [condition('Succeeded'), condition('Failed')] },
      }),
      patch(`${MIGRATIONS}/<ns>/status`, 'merge', {
        status: { resourceVersion: '5', conditions: [condition('Running')] },
      }),
      get(`${MIGRATIONS}/<ns>`, TABLE),
      patch(`${MIGRATIONS}/<ns>/status`, 'merge', {
        status: { resourceVersion: '6', conditions: [condition('Succeeded')] },
      }),
      patch(`${MIGRATIONS}/<ns>/status`, 'merge', { status: { conditions: [condition('Succeeded')] } }),
      patch(`${MIGRATIONS}/<ns>/status`, 'merge', { status: { conditions: [condition('Succeeded', 'False')] } }),
      update(`${MIGRATIONS}/<ns>`, MIGRATION),
      remove(`${MIGRATIONS}/<ns>`),
    ],
  },
  {
    name: 'policies that change objects in v1beta1',
    steps: [
      create(`${ADMISSION}/v1beta1/mutatingadmissionpolicies`, POLICY),
      get(`${ADMISSION}/v1/mutatingadmissionpolicies/<ns>`),
      get(`${ADMISSION}/v1beta1/mutatingadmissionpolicies/<ns>`, TABLE),
      ...attempts(`${ADMISSION}/v1beta1/mutatingadmissionpolicies`, POLICY, [
        { 'spec.mutations': [] },
        { 'spec.reinvocationPolicy': 'x' },
        { 'spec.matchConstraints': null },
      ]),
      create(`${ADMISSION}/v1beta1/mutatingadmissionpolicybindings`, {
        metadata: { name: '<ns>' },
        spec: { policyName: '<ns>' },
      }),
      get(`${ADMISSION}/v1/mutatingadmissionpolicybindings/<ns>`),
      remove(`${ADMISSION}/v1beta1/mutatingadmissionpolicybindings/<ns>`),
      remove(`${ADMISSION}/v1beta1/mutatingadmissionpolicies/<ns>`),
    ],
  },
];
