import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case, Step } from '../case.js';
import { CLAIMS, GROUP, TABLE } from './devices.js';
import { create, get, patch, remove } from './steps.js';

const TEMPLATES = `${GROUP}/namespaces/<ns>/resourceclaimtemplates`;
const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const NAMESPACE = '/api/v1/namespaces/<ns>';
const STATUS = `${CLAIMS}/c/status`;
const REFUSAL = { only: ['reason', 'message', 'details'] };
const DRY = { dryRun: 'All' };

const requests = (adminAccess: boolean): JsonObject => ({
  devices: {
    requests: [
      { name: 'a', exactly: { deviceClassName: 'c' } },
      { name: 'b', exactly: { deviceClassName: 'c', adminAccess } },
    ],
  },
});
const claim = (adminAccess: boolean): JsonObject => ({ metadata: { name: 'c' }, spec: requests(adminAccess) });
const template = (adminAccess: boolean): JsonObject => ({
  metadata: { name: 't' },
  spec: { spec: requests(adminAccess) },
});
const label = (value: string): Step =>
  patch(
    NAMESPACE,
    'merge',
    { metadata: { labels: { 'resource.kubernetes.io/admin-access': value } } },
    { only: ['message'] },
  );

const DEVICE: JsonObject = { driver: 'd.example.com', pool: 'p', device: 'x' };
const result = (rest: JsonObject = {}): JsonObject => ({ ...DEVICE, request: 'a', ...rest });
const allocated = (results: readonly JsonObject[], node?: string): JsonObject => ({
  allocation: {
    devices: { results: [...results] },
    ...(node !== undefined && {
      nodeSelector: {
        nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] }],
      },
    }),
  },
});
const DEVICES: JsonObject = { devices: [{ ...DEVICE, data: { a: 'b' } }] };

const ACCOUNT = 'system:serviceaccount:<ns>:a';
const onNode = (node: string): Readonly<Record<string, string>> => ({
  'impersonate-user': ACCOUNT,
  'impersonate-extra-authentication.kubernetes.io%2fnode-name': node,
});
const change = (status: JsonObject, headers: Readonly<Record<string, string>>, rest: Partial<Step> = {}): Step =>
  patch(STATUS, 'merge', { status }, { ...REFUSAL, query: DRY, ...rest, headers });

const grant = (kind: 'Role' | 'ClusterRole', name: string, rules: readonly JsonObject[]): readonly Step[] => {
  const [roles, bindings] =
    kind === 'Role'
      ? [`${RBAC}/namespaces/<ns>/roles`, `${RBAC}/namespaces/<ns>/rolebindings`]
      : [`${RBAC}/clusterroles`, `${RBAC}/clusterrolebindings`];
  return [
    create(roles, { metadata: { name }, rules: [...rules] }, { only: ['message'] }),
    create(
      bindings,
      {
        metadata: { name },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name },
        subjects: [{ kind: 'ServiceAccount', name: 'a', namespace: '<ns>' }],
      },
      { only: ['message'] },
    ),
  ];
};
const rule = (resource: string, verbs: readonly string[], rest: JsonObject = {}): JsonObject => ({
  apiGroups: ['resource.k8s.io'],
  resources: [resource],
  verbs: [...verbs],
  ...rest,
});

/** Administrative access to devices, and permissions on the status of claims. */
export const rightsOfDevices: readonly Case[] = [
  {
    name: 'administrative access to devices',
    steps: [
      create(CLAIMS, claim(true), REFUSAL),
      create(TEMPLATES, template(true), REFUSAL),
      create(TEMPLATES, { ...template(true), metadata: { name: 'T_' } }, REFUSAL),
      create(CLAIMS, claim(false), { only: ['message'] }),
      change(allocated([result(), result({ adminAccess: true })]), {}),
      label('yes'),
      create(TEMPLATES, template(true), REFUSAL),
      label('true'),
      create(TEMPLATES, template(true), REFUSAL),
      create(CLAIMS, { ...claim(true), metadata: { name: 'd' } }, REFUSAL),
      change(allocated([result(), result({ adminAccess: true })]), {}, { query: {} }),
      label('false'),
      change({ reservedFor: [{ resource: 'pods', name: 'p', uid: 'u' }] }, {}),
    ],
  },
  {
    name: 'permissions on the status of resource claims',
    steps: [
      create(CLAIMS, claim(false), { only: ['message'] }),
      ...grant('Role', 'status', [rule('resourceclaims', ['get']), rule('resourceclaims/status', ['patch', 'update'])]),
      get(`${CLAIMS}/c`, {
        only: ['kind'],
        headers: { 'impersonate-user': ACCOUNT },
        until: { status: 200 },
      }),
      change(allocated([result()]), { 'impersonate-user': ACCOUNT }),
      change({}, { 'impersonate-user': ACCOUNT }),
      ...grant('ClusterRole', '<ns>-binding', [rule('resourceclaims/binding', ['patch'])]),
      change(allocated([result()]), { 'impersonate-user': ACCOUNT }, { until: { status: 200 } }),
      change({ ...allocated([result()]), ...DEVICES }, { 'impersonate-user': ACCOUNT }),
      patch(STATUS, 'merge', { status: allocated([result()], 'n') }, { only: ['message'] }),
      change(DEVICES, onNode('m')),
      change(DEVICES, onNode('n')),
      change({ devices: [DEVICE, { ...DEVICE, driver: 'a.example.com' }] }, onNode('n')),
      ...grant('Role', 'driver', [
        rule('resourceclaims/driver', ['associated-node:patch'], { resourceNames: ['d.example.com'] }),
      ]),
      change(DEVICES, onNode('n'), { until: { status: 200 } }),
      change(DEVICES, onNode('m')),
      change({ ...DEVICES, allocation: null }, onNode('m')),
      get(`${CLAIMS}/c`, TABLE),
      remove(`${RBAC}/clusterrolebindings/<ns>-binding`, undefined, { only: ['status'] }),
      remove(`${RBAC}/clusterroles/<ns>-binding`, undefined, { only: ['status'] }),
    ],
  },
];
