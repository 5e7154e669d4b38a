// Generated from proto/rbac/v1/rbac.proto by `npm run generate`. Do not edit.
import { apiVersionField, kindField, text } from '../../schema/common.js';
import type { ListSchema, Schema, StructSchema } from '../../schema/schema.js';
import { labelSelectorSchema, listMetaSchema, objectMetaSchema, type LabelSelector, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** What may be done, either with resources or with paths that are no resources; never both. */
export type PolicyRule = {
  /** What may be done; `*` means everything. */
  verbs: string[];
  /** Groups of the resources; the empty text means the core group, `*` means all. */
  apiGroups?: string[];
  /** The resources, or their subresources, such as `pods` and `pods/log`; `*` stands for all, alone or before a `/`. */
  resources?: string[];
  /** Names of the objects that are meant; all when there are none. */
  resourceNames?: string[];
  /** Paths that are no resources, such as `/healthz`. A last segment `*` stands for everything below. They take effect only where a ClusterRoleBinding refers to the role. */
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
  description: 'What may be done, either with resources or with paths that are no resources; never both.',
  atomic: false,
  fields: [
    { name: 'verbs', number: 1, description: 'What may be done; `*` means everything.', schema: () => policyRuleVerbs, presence: 'always', required: true, immutable: false },
    { name: 'apiGroups', number: 2, description: 'Groups of the resources; the empty text means the core group, `*` means all.', schema: () => policyRuleApiGroups, presence: 'implicit', required: false, immutable: false },
    { name: 'resources', number: 3, description: 'The resources, or their subresources, such as `pods` and `pods/log`; `*` stands for all, alone or before a `/`.', schema: () => policyRuleResources, presence: 'implicit', required: false, immutable: false },
    { name: 'resourceNames', number: 4, description: 'Names of the objects that are meant; all when there are none.', schema: () => policyRuleResourceNames, presence: 'implicit', required: false, immutable: false },
    { name: 'nonResourceURLs', number: 5, description: 'Paths that are no resources, such as `/healthz`. A last segment `*` stands for everything below. They take effect only where a ClusterRoleBinding refers to the role.', schema: () => policyRuleNonResourceURLs, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Somebody to whom a role is given. */
export type Subject = {
  /** `User`, `Group` or `ServiceAccount`. */
  kind: string;
  /** API group of the kind. Left out, it is that of the roles for users and groups, and the core group for service accounts. */
  apiGroup?: string;
  /** Name of the user, group or service account. */
  name: string;
  /** Namespace of a service account; users and groups have none. Left out, it is that of the binding. */
  namespace?: string;
};

const subjectKind: Schema = { type: 'string', enum: ['ServiceAccount', 'User', 'Group'] };

export const subjectSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.rbac.v1.Subject',
  description: 'Somebody to whom a role is given.',
  atomic: true,
  fields: [
    { name: 'kind', number: 1, description: '`User`, `Group` or `ServiceAccount`.', schema: () => subjectKind, presence: 'always', required: true, immutable: false },
    { name: 'apiGroup', number: 2, description: 'API group of the kind. Left out, it is that of the roles for users and groups, and the core group for service accounts.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'name', number: 3, description: 'Name of the user, group or service account.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'namespace', number: 4, description: 'Namespace of a service account; users and groups have none. Left out, it is that of the binding.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Names the role that is given. */
export type RoleRef = {
  /** API group of the role. Left out, it is that of the roles. */
  apiGroup: string;
  /** `Role` or `ClusterRole`. */
  kind: string;
  /** Name of the role. */
  name: string;
};

export const roleRefSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.rbac.v1.RoleRef',
  description: 'Names the role that is given.',
  atomic: true,
  fields: [
    { name: 'apiGroup', number: 1, description: 'API group of the role. Left out, it is that of the roles.', schema: () => text, presence: 'always', required: false, immutable: false },
    { name: 'kind', number: 2, description: '`Role` or `ClusterRole`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'name', number: 3, description: 'Name of the role.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** Permissions within one namespace, given as a whole by a RoleBinding. */
export type Role = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** The permissions. */
  rules: PolicyRule[];
};

const roleRules: ListSchema = { type: 'list', items: () => policyRuleSchema, listType: 'atomic', keys: [] };

export const roleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.rbac.v1.Role',
  description: 'Permissions within one namespace, given as a whole by a RoleBinding.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'rules', number: 2, description: 'The permissions.', schema: () => roleRules, presence: 'always', required: false, immutable: false },
  ],
};

/** Gives the permissions of a Role of the same namespace, or of a ClusterRole, within one namespace. */
export type RoleBinding = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** To whom the permissions are given. */
  subjects?: Subject[];
  /** The role, which must exist for the binding to take effect. It cannot be changed. */
  roleRef: RoleRef;
};

const roleBindingSubjects: ListSchema = { type: 'list', items: () => subjectSchema, listType: 'atomic', keys: [] };

export const roleBindingSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.rbac.v1.RoleBinding',
  description: 'Gives the permissions of a Role of the same namespace, or of a ClusterRole, within one namespace.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'subjects', number: 2, description: 'To whom the permissions are given.', schema: () => roleBindingSubjects, presence: 'implicit', required: false, immutable: false },
    { name: 'roleRef', number: 3, description: 'The role, which must exist for the binding to take effect. It cannot be changed.', schema: () => roleRefSchema, presence: 'always', required: true, immutable: false },
  ],
};

/** A list of RoleBindings. */
export type RoleBindingList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The RoleBindings. */
  items: RoleBinding[];
};

const roleBindingListItems: ListSchema = { type: 'list', items: () => roleBindingSchema, listType: 'atomic', keys: [] };

export const roleBindingListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.rbac.v1.RoleBindingList',
  description: 'A list of RoleBindings.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The RoleBindings.', schema: () => roleBindingListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** A list of Roles. */
export type RoleList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The Roles. */
  items: Role[];
};

