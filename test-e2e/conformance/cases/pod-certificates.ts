import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { CERTIFICATE_PEM, derOf, LEAF_PEM } from '@pilothouse/kinds/certificates/requests.test.helper.js';
import type { Case } from '../case.js';
import { attempts, changed, variants, type Changes } from './objects.js';
import { create, get, patch, remove } from './steps.js';

const TABLE = { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } };
const WIDE = { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' }, query: { includeObject: 'None' } };
const BUNDLES = '/apis/certificates.k8s.io/v1beta1/clustertrustbundles';
const REQUESTS = '/apis/certificates.k8s.io/v1beta1/namespaces/<ns>/podcertificaterequests';
const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const ANN = { headers: { 'impersonate-user': '<ns>-ann' } };

const BUNDLE: JsonObject = { metadata: { name: '<ns>' }, spec: { trustBundle: CERTIFICATE_PEM } };
const OF_SIGNER: JsonObject = {
  metadata: { name: '<ns>.example.com:signer:x' },
  spec: { signerName: '<ns>.example.com/signer', trustBundle: CERTIFICATE_PEM },
};

const BAD_BUNDLES: readonly string[] = [
  '',
  'x',
  LEAF_PEM,
  CERTIFICATE_PEM + CERTIFICATE_PEM,
  CERTIFICATE_PEM.replaceAll('CERTIFICATE', 'PUBLIC KEY'),
  CERTIFICATE_PEM.replace('-----\n', '-----\na: b\n\n'),
  '-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n',
];

const REQUEST: JsonObject = {
  metadata: { name: 'r' },
  spec: {
    signerName: '<ns>.example.com/signer',
    podName: 'p',
    podUID: '1',
    serviceAccountName: 'a',
    serviceAccountUID: '2',
    nodeName: 'n',
    nodeUID: '3',
    stubPKCS10Request: derOf('ecdsa'),
  },
};

const KEYS: readonly Changes[] = [
  { 'spec.stubPKCS10Request': null },
  { 'spec.pkixPublicKey': 'MAA=' },
  { 'spec.stubPKCS10Request': null, 'spec.pkixPublicKey': 'MAA=', 'spec.proofOfPossession': 'MAA=' },
  ...(['rsa', 'weak', 'otherCurve'] as const).map((name) => ({ 'spec.stubPKCS10Request': derOf(name) })),
  { 'spec.stubPKCS10Request': 'MAA=' },
  { 'spec.stubPKCS10Request': Buffer.from('x'.repeat(10 * 1024 + 1)).toString('base64') },
  { 'spec.stubPKCS10Request': `${derOf('ecdsa').slice(0, -8)}AAAAAA==` },
];

const condition = (type: string, status = 'True'): JsonObject => ({
  type,
  status,
  reason: 'R',
  message: 'm',
  lastTransitionTime: '2026-01-02T03:04:05Z',
});

const statuses: readonly JsonObject[] = [
  { conditions: [condition('x')] },
  { conditions: [condition('Denied'), condition('Failed')] },
  { conditions: [condition('Denied', 'False')] },
  { conditions: [{ type: 'Denied', status: 'True' }] },
  { conditions: [condition('Denied')], certificateChain: 'x' },
  { certificateChain: 'x' },
  { conditions: [condition('Issued')] },
  { conditions: [condition('Issued')], certificateChain: CERTIFICATE_PEM.replaceAll('CERTIFICATE', 'KEY') },
  { conditions: [condition('Issued')], certificateChain: LEAF_PEM },
  { conditions: [condition('Issued')], certificateChain: CERTIFICATE_PEM },
  {
    conditions: [condition('Issued')],
    certificateChain: CERTIFICATE_PEM,
    notBefore: '2026-01-02T03:04:05Z',
    notAfter: '2026-01-03T03:04:05Z',
    beginRefreshAt: '2026-01-02T05:04:05Z',
  },
];

/** ClusterTrustBundles and PodCertificateRequests, with their admission plugins. */
export const podCertificates: readonly Case[] = [
  {
    name: 'bundles of certificates',
    steps: [
      create(BUNDLES, BUNDLE),
      get(`${BUNDLES}/<ns>`, TABLE),
      create(BUNDLES, OF_SIGNER),
      get(`${BUNDLES}?fieldSelector=spec.signerName%3D<ns>.example.com%2Fsigner`, { ...TABLE }),
      ...attempts(BUNDLES, BUNDLE, [
        { spec: null },
        ...BAD_BUNDLES.map((trustBundle) => ({ 'spec.trustBundle': trustBundle })),
        { 'metadata.name': 'a:b' },
        { 'metadata.name': 'A_' },
        { 'spec.signerName': 'a' },
        { 'spec.signerName': '<ns>.example.com/signer' },
        { 'spec.signerName': '<ns>.example.com/signer', 'metadata.name': '<ns>.example.com:signer:' },
        { 'spec.signerName': '<ns>.example.com/signer', 'metadata.name': '<ns>.example.com:signer:A_' },
      ]),
      patch(`${BUNDLES}/<ns>.example.com:signer:x`, 'merge', { spec: { signerName: null } }),
      patch(`${BUNDLES}/<ns>.example.com:signer:x`, 'merge', { spec: { trustBundle: 'x' } }),
      patch(`${BUNDLES}/<ns>`, 'merge', { metadata: { labels: { a: 'b' } } }),
      remove(`${BUNDLES}/<ns>`),
      remove(`${BUNDLES}/<ns>.example.com:signer:x`),
    ],
  },
  {
    name: 'bundles of certificates of signers need the permission to attest',
    steps: [
      create(`${RBAC}/clusterroles`, {
        metadata: { name: '<ns>' },
        rules: [{ apiGroups: ['certificates.k8s.io'], resources: ['clustertrustbundles'], verbs: ['*'] }],
      }),
      create(`${RBAC}/clusterrolebindings`, {
        metadata: { name: '<ns>' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: '<ns>' },
        subjects: [{ kind: 'User', name: '<ns>-ann' }],
      }),
      create(BUNDLES, BUNDLE, { ...ANN, until: { status: 201 } }),
      create(BUNDLES, OF_SIGNER, ANN),
      create(BUNDLES, OF_SIGNER),
      patch(`${BUNDLES}/<ns>.example.com:signer:x`, 'merge', { metadata: { labels: { a: 'b' } } }, ANN),
      patch(`${BUNDLES}/<ns>.example.com:signer:x`, 'merge', { metadata: { finalizers: ['a.b/c'] } }, ANN),
      patch(`${BUNDLES}/<ns>.example.com:signer:x`, 'merge', { metadata: { finalizers: null } }, ANN),
      remove(`${BUNDLES}/<ns>.example.com:signer:x`, undefined, ANN),
      remove(`${BUNDLES}/<ns>`),
      remove(`${RBAC}/clusterrolebindings/<ns>`),
      remove(`${RBAC}/clusterroles/<ns>`),
    ],
  },
  {
    name: 'requests for certificates of pods',
    steps: [
      create(REQUESTS, changed(REQUEST, { status: { certificateChain: 'x' } })),
      get(`${REQUESTS}/r`, WIDE),
      get(`${REQUESTS}?fieldSelector=spec.nodeName%3Dn,spec.podName%3Dp`, TABLE),
      get(`${REQUESTS}?fieldSelector=spec.podUID%3D1`),
      ...attempts(REQUESTS, REQUEST, [
        { spec: {} },
        { 'spec.signerName': 'a' },
        { 'spec.podName': 'P_', 'spec.podUID': 'x'.repeat(129) },
        { 'spec.serviceAccountName': 'A_', 'spec.nodeName': 'N_' },
        { 'spec.maxExpirationSeconds': 3599 },
        { 'spec.maxExpirationSeconds': 7862401 },
        { 'spec.signerName': 'kubernetes.io/x', 'spec.maxExpirationSeconds': 86401 },
        { 'spec.unverifiedUserAnnotations': { a: 'b', 'example.com/a': 'b' } },
        { 'spec.unverifiedUserAnnotations': { 'A b/c': 'd' } },
        ...KEYS,
      ]),
      ...variants(REQUESTS, REQUEST, 'spec', [
        { 'spec.maxExpirationSeconds': 7862400 },
        { 'spec.stubPKCS10Request': derOf('ed25519') },
        { 'spec.unverifiedUserAnnotations': { 'Example.com/a': 'b' } },
      ]),
      patch(`${REQUESTS}/r`, 'merge', { spec: { podName: 'q' } }),
      patch(`${REQUESTS}/r`, 'merge', { metadata: { labels: { a: 'b' } }, status: { certificateChain: 'x' } }),
      ...statuses.map((status) => patch(`${REQUESTS}/r/status`, 'merge', { status })),
      create(`${RBAC}/namespaces/<ns>/roles`, {
        metadata: { name: 'r' },
        rules: [{ apiGroups: ['certificates.k8s.io'], resources: ['podcertificaterequests/status'], verbs: ['*'] }],
      }),
      create(`${RBAC}/namespaces/<ns>/rolebindings`, {
        metadata: { name: 'r' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
        subjects: [{ kind: 'User', name: '<ns>-ann' }],
      }),
      patch(`${REQUESTS}/r/status`, 'merge', { status: {} }, { ...ANN, until: { status: 200 } }),
      patch(`${REQUESTS}/r/status`, 'merge', { status: { conditions: [condition('Denied')] } }, ANN),
      patch(`${REQUESTS}/r/status`, 'merge', {
        metadata: { labels: { x: 'y' } },
        status: { conditions: [condition('Denied')] },
      }),
      get(`${REQUESTS}/r`, TABLE),
      patch(`${REQUESTS}/r/status`, 'merge', { status: { conditions: [condition('Failed')] } }),
      remove(`${REQUESTS}/r`),
    ],
  },
];
