// Generated from proto/authorization/v1/authorization.proto by `npm run generate`. Do not edit.
import { apiVersionField, boolean, kindField, text } from '../../schema/common.js';
import type { ResourceNames } from '../../schema/resource-names.js';
import type { ListSchema, MapSchema, StructSchema } from '../../schema/schema.js';
import { fieldSelectorRequirementSchema, labelSelectorRequirementSchema, objectMetaSchema, type FieldSelectorRequirement, type LabelSelectorRequirement, type ObjectMeta } from '../meta/v1.js';

/** SubjectAccessReview checks whether a user or group can perform an action. */
export type SubjectAccessReview = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. Must be empty, except for managedFields. */
  metadata: ObjectMeta;
  /** Request to evaluate. */
  spec: SubjectAccessReviewSpec;
  /** Result of the check. Populated by the server. */
  status: SubjectAccessReviewStatus;
};

export const subjectAccessReviewSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.SubjectAccessReview',
  description: 'SubjectAccessReview checks whether a user or group can perform an action.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata. Must be empty, except for managedFields.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Request to evaluate.', schema: () => subjectAccessReviewSpecSchema, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 3, description: 'Result of the check. Populated by the server.', schema: () => subjectAccessReviewStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const subjectAccessReviewNames: ResourceNames = { resource: 'subjectaccessreviews', singular: 'subjectaccessreview', kind: 'SubjectAccessReview', shortNames: [], categories: [], scope: 'Cluster' };

/** SelfSubjectAccessReview checks whether the requesting user can perform an action. Every authenticated user can create one. */
export type SelfSubjectAccessReview = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. Must be empty, except for managedFields. */
  metadata: ObjectMeta;
  /** Request to evaluate. */
  spec: SelfSubjectAccessReviewSpec;
  /** Result of the check. Populated by the server. */
  status: SubjectAccessReviewStatus;
};

export const selfSubjectAccessReviewSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.SelfSubjectAccessReview',
  description: 'SelfSubjectAccessReview checks whether the requesting user can perform an action. Every authenticated user can create one.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata. Must be empty, except for managedFields.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Request to evaluate.', schema: () => selfSubjectAccessReviewSpecSchema, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 3, description: 'Result of the check. Populated by the server.', schema: () => subjectAccessReviewStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const selfSubjectAccessReviewNames: ResourceNames = { resource: 'selfsubjectaccessreviews', singular: 'selfsubjectaccessreview', kind: 'SelfSubjectAccessReview', shortNames: [], categories: [], scope: 'Cluster' };

/** LocalSubjectAccessReview checks whether a user or group can perform an action in a namespace. Permission to create it can be granted for one namespace. */
export type LocalSubjectAccessReview = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. Must be empty, except for the namespace and managedFields. */
  metadata: ObjectMeta;
  /** Request to evaluate. Its namespace must equal that of the object. Defaults to that namespace. */
  spec: SubjectAccessReviewSpec;
  /** Result of the check. Populated by the server. */
  status: SubjectAccessReviewStatus;
};

export const localSubjectAccessReviewSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.LocalSubjectAccessReview',
  description: 'LocalSubjectAccessReview checks whether a user or group can perform an action in a namespace. Permission to create it can be granted for one namespace.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata. Must be empty, except for the namespace and managedFields.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Request to evaluate. Its namespace must equal that of the object. Defaults to that namespace.', schema: () => subjectAccessReviewSpecSchema, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 3, description: 'Result of the check. Populated by the server.', schema: () => subjectAccessReviewStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const localSubjectAccessReviewNames: ResourceNames = { resource: 'localsubjectaccessreviews', singular: 'localsubjectaccessreview', kind: 'LocalSubjectAccessReview', shortNames: [], categories: [], scope: 'Namespaced' };

/** SelfSubjectRulesReview lists the actions that the requesting user can perform in a namespace. The list may be incomplete. Use it to show or hide actions in a user interface, and SubjectAccessReview for authorization decisions. */
export type SelfSubjectRulesReview = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. Must be empty, except for managedFields. */
  metadata: ObjectMeta;
  /** Request to evaluate. */
  spec: SelfSubjectRulesReviewSpec;
  /** Actions that the user can perform. Populated by the server. */
  status: SubjectRulesReviewStatus;
};

export const selfSubjectRulesReviewSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.SelfSubjectRulesReview',
  description: 'SelfSubjectRulesReview lists the actions that the requesting user can perform in a namespace. The list may be incomplete. Use it to show or hide actions in a user interface, and SubjectAccessReview for authorization decisions.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata. Must be empty, except for managedFields.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Request to evaluate.', schema: () => selfSubjectRulesReviewSpecSchema, presence: 'always', required: true, immutable: false },
    { name: 'status', number: 3, description: 'Actions that the user can perform. Populated by the server.', schema: () => subjectRulesReviewStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const selfSubjectRulesReviewNames: ResourceNames = { resource: 'selfsubjectrulesreviews', singular: 'selfsubjectrulesreview', kind: 'SelfSubjectRulesReview', shortNames: [], categories: [], scope: 'Cluster' };

/** SubjectAccessReviewSpec describes an access request. Exactly one of `resourceAttributes` and `nonResourceAttributes` must be set. */
export type SubjectAccessReviewSpec = {
  /** Attributes of a resource request. */
  resourceAttributes?: ResourceAttributes;
  /** Attributes of a non-resource request. */
  nonResourceAttributes?: NonResourceAttributes;
  /** User to test for. Without `groups`, it is a user who belongs to no group. */
  user?: string;
  /** Groups to test for. */
  groups?: string[];
  /** Extra attributes of the user, as the authenticator provides them. */
  extra?: { [key: string]: string[] };
  /** UID of the user. */
  uid?: string;
};

const subjectAccessReviewSpecGroups: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const subjectAccessReviewSpecExtraValue: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [], wrapped: true };

const subjectAccessReviewSpecExtra: MapSchema = { type: 'map', values: () => subjectAccessReviewSpecExtraValue, atomic: false };