const roleListItems: ListSchema = { type: 'list', items: () => roleSchema, listType: 'atomic', keys: [] };

export const roleListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.rbac.v1.RoleList',
  description: 'A list of Roles.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The Roles.', schema: () => roleListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** Permissions in the whole cluster, given as a whole by a ClusterRoleBinding, or within a namespace by a RoleBinding. */
export type ClusterRole = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** The permissions. */
  rules: PolicyRule[];
  /** Which other roles the permissions are collected from. When set, a controller writes `rules`, and overwrites what others put there. */
  aggregationRule?: AggregationRule;
};

const clusterRoleRules: ListSchema = { type: 'list', items: () => policyRuleSchema, listType: 'atomic', keys: [] };

export const clusterRoleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.rbac.v1.ClusterRole',
  description: 'Permissions in the whole cluster, given as a whole by a ClusterRoleBinding, or within a namespace by a RoleBinding.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'rules', number: 2, description: 'The permissions.', schema: () => clusterRoleRules, presence: 'always', required: false, immutable: false },
    { name: 'aggregationRule', number: 3, description: 'Which other roles the permissions are collected from. When set, a controller writes `rules`, and overwrites what others put there.', schema: () => aggregationRuleSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** Which ClusterRoles the permissions of another one are collected from. */
export type AggregationRule = {
  /** Selectors of ClusterRoles; the permissions of each one that any of them matches are added. */
  clusterRoleSelectors?: LabelSelector[];
};

const aggregationRuleClusterRoleSelectors: ListSchema = { type: 'list', items: () => labelSelectorSchema, listType: 'atomic', keys: [] };

export const aggregationRuleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.rbac.v1.AggregationRule',
  description: 'Which ClusterRoles the permissions of another one are collected from.',
  atomic: false,
  fields: [
    { name: 'clusterRoleSelectors', number: 1, description: 'Selectors of ClusterRoles; the permissions of each one that any of them matches are added.', schema: () => aggregationRuleClusterRoleSelectors, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Gives the permissions of a ClusterRole in the whole cluster. */
export type ClusterRoleBinding = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** To whom the permissions are given. */
  subjects?: Subject[];
  /** The ClusterRole, which must exist for the binding to take effect. It cannot be changed. */
  roleRef: RoleRef;
};

const clusterRoleBindingSubjects: ListSchema = { type: 'list', items: () => subjectSchema, listType: 'atomic', keys: [] };

export const clusterRoleBindingSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.rbac.v1.ClusterRoleBinding',
  description: 'Gives the permissions of a ClusterRole in the whole cluster.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'subjects', number: 2, description: 'To whom the permissions are given.', schema: () => clusterRoleBindingSubjects, presence: 'implicit', required: false, immutable: false },
    { name: 'roleRef', number: 3, description: 'The ClusterRole, which must exist for the binding to take effect. It cannot be changed.', schema: () => roleRefSchema, presence: 'always', required: true, immutable: false },
  ],
};

/** A list of ClusterRoleBindings. */
export type ClusterRoleBindingList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The ClusterRoleBindings. */
  items: ClusterRoleBinding[];
};

const clusterRoleBindingListItems: ListSchema = { type: 'list', items: () => clusterRoleBindingSchema, listType: 'atomic', keys: [] };

export const clusterRoleBindingListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.rbac.v1.ClusterRoleBindingList',
  description: 'A list of ClusterRoleBindings.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The ClusterRoleBindings.', schema: () => clusterRoleBindingListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** A list of ClusterRoles. */
export type ClusterRoleList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** The ClusterRoles. */
  items: ClusterRole[];
};

const clusterRoleListItems: ListSchema = { type: 'list', items: () => clusterRoleSchema, listType: 'atomic', keys: [] };

export const clusterRoleListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.rbac.v1.ClusterRoleList',
  description: 'A list of ClusterRoles.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'The ClusterRoles.', schema: () => clusterRoleListItems, presence: 'always', required: true, immutable: false },
  ],
};
