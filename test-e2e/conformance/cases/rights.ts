import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { Case } from '../case.js';
import { attempts, type Changes } from './objects.js';
import { create, get, patch, remove, update } from './steps.js';

const GROUP = '/apis/rbac.authorization.k8s.io/v1';
const ROLES = `${GROUP}/namespaces/<ns>/roles`;
const BINDINGS = `${GROUP}/namespaces/<ns>/rolebindings`;
const CLUSTER_ROLES = `${GROUP}/clusterroles`;
const CLUSTER_BINDINGS = `${GROUP}/clusterrolebindings`;
const TABLE = { accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' };
const READ = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };
const REF = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' };
const UNPRIVILEGED_USER = { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'nobody' };
const AS_UNPRIVILEGED = { as: 'unprivileged' } as const;

const RULES: readonly Changes[] = [
  { rules: [{}] },
  { rules: [{ ...READ, verbs: [] }] },
  { rules: [{ ...READ, apiGroups: [] }] },
  { rules: [{ ...READ, resources: [] }] },
  { rules: [{ nonResourceURLs: ['/a'], verbs: ['get'] }] },
  { rules: [{ ...READ, nonResourceURLs: ['/a'] }] },
  { rules: [{ nonResourceURLs: ['/a*b'], verbs: ['get'] }] },
  { rules: [{ nonResourceURLs: ['/a/*', '*'], verbs: ['get'] }] },
  { 'metadata.name': 'a/b' },
  { 'metadata.name': 'system:a b' },
];

const SUBJECTS: readonly JsonObject[] = [
  { name: 'a' },
  { kind: 'User' },
  { kind: 'User', name: 'a', namespace: 'b' },
  { kind: 'User', name: 'a', apiGroup: 'x' },
  { kind: 'Group', name: 'a' },
  { kind: 'ServiceAccount', name: 'a' },
  { kind: 'ServiceAccount', name: 'A_', namespace: 'b' },
  { kind: 'ServiceAccount', name: 'a', namespace: 'b', apiGroup: 'x' },
  { kind: 'x', name: 'a' },
];

/** RBAC: roles, bindings and privilege escalation. */
export const rights: readonly Case[] = [
  {
    name: 'roles',
    steps: [
      create(ROLES, { metadata: { name: 'r' }, rules: [READ] }),
      get(ROLES, { headers: TABLE }),
      ...attempts(ROLES, { metadata: { name: 'x' } }, RULES),
      update(`${ROLES}/new`, { metadata: { name: 'new' } }),
      patch(`${ROLES}/r`, 'merge', { rules: null }),
    ],
  },
  {
    name: 'cluster roles',
    steps: [
      create(CLUSTER_ROLES, { metadata: { name: '<ns>' }, rules: [READ] }),
      ...attempts(CLUSTER_ROLES, { metadata: { name: '<ns>-x' } }, [
        ...RULES,
        { aggregationRule: {} },
        { aggregationRule: { clusterRoleSelectors: [] } },
        { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { 'a b': 'c' } }] } },
        { aggregationRule: { clusterRoleSelectors: [{ matchExpressions: [{ key: 'a', operator: 'x' }] }] } },
      ]),
      remove(`${CLUSTER_ROLES}/<ns>`),
    ],
  },
  {
    name: 'role bindings',
    steps: [
      create(BINDINGS, {
        metadata: { name: 'b' },
        roleRef: REF,
        subjects: [UNPRIVILEGED_USER, { kind: 'ServiceAccount', name: 'a', namespace: 'c' }],
      }),
      get(BINDINGS, { headers: TABLE }),
      ...attempts(BINDINGS, { metadata: { name: 'x' }, roleRef: REF }, [
        { 'roleRef.kind': 'x' },
        { 'roleRef.kind': null },
        { 'roleRef.name': null },
        { 'roleRef.name': 'a/b' },
        { 'roleRef.apiGroup': 'x' },
        { 'roleRef.apiGroup': null },
        { 'roleRef.kind': 'ClusterRole' },
        ...SUBJECTS.map((subject) => ({ subjects: [subject] })),
      ]),
      patch(`${BINDINGS}/b`, 'merge', { roleRef: { name: 'other' } }),
      patch(`${BINDINGS}/b`, 'merge', { subjects: [UNPRIVILEGED_USER] }),
      patch(`${BINDINGS}/b`, 'merge', { subjects: null }),
    ],
  },
  {
    name: 'cluster role bindings',
    steps: [
      create(CLUSTER_BINDINGS, {
        metadata: { name: '<ns>' },
        roleRef: { ...REF, kind: 'ClusterRole', name: 'view' },
        subjects: [{ kind: 'Group', name: 'g' }],
      }),
      get(`${CLUSTER_BINDINGS}/<ns>`, { headers: TABLE }),
      ...attempts(CLUSTER_BINDINGS, { metadata: { name: '<ns>-x' }, roleRef: { ...REF, kind: 'ClusterRole' } }, [
        { 'roleRef.kind': 'Role' },
        { 'roleRef.name': null },
        { subjects: [{ kind: 'ServiceAccount', name: 'a' }] },
      ]),
      patch(`${CLUSTER_BINDINGS}/<ns>`, 'merge', { roleRef: { name: 'edit' } }),
      remove(`${CLUSTER_BINDINGS}/<ns>`),
    ],
  },
  {
    name: 'privilege escalation',
    steps: [
      create(
        ROLES,
        {
          metadata: { name: 'r' },
          rules: [{ apiGroups: ['rbac.authorization.k8s.io'], resources: ['*'], verbs: ['*'] }],
        },
        { only: ['kind'] },
      ),
      create(ROLES, { metadata: { name: 'more' }, rules: [READ] }, { only: ['kind'] }),
      create(BINDINGS, { metadata: { name: 'b' }, roleRef: REF, subjects: [UNPRIVILEGED_USER] }, { only: ['kind'] }),
      create(ROLES, { metadata: { name: 'x' }, rules: [READ] }, AS_UNPRIVILEGED),
      create(
        ROLES,
        {
          metadata: { name: 'x' },
          rules: [{ apiGroups: ['', 'apps'], resources: ['a', 'b'], verbs: ['get', 'list'], resourceNames: ['n'] }],
        },
        AS_UNPRIVILEGED,
      ),
      patch(`${ROLES}/r`, 'merge', { rules: [READ] }, AS_UNPRIVILEGED),
      create(BINDINGS, { metadata: { name: 'c' }, roleRef: { ...REF, name: 'more' } }, AS_UNPRIVILEGED),
      create(BINDINGS, { metadata: { name: 'c' }, roleRef: { ...REF, name: 'none' } }, AS_UNPRIVILEGED),
      create(BINDINGS, { metadata: { name: 'c' }, roleRef: REF }, { ...AS_UNPRIVILEGED, only: ['kind', 'message'] }),
      create(CLUSTER_ROLES, { metadata: { name: '<ns>' }, rules: [READ] }, AS_UNPRIVILEGED),
    ],
  },
];
