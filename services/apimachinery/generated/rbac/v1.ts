// Generated from proto/rbac/v1/rbac.proto by `npm run generate`. Do not edit.
import { apiVersionField, kindField, text } from '../../schema/common.js';
import type { ResourceNames } from '../../schema/resource-names.js';
import type { ListSchema, Schema, StructSchema } from '../../schema/schema.js';
import { labelSelectorSchema, listMetaSchema, objectMetaSchema, type LabelSelector, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** PolicyRule describes permitted actions on resources or on non-resource paths, but not on both. */
export type PolicyRule = {
  /** Verbs that the rule permits. `*` means all verbs. */
  verbs: string[];
  /** API groups of the resources. The empty string means the core group, `*` means all groups. */
  apiGroups?: string[];
  /** Resources or subresources, such as `pods` and `pods/log`. `*` means all resources, and `*\/<name>` a subresource of all resources. */
  resources?: string[];
  /** Names of the objects. Empty means all objects. */
  resourceNames?: string[];
  /** Paths that are not resources, such as `/healthz`. `*` is allowed as the last segment of a path. They take effect only if a ClusterRoleBinding refers to the role. */
  nonResourceURLs?: string[];
};

const policyRuleVerbs: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const policyRuleApiGroups: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const policyRuleResources: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const policyRuleResourceNames: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const policyRuleNonResourceURLs: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const policyRuleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.rbac.v1.PolicyRule',
  description: 'PolicyRule describes permitted actions on resources or on non-resource paths, but not on both.',
  atomic: false,
  fields: [
    { name: 'verbs', number: 1, description: 'Verbs that the rule permits. `*` means all verbs.', schema: () => policyRuleVerbs, presence: 'always', required: true, immutable: false },
    { name: 'apiGroups', number: 2, description: 'API groups of the resources. The empty string means the core group, `*` means all groups.', schema: () => policyRuleApiGroups, presence: 'implicit', required: false, immutable: false },
    { name: 'resources', number: 3, description: 'Resources or subresources, such as `pods` and `pods/log`. `*` means all resources, and `*/<name>` a subresource of all resources.', schema: () => policyRuleResources, presence: 'implicit', required: false, immutable: false },
    { name: 'resourceNames', number: 4, description: 'Names of the objects. Empty means all objects.', schema: () => policyRuleResourceNames, presence: 'implicit', required: false, immutable: false },
    { name: 'nonResourceURLs', number: 5, description: 'Paths that are not resources, such as `/healthz`. `*` is allowed as the last segment of a path. They take effect only if a ClusterRoleBinding refers to the role.', schema: () => policyRuleNonResourceURLs, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Subject refers to a user, group or service account that a role is bound to. */
export type Subject = {
  /** Kind of the subject: `User`, `Group` or `ServiceAccount`. */
  kind: string;
  /** API group of the subject. Defaults to the empty string for service accounts, and to `rbac.authorization.k8s.io` for users and groups. */
  apiGroup?: string;
  /** Name of the subject. */
  name: string;
  /** Namespace of a service account. Must be empty for users and groups. */
  namespace?: string;
};

const subjectKind: Schema = { type: 'string', enum: ['ServiceAccount', 'User', 'Group'] };

export const subjectSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.rbac.v1.Subject',
  description: 'Subject refers to a user, group or service account that a role is bound to.',
  atomic: true,
  fields: [
    { name: 'kind', number: 1, description: 'Kind of the subject: `User`, `Group` or `ServiceAccount`.', schema: () => subjectKind, presence: 'always', required: true, immutable: false },
    { name: 'apiGroup', number: 2, description: 'API group of the subject. Defaults to the empty string for service accounts, and to `rbac.authorization.k8s.io` for users and groups.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'name', number: 3, description: 'Name of the subject.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'namespace', number: 4, description: 'Namespace of a service account. Must be empty for users and groups.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** RoleRef refers to the role of a binding. */
export type RoleRef = {
  /** API group of the role. Defaults to `rbac.authorization.k8s.io`. */
  apiGroup: string;
  /** Kind of the role: `Role` or `ClusterRole`. */
  kind: string;
  /** Name of the role. */
  name: string;
};

export const roleRefSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.rbac.v1.RoleRef',
  description: 'RoleRef refers to the role of a binding.',
  atomic: true,
  fields: [
    { name: 'apiGroup', number: 1, description: 'API group of the role. Defaults to `rbac.authorization.k8s.io`.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'kind', number: 2, description: 'Kind of the role: `Role` or `ClusterRole`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'name', number: 3, description: 'Name of the role.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** Role is a set of permissions in a namespace. A RoleBinding grants them. */
export type Role = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Permissions of the role. */
  rules: PolicyRule[];
};

const roleRules: ListSchema = { type: 'list', items: () => policyRuleSchema, listType: 'atomic', keys: [] };

export const roleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.rbac.v1.Role',
  description: 'Role is a set of permissions in a namespace. A RoleBinding grants them.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'rules', number: 2, description: 'Permissions of the role.', schema: () => roleRules, presence: 'always', required: false, immutable: false },
  ],
};

export const roleNames: ResourceNames = { resource: 'roles', singular: 'role', kind: 'Role', shortNames: [], categories: [], scope: 'Namespaced' };

/** RoleBinding grants the permissions of a Role in the same namespace, or of a ClusterRole, within its namespace. */
export type RoleBinding = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Subjects that the role applies to. */
  subjects?: Subject[];
  /** Role in the same namespace, or ClusterRole. A binding to a missing role grants nothing. Cannot be updated. */
  roleRef: RoleRef;
};

const roleBindingSubjects: ListSchema = { type: 'list', items: () => subjectSchema, listType: 'atomic', keys: [] };

export const roleBindingSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.rbac.v1.RoleBinding',
  description: 'RoleBinding grants the permissions of a Role in the same namespace, or of a ClusterRole, within its namespace.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'subjects', number: 2, description: 'Subjects that the role applies to.', schema: () => roleBindingSubjects, presence: 'implicit', required: false, immutable: false },
    { name: 'roleRef', number: 3, description: 'Role in the same namespace, or ClusterRole. A binding to a missing role grants nothing. Cannot be updated.', schema: () => roleRefSchema, presence: 'always', required: true, immutable: false },
  ],
};

export const roleBindingNames: ResourceNames = { resource: 'rolebindings', singular: 'rolebinding', kind: 'RoleBinding', shortNames: [], categories: [], scope: 'Namespaced' };

/** RoleBindingList is a list of RoleBindings. */
export type RoleBindingList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of RoleBindings. */
  items: RoleBinding[];
};

