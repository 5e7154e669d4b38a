import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case, Step } from '../case.js';
import { changed, type Changes } from './objects.js';
import { known, ONLY, used } from './quotas.js';
import { create, patch, remove, update } from './steps.js';

const CORE = '/api/v1/namespaces/<ns>';
const SERVICES = `${CORE}/services`;
const CLAIMS = `${CORE}/persistentvolumeclaims`;
const SECRETS = `${CORE}/secrets`;
const MAPS = `${CORE}/configmaps`;
const PODS = `${CORE}/pods`;
const RANGES = `${CORE}/limitranges`;
const PRIORITIES = '/apis/scheduling.k8s.io/v1/priorityclasses';
const DRY = { query: { dryRun: 'All' }, ...ONLY };
const CLAIM: JsonObject = {
  metadata: { name: 'a' },
  spec: { accessModes: ['ReadWriteOnce'], storageClassName: '', resources: { requests: { storage: '1Gi' } } },
};
const POD: JsonObject = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } };

const service = (name: string, spec: JsonObject): Step =>
  create(SERVICES, { metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } }, ONLY);
const claim = (changes: Changes): Step => create(CLAIMS, changed(CLAIM, changes), ONLY);
const pod = (changes: Changes): Step => create(PODS, changed(POD, changes), ONLY);
const cpu = (requests: string, limits: string): Changes => ({
  'spec.containers.0.resources': { requests: { cpu: requests }, limits: { cpu: limits } },
});

