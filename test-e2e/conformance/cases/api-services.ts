import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { attempts, variants } from './objects.js';
import { apply, create, get, patch, remove, update } from './steps.js';

const SERVICES = '/apis/apiregistration.k8s.io/v1/apiservices';
const NAME = 'v1.<ns>.example.com';
const TABLE = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' };
const LOCAL = {
  metadata: { name: NAME },
  spec: { group: '<ns>.example.com', version: 'v1', groupPriorityMinimum: 2000, versionPriority: 10 },
};
const REMOTE_NAME = 'v2.<ns>.example.com';
const REMOTE = {
  metadata: { name: REMOTE_NAME },
  spec: { ...LOCAL.spec, version: 'v2', service: { namespace: '<ns>', name: 'none' } },
};
/** The status of a remote one changes by itself. */
const WRITTEN = { only: ['message', 'details', 'metadata.labels', 'metadata.generation', 'spec'] };
const DRY = { query: { dryRun: 'All' } };
const BUNDLE = Buffer.from('a bundle').toString('base64');
const CONDITION = { type: 'Available', status: 'Maybe', reason: 'a', message: 'b' };

const statusWith = (...conditions: JsonObject[]): JsonObject => ({
  metadata: { labels: { a: 'b' }, annotations: { a: 'b' } },
  spec: { versionPriority: 5 },
  status: { conditions },
});

/** APIServices. */
export const apiServices: readonly Case[] = [
  {
    name: 'APIService: rules',
    steps: [
      ...attempts(SERVICES, LOCAL, [
        { 'metadata.name': 'v1' },
        { 'metadata.name': 'v1.a%b' },
        { 'metadata.name': null, 'metadata.generateName': 'v1.' },
        { metadata: { name: 'v2.<ns>.example.com', labels: { 'a b': 'c' } } },
        { spec: null },
        { spec: {} },
        { 'spec.group': null },
        { metadata: { name: 'v2.' }, 'spec.group': null, 'spec.version': 'v2' },
        { metadata: { name: 'v1.A_b' }, 'spec.group': 'A_b' },
        { metadata: { name: '1.<ns>.example.com' }, 'spec.version': '1' },
        { 'spec.version': null },
        { 'spec.groupPriorityMinimum': 0 },
        { 'spec.groupPriorityMinimum': 20_001 },
        { 'spec.versionPriority': -1, 'spec.groupPriorityMinimum': -1 },
        { 'spec.versionPriority': 1001 },
        { 'spec.caBundle': BUNDLE },
        { 'spec.caBundle': '!' },
        { 'spec.insecureSkipTLSVerify': true, 'spec.caBundle': BUNDLE },
        { 'spec.groupPriorityMinimum': 'x' },
      ]),
      ...attempts(SERVICES, REMOTE, [
        { 'spec.service': {} },
        { 'spec.service.namespace': '' },
        { 'spec.service.name': null },
        { 'spec.service.port': 0 },
        { 'spec.service.port': 65_536 },
        { 'spec.service.name': null, 'spec.service.port': -1, 'spec.group': 'B' },
        { 'spec.insecureSkipTLSVerify': true, 'spec.caBundle': BUNDLE },
      ]),
      ...variants(SERVICES, REMOTE, 'spec', [
        {},
        { 'spec.service.port': 8443 },
        { 'spec.caBundle': BUNDLE },
        { 'spec.insecureSkipTLSVerify': true },
        { 'spec.groupPriorityMinimum': 20_000, 'spec.versionPriority': 1000 },
      ]),
    ],
  },
  {
    name: 'APIService: a local one',
    steps: [
      create(SERVICES, LOCAL),
      create(SERVICES, LOCAL, { ...DRY, headers: TABLE }),
      get(`${SERVICES}/${NAME}`),
      get(`${SERVICES}/${NAME}`, { headers: TABLE }),
      update(`${SERVICES}/${NAME}`, LOCAL),
      update(`${SERVICES}/v3.<ns>.example.com`, LOCAL),
      patch(`${SERVICES}/${NAME}`, 'merge', { spec: { versionPriority: 20 }, status: { conditions: [] } }),
      patch(`${SERVICES}/${NAME}`, 'merge', { spec: { version: 'v3' } }, DRY),
      patch(`${SERVICES}/${NAME}`, 'merge', { spec: { versionPriority: 0 } }, DRY),
      patch(`${SERVICES}/${NAME}`, 'strategic', { metadata: { labels: { a: 'b' } } }),
      patch(`${SERVICES}/${NAME}/status`, 'merge', statusWith(CONDITION), DRY),
      patch(`${SERVICES}/${NAME}/status`, 'merge', statusWith({ ...CONDITION, status: 'Unknown' }), DRY),
      patch(`${SERVICES}/${NAME}/status`, 'merge', statusWith({ type: 'Other' }, { status: 'True' }), DRY),
      patch(
        `${SERVICES}/${NAME}/status`,
        'strategic',
        statusWith({ type: 'Other', status: 'False', lastTransitionTime: '2026-01-01T00:00:00Z' }),
        DRY,
      ),
      get(`${SERVICES}/${NAME}/status`),
      remove(`${SERVICES}/${NAME}`),
    ],
  },
  {
    name: 'APIService: one with a service',
    steps: [
      create(SERVICES, REMOTE),
      patch(`${SERVICES}/${REMOTE_NAME}`, 'merge', { spec: { service: { port: 8443 } } }, WRITTEN),
      patch(`${SERVICES}/${REMOTE_NAME}`, 'merge', { spec: { service: { port: null } } }, WRITTEN),
      apply(
        `${SERVICES}/${REMOTE_NAME}`,
        'ann',
        {
          apiVersion: 'apiregistration.k8s.io/v1',
          kind: 'APIService',
          ...REMOTE,
          spec: { ...REMOTE.spec, insecureSkipTLSVerify: true },
        },
        WRITTEN,
      ),
      remove(`${SERVICES}/${REMOTE_NAME}`),
    ],
  },
  {
    name: 'APIService: those of the server',
    steps: [
      ...[
        'v1.',
        'v1.apps',
        'v1.batch',
        'v2.autoscaling',
        'v1.rbac.authorization.k8s.io',
        'v1.apiregistration.k8s.io',
      ].map((name) =>
        get(`${SERVICES}/${name}`, { only: ['message', 'metadata.name', 'metadata.labels', 'spec', 'status'] }),
      ),
      get('/apis/apiregistration.k8s.io'),
      get('/apis/apiregistration.k8s.io/v1'),
    ],
  },
];