const roleBindingListItems: ListSchema = { type: 'list', items: () => roleBindingSchema, listType: 'atomic', keys: [] };

export const roleBindingListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.rbac.v1.RoleBindingList',
  description: 'RoleBindingList is a list of RoleBindings.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of RoleBindings.', schema: () => roleBindingListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** RoleList is a list of Roles. */
export type RoleList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of Roles. */
  items: Role[];
};

const roleListItems: ListSchema = { type: 'list', items: () => roleSchema, listType: 'atomic', keys: [] };

export const roleListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.rbac.v1.RoleList',
  description: 'RoleList is a list of Roles.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of Roles.', schema: () => roleListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** ClusterRole is a set of permissions in the whole cluster. A ClusterRoleBinding, or a RoleBinding for one namespace, grants them. */
export type ClusterRole = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Permissions of the role. */
  rules: PolicyRule[];
  /** Selection of other ClusterRoles whose rules this role consists of. When set, the server computes `rules` and overwrites other values. */
  aggregationRule?: AggregationRule;
};

const clusterRoleRules: ListSchema = { type: 'list', items: () => policyRuleSchema, listType: 'atomic', keys: [] };

export const clusterRoleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.rbac.v1.ClusterRole',
  description: 'ClusterRole is a set of permissions in the whole cluster. A ClusterRoleBinding, or a RoleBinding for one namespace, grants them.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'rules', number: 2, description: 'Permissions of the role.', schema: () => clusterRoleRules, presence: 'always', required: false, immutable: false },
    { name: 'aggregationRule', number: 3, description: 'Selection of other ClusterRoles whose rules this role consists of. When set, the server computes `rules` and overwrites other values.', schema: () => aggregationRuleSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

export const clusterRoleNames: ResourceNames = { resource: 'clusterroles', singular: 'clusterrole', kind: 'ClusterRole', shortNames: [], categories: [], scope: 'Cluster' };

/** AggregationRule describes how the rules of a ClusterRole are collected from others. */
export type AggregationRule = {
  /** Label selectors over ClusterRoles. The rules of every role that matches at least one selector are added. */
  clusterRoleSelectors?: LabelSelector[];
};

const aggregationRuleClusterRoleSelectors: ListSchema = { type: 'list', items: () => labelSelectorSchema, listType: 'atomic', keys: [] };

export const aggregationRuleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.rbac.v1.AggregationRule',
  description: 'AggregationRule describes how the rules of a ClusterRole are collected from others.',
  atomic: false,
  fields: [
    { name: 'clusterRoleSelectors', number: 1, description: 'Label selectors over ClusterRoles. The rules of every role that matches at least one selector are added.', schema: () => aggregationRuleClusterRoleSelectors, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ClusterRoleBinding grants the permissions of a ClusterRole in the whole cluster. */
export type ClusterRoleBinding = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Subjects that the role applies to. */
  subjects?: Subject[];
  /** ClusterRole to grant. A binding to a missing role grants nothing. Cannot be updated. */
  roleRef: RoleRef;
};

const clusterRoleBindingSubjects: ListSchema = { type: 'list', items: () => subjectSchema, listType: 'atomic', keys: [] };

export const clusterRoleBindingSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.rbac.v1.ClusterRoleBinding',
  description: 'ClusterRoleBinding grants the permissions of a ClusterRole in the whole cluster.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'subjects', number: 2, description: 'Subjects that the role applies to.', schema: () => clusterRoleBindingSubjects, presence: 'implicit', required: false, immutable: false },
    { name: 'roleRef', number: 3, description: 'ClusterRole to grant. A binding to a missing role grants nothing. Cannot be updated.', schema: () => roleRefSchema, presence: 'always', required: true, immutable: false },
  ],
};