/** Quotas of services and claims, of several quotas at once, and quotas with limit ranges. */
export const quotasOfKinds: readonly Case[] = [
  {
    name: 'quotas of services',
    steps: [
      ...known('services', { services: '3', 'services.nodeports': '1', 'services.loadbalancers': '0' }),
      service('a', {}),
      service('b', { type: 'LoadBalancer' }),
      service('b', { type: 'NodePort', ports: [{ port: 80 }, { name: 'q', port: 81 }] }),
      service('b', { type: 'NodePort' }),
      used('services'),
      service('c', { type: 'NodePort' }),
      patch(`${SERVICES}/a`, 'merge', { spec: { type: 'NodePort' } }, ONLY),
      patch(`${SERVICES}/b`, 'merge', { spec: { type: 'ClusterIP' } }, ONLY),
      used('services'),
      patch(`${SERVICES}/a`, 'merge', { spec: { type: 'NodePort' } }, ONLY),
      used('services'),
      service('c', { type: 'ExternalName', externalName: 'example.com' }),
      service('d', {}),
    ],
  },
  {
    name: 'quotas of claims',
    steps: [
      ...known('storage', {
        persistentvolumeclaims: '3',
        'requests.storage': '4Gi',
        'gold.storageclass.storage.k8s.io/requests.storage': '1Gi',
        'gold.storageclass.storage.k8s.io/persistentvolumeclaims': '1',
      }),
      claim({}),
      claim({ 'metadata.name': 'b', 'spec.storageClassName': 'gold', 'spec.resources.requests.storage': '2Gi' }),
      claim({ 'metadata.name': 'b', 'spec.storageClassName': 'gold' }),
      claim({ 'metadata.name': 'c', 'spec.storageClassName': 'gold', 'spec.resources.requests.storage': '1' }),
      claim({ 'metadata.name': 'c', 'spec.resources.requests.storage': '3Gi' }),
      used('storage'),
      claim({ 'metadata.name': 'c', 'spec.resources.requests.storage': '2Gi' }),
      claim({ 'metadata.name': 'd', 'spec.resources.requests.storage': '1' }),
      used('storage'),
    ],
  },
  {
    name: 'several quotas',
    steps: [
      ...known('first', { configmaps: '1', secrets: '0' }),
      ...known('second', { configmaps: '2', 'count/configmaps': '3' }),
      create(SECRETS, { metadata: { name: 's' } }, ONLY),
      create(MAPS, { metadata: { name: 'a' } }, ONLY),
      used('first'),
      used('second'),
      create(MAPS, { metadata: { name: 'b' } }, ONLY),
      create(MAPS, { metadata: { name: 'b' } }, DRY),
      update(`${MAPS}/a`, { metadata: { name: 'a' }, data: { a: 'b' } }, ONLY),
      create(`${CORE}/resourcequotas`, { metadata: { name: 'third' }, spec: { hard: { configmaps: '0' } } }, ONLY),
      create(MAPS, { metadata: { name: 'c' } }, DRY),
      remove(`${MAPS}/a`, undefined, { only: ['kind'] }),
    ],
  },
  {
    name: 'quotas by priority',
    steps: [
      create(PRIORITIES, { metadata: { name: '<ns>-high' }, value: 1000 }, { only: ['kind'] }),
      ...known(
        'high',
        { pods: '1' },
        {
          scopeSelector: {
            matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['<ns>-high', '<ns>-other'] }],
          },
        },
      ),
      ...known(
        'other',
        { pods: '0' },
        {
          scopeSelector: {
            matchExpressions: [{ scopeName: 'PriorityClass', operator: 'NotIn', values: ['<ns>-high', ''] }],
          },
        },
      ),
      pod({ 'metadata.name': 'none' }),
      pod({ 'spec.priorityClassName': '<ns>-high' }),
      pod({ 'metadata.name': 'q', 'spec.priorityClassName': '<ns>-high' }),
      used('high'),
      used('other'),
      ...['none', 'p'].map((name) =>
        remove(`${PODS}/${name}`, undefined, { query: { gracePeriodSeconds: '0' }, only: ['kind'] }),
      ),
      remove(`${PRIORITIES}/<ns>-high`, undefined, { only: ['kind'] }),
    ],
  },
  {
    name: 'quotas and limit ranges',
    steps: [
      create(
        RANGES,
        {
          metadata: { name: 'r' },
          spec: {
            limits: [
              { type: 'Container', default: { cpu: '1' }, defaultRequest: { cpu: '500m' }, max: { cpu: '2' } },
              { type: 'Pod', max: { cpu: '3' } },
            ],
          },
        },
        ONLY,
      ),
      ...known('cpu', { 'requests.cpu': '1', 'limits.cpu': '3' }),
      pod({}),
      used('cpu'),
      pod({ 'metadata.name': 'q', ...cpu('1', '1') }),
      pod({ 'metadata.name': 'q', ...cpu('3', '3') }),
      pod({ 'metadata.name': 'q', ...cpu('500m', '2'), 'spec.containers.1': { name: 'd', image: 'i' } }),
      pod({ 'metadata.name': 'q', ...cpu('250m', '2') }),
      used('cpu'),
      pod({ 'metadata.name': 'r', 'spec.resources': { requests: { cpu: '4' }, limits: { cpu: '4' } } }),
      pod({
        'metadata.name': 'r',
        'spec.initContainers': [
          { name: 'i', image: 'i', restartPolicy: 'Always', resources: { limits: { cpu: '2' } } },
        ],
        ...cpu('100m', '2'),
      }),
      patch(
        `${PODS}/p/resize`,
        'strategic',
        { spec: { containers: [{ name: 'c', resources: { requests: { cpu: '2' }, limits: { cpu: '4' } } }] } },
        ONLY,
      ),
      patch(
        `${PODS}/p/resize`,
        'strategic',
        { spec: { containers: [{ name: 'c', resources: { requests: { cpu: '600m' } } }] } },
        ONLY,
      ),
      used('cpu'),
    ],
  },
  {
    name: 'several limit ranges',
    steps: [
      create(
        RANGES,
        {
          metadata: { name: 'a' },
          spec: { limits: [{ type: 'Container', default: { cpu: '1' }, min: { cpu: '200m' } }] },
        },
        ONLY,
      ),
      create(
        RANGES,
        {
          metadata: { name: 'b' },
          spec: {
            limits: [{ type: 'Container', default: { memory: '1Gi' }, maxLimitRequestRatio: { cpu: '2' } }],
          },
        },
        ONLY,
      ),
      create(PODS, POD, { only: ['message', 'spec.containers', 'metadata.annotations'] }),
      create(
        PODS,
        changed(POD, {
          'metadata.name': 'q',
          'spec.initContainers': [{ name: 'i', image: 'i' }],
          'spec.containers.1': { name: 'd', image: 'i', resources: { requests: { cpu: '1' } } },
        }),
        { only: ['message', 'spec.containers', 'spec.initContainers', 'metadata.annotations'] },
      ),
      pod({ 'metadata.name': 'r', ...cpu('100m', '150m') }),
      pod({ 'metadata.name': 'r', ...cpu('300m', '1') }),
      create(
        '/apis/apps/v1/namespaces/<ns>/deployments',
        {
          metadata: { name: 'd' },
          spec: {
            selector: { matchLabels: { a: 'b' } },
            template: {
              metadata: { labels: { a: 'b' } },
              spec: { containers: [{ name: 'c', image: 'i', resources: { limits: { cpu: '100m' } } }] },
            },
          },
        },
        { only: ['message', 'spec.template.spec.containers.0.resources'] },
      ),
      patch(`${PODS}/p`, 'merge', { metadata: { labels: { a: 'b' } } }, ONLY),
    ],
  },
];
