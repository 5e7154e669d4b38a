import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { changed, type Changes } from './objects.js';
import { create, patch } from './steps.js';

const CORE = '/api/v1/namespaces/<ns>';
const PODS = `${CORE}/pods`;
const ACCOUNTS = `${CORE}/serviceaccounts`;
const ONLY = { only: ['kind', 'reason', 'message', 'details', 'code'] };
const POD: JsonObject = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } };

/** What the plugin sets. The name of the volume is random. */
const SET = [
  'message',
  'spec.serviceAccountName',
  'spec.serviceAccount',
  'spec.automountServiceAccountToken',
  'spec.imagePullSecrets',
  'spec.volumes.0.projected',
  'spec.volumes.1.projected',
  'spec.containers.0.volumeMounts.0.mountPath',
  'spec.containers.0.volumeMounts.0.readOnly',
  'spec.initContainers.0.volumeMounts.0.mountPath',
];
const tried = (...each: Changes[]) =>
  each.map((changes) => create(PODS, changed(POD, changes), { query: { dryRun: 'All' }, only: SET }));
const account = (name: string, rest: JsonObject = {}) => create(ACCOUNTS, { metadata: { name }, ...rest }, ONLY);

/** The admission plugin ServiceAccount: see PLUGINS in `all.ts`. */
export const serviceAccountPlugin: readonly Case[] = [
  {
    name: 'service accounts of pods',
    steps: [
      ...tried({}, { 'spec.serviceAccountName': 'none' }),
      account('default'),
      account('own', { imagePullSecrets: [{ name: 'pull' }, { name: 'other' }] }),
      account('silent', { automountServiceAccountToken: false }),
      create(PODS, POD, { query: { dryRun: 'All' }, only: SET, until: { status: 201 } }),
      ...tried(
        { 'spec.serviceAccountName': 'own' },
        { 'spec.serviceAccount': 'own' },
        { 'spec.serviceAccountName': 'own', 'spec.serviceAccount': 'default' },
        { 'spec.serviceAccountName': 'own', 'spec.imagePullSecrets': [{ name: 'mine' }] },
        { 'spec.serviceAccountName': 'silent' },
        { 'spec.serviceAccountName': 'silent', 'spec.automountServiceAccountToken': true },
        { 'spec.automountServiceAccountToken': false },
        { 'spec.initContainers': [{ name: 'i', image: 'i' }] },
        { 'spec.volumes': [{ name: 'v', emptyDir: {} }] },
        {
          'spec.volumes': [{ name: 'v', emptyDir: {} }],
          'spec.containers.0.volumeMounts': [{ name: 'v', mountPath: '/var/run/secrets/kubernetes.io/serviceaccount' }],
        },
        { 'metadata.annotations': { 'kubernetes.io/config.mirror': 'x' } },
        { 'metadata.annotations': { 'kubernetes.io/config.mirror': 'x' }, 'spec.serviceAccountName': 'own' },
        {
          'metadata.annotations': { 'kubernetes.io/config.mirror': 'x' },
          'spec.volumes': [{ name: 'v', secret: { secretName: 's' } }],
        },
        {
          'metadata.annotations': { 'kubernetes.io/config.mirror': 'x' },
          'spec.volumes': [{ name: 'v', projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } }],
        },
      ),
      create(PODS, POD, ONLY),
      patch(`${PODS}/p`, 'merge', { spec: { serviceAccountName: 'own' } }, ONLY),
      patch(`${PODS}/p`, 'merge', { metadata: { labels: { a: 'b' } } }, ONLY),
    ],
  },
  {
    name: 'mountable secrets',
    steps: [
      account('default'),
      account('strict', {
        metadata: { name: 'strict', annotations: { 'kubernetes.io/enforce-mountable-secrets': 'true' } },
        secrets: [{ name: 'mine' }],
        imagePullSecrets: [{ name: 'pull' }],
      }),
      create(PODS, changed(POD, { 'spec.serviceAccountName': 'strict' }), {
        query: { dryRun: 'All' },
        only: SET,
        until: { status: 201 },
      }),
      ...tried(
        ...[
          { 'spec.volumes': [{ name: 'v', secret: { secretName: 'mine' } }] },
          { 'spec.volumes': [{ name: 'v', secret: { secretName: 'other' } }] },
          { 'spec.containers.0.env': [{ name: 'A', valueFrom: { secretKeyRef: { name: 'other', key: 'k' } } }] },
          { 'spec.containers.0.envFrom': [{ secretRef: { name: 'other' } }] },
          {
            'spec.initContainers': [
              { name: 'i', image: 'i', env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'other', key: 'k' } } }] },
            ],
          },
          { 'spec.imagePullSecrets': [{ name: 'pull' }] },
          { 'spec.imagePullSecrets': [{ name: 'other' }] },
        ].map((changes) => ({ 'spec.serviceAccountName': 'strict', ...changes })),
      ),
      create(PODS, changed(POD, { 'spec.serviceAccountName': 'strict' }), ONLY),
      patch(
        `${PODS}/p/ephemeralcontainers`,
        'strategic',
        {
          spec: {
            ephemeralContainers: [
              { name: 'e', image: 'i', env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'other', key: 'k' } } }] },
            ],
          },
        },
        ONLY,
      ),
    ],
  },
];