export const subjectAccessReviewSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.SubjectAccessReviewSpec',
  description: 'SubjectAccessReviewSpec describes an access request. Exactly one of `resourceAttributes` and `nonResourceAttributes` must be set.',
  atomic: false,
  fields: [
    { name: 'resourceAttributes', number: 1, description: 'Attributes of a resource request.', schema: () => resourceAttributesSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'nonResourceAttributes', number: 2, description: 'Attributes of a non-resource request.', schema: () => nonResourceAttributesSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'user', number: 3, description: 'User to test for. Without `groups`, it is a user who belongs to no group.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'groups', number: 4, description: 'Groups to test for.', schema: () => subjectAccessReviewSpecGroups, presence: 'implicit', required: false, immutable: false },
    { name: 'extra', number: 5, description: 'Extra attributes of the user, as the authenticator provides them.', schema: () => subjectAccessReviewSpecExtra, presence: 'implicit', required: false, immutable: false },
    { name: 'uid', number: 6, description: 'UID of the user.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** SelfSubjectAccessReviewSpec describes an access request of the requesting user. Exactly one of `resourceAttributes` and `nonResourceAttributes` must be set. */
export type SelfSubjectAccessReviewSpec = {
  /** Attributes of a resource request. */
  resourceAttributes?: ResourceAttributes;
  /** Attributes of a non-resource request. */
  nonResourceAttributes?: NonResourceAttributes;
};

export const selfSubjectAccessReviewSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.SelfSubjectAccessReviewSpec',
  description: 'SelfSubjectAccessReviewSpec describes an access request of the requesting user. Exactly one of `resourceAttributes` and `nonResourceAttributes` must be set.',
  atomic: false,
  fields: [
    { name: 'resourceAttributes', number: 1, description: 'Attributes of a resource request.', schema: () => resourceAttributesSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'nonResourceAttributes', number: 2, description: 'Attributes of a non-resource request.', schema: () => nonResourceAttributesSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** SelfSubjectRulesReviewSpec selects the namespace of the review. */
export type SelfSubjectRulesReviewSpec = {
  /** Namespace to evaluate rules for. Required. */
  namespace?: string;
};

export const selfSubjectRulesReviewSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.SelfSubjectRulesReviewSpec',
  description: 'SelfSubjectRulesReviewSpec selects the namespace of the review.',
  atomic: false,
  fields: [
    { name: 'namespace', number: 1, description: 'Namespace to evaluate rules for. Required.', schema: () => text, presence: 'implicit', required: true, immutable: false },
  ],
};

/** ResourceAttributes are the attributes of a resource request. */
export type ResourceAttributes = {
  /** Namespace of the action. Empty means no namespace for cluster-scoped resources, and all namespaces for namespaced resources. In a LocalSubjectAccessReview it defaults to the namespace of the object. */
  namespace?: string;
  /** Kubernetes verb, such as `get`, `list`, `watch`, `create`, `update`, `delete` or `proxy`. `*` means all verbs. */
  verb?: string;
  /** API group of the resource. Empty means the core group, `*` means all groups. */
  group?: string;
  /** API version of the resource. `*` means all versions. */
  version?: string;
  /** Plural name of the resource. `*` means all resources. */
  resource?: string;
  /** Subresource. Empty means none. */
  subresource?: string;
  /** Name of the object of a `get` or `delete`. Empty means all objects. */
  name?: string;
  /** Field selector that limits the access. It can only narrow the request. */
  fieldSelector?: FieldSelectorAttributes;
  /** Label selector that limits the access. It can only narrow the request. */
  labelSelector?: LabelSelectorAttributes;
};

export const resourceAttributesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.ResourceAttributes',
  description: 'ResourceAttributes are the attributes of a resource request.',
  atomic: false,
  fields: [
    { name: 'namespace', number: 1, description: 'Namespace of the action. Empty means no namespace for cluster-scoped resources, and all namespaces for namespaced resources. In a LocalSubjectAccessReview it defaults to the namespace of the object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'verb', number: 2, description: 'Kubernetes verb, such as `get`, `list`, `watch`, `create`, `update`, `delete` or `proxy`. `*` means all verbs.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'group', number: 3, description: 'API group of the resource. Empty means the core group, `*` means all groups.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'version', number: 4, description: 'API version of the resource. `*` means all versions.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'resource', number: 5, description: 'Plural name of the resource. `*` means all resources.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'subresource', number: 6, description: 'Subresource. Empty means none.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'name', number: 7, description: 'Name of the object of a `get` or `delete`. Empty means all objects.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'fieldSelector', number: 8, description: 'Field selector that limits the access. It can only narrow the request.', schema: () => fieldSelectorAttributesSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'labelSelector', number: 9, description: 'Label selector that limits the access. It can only narrow the request.', schema: () => labelSelectorAttributesSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** LabelSelectorAttributes limits access by labels. Only one of the two fields may be set. */
export type LabelSelectorAttributes = {
  /** Selector as the text of a query parameter. A selector that cannot be parsed limits nothing. */
  rawSelector?: string;
  /** Parsed requirements of the selector. All of them must hold. */
  requirements?: LabelSelectorRequirement[];
};

const labelSelectorAttributesRequirements: ListSchema = { type: 'list', items: () => labelSelectorRequirementSchema, listType: 'atomic', keys: [] };

export const labelSelectorAttributesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.LabelSelectorAttributes',
  description: 'LabelSelectorAttributes limits access by labels. Only one of the two fields may be set.',
  atomic: false,
  fields: [
    { name: 'rawSelector', number: 1, description: 'Selector as the text of a query parameter. A selector that cannot be parsed limits nothing.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'requirements', number: 2, description: 'Parsed requirements of the selector. All of them must hold.', schema: () => labelSelectorAttributesRequirements, presence: 'implicit', required: false, immutable: false },
  ],
};

/** FieldSelectorAttributes limits access by fields. Only one of the two fields may be set. */
export type FieldSelectorAttributes = {
  /** Selector as the text of a query parameter. A selector that cannot be parsed limits nothing. */
  rawSelector?: string;
  /** Parsed requirements of the selector. All of them must hold. */
  requirements?: FieldSelectorRequirement[];
};

const fieldSelectorAttributesRequirements: ListSchema = { type: 'list', items: () => fieldSelectorRequirementSchema, listType: 'atomic', keys: [] };

export const fieldSelectorAttributesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.FieldSelectorAttributes',
  description: 'FieldSelectorAttributes limits access by fields. Only one of the two fields may be set.',
  atomic: false,
  fields: [
    { name: 'rawSelector', number: 1, description: 'Selector as the text of a query parameter. A selector that cannot be parsed limits nothing.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'requirements', number: 2, description: 'Parsed requirements of the selector. All of them must hold.', schema: () => fieldSelectorAttributesRequirements, presence: 'implicit', required: false, immutable: false },
  ],
};

/** NonResourceAttributes are the attributes of a non-resource request. */
export type NonResourceAttributes = {
  /** URL path of the request. */
  path?: string;
  /** HTTP verb in lower case. */
  verb?: string;
};

export const nonResourceAttributesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.NonResourceAttributes',
  description: 'NonResourceAttributes are the attributes of a non-resource request.',
  atomic: false,
  fields: [
    { name: 'path', number: 1, description: 'URL path of the request.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'verb', number: 2, description: 'HTTP verb in lower case.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** SubjectAccessReviewStatus is the result of an access check. A request that is neither allowed nor denied is one that no authorizer decided; it is not permitted. */
export type SubjectAccessReviewStatus = {
  /** Whether the action is allowed. */
  allowed: boolean;
  /** Whether the action is denied. It is never true together with `allowed`. */
  denied?: boolean;
  /** Reason why the request was allowed or denied. */
  reason?: string;
  /** Errors during the check. The result can be valid nevertheless. */
  evaluationError?: string;
};

export const subjectAccessReviewStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.SubjectAccessReviewStatus',
  description: 'SubjectAccessReviewStatus is the result of an access check. A request that is neither allowed nor denied is one that no authorizer decided; it is not permitted.',
  atomic: false,
  fields: [
    { name: 'allowed', number: 1, description: 'Whether the action is allowed.', schema: () => boolean, presence: 'always', required: true, immutable: false },
    { name: 'denied', number: 4, description: 'Whether the action is denied. It is never true together with `allowed`.', schema: () => boolean, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 2, description: 'Reason why the request was allowed or denied.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'evaluationError', number: 3, description: 'Errors during the check. The result can be valid nevertheless.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** SubjectRulesReviewStatus lists the rules of a user in a namespace. */
export type SubjectRulesReviewStatus = {
  /** Allowed actions on resources. The order has no meaning, and entries may repeat. */
  resourceRules: ResourceRule[];
  /** Allowed actions on non-resource paths. The order has no meaning, and entries may repeat. */
  nonResourceRules: NonResourceRule[];
  /** Whether the list is incomplete, for example because an authorizer cannot list its rules. */
  incomplete: boolean;
  /** Errors during the evaluation. Rules may be missing from the list. */
  evaluationError?: string;
};

const subjectRulesReviewStatusResourceRules: ListSchema = { type: 'list', items: () => resourceRuleSchema, listType: 'atomic', keys: [] };

const subjectRulesReviewStatusNonResourceRules: ListSchema = { type: 'list', items: () => nonResourceRuleSchema, listType: 'atomic', keys: [] };

export const subjectRulesReviewStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.SubjectRulesReviewStatus',
  description: 'SubjectRulesReviewStatus lists the rules of a user in a namespace.',
  atomic: false,
  fields: [
    { name: 'resourceRules', number: 1, description: 'Allowed actions on resources. The order has no meaning, and entries may repeat.', schema: () => subjectRulesReviewStatusResourceRules, presence: 'always', required: true, immutable: false },
    { name: 'nonResourceRules', number: 2, description: 'Allowed actions on non-resource paths. The order has no meaning, and entries may repeat.', schema: () => subjectRulesReviewStatusNonResourceRules, presence: 'always', required: true, immutable: false },
    { name: 'incomplete', number: 3, description: 'Whether the list is incomplete, for example because an authorizer cannot list its rules.', schema: () => boolean, presence: 'always', required: true, immutable: false },
    { name: 'evaluationError', number: 4, description: 'Errors during the evaluation. Rules may be missing from the list.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ResourceRule lists actions that are allowed on resources. */
export type ResourceRule = {
  /** Kubernetes verbs, such as `get`, `list` or `delete`. `*` means all verbs. */
  verbs: string[];
  /** API groups of the resources. `*` means all groups. */
  apiGroups?: string[];
  /** Resources. `*` means all resources in the groups, `*\/scale` means the subresource `scale` of all resources. */
  resources?: string[];
  /** Names of the objects. Empty means all objects. */
  resourceNames?: string[];
};

const resourceRuleVerbs: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const resourceRuleApiGroups: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const resourceRuleResources: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const resourceRuleResourceNames: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const resourceRuleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.ResourceRule',
  description: 'ResourceRule lists actions that are allowed on resources.',
  atomic: false,
  fields: [
    { name: 'verbs', number: 1, description: 'Kubernetes verbs, such as `get`, `list` or `delete`. `*` means all verbs.', schema: () => resourceRuleVerbs, presence: 'always', required: true, immutable: false },
    { name: 'apiGroups', number: 2, description: 'API groups of the resources. `*` means all groups.', schema: () => resourceRuleApiGroups, presence: 'implicit', required: false, immutable: false },
    { name: 'resources', number: 3, description: 'Resources. `*` means all resources in the groups, `*/scale` means the subresource `scale` of all resources.', schema: () => resourceRuleResources, presence: 'implicit', required: false, immutable: false },
    { name: 'resourceNames', number: 4, description: 'Names of the objects. Empty means all objects.', schema: () => resourceRuleResourceNames, presence: 'implicit', required: false, immutable: false },
  ],
};

/** NonResourceRule lists actions that are allowed on non-resource paths. */
export type NonResourceRule = {
  /** HTTP verbs in lower case, such as `get` or `post`. `*` means all verbs. */
  verbs: string[];
  /** URL paths. `*` is allowed as the whole last segment of a path, and alone means all paths. */
  nonResourceURLs?: string[];
};

const nonResourceRuleVerbs: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const nonResourceRuleNonResourceURLs: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

export const nonResourceRuleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.authorization.v1.NonResourceRule',
  description: 'NonResourceRule lists actions that are allowed on non-resource paths.',
  atomic: false,
  fields: [
    { name: 'verbs', number: 1, description: 'HTTP verbs in lower case, such as `get` or `post`. `*` means all verbs.', schema: () => nonResourceRuleVerbs, presence: 'always', required: true, immutable: false },
    { name: 'nonResourceURLs', number: 2, description: 'URL paths. `*` is allowed as the whole last segment of a path, and alone means all paths.', schema: () => nonResourceRuleNonResourceURLs, presence: 'implicit', required: false, immutable: false },
  ],
};
