import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case, Step } from '../case.js';
import { create, get, patch, remove } from './steps.js';

const CORE = '/api/v1/namespaces/<ns>';
const NODES = '/api/v1/nodes';
const PODS = `${CORE}/pods`;
const TOKENS = `${CORE}/serviceaccounts/sa/token`;
const SLICES = '/apis/resource.k8s.io/v1/resourceslices';
const LEASES = '/apis/coordination.k8s.io/v1/namespaces';
const REVIEWS = '/apis/authorization.k8s.io/v1';
const ONLY = { only: ['kind', 'reason', 'message', 'details', 'code'] };
const KIND = { only: ['kind'] };

const as = (node: string, step: Step): Step => ({
  ...step,
  headers: { ...step.headers, 'impersonate-user': `system:node:<ns>-${node}`, 'impersonate-group': 'system:nodes' },
});
/** A read by both nodes. */
const read = (path: string): readonly Step[] => ['n', 'm'].map((node) => as(node, get(path, ONLY)));
const token = (audiences: readonly string[], pod: string, uid: string): Step =>
  as('n', {
    ...create(
      TOKENS,
      { spec: { audiences: [...audiences], boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: pod, uid } } },
      { query: { dryRun: 'All' }, only: ['kind', 'message', 'details', 'code', 'spec.audiences'] },
    ),
  });
const slice = (name: string, node: string): JsonObject => ({
  metadata: { name: `<ns>-${name}` },
  spec: {
    driver: 'gpu.example.com',
    nodeName: `<ns>-${node}`,
    pool: { name: '<ns>', generation: 1, resourceSliceCount: 1 },
  },
});
const secretVolume = (secretName: string): JsonObject => ({ name: 'v', secret: { secretName } });
const podOn = (name: string, node: string, spec: JsonObject = {}): JsonObject => ({
  metadata: { name },
  spec: { nodeName: `<ns>-${node}`, containers: [{ name: 'c', image: 'i' }], ...spec },
});

