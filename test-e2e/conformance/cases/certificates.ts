import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import {
  CERTIFICATE_PEM,
  encoded,
  requestOf,
  tampered,
  truncated,
} from '@pilothouse/kinds/certificates/requests.test.helper.js';
import type { Case } from '../case.js';
import { attempts, changed, type Changes } from './objects.js';
import { apply, create, get, patch, remove, update } from './steps.js';

const TABLE = { headers: { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' } };
const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const REQUEST: JsonObject = {
  metadata: { name: '<ns>' },
  spec: { request: requestOf('ecdsa'), signerName: 'example.com/signer', usages: ['client auth', 'digital signature'] },
};
const OWN = `${REQUESTS}/<ns>`;

/** The user of a request, whom the server names in the object. */
const ANN = {
  headers: {
    'impersonate-user': 'ann',
    'impersonate-uid': 'u-1',
    'impersonate-group': 'system:masters',
    'impersonate-extra-team': 'a',
  },
};

const SIGNERS = [
  '',
  'a',
  'a/b',
  'a.b/c/d',
  'A.b/c',
  'a.b/C',
  'a..b/c',
  'a.b/c..d',
  'kubernetes.io/legacy-unknown',
  'example.com/*',
  `${'a'.repeat(64)}.b/c`,
  `${'a.'.repeat(127)}b/c`,
  `a.b/${'c.'.repeat(290)}d`,
];

const WRONG: readonly Changes[] = [
  { spec: null },
  { 'spec.request': null },
  { 'spec.request': encoded('x') },
  { 'spec.request': requestOf('ecdsa', 'NEW CERTIFICATE REQUEST') },
  ...(['ed25519', 'rsa', 'pss', 'masters'] as const).map((name) => ({ 'spec.request': requestOf(name) })),
  ...(['weak'] as const).map((name) => ({ 'spec.request': requestOf(name) })),
  { 'spec.request': requestOf('otherCurve') },
  ...(['ecdsa', 'ed25519', 'rsa', 'pss'] as const).map((name) => ({ 'spec.request': tampered(name) })),
  { 'spec.request': truncated('ecdsa', 40) },
  { 'spec.usages': null },
  { 'spec.usages': ['x', 'client auth', 'client auth', 'x'] },
  ...SIGNERS.map((signerName) => ({ 'spec.signerName': signerName })),
  { 'spec.expirationSeconds': 599 },
  { 'spec.expirationSeconds': -1 },
  { 'spec.expirationSeconds': 600 },
  { 'metadata.name': 'A_<ns>' },
  { 'metadata.name': '..' },
  { 'spec.request': requestOf('masters'), 'spec.signerName': 'kubernetes.io/kube-apiserver-client' },
  { 'spec.request': encoded('x'), 'spec.signerName': 'kubernetes.io/kube-apiserver-client' },
];

const approved = (rest: JsonObject = {}): JsonObject => ({ type: 'Approved', status: 'True', reason: 'a', ...rest });
const conditions = (...list: JsonObject[]): JsonObject => ({ status: { conditions: list } });

const ROLES = '/apis/rbac.authorization.k8s.io/v1/clusterroles';
const BINDINGS = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings';
const EDIT = ['get', 'update', 'patch'];
const UNPRIVILEGED = { as: 'unprivileged' } as const;
const BINDING: JsonObject = {
  metadata: { name: '<ns>' },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: '<ns>' },
  subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'nobody' }],
};
const rule = (resource: string, verbs: string[]): JsonObject => ({
  apiGroups: ['certificates.k8s.io'],
  resources: [resource],
  verbs,
});
const role = (rules: JsonObject[]): JsonObject => ({ metadata: { name: '<ns>' }, rules });