export const clusterRoleBindingNames: ResourceNames = { resource: 'clusterrolebindings', singular: 'clusterrolebinding', kind: 'ClusterRoleBinding', shortNames: [], categories: [], scope: 'Cluster' };

/** ClusterRoleBindingList is a list of ClusterRoleBindings. */
export type ClusterRoleBindingList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of ClusterRoleBindings. */
  items: ClusterRoleBinding[];
};

const clusterRoleBindingListItems: ListSchema = { type: 'list', items: () => clusterRoleBindingSchema, listType: 'atomic', keys: [] };

export const clusterRoleBindingListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.rbac.v1.ClusterRoleBindingList',
  description: 'ClusterRoleBindingList is a list of ClusterRoleBindings.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of ClusterRoleBindings.', schema: () => clusterRoleBindingListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** ClusterRoleList is a list of ClusterRoles. */
export type ClusterRoleList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of ClusterRoles. */
  items: ClusterRole[];
};

const clusterRoleListItems: ListSchema = { type: 'list', items: () => clusterRoleSchema, listType: 'atomic', keys: [] };

export const clusterRoleListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.rbac.v1.ClusterRoleList',
  description: 'ClusterRoleList is a list of ClusterRoles.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of ClusterRoles.', schema: () => clusterRoleListItems, presence: 'always', required: true, immutable: false },
  ],
};