/** What kubelets may do, with the Node authorizer and NodeRestriction. */
export const nodeAuthorizer: readonly Case[] = [
  {
    name: 'Node authorizer: what pods need',
    steps: [
      create(PODS, podOn('plain', 'm'), KIND),
      create(
        PODS,
        podOn('p', 'n', {
          serviceAccountName: 'sa',
          imagePullSecrets: [{ name: 'pull' }],
          containers: [
            {
              name: 'c',
              image: 'i',
              env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'env', key: 'k' } } }],
              envFrom: [{ configMapRef: { name: 'env' } }],
            },
          ],
          volumes: [
            { name: 'claim', persistentVolumeClaim: { claimName: 'claim' } },
            {
              name: 'own',
              ephemeral: {
                volumeClaimTemplate: {
                  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
                },
              },
            },
            { name: 'all', projected: { sources: [{ secret: { name: 'projected' } }] } },
          ],
          resourceClaims: [{ name: 'gpu', resourceClaimName: 'gpu' }],
        }),
        KIND,
      ),
      as('n', { ...get(`${CORE}/secrets/pull`, ONLY), until: { status: 404 } }),
      ...['pull', 'env', 'projected', 'other'].flatMap((name) => read(`${CORE}/secrets/${name}`)),
      ...read(`${CORE}/secrets`),
      ...read('/api/v1/secrets'),
      ...read(`${CORE}/secrets?fieldSelector=metadata.name=other`),
      ...['env', 'other'].flatMap((name) => read(`${CORE}/configmaps/${name}`)),
      ...['claim', 'p-own', 'other'].flatMap((name) => read(`${CORE}/persistentvolumeclaims/${name}`)),
      ...read(`${CORE}/persistentvolumeclaims`),
      ...read('/apis/resource.k8s.io/v1/namespaces/<ns>/resourceclaims/gpu'),
      ...read(`${CORE}/serviceaccounts/sa`),
      ...read(`${CORE}/serviceaccounts`),
      ...read('/api/v1/persistentvolumes/<ns>-none'),
      ...read('/apis/storage.k8s.io/v1/volumeattachments/<ns>-none'),
      ...read(`${PODS}/p/log`),
      as('m', get(`${PODS}/p`, ONLY)),
      as('n', get(PODS, ONLY)),
      as('n', get(`${PODS}?fieldSelector=spec.nodeName=<ns>-m`, ONLY)),
      as('n', get(`${PODS}?fieldSelector=spec.nodeName=<ns>-n`, { only: ['kind'] })),
      as('m', get(`${PODS}?fieldSelector=metadata.name=p`, ONLY)),
      as('n', patch(`${CORE}/persistentvolumeclaims/claim/status`, 'merge', {}, ONLY)),
      as('m', patch(`${CORE}/persistentvolumeclaims/claim/status`, 'merge', {}, ONLY)),
      as('n', patch(`${CORE}/persistentvolumeclaims/claim`, 'merge', {}, ONLY)),
      ...['p', 'plain'].map((name) =>
        remove(`${PODS}/${name}`, undefined, { query: { gracePeriodSeconds: '0' }, ...KIND }),
      ),
    ],
  },
  {
    name: 'Node authorizer: mirror pods and pods without a node',
    steps: [
      create(
        PODS,
        {
          ...podOn('mirror', 'n', { volumes: [secretVolume('mirrored')] }),
          metadata: { name: 'mirror', annotations: { 'kubernetes.io/config.mirror': 'x' } },
        },
        KIND,
      ),
      create(
        PODS,
        {
          metadata: { name: 'free' },
          spec: { containers: [{ name: 'c', image: 'i' }], volumes: [secretVolume('free')] },
        },
        KIND,
      ),
      create(PODS, podOn('last', 'n', { volumes: [secretVolume('last')] }), KIND),
      as('n', { ...get(`${CORE}/secrets/last`, ONLY), until: { status: 404 } }),
      as('n', get(`${CORE}/secrets/mirrored`, ONLY)),
      as('n', get(`${CORE}/secrets/free`, ONLY)),
      create(`${PODS}/free/binding`, { metadata: { name: 'free' }, target: { kind: 'Node', name: '<ns>-n' } }, KIND),
      as('n', { ...get(`${CORE}/secrets/free`, ONLY), until: { status: 404 } }),
      ...['mirror', 'free', 'last'].map((name) =>
        remove(`${PODS}/${name}`, undefined, { query: { gracePeriodSeconds: '0' }, ...KIND }),
      ),
      as('n', { ...get(`${CORE}/secrets/last`, ONLY), until: { status: 403 } }),
    ],
  },
  {
    name: 'Node authorizer: own objects',
    steps: [
      ...['<ns>-n', '<ns>-m', ''].map((name) => as('n', get(`${NODES}/${name}`.replace(/\/$/, ''), ONLY))),
      as('n', get(`${NODES}?fieldSelector=metadata.name=<ns>-n`, KIND)),
      as('n', get(`${NODES}/<ns>-n/status`, ONLY)),
      as('n', remove(`${NODES}/<ns>-n`, undefined, ONLY)),
      ...['<ns>-n', '<ns>-m', ''].map((name) =>
        as('n', get(`${LEASES}/kube-node-lease/leases/${name}`.replace(/\/$/, ''), ONLY)),
      ),
      as('n', get(`${LEASES}/<ns>/leases/<ns>-n`, ONLY)),
      ...['<ns>-n', '<ns>-m', ''].map((name) =>
        as('n', get(`/apis/storage.k8s.io/v1/csinodes/${name}`.replace(/\/$/, ''), ONLY)),
      ),
      as(
        'n',
        create('/apis/storage.k8s.io/v1/csinodes', { metadata: { name: '<ns>-m' }, spec: { drivers: [] } }, ONLY),
      ),
      as('n', create(SLICES, slice('a', 'n'), KIND)),
      as('n', create(SLICES, slice('b', 'm'), ONLY)),
      as('n', { ...get(`${SLICES}/<ns>-a`, KIND), until: { status: 200 } }),
      as('m', get(`${SLICES}/<ns>-a`, ONLY)),
      as('n', get(SLICES, ONLY)),
      as('n', get(`${SLICES}?fieldSelector=spec.nodeName=<ns>-n`, KIND)),
      as('m', remove(`${SLICES}/<ns>-a`, undefined, ONLY)),
      as('n', remove(`${SLICES}/<ns>-a`, undefined, KIND)),
      as('n', get('/apis/apps/v1/namespaces/<ns>/deployments', ONLY)),
      as('n', get('/metrics', ONLY)),
      as(
        'n',
        create(
          `${REVIEWS}/selfsubjectrulesreviews`,
          { spec: { namespace: '<ns>' } },
          { only: ['status.incomplete', 'status.evaluationError'] },
        ),
      ),
      as(
        'n',
        create(
          `${REVIEWS}/selfsubjectaccessreviews`,
          { spec: { resourceAttributes: { verb: 'get', resource: 'secrets', namespace: '<ns>', name: 'x' } } },
          { only: ['status'] },
        ),
      ),
    ],
  },
  {
    name: 'NodeRestriction: audiences of tokens',
    steps: [
      create(`${CORE}/serviceaccounts`, { metadata: { name: 'sa' } }, KIND),
      create(
        '/apis/storage.k8s.io/v1/csidrivers',
        { metadata: { name: '<ns>.example.com' }, spec: { tokenRequests: [{ audience: 'driver' }] } },
        KIND,
      ),
      create(
        PODS,
        podOn('p', 'n', {
          serviceAccountName: 'sa',
          volumes: [
            { name: 't', projected: { sources: [{ serviceAccountToken: { path: 'p', audience: 'vault' } }] } },
            { name: 'd', csi: { driver: '<ns>.example.com' } },
          ],
        }),
        { ...KIND, keep: { pod: 'metadata.uid' } },
      ),
      create(
        PODS,
        podOn('q', 'n', { serviceAccountName: 'sa', volumes: [{ name: 'd', csi: { driver: '<ns>.none' } }] }),
        { ...KIND, keep: { second: 'metadata.uid' } },
      ),
      create(PODS, podOn('r', 'm', { serviceAccountName: 'sa' }), { ...KIND, keep: { third: 'metadata.uid' } }),
      { ...token(['vault'], 'p', '<pod>'), until: { status: 201 } },
      { ...token(['driver'], 'p', '<pod>'), until: { status: 201 } },
      token(['other'], 'p', '<pod>'),
      token([], 'p', '<pod>'),
      token(['a', 'b'], 'p', '<pod>'),
      token(['driver'], 'q', '<second>'),
      token(['vault'], 'r', '<third>'),
      token(['vault'], 'p', 'u'),
      ...['p', 'q', 'r'].map((name) =>
        remove(`${PODS}/${name}`, undefined, { query: { gracePeriodSeconds: '0' }, ...KIND }),
      ),
      remove('/apis/storage.k8s.io/v1/csidrivers/<ns>.example.com', undefined, KIND),
    ],
  },
];