/** Requests for certificates. */
export const certificates: readonly Case[] = [
  {
    name: 'certificate signing requests',
    steps: [
      ...attempts(REQUESTS, REQUEST, WRONG),
      create(
        REQUESTS,
        {
          ...changed(REQUEST, { 'spec.username': 'x', 'spec.groups': ['y'], 'spec.extra': { a: ['b'] } }),
          status: { conditions: [approved()], certificate: encoded('x') },
        },
        ANN,
      ),
      get(OWN, TABLE),
      get(REQUESTS, { query: { fieldSelector: 'spec.signerName=none.example.com/x' }, only: ['items'] }),
      get(REQUESTS, { query: { fieldSelector: 'spec.username=x' } }),
      patch(OWN, 'merge', { spec: { signerName: 'example.com/other' }, ...conditions(approved()) }),
      patch(OWN, 'merge', { metadata: { labels: { a: 'b' } } }),
      patch(`${OWN}/approval`, 'merge', conditions(approved({ status: 'False' }))),
      patch(`${OWN}/approval`, 'merge', conditions({ type: '', status: '' }, { type: 'x', status: 'y' })),
      patch(`${OWN}/approval`, 'merge', conditions(approved(), { type: 'Denied', status: 'True' })),
      patch(`${OWN}/approval`, 'merge', conditions(approved(), approved())),
      patch(`${OWN}/status`, 'merge', conditions(approved())),
      patch(`${OWN}/approval`, 'merge', {
        spec: { signerName: 'example.com/other' },
        status: { conditions: [approved()], certificate: encoded(CERTIFICATE_PEM) },
      }),
      patch(`${OWN}/approval`, 'merge', conditions(approved({ reason: 'b', message: 'm' }))),
      patch(`${OWN}/approval`, 'merge', conditions()),
      patch(`${OWN}/approval`, 'merge', conditions(approved(), { type: 'Denied', status: 'True' })),
      patch(`${OWN}/status`, 'merge', conditions()),
      patch(`${OWN}/status`, 'merge', conditions(approved({ reason: 'c' }), { type: 'Mine', status: 'Unknown' })),
      patch(`${OWN}/status`, 'merge', conditions(approved(), { type: 'Mine', status: 'Unknown', message: 'again' })),
      ...[
        'x',
        CERTIFICATE_PEM.replaceAll('CERTIFICATE', 'PUBLIC KEY'),
        CERTIFICATE_PEM.replace('\n', '\na: b\n\n'),
        '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n',
        '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
      ].map((pem) => patch(`${OWN}/status`, 'merge', { status: { certificate: encoded(pem) } })),
      patch(`${OWN}/status`, 'merge', {
        status: { certificate: encoded(`text\n${CERTIFICATE_PEM}${CERTIFICATE_PEM}`) },
      }),
      patch(`${OWN}/status`, 'merge', { status: { certificate: encoded(CERTIFICATE_PEM) } }),
      patch(`${OWN}/status`, 'merge', { status: { certificate: null } }),
      get(OWN, TABLE),
      get(`${OWN}/approval`, { only: ['kind', 'metadata.name'] }),
      update(`${REQUESTS}/none-<ns>`, changed(REQUEST, { 'metadata.name': 'none-<ns>' })),
      remove(OWN),
      apply(OWN, 'm', { apiVersion: 'certificates.k8s.io/v1', kind: 'CertificateSigningRequest', ...REQUEST }, ANN),
      patch(`${OWN}/approval`, 'strategic', conditions({ type: 'Denied', status: 'True' })),
      patch(
        `${OWN}/status`,
        'strategic',
        conditions({ type: 'Denied', status: 'True' }, { type: 'Failed', status: 'True' }),
      ),
      patch(`${OWN}/status`, 'merge', conditions({ type: 'Denied', status: 'True' })),
      get(OWN, TABLE),
      remove(OWN),
    ],
  },
  {
    name: 'signers',
    steps: [
      create(ROLES, role([rule('certificatesigningrequests', ['get', 'create'])]), { only: ['kind'] }),
      create(BINDINGS, BINDING, { only: ['kind'] }),
      create(REQUESTS, REQUEST, { ...UNPRIVILEGED, until: { status: 201 } }),
      update(
        `${ROLES}/<ns>`,
        role([rule('certificatesigningrequests/approval', EDIT), rule('certificatesigningrequests/status', EDIT)]),
        { only: ['kind'] },
      ),
      patch(`${OWN}/approval`, 'merge', {}, { ...UNPRIVILEGED, until: { status: 403, is: { reason: 'Forbidden' } } }),
      patch(`${OWN}/approval`, 'merge', conditions(approved()), UNPRIVILEGED),
      patch(`${OWN}/status`, 'merge', {}, UNPRIVILEGED),
      patch(`${OWN}/status`, 'merge', conditions({ type: 'Mine', status: 'True' }), UNPRIVILEGED),
      update(
        `${ROLES}/<ns>`,
        role([
          rule('certificatesigningrequests/approval', EDIT),
          rule('certificatesigningrequests/status', EDIT),
          { ...rule('signers', ['approve']), resourceNames: ['example.com/*'] },
          { ...rule('signers', ['sign']), resourceNames: ['example.com/signer'] },
        ]),
        { only: ['kind'] },
      ),
      patch(`${OWN}/approval`, 'merge', conditions(approved()), { ...UNPRIVILEGED, until: { status: 200 } }),
      patch(`${OWN}/status`, 'merge', { status: { certificate: encoded(CERTIFICATE_PEM) } }, UNPRIVILEGED),
      get(OWN, { only: ['spec.username', 'spec.groups', 'status.conditions'] }),
      remove(OWN),
      remove(`${BINDINGS}/<ns>`, undefined, { only: ['kind'] }),
      remove(`${ROLES}/<ns>`, undefined, { only: ['kind'] }),
    ],
  },
];
