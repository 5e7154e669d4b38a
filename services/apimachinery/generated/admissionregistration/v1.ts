// Generated from proto/admissionregistration/v1/match.proto, proto/admissionregistration/v1/mutating_admission_policy.proto, proto/admissionregistration/v1/validating_admission_policy.proto, proto/admissionregistration/v1/webhook.proto by `npm run generate`. Do not edit.
import { apiVersionField, bytes, int32, int64, kindField, text, type Int64 } from '../../schema/common.js';
import type { ResourceNames } from '../../schema/resource-names.js';
import type { ListSchema, Schema, StructSchema } from '../../schema/schema.js';
import { conditionSchema, labelSelectorSchema, listMetaSchema, objectMetaSchema, type Condition, type LabelSelector, type ListMeta, type ObjectMeta } from '../meta/v1.js';

/** Rule selects resources. A request matches if its group, version, resource and scope all match. */
export type Rule = {
  /** API groups of the resources; the empty text is the core group. `*` matches all groups and must be the only item. Required. */
  apiGroups?: string[];
  /** API versions of the resources. `*` matches all versions and must be the only item. Required. */
  apiVersions?: string[];
  /** Resources and subresources. `pods` matches pods, `pods/log` their subresource `log`, `pods/*` all subresources of pods, `*` all resources without subresources, `*\/scale` all subresources `scale`, and `*\/*` everything. Items must not overlap if one of them has a wildcard. Required. */
  resources?: string[];
  /** Scope of the resources: `Cluster`, `Namespaced`, or `*` for both. A namespace is a resource of the cluster, and a subresource has the scope of its parent. Defaults to `*`. */
  scope?: string;
};

const ruleApiGroups: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const ruleApiVersions: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const ruleResources: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const ruleScope: Schema = { type: 'string', enum: ['*', 'Cluster', 'Namespaced'] };

export const ruleSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.Rule',
  description: 'Rule selects resources. A request matches if its group, version, resource and scope all match.',
  atomic: false,
  fields: [
    { name: 'apiGroups', number: 1, description: 'API groups of the resources; the empty text is the core group. `*` matches all groups and must be the only item. Required.', schema: () => ruleApiGroups, presence: 'implicit', required: false, immutable: false },
    { name: 'apiVersions', number: 2, description: 'API versions of the resources. `*` matches all versions and must be the only item. Required.', schema: () => ruleApiVersions, presence: 'implicit', required: false, immutable: false },
    { name: 'resources', number: 3, description: 'Resources and subresources. `pods` matches pods, `pods/log` their subresource `log`, `pods/*` all subresources of pods, `*` all resources without subresources, `*/scale` all subresources `scale`, and `*/*` everything. Items must not overlap if one of them has a wildcard. Required.', schema: () => ruleResources, presence: 'implicit', required: false, immutable: false },
    { name: 'scope', number: 4, description: 'Scope of the resources: `Cluster`, `Namespaced`, or `*` for both. A namespace is a resource of the cluster, and a subresource has the scope of its parent. Defaults to `*`.', schema: () => ruleScope, presence: 'explicit', required: false, immutable: false, default: '"*"' },
  ],
};

/** RuleWithOperations selects operations on resources. All resources of the rule should support the operations. */
export type RuleWithOperations = {
  /** Operations: `CREATE`, `UPDATE`, `DELETE`, `CONNECT`, or `*` for all present and future ones, which must be the only item. Required. */
  operations?: string[];
  /** API groups of the resources; the empty text is the core group. `*` matches all groups and must be the only item. Required. */
  apiGroups?: string[];
  /** API versions of the resources. `*` matches all versions and must be the only item. Required. */
  apiVersions?: string[];
  /** Resources and subresources. `pods` matches pods, `pods/log` their subresource `log`, `pods/*` all subresources of pods, `*` all resources without subresources, `*\/scale` all subresources `scale`, and `*\/*` everything. Items must not overlap if one of them has a wildcard. Required. */
  resources?: string[];
  /** Scope of the resources: `Cluster`, `Namespaced`, or `*` for both. A namespace is a resource of the cluster, and a subresource has the scope of its parent. Defaults to `*`. */
  scope?: string;
};

const ruleWithOperationsOperationsItem: Schema = { type: 'string', enum: ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'] };

const ruleWithOperationsOperations: ListSchema = { type: 'list', items: () => ruleWithOperationsOperationsItem, listType: 'atomic', keys: [] };

const ruleWithOperationsApiGroups: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const ruleWithOperationsApiVersions: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const ruleWithOperationsResources: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const ruleWithOperationsScope: Schema = { type: 'string', enum: ['*', 'Cluster', 'Namespaced'] };

export const ruleWithOperationsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.RuleWithOperations',
  description: 'RuleWithOperations selects operations on resources. All resources of the rule should support the operations.',
  atomic: false,
  fields: [
    { name: 'operations', number: 1, description: 'Operations: `CREATE`, `UPDATE`, `DELETE`, `CONNECT`, or `*` for all present and future ones, which must be the only item. Required.', schema: () => ruleWithOperationsOperations, presence: 'implicit', required: false, immutable: false },
    { name: 'apiGroups', number: 1, inside: [2], description: 'API groups of the resources; the empty text is the core group. `*` matches all groups and must be the only item. Required.', schema: () => ruleWithOperationsApiGroups, presence: 'implicit', required: false, immutable: false },
    { name: 'apiVersions', number: 2, inside: [2], description: 'API versions of the resources. `*` matches all versions and must be the only item. Required.', schema: () => ruleWithOperationsApiVersions, presence: 'implicit', required: false, immutable: false },
    { name: 'resources', number: 3, inside: [2], description: 'Resources and subresources. `pods` matches pods, `pods/log` their subresource `log`, `pods/*` all subresources of pods, `*` all resources without subresources, `*/scale` all subresources `scale`, and `*/*` everything. Items must not overlap if one of them has a wildcard. Required.', schema: () => ruleWithOperationsResources, presence: 'implicit', required: false, immutable: false },
    { name: 'scope', number: 4, inside: [2], description: 'Scope of the resources: `Cluster`, `Namespaced`, or `*` for both. A namespace is a resource of the cluster, and a subresource has the scope of its parent. Defaults to `*`.', schema: () => ruleWithOperationsScope, presence: 'explicit', required: false, immutable: false, default: '"*"' },
  ],
};

/** NamedRuleWithOperations selects operations on resources, and optionally on objects with some names. */
export type NamedRuleWithOperations = {
  /** Names of objects that match. An empty list matches all objects. */
  resourceNames?: string[];
  /** Operations: `CREATE`, `UPDATE`, `DELETE`, `CONNECT`, or `*` for all present and future ones, which must be the only item. Required. */
  operations?: string[];
  /** API groups of the resources; the empty text is the core group. `*` matches all groups and must be the only item. Required. */
  apiGroups?: string[];
  /** API versions of the resources. `*` matches all versions and must be the only item. Required. */
  apiVersions?: string[];
  /** Resources and subresources. `pods` matches pods, `pods/log` their subresource `log`, `pods/*` all subresources of pods, `*` all resources without subresources, `*\/scale` all subresources `scale`, and `*\/*` everything. Items must not overlap if one of them has a wildcard. Required. */
  resources?: string[];
  /** Scope of the resources: `Cluster`, `Namespaced`, or `*` for both. A namespace is a resource of the cluster, and a subresource has the scope of its parent. Defaults to `*`. */
  scope?: string;
};

const namedRuleWithOperationsResourceNames: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const namedRuleWithOperationsOperationsItem: Schema = { type: 'string', enum: ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'] };

const namedRuleWithOperationsOperations: ListSchema = { type: 'list', items: () => namedRuleWithOperationsOperationsItem, listType: 'atomic', keys: [] };

const namedRuleWithOperationsApiGroups: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const namedRuleWithOperationsApiVersions: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const namedRuleWithOperationsResources: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const namedRuleWithOperationsScope: Schema = { type: 'string', enum: ['*', 'Cluster', 'Namespaced'] };

export const namedRuleWithOperationsSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.NamedRuleWithOperations',
  description: 'NamedRuleWithOperations selects operations on resources, and optionally on objects with some names.',
  atomic: true,
  fields: [
    { name: 'resourceNames', number: 1, description: 'Names of objects that match. An empty list matches all objects.', schema: () => namedRuleWithOperationsResourceNames, presence: 'implicit', required: false, immutable: false },
    { name: 'operations', number: 1, inside: [2], description: 'Operations: `CREATE`, `UPDATE`, `DELETE`, `CONNECT`, or `*` for all present and future ones, which must be the only item. Required.', schema: () => namedRuleWithOperationsOperations, presence: 'implicit', required: false, immutable: false },
    { name: 'apiGroups', number: 1, inside: [2, 2], description: 'API groups of the resources; the empty text is the core group. `*` matches all groups and must be the only item. Required.', schema: () => namedRuleWithOperationsApiGroups, presence: 'implicit', required: false, immutable: false },
    { name: 'apiVersions', number: 2, inside: [2, 2], description: 'API versions of the resources. `*` matches all versions and must be the only item. Required.', schema: () => namedRuleWithOperationsApiVersions, presence: 'implicit', required: false, immutable: false },
    { name: 'resources', number: 3, inside: [2, 2], description: 'Resources and subresources. `pods` matches pods, `pods/log` their subresource `log`, `pods/*` all subresources of pods, `*` all resources without subresources, `*/scale` all subresources `scale`, and `*/*` everything. Items must not overlap if one of them has a wildcard. Required.', schema: () => namedRuleWithOperationsResources, presence: 'implicit', required: false, immutable: false },
    { name: 'scope', number: 4, inside: [2, 2], description: 'Scope of the resources: `Cluster`, `Namespaced`, or `*` for both. A namespace is a resource of the cluster, and a subresource has the scope of its parent. Defaults to `*`.', schema: () => namedRuleWithOperationsScope, presence: 'explicit', required: false, immutable: false, default: '"*"' },
  ],
};

/** MatchCondition is a condition in CEL that a request must meet. */
export type MatchCondition = {
  /** Identifier of the condition, for logs and for merges. Unique in its list. It consists of letters, digits, `-`, `_` and `.`, begins and ends with a letter or digit, and can have a DNS subdomain as prefix, such as `example.com/my-name`. Required. */
  name: string;
  /** Expression in CEL of type bool. Its variables are `object` (null for DELETE), `oldObject` (null for CREATE), `request` (the attributes of the request), `authorizer` (checks permissions of the user) and `authorizer.requestResource` (the same for the resource of the request). Required. */
  expression: string;
};

export const matchConditionSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.MatchCondition',
  description: 'MatchCondition is a condition in CEL that a request must meet.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Identifier of the condition, for logs and for merges. Unique in its list. It consists of letters, digits, `-`, `_` and `.`, begins and ends with a letter or digit, and can have a DNS subdomain as prefix, such as `example.com/my-name`. Required.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'expression', number: 2, description: 'Expression in CEL of type bool. Its variables are `object` (null for DELETE), `oldObject` (null for CREATE), `request` (the attributes of the request), `authorizer` (checks permissions of the user) and `authorizer.requestResource` (the same for the resource of the request). Required.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** MatchResources selects the requests of a policy. A request that matches a rule and an exclude rule does not match. */
export type MatchResources = {
  /** Selects objects by the labels of their namespace, and Namespaces by their own labels. Other cluster-scoped objects always match. Defaults to the empty selector, which matches everything. */
  namespaceSelector?: LabelSelector;
  /** Selects objects by their labels. A request matches if its new or its old object does; an object that is absent or has no labels does not match. Users can avoid the policy by labels, so use it only for policies that users ask for. Defaults to the empty selector, which matches everything. */
  objectSelector?: LabelSelector;
  /** Operations and resources of the policy. A request matches if one of the rules does. */
  resourceRules?: NamedRuleWithOperations[];
  /** Operations and resources that do not match, even if a resource rule does. */
  excludeResourceRules?: NamedRuleWithOperations[];
  /** Treatment of requests through another group or version of a resource. `Exact` matches only what the rules list. `Equivalent` matches such a request too, and converts its objects to the group and version of the rule. Defaults to `Equivalent`. */
  matchPolicy?: string;
};

const matchResourcesResourceRules: ListSchema = { type: 'list', items: () => namedRuleWithOperationsSchema, listType: 'atomic', keys: [] };

const matchResourcesExcludeResourceRules: ListSchema = { type: 'list', items: () => namedRuleWithOperationsSchema, listType: 'atomic', keys: [] };

const matchResourcesMatchPolicy: Schema = { type: 'string', enum: ['Equivalent', 'Exact'] };

export const matchResourcesSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.MatchResources',
  description: 'MatchResources selects the requests of a policy. A request that matches a rule and an exclude rule does not match.',
  atomic: true,
  fields: [
    { name: 'namespaceSelector', number: 1, description: 'Selects objects by the labels of their namespace, and Namespaces by their own labels. Other cluster-scoped objects always match. Defaults to the empty selector, which matches everything.', schema: () => labelSelectorSchema, presence: 'explicit', required: false, immutable: false, default: '{}' },
    { name: 'objectSelector', number: 2, description: 'Selects objects by their labels. A request matches if its new or its old object does; an object that is absent or has no labels does not match. Users can avoid the policy by labels, so use it only for policies that users ask for. Defaults to the empty selector, which matches everything.', schema: () => labelSelectorSchema, presence: 'explicit', required: false, immutable: false, default: '{}' },
    { name: 'resourceRules', number: 3, description: 'Operations and resources of the policy. A request matches if one of the rules does.', schema: () => matchResourcesResourceRules, presence: 'implicit', required: false, immutable: false },
    { name: 'excludeResourceRules', number: 4, description: 'Operations and resources that do not match, even if a resource rule does.', schema: () => matchResourcesExcludeResourceRules, presence: 'implicit', required: false, immutable: false },
    { name: 'matchPolicy', number: 7, description: 'Treatment of requests through another group or version of a resource. `Exact` matches only what the rules list. `Equivalent` matches such a request too, and converts its objects to the group and version of the rule. Defaults to `Equivalent`.', schema: () => matchResourcesMatchPolicy, presence: 'explicit', required: false, immutable: false, default: '"Equivalent"' },
  ],
};

/** ParamKind is the kind of the parameters of a policy. */
export type ParamKind = {
  /** API version of the kind, `<group>/<version>`. Required. */
  apiVersion?: string;
  /** Kind of the parameters. Required. */
  kind?: string;
};

export const paramKindSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.ParamKind',
  description: 'ParamKind is the kind of the parameters of a policy.',
  atomic: true,
  fields: [
    { name: 'apiVersion', number: 1, description: 'API version of the kind, `<group>/<version>`. Required.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'kind', number: 2, description: 'Kind of the parameters. Required.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ParamRef locates the parameters of a binding. Exactly one of `name` and `selector` is set. */
export type ParamRef = {
  /** Name of the parameter object. */
  name?: string;
  /** Namespace of the parameter objects. It must be empty for a cluster-scoped kind. If it is empty for a namespaced kind, the parameters are in the namespace of the object that is written, and requests for cluster-scoped objects fail. */
  namespace?: string;
  /** Selects parameter objects by labels; `{}` selects all of the kind. The policy is evaluated with each of them, and a request must satisfy all. */
  selector?: LabelSelector;
  /** Result without parameters, if kind and selector or name are valid: `Allow` admits the request, `Deny` applies the failure policy of the policy. Required. */
  parameterNotFoundAction?: string;
};

export const paramRefSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.ParamRef',
  description: 'ParamRef locates the parameters of a binding. Exactly one of `name` and `selector` is set.',
  atomic: true,
  fields: [
    { name: 'name', number: 1, description: 'Name of the parameter object.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'namespace', number: 2, description: 'Namespace of the parameter objects. It must be empty for a cluster-scoped kind. If it is empty for a namespaced kind, the parameters are in the namespace of the object that is written, and requests for cluster-scoped objects fail.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'selector', number: 3, description: 'Selects parameter objects by labels; `{}` selects all of the kind. The policy is evaluated with each of them, and a request must satisfy all.', schema: () => labelSelectorSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'parameterNotFoundAction', number: 4, description: 'Result without parameters, if kind and selector or name are valid: `Allow` admits the request, `Deny` applies the failure policy of the policy. Required.', schema: () => text, presence: 'explicit', required: false, immutable: false },
  ],
};

/** Variable is an expression with a name. Other expressions read its value as `variables.<name>`. It is evaluated at most once, when it is first read. */
export type Variable = {
  /** Name of the variable, a CEL identifier, unique among the variables. */
  name: string;
  /** Expression in CEL. It can read the same variables as other expressions, and the variables listed before it. */
  expression: string;
};

export const variableSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.Variable',
  description: 'Variable is an expression with a name. Other expressions read its value as `variables.<name>`. It is evaluated at most once, when it is first read.',
  atomic: true,
  fields: [
    { name: 'name', number: 1, description: 'Name of the variable, a CEL identifier, unique among the variables.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'expression', number: 2, description: 'Expression in CEL. It can read the same variables as other expressions, and the variables listed before it.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** MutatingAdmissionPolicy changes objects of requests by expressions in CEL. It has effect through its bindings. */
export type MutatingAdmissionPolicy = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Rules of the policy. */
  spec: MutatingAdmissionPolicySpec;
};

export const mutatingAdmissionPolicySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicy',
  description: 'MutatingAdmissionPolicy changes objects of requests by expressions in CEL. It has effect through its bindings.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Rules of the policy.', schema: () => mutatingAdmissionPolicySpecSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const mutatingAdmissionPolicyNames: ResourceNames = { resource: 'mutatingadmissionpolicies', singular: 'mutatingadmissionpolicy', kind: 'MutatingAdmissionPolicy', shortNames: [], categories: ['api-extensions'], scope: 'Cluster' };

/** MutatingAdmissionPolicyList is a list of MutatingAdmissionPolicies. */
export type MutatingAdmissionPolicyList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of MutatingAdmissionPolicies. */
  items: MutatingAdmissionPolicy[];
};

const mutatingAdmissionPolicyListItems: ListSchema = { type: 'list', items: () => mutatingAdmissionPolicySchema, listType: 'atomic', keys: [] };

export const mutatingAdmissionPolicyListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicyList',
  description: 'MutatingAdmissionPolicyList is a list of MutatingAdmissionPolicies.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of MutatingAdmissionPolicies.', schema: () => mutatingAdmissionPolicyListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** MutatingAdmissionPolicySpec holds the rules of a policy. */
export type MutatingAdmissionPolicySpec = {
  /** Kind of the parameters. Without it, the policy has no parameters and no variable `params`. If the kind does not exist, the failure policy applies. If a binding has no `paramRef`, `params` is null. */
  paramKind?: ParamKind;
  /** Requests of the policy. Policies and bindings of admission never match, so that a cluster can be repaired. Rules match the operations `CREATE`, `UPDATE` and `CONNECT`. Required. */
  matchConstraints?: MatchResources;
  /** Variables for the other expressions, except match conditions. A variable can read those before it. */
  variables?: Variable[];
  /** Changes of the object, in this order. At least one is required. */
  mutations?: Mutation[];
  /** Result if an expression fails, or if policy, binding or parameters are misconfigured: `Fail` refuses the request, `Ignore` ignores the policy. Defaults to `Fail`. */
  failurePolicy?: string;
  /** Conditions of a request for the policy, at most 64; an empty list matches all requests. They can read `params`. The policy is skipped if one is false, and evaluated if all are true. If one fails and none is false, the failure policy applies: `Fail` refuses the request, `Ignore` skips the policy. */
  matchConditions?: MatchCondition[];
  /** Whether the mutations of a binding run again in the same request if a later plugin changed the object: `Never` or `IfNeeded`. Required. */
  reinvocationPolicy?: string;
};

const mutatingAdmissionPolicySpecVariables: ListSchema = { type: 'list', items: () => variableSchema, listType: 'atomic', keys: [] };

const mutatingAdmissionPolicySpecMutations: ListSchema = { type: 'list', items: () => mutationSchema, listType: 'atomic', keys: [] };

const mutatingAdmissionPolicySpecFailurePolicy: Schema = { type: 'string', enum: ['Fail', 'Ignore'] };

const mutatingAdmissionPolicySpecMatchConditions: ListSchema = { type: 'list', items: () => matchConditionSchema, listType: 'map', keys: ['name'] };

const mutatingAdmissionPolicySpecReinvocationPolicy: Schema = { type: 'string', enum: ['IfNeeded', 'Never'] };

export const mutatingAdmissionPolicySpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicySpec',
  description: 'MutatingAdmissionPolicySpec holds the rules of a policy.',
  atomic: false,
  fields: [
    { name: 'paramKind', number: 1, description: 'Kind of the parameters. Without it, the policy has no parameters and no variable `params`. If the kind does not exist, the failure policy applies. If a binding has no `paramRef`, `params` is null.', schema: () => paramKindSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'matchConstraints', number: 2, description: 'Requests of the policy. Policies and bindings of admission never match, so that a cluster can be repaired. Rules match the operations `CREATE`, `UPDATE` and `CONNECT`. Required.', schema: () => matchResourcesSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'variables', number: 3, description: 'Variables for the other expressions, except match conditions. A variable can read those before it.', schema: () => mutatingAdmissionPolicySpecVariables, presence: 'implicit', required: false, immutable: false },
    { name: 'mutations', number: 4, description: 'Changes of the object, in this order. At least one is required.', schema: () => mutatingAdmissionPolicySpecMutations, presence: 'implicit', required: false, immutable: false },
    { name: 'failurePolicy', number: 5, description: 'Result if an expression fails, or if policy, binding or parameters are misconfigured: `Fail` refuses the request, `Ignore` ignores the policy. Defaults to `Fail`.', schema: () => mutatingAdmissionPolicySpecFailurePolicy, presence: 'explicit', required: false, immutable: false, default: '"Fail"' },
    { name: 'matchConditions', number: 6, description: 'Conditions of a request for the policy, at most 64; an empty list matches all requests. They can read `params`. The policy is skipped if one is false, and evaluated if all are true. If one fails and none is false, the failure policy applies: `Fail` refuses the request, `Ignore` skips the policy.', schema: () => mutatingAdmissionPolicySpecMatchConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
    { name: 'reinvocationPolicy', number: 7, description: 'Whether the mutations of a binding run again in the same request if a later plugin changed the object: `Never` or `IfNeeded`. Required.', schema: () => mutatingAdmissionPolicySpecReinvocationPolicy, presence: 'implicit', required: false, immutable: false },
  ],
};

/** Mutation is a change of an object, by one of two kinds of patch. */
export type Mutation = {
  /** Kind of the patch: `ApplyConfiguration` or `JSONPatch`. The field of the same name must be set. Required. */
  patchType: string;
  /** Object that is merged into the object of the request. */
  applyConfiguration?: ApplyConfiguration;
  /** JSON patch of the object of the request. */
  jsonPatch?: JSONPatch;
};

const mutationPatchType: Schema = { type: 'string', enum: ['ApplyConfiguration', 'JSONPatch'] };

export const mutationSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.Mutation',
  description: 'Mutation is a change of an object, by one of two kinds of patch.',
  atomic: false,
  fields: [
    { name: 'patchType', number: 2, description: 'Kind of the patch: `ApplyConfiguration` or `JSONPatch`. The field of the same name must be set. Required.', schema: () => mutationPatchType, presence: 'always', required: true, immutable: false },
    { name: 'applyConfiguration', number: 3, description: 'Object that is merged into the object of the request.', schema: () => applyConfigurationSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'jsonPatch', number: 4, description: 'JSON patch of the object of the request.', schema: () => jsonPatchSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** ApplyConfiguration is an object that is merged into the object of the request, as by server-side apply. It cannot change atomic lists, maps and structs, which could delete values by accident. */
export type ApplyConfiguration = {
  /** Expression in CEL whose value is the object, such as `Object{spec: Object.spec{replicas: 1}}`. The types of fields are named by their path from the type `Object`. The variables of expressions are `object` (null for DELETE), `oldObject` (null for CREATE), `request` (the attributes of the request), `params` (the parameter object), `namespaceObject` (the Namespace of the object; null for cluster-scoped ones), `variables` (the variables of the policy), `authorizer` (checks permissions of the user) and `authorizer.requestResource` (the same for the resource of the request). Required. */
  expression?: string;
};

export const applyConfigurationSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.ApplyConfiguration',
  description: 'ApplyConfiguration is an object that is merged into the object of the request, as by server-side apply. It cannot change atomic lists, maps and structs, which could delete values by accident.',
  atomic: false,
  fields: [
    { name: 'expression', number: 1, description: 'Expression in CEL whose value is the object, such as `Object{spec: Object.spec{replicas: 1}}`. The types of fields are named by their path from the type `Object`. The variables of expressions are `object` (null for DELETE), `oldObject` (null for CREATE), `request` (the attributes of the request), `params` (the parameter object), `namespaceObject` (the Namespace of the object; null for cluster-scoped ones), `variables` (the variables of the policy), `authorizer` (checks permissions of the user) and `authorizer.requestResource` (the same for the resource of the request). Required.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** JSONPatch is a JSON patch of the object of the request. */
export type JSONPatch = {
  /** Expression in CEL whose value is a list of JSONPatch, such as `[JSONPatch{op: "replace", path: "/spec/replicas", value: 3}]`. `op` is add, copy, move, remove, replace or test; `from` is for copy and move. `jsonpatch.escapeKey` escapes a key for a path. A value can be a CEL value or an object of the types of `ApplyConfiguration`. The variables are those of `ApplyConfiguration`. Required. */
  expression?: string;
};

export const jsonPatchSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.JSONPatch',
  description: 'JSONPatch is a JSON patch of the object of the request.',
  atomic: false,
  fields: [
    { name: 'expression', number: 1, description: 'Expression in CEL whose value is a list of JSONPatch, such as `[JSONPatch{op: "replace", path: "/spec/replicas", value: 3}]`. `op` is add, copy, move, remove, replace or test; `from` is for copy and move. `jsonpatch.escapeKey` escapes a key for a path. A value can be a CEL value or an object of the types of `ApplyConfiguration`. The variables are those of `ApplyConfiguration`. Required.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** MutatingAdmissionPolicyBinding puts a policy into effect, for some requests and with parameters. Each binding of a policy is evaluated on its own, and each costs time. */
export type MutatingAdmissionPolicyBinding = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Policy, requests and parameters of the binding. */
  spec: MutatingAdmissionPolicyBindingSpec;
};

export const mutatingAdmissionPolicyBindingSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicyBinding',
  description: 'MutatingAdmissionPolicyBinding puts a policy into effect, for some requests and with parameters. Each binding of a policy is evaluated on its own, and each costs time.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Policy, requests and parameters of the binding.', schema: () => mutatingAdmissionPolicyBindingSpecSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const mutatingAdmissionPolicyBindingNames: ResourceNames = { resource: 'mutatingadmissionpolicybindings', singular: 'mutatingadmissionpolicybinding', kind: 'MutatingAdmissionPolicyBinding', shortNames: [], categories: ['api-extensions'], scope: 'Cluster' };

/** MutatingAdmissionPolicyBindingList is a list of MutatingAdmissionPolicyBindings. */
export type MutatingAdmissionPolicyBindingList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of MutatingAdmissionPolicyBindings. */
  items: MutatingAdmissionPolicyBinding[];
};

const mutatingAdmissionPolicyBindingListItems: ListSchema = { type: 'list', items: () => mutatingAdmissionPolicyBindingSchema, listType: 'atomic', keys: [] };

export const mutatingAdmissionPolicyBindingListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicyBindingList',
  description: 'MutatingAdmissionPolicyBindingList is a list of MutatingAdmissionPolicyBindings.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of MutatingAdmissionPolicyBindings.', schema: () => mutatingAdmissionPolicyBindingListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** MutatingAdmissionPolicyBindingSpec holds policy, requests and parameters of a binding. */
export type MutatingAdmissionPolicyBindingSpec = {
  /** Name of the MutatingAdmissionPolicy. A binding of a missing policy has no effect. Required. */
  policyName?: string;
  /** Parameters of the policy. They must be of its `paramKind`; a policy without `paramKind` ignores them. If the object does not exist, the failure policy applies. */
  paramRef?: ParamRef;
  /** Requests of the binding, of those that the policy matches. Without it, the binding applies to all of them. Rules for resources are optional here. Rules match the operations `CREATE`, `UPDATE` and `CONNECT`. */
  matchResources?: MatchResources;
};

export const mutatingAdmissionPolicyBindingSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicyBindingSpec',
  description: 'MutatingAdmissionPolicyBindingSpec holds policy, requests and parameters of a binding.',
  atomic: false,
  fields: [
    { name: 'policyName', number: 1, description: 'Name of the MutatingAdmissionPolicy. A binding of a missing policy has no effect. Required.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'paramRef', number: 2, description: 'Parameters of the policy. They must be of its `paramKind`; a policy without `paramKind` ignores them. If the object does not exist, the failure policy applies.', schema: () => paramRefSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'matchResources', number: 3, description: 'Requests of the binding, of those that the policy matches. Without it, the binding applies to all of them. Rules for resources are optional here. Rules match the operations `CREATE`, `UPDATE` and `CONNECT`.', schema: () => matchResourcesSchema, presence: 'explicit', required: false, immutable: false },
  ],
};

/** ValidatingAdmissionPolicy accepts or refuses requests by expressions in CEL. It has effect through its bindings. */
export type ValidatingAdmissionPolicy = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Rules of the policy. */
  spec: ValidatingAdmissionPolicySpec;
  /** State of the policy, with warnings about expressions. Read-only. */
  status: ValidatingAdmissionPolicyStatus;
};

export const validatingAdmissionPolicySchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicy',
  description: 'ValidatingAdmissionPolicy accepts or refuses requests by expressions in CEL. It has effect through its bindings.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Rules of the policy.', schema: () => validatingAdmissionPolicySpecSchema, presence: 'always', required: false, immutable: false },
    { name: 'status', number: 3, description: 'State of the policy, with warnings about expressions. Read-only.', schema: () => validatingAdmissionPolicyStatusSchema, presence: 'always', required: false, immutable: false },
  ],
};

export const validatingAdmissionPolicyNames: ResourceNames = { resource: 'validatingadmissionpolicies', singular: 'validatingadmissionpolicy', kind: 'ValidatingAdmissionPolicy', shortNames: [], categories: ['api-extensions'], scope: 'Cluster' };

/** ValidatingAdmissionPolicyList is a list of ValidatingAdmissionPolicies. */
export type ValidatingAdmissionPolicyList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of ValidatingAdmissionPolicies. */
  items: ValidatingAdmissionPolicy[];
};

const validatingAdmissionPolicyListItems: ListSchema = { type: 'list', items: () => validatingAdmissionPolicySchema, listType: 'atomic', keys: [] };

export const validatingAdmissionPolicyListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyList',
  description: 'ValidatingAdmissionPolicyList is a list of ValidatingAdmissionPolicies.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of ValidatingAdmissionPolicies.', schema: () => validatingAdmissionPolicyListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** ValidatingAdmissionPolicySpec holds the rules of a policy. */
export type ValidatingAdmissionPolicySpec = {
  /** Kind of the parameters. Without it, the policy has no parameters and no variable `params`. If the kind does not exist, the failure policy applies. If a binding has no `paramRef`, `params` is null. */
  paramKind?: ParamKind;
  /** Requests of the policy. Policies and bindings of admission never match, so that a cluster can be repaired. Required. */
  matchConstraints?: MatchResources;
  /** Expressions that a request must satisfy. At least one validation or audit annotation is required. */
  validations?: Validation[];
  /** Result if an expression fails, or if policy, binding or parameters are misconfigured: `Fail` applies the actions of the binding, `Ignore` ignores the failure. An expression that is false is not a failure. Defaults to `Fail`. */
  failurePolicy?: string;
  /** Expressions whose values are annotations of the audit event. At least one validation or audit annotation is required. */
  auditAnnotations?: AuditAnnotation[];
  /** Conditions of a request for the policy, at most 64; an empty list matches all requests. They can read `params`. The policy is skipped if one is false, and evaluated if all are true. If one fails and none is false, the failure policy applies: `Fail` refuses the request, `Ignore` skips the policy. */
  matchConditions?: MatchCondition[];
  /** Variables for the other expressions, except match conditions. A variable can read those before it. */
  variables?: Variable[];
};

const validatingAdmissionPolicySpecValidations: ListSchema = { type: 'list', items: () => validationSchema, listType: 'atomic', keys: [] };

const validatingAdmissionPolicySpecFailurePolicy: Schema = { type: 'string', enum: ['Fail', 'Ignore'] };

const validatingAdmissionPolicySpecAuditAnnotations: ListSchema = { type: 'list', items: () => auditAnnotationSchema, listType: 'atomic', keys: [] };

const validatingAdmissionPolicySpecMatchConditions: ListSchema = { type: 'list', items: () => matchConditionSchema, listType: 'map', keys: ['name'] };

const validatingAdmissionPolicySpecVariables: ListSchema = { type: 'list', items: () => variableSchema, listType: 'map', keys: ['name'] };

export const validatingAdmissionPolicySpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicySpec',
  description: 'ValidatingAdmissionPolicySpec holds the rules of a policy.',
  atomic: false,
  fields: [
    { name: 'paramKind', number: 1, description: 'Kind of the parameters. Without it, the policy has no parameters and no variable `params`. If the kind does not exist, the failure policy applies. If a binding has no `paramRef`, `params` is null.', schema: () => paramKindSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'matchConstraints', number: 2, description: 'Requests of the policy. Policies and bindings of admission never match, so that a cluster can be repaired. Required.', schema: () => matchResourcesSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'validations', number: 3, description: 'Expressions that a request must satisfy. At least one validation or audit annotation is required.', schema: () => validatingAdmissionPolicySpecValidations, presence: 'implicit', required: false, immutable: false },
    { name: 'failurePolicy', number: 4, description: 'Result if an expression fails, or if policy, binding or parameters are misconfigured: `Fail` applies the actions of the binding, `Ignore` ignores the failure. An expression that is false is not a failure. Defaults to `Fail`.', schema: () => validatingAdmissionPolicySpecFailurePolicy, presence: 'explicit', required: false, immutable: false, default: '"Fail"' },
    { name: 'auditAnnotations', number: 5, description: 'Expressions whose values are annotations of the audit event. At least one validation or audit annotation is required.', schema: () => validatingAdmissionPolicySpecAuditAnnotations, presence: 'implicit', required: false, immutable: false },
    { name: 'matchConditions', number: 6, description: 'Conditions of a request for the policy, at most 64; an empty list matches all requests. They can read `params`. The policy is skipped if one is false, and evaluated if all are true. If one fails and none is false, the failure policy applies: `Fail` refuses the request, `Ignore` skips the policy.', schema: () => validatingAdmissionPolicySpecMatchConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
    { name: 'variables', number: 7, description: 'Variables for the other expressions, except match conditions. A variable can read those before it.', schema: () => validatingAdmissionPolicySpecVariables, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
  ],
};

/** Validation is an expression that a request must satisfy. */
export type Validation = {
  /** Expression in CEL of type bool. Its variables are `object` (null for DELETE), `oldObject` (null for CREATE), `request` (the attributes of the request), `params` (the parameter object), `namespaceObject` (the Namespace of the object; null for cluster-scoped ones), `variables` (the variables of the policy), `authorizer` (checks permissions of the user) and `authorizer.requestResource` (the same for the resource of the request). Of the metadata, `name` and `generateName` are always accessible. Names of fields that are no CEL identifiers are escaped: `__` is `__underscores__`, `.` is `__dot__`, `-` is `__dash__`, `/` is `__slash__`, and a keyword such as `namespace` is `__namespace__`. Lists of type `set` and `map` are equal if they have the same items in any order. `+` of two sets is their union; `+` of two maps replaces items with the same keys and appends the others. Required. */
  expression: string;
  /** Text for requests that are refused. Required if the expression contains line breaks. Must not contain line breaks itself. Defaults to `failed expression: ` and the expression. */
  message?: string;
  /** Reason of the refusal, which also determines the HTTP status: `Unauthorized`, `Forbidden`, `Invalid` or `RequestEntityTooLarge`. Defaults to `Invalid`. The first refusing validation determines it. */
  reason?: string;
  /** Expression in CEL of type string, whose value is the text for requests that are refused. It can read the variables of `expression` except `authorizer`. If it fails, or its value is empty or has line breaks, `message` is used. */
  messageExpression?: string;
};

export const validationSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.Validation',
  description: 'Validation is an expression that a request must satisfy.',
  atomic: false,
  fields: [
    { name: 'expression', number: 1, description: 'Expression in CEL of type bool. Its variables are `object` (null for DELETE), `oldObject` (null for CREATE), `request` (the attributes of the request), `params` (the parameter object), `namespaceObject` (the Namespace of the object; null for cluster-scoped ones), `variables` (the variables of the policy), `authorizer` (checks permissions of the user) and `authorizer.requestResource` (the same for the resource of the request). Of the metadata, `name` and `generateName` are always accessible. Names of fields that are no CEL identifiers are escaped: `__` is `__underscores__`, `.` is `__dot__`, `-` is `__dash__`, `/` is `__slash__`, and a keyword such as `namespace` is `__namespace__`. Lists of type `set` and `map` are equal if they have the same items in any order. `+` of two sets is their union; `+` of two maps replaces items with the same keys and appends the others. Required.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'message', number: 2, description: 'Text for requests that are refused. Required if the expression contains line breaks. Must not contain line breaks itself. Defaults to `failed expression: ` and the expression.', schema: () => text, presence: 'implicit', required: false, immutable: false },
    { name: 'reason', number: 3, description: 'Reason of the refusal, which also determines the HTTP status: `Unauthorized`, `Forbidden`, `Invalid` or `RequestEntityTooLarge`. Defaults to `Invalid`. The first refusing validation determines it.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'messageExpression', number: 4, description: 'Expression in CEL of type string, whose value is the text for requests that are refused. It can read the variables of `expression` except `authorizer`. If it fails, or its value is empty or has line breaks, `message` is used.', schema: () => text, presence: 'implicit', required: false, immutable: false },
  ],
};

/** AuditAnnotation is an expression whose value is an annotation of the audit event. */
export type AuditAnnotation = {
  /** Suffix of the annotation's key, which is `<name of the policy>/<key>`; a qualified name of at most 63 bytes, unique in its list. Several bindings of a policy share a key: their values are joined by commas. Required. */
  key: string;
  /** Expression in CEL of type string or null. No annotation is written if it is null or empty. Values are cut after 10 KiB. It can have at most 5 KiB. Required. */
  valueExpression: string;
};

export const auditAnnotationSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.AuditAnnotation',
  description: 'AuditAnnotation is an expression whose value is an annotation of the audit event.',
  atomic: false,
  fields: [
    { name: 'key', number: 1, description: 'Suffix of the annotation\'s key, which is `<name of the policy>/<key>`; a qualified name of at most 63 bytes, unique in its list. Several bindings of a policy share a key: their values are joined by commas. Required.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'valueExpression', number: 2, description: 'Expression in CEL of type string or null. No annotation is written if it is null or empty. Values are cut after 10 KiB. It can have at most 5 KiB. Required.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** ValidatingAdmissionPolicyStatus is the state of a policy. */
export type ValidatingAdmissionPolicyStatus = {
  /** Generation of the object that the controller processed last. */
  observedGeneration?: Int64;
  /** Results of the type check of each expression. Set when the check is done. */
  typeChecking?: TypeChecking;
  /** Current conditions of the policy, one for each type. */
  conditions?: Condition[];
};

const validatingAdmissionPolicyStatusConditions: ListSchema = { type: 'list', items: () => conditionSchema, listType: 'map', keys: ['type'] };

export const validatingAdmissionPolicyStatusSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyStatus',
  description: 'ValidatingAdmissionPolicyStatus is the state of a policy.',
  atomic: false,
  fields: [
    { name: 'observedGeneration', number: 1, description: 'Generation of the object that the controller processed last.', schema: () => int64, presence: 'implicit', required: false, immutable: false },
    { name: 'typeChecking', number: 2, description: 'Results of the type check of each expression. Set when the check is done.', schema: () => typeCheckingSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'conditions', number: 3, description: 'Current conditions of the policy, one for each type.', schema: () => validatingAdmissionPolicyStatusConditions, presence: 'implicit', required: false, immutable: false },
  ],
};

/** TypeChecking holds the results of the type check of expressions. */
export type TypeChecking = {
  /** Warnings about expressions. */
  expressionWarnings?: ExpressionWarning[];
};

const typeCheckingExpressionWarnings: ListSchema = { type: 'list', items: () => expressionWarningSchema, listType: 'atomic', keys: [] };

export const typeCheckingSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.TypeChecking',
  description: 'TypeChecking holds the results of the type check of expressions.',
  atomic: false,
  fields: [
    { name: 'expressionWarnings', number: 1, description: 'Warnings about expressions.', schema: () => typeCheckingExpressionWarnings, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ExpressionWarning is a warning about an expression. */
export type ExpressionWarning = {
  /** Path of the field with the expression, such as `spec.validations[0].expression`. */
  fieldRef: string;
  /** Problems of the expression for people. Each line has the kind for which it is checked, and the error. */
  warning: string;
};

export const expressionWarningSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.ExpressionWarning',
  description: 'ExpressionWarning is a warning about an expression.',
  atomic: false,
  fields: [
    { name: 'fieldRef', number: 2, description: 'Path of the field with the expression, such as `spec.validations[0].expression`.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'warning', number: 3, description: 'Problems of the expression for people. Each line has the kind for which it is checked, and the error.', schema: () => text, presence: 'always', required: true, immutable: false },
  ],
};

/** ValidatingAdmissionPolicyBinding puts a policy into effect, for some requests and with parameters. Each binding of a policy is evaluated on its own, and each costs time. */
export type ValidatingAdmissionPolicyBinding = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Policy, requests, parameters and actions of the binding. */
  spec: ValidatingAdmissionPolicyBindingSpec;
};

export const validatingAdmissionPolicyBindingSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyBinding',
  description: 'ValidatingAdmissionPolicyBinding puts a policy into effect, for some requests and with parameters. Each binding of a policy is evaluated on its own, and each costs time.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'spec', number: 2, description: 'Policy, requests, parameters and actions of the binding.', schema: () => validatingAdmissionPolicyBindingSpecSchema, presence: 'always', required: true, immutable: false },
  ],
};

export const validatingAdmissionPolicyBindingNames: ResourceNames = { resource: 'validatingadmissionpolicybindings', singular: 'validatingadmissionpolicybinding', kind: 'ValidatingAdmissionPolicyBinding', shortNames: [], categories: ['api-extensions'], scope: 'Cluster' };

/** ValidatingAdmissionPolicyBindingList is a list of ValidatingAdmissionPolicyBindings. */
export type ValidatingAdmissionPolicyBindingList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of ValidatingAdmissionPolicyBindings. */
  items: ValidatingAdmissionPolicyBinding[];
};

const validatingAdmissionPolicyBindingListItems: ListSchema = { type: 'list', items: () => validatingAdmissionPolicyBindingSchema, listType: 'atomic', keys: [] };

export const validatingAdmissionPolicyBindingListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyBindingList',
  description: 'ValidatingAdmissionPolicyBindingList is a list of ValidatingAdmissionPolicyBindings.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of ValidatingAdmissionPolicyBindings.', schema: () => validatingAdmissionPolicyBindingListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** ValidatingAdmissionPolicyBindingSpec holds policy, requests, parameters and actions of a binding. */
export type ValidatingAdmissionPolicyBindingSpec = {
  /** Name of the ValidatingAdmissionPolicy. A binding of a missing policy has no effect. Required. */
  policyName?: string;
  /** Parameters of the policy. They must be of its `paramKind`; a policy without `paramKind` ignores them. If the object does not exist, the failure policy applies. */
  paramRef?: ParamRef;
  /** Requests of the binding, of those that the policy matches. Without it, the binding applies to all of them. Rules for resources are optional here. */
  matchResources?: MatchResources;
  /** What follows if a validation is false, or fails under the failure policy `Fail`. `Deny` refuses the request. `Warn` sends a warning to the client. `Audit` adds the annotation `validation.policy.admission.k8s.io/validation_failure` to the audit event: a JSON list of objects with `message`, `policy`, `binding`, `expressionIndex` and `validationActions`. `Deny` and `Warn` exclude each other. Required. */
  validationActions?: string[];
};

const validatingAdmissionPolicyBindingSpecValidationActionsItem: Schema = { type: 'string', enum: ['Audit', 'Deny', 'Warn'] };

const validatingAdmissionPolicyBindingSpecValidationActions: ListSchema = { type: 'list', items: () => validatingAdmissionPolicyBindingSpecValidationActionsItem, listType: 'set', keys: [] };

export const validatingAdmissionPolicyBindingSpecSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec',
  description: 'ValidatingAdmissionPolicyBindingSpec holds policy, requests, parameters and actions of a binding.',
  atomic: false,
  fields: [
    { name: 'policyName', number: 1, description: 'Name of the ValidatingAdmissionPolicy. A binding of a missing policy has no effect. Required.', schema: () => text, presence: 'implicit', required: true, immutable: false },
    { name: 'paramRef', number: 2, description: 'Parameters of the policy. They must be of its `paramKind`; a policy without `paramKind` ignores them. If the object does not exist, the failure policy applies.', schema: () => paramRefSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'matchResources', number: 3, description: 'Requests of the binding, of those that the policy matches. Without it, the binding applies to all of them. Rules for resources are optional here.', schema: () => matchResourcesSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'validationActions', number: 4, description: 'What follows if a validation is false, or fails under the failure policy `Fail`. `Deny` refuses the request. `Warn` sends a warning to the client. `Audit` adds the annotation `validation.policy.admission.k8s.io/validation_failure` to the audit event: a JSON list of objects with `message`, `policy`, `binding`, `expressionIndex` and `validationActions`. `Deny` and `Warn` exclude each other. Required.', schema: () => validatingAdmissionPolicyBindingSpecValidationActions, presence: 'implicit', required: true, immutable: false },
  ],
};

/** MutatingWebhookConfiguration lists webhooks that can change or refuse objects before they are stored. */
export type MutatingWebhookConfiguration = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Webhooks, with the resources and operations for which they are called. */
  webhooks?: MutatingWebhook[];
};

const mutatingWebhookConfigurationWebhooks: ListSchema = { type: 'list', items: () => mutatingWebhookSchema, listType: 'map', keys: ['name'] };

export const mutatingWebhookConfigurationSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.MutatingWebhookConfiguration',
  description: 'MutatingWebhookConfiguration lists webhooks that can change or refuse objects before they are stored.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'webhooks', number: 2, description: 'Webhooks, with the resources and operations for which they are called.', schema: () => mutatingWebhookConfigurationWebhooks, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
  ],
};

export const mutatingWebhookConfigurationNames: ResourceNames = { resource: 'mutatingwebhookconfigurations', singular: 'mutatingwebhookconfiguration', kind: 'MutatingWebhookConfiguration', shortNames: [], categories: ['api-extensions'], scope: 'Cluster' };

/** MutatingWebhookConfigurationList is a list of MutatingWebhookConfigurations. */
export type MutatingWebhookConfigurationList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of MutatingWebhookConfigurations. */
  items: MutatingWebhookConfiguration[];
};

const mutatingWebhookConfigurationListItems: ListSchema = { type: 'list', items: () => mutatingWebhookConfigurationSchema, listType: 'atomic', keys: [] };

export const mutatingWebhookConfigurationListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.MutatingWebhookConfigurationList',
  description: 'MutatingWebhookConfigurationList is a list of MutatingWebhookConfigurations.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of MutatingWebhookConfigurations.', schema: () => mutatingWebhookConfigurationListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** ValidatingWebhookConfiguration lists webhooks that can refuse objects before they are stored. */
export type ValidatingWebhookConfiguration = {
  kind?: string;
  apiVersion?: string;
  /** Standard object metadata. */
  metadata: ObjectMeta;
  /** Webhooks, with the resources and operations for which they are called. */
  webhooks?: ValidatingWebhook[];
};

const validatingWebhookConfigurationWebhooks: ListSchema = { type: 'list', items: () => validatingWebhookSchema, listType: 'map', keys: ['name'] };

export const validatingWebhookConfigurationSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.ValidatingWebhookConfiguration',
  description: 'ValidatingWebhookConfiguration lists webhooks that can refuse objects before they are stored.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard object metadata.', schema: () => objectMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'webhooks', number: 2, description: 'Webhooks, with the resources and operations for which they are called.', schema: () => validatingWebhookConfigurationWebhooks, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
  ],
};

export const validatingWebhookConfigurationNames: ResourceNames = { resource: 'validatingwebhookconfigurations', singular: 'validatingwebhookconfiguration', kind: 'ValidatingWebhookConfiguration', shortNames: [], categories: ['api-extensions'], scope: 'Cluster' };

/** ValidatingWebhookConfigurationList is a list of ValidatingWebhookConfigurations. */
export type ValidatingWebhookConfigurationList = {
  kind?: string;
  apiVersion?: string;
  /** Standard list metadata. */
  metadata: ListMeta;
  /** List of ValidatingWebhookConfigurations. */
  items: ValidatingWebhookConfiguration[];
};

const validatingWebhookConfigurationListItems: ListSchema = { type: 'list', items: () => validatingWebhookConfigurationSchema, listType: 'atomic', keys: [] };

export const validatingWebhookConfigurationListSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.ValidatingWebhookConfigurationList',
  description: 'ValidatingWebhookConfigurationList is a list of ValidatingWebhookConfigurations.',
  atomic: false,
  fields: [
    kindField,
    apiVersionField,
    { name: 'metadata', number: 1, description: 'Standard list metadata.', schema: () => listMetaSchema, presence: 'always', required: false, immutable: false },
    { name: 'items', number: 2, description: 'List of ValidatingWebhookConfigurations.', schema: () => validatingWebhookConfigurationListItems, presence: 'always', required: true, immutable: false },
  ],
};

/** MutatingWebhook is a webhook that can change objects, and the requests for which it is called. */
export type MutatingWebhook = {
  /** Name of the webhook, a fully qualified name such as `defaults.example.com`. Required. */
  name: string;
  /** Address of the webhook. Required. */
  clientConfig: WebhookClientConfig;
  /** Operations and resources for which the webhook is called; one matching rule is enough. Webhooks are never called for MutatingWebhookConfigurations and ValidatingWebhookConfigurations, so that a cluster can be repaired. */
  rules?: RuleWithOperations[];
  /** Result if the webhook cannot be called or answers with an error: `Fail` refuses the request, `Ignore` admits it. Defaults to `Fail`. */
  failurePolicy?: string;
  /** Treatment of requests through another group or version of a resource. `Exact` matches only what the rules list. `Equivalent` matches such a request too, and converts its objects to the group and version of the rule. Defaults to `Equivalent`. */
  matchPolicy?: string;
  /** Selects objects by the labels of their namespace, and Namespaces by their own labels. Other cluster-scoped objects always match. Defaults to the empty selector, which matches everything. */
  namespaceSelector?: LabelSelector;
  /** Selects objects by their labels. A request matches if its new or its old object does; an object that is absent or has no labels does not match. Users can avoid the webhook by labels, so use it only for webhooks that users ask for. Defaults to the empty selector, which matches everything. */
  objectSelector?: LabelSelector;
  /** Whether a call has effects beyond its answer: `None`, or `NoneOnDryRun` if it has none for requests with `dryRun`. Stored objects can have `Some` and `Unknown`: requests with `dryRun` that would call such a webhook fail. */
  sideEffects?: string;
  /** Timeout of a call in seconds, from 1 to 30. After it, the failure policy applies. Defaults to 10. */
  timeoutSeconds?: number;
  /** Versions of AdmissionReview that the webhook understands, preferred first. The server uses the first that it supports too. At least one of them must be known to the server. Required. */
  admissionReviewVersions: string[];
  /** Whether the webhook is called again in the same request if a later plugin changed the object: `Never` or `IfNeeded`. A webhook with `IfNeeded` must be idempotent; the number of further calls is not guaranteed to be one. Defaults to `Never`. */
  reinvocationPolicy?: string;
  /** Conditions of a request for the webhook, at most 64; an empty list matches all requests. The webhook is skipped if one is false, and called if all are true. If one fails and none is false, the failure policy applies: `Fail` refuses the request, `Ignore` skips the webhook. */
  matchConditions?: MatchCondition[];
};

const mutatingWebhookRules: ListSchema = { type: 'list', items: () => ruleWithOperationsSchema, listType: 'atomic', keys: [] };

const mutatingWebhookFailurePolicy: Schema = { type: 'string', enum: ['Fail', 'Ignore'] };

const mutatingWebhookMatchPolicy: Schema = { type: 'string', enum: ['Equivalent', 'Exact'] };

const mutatingWebhookSideEffects: Schema = { type: 'string', enum: ['None', 'NoneOnDryRun', 'Some', 'Unknown'] };

const mutatingWebhookAdmissionReviewVersions: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const mutatingWebhookReinvocationPolicy: Schema = { type: 'string', enum: ['IfNeeded', 'Never'] };

const mutatingWebhookMatchConditions: ListSchema = { type: 'list', items: () => matchConditionSchema, listType: 'map', keys: ['name'] };

export const mutatingWebhookSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.MutatingWebhook',
  description: 'MutatingWebhook is a webhook that can change objects, and the requests for which it is called.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the webhook, a fully qualified name such as `defaults.example.com`. Required.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'clientConfig', number: 2, description: 'Address of the webhook. Required.', schema: () => webhookClientConfigSchema, presence: 'always', required: true, immutable: false },
    { name: 'rules', number: 3, description: 'Operations and resources for which the webhook is called; one matching rule is enough. Webhooks are never called for MutatingWebhookConfigurations and ValidatingWebhookConfigurations, so that a cluster can be repaired.', schema: () => mutatingWebhookRules, presence: 'implicit', required: false, immutable: false },
    { name: 'failurePolicy', number: 4, description: 'Result if the webhook cannot be called or answers with an error: `Fail` refuses the request, `Ignore` admits it. Defaults to `Fail`.', schema: () => mutatingWebhookFailurePolicy, presence: 'explicit', required: false, immutable: false, default: '"Fail"' },
    { name: 'matchPolicy', number: 9, description: 'Treatment of requests through another group or version of a resource. `Exact` matches only what the rules list. `Equivalent` matches such a request too, and converts its objects to the group and version of the rule. Defaults to `Equivalent`.', schema: () => mutatingWebhookMatchPolicy, presence: 'explicit', required: false, immutable: false, default: '"Equivalent"' },
    { name: 'namespaceSelector', number: 5, description: 'Selects objects by the labels of their namespace, and Namespaces by their own labels. Other cluster-scoped objects always match. Defaults to the empty selector, which matches everything.', schema: () => labelSelectorSchema, presence: 'explicit', required: false, immutable: false, default: '{}' },
    { name: 'objectSelector', number: 11, description: 'Selects objects by their labels. A request matches if its new or its old object does; an object that is absent or has no labels does not match. Users can avoid the webhook by labels, so use it only for webhooks that users ask for. Defaults to the empty selector, which matches everything.', schema: () => labelSelectorSchema, presence: 'explicit', required: false, immutable: false, default: '{}' },
    { name: 'sideEffects', number: 6, description: 'Whether a call has effects beyond its answer: `None`, or `NoneOnDryRun` if it has none for requests with `dryRun`. Stored objects can have `Some` and `Unknown`: requests with `dryRun` that would call such a webhook fail.', schema: () => mutatingWebhookSideEffects, presence: 'explicit', required: true, immutable: false },
    { name: 'timeoutSeconds', number: 7, description: 'Timeout of a call in seconds, from 1 to 30. After it, the failure policy applies. Defaults to 10.', schema: () => int32, presence: 'explicit', required: false, immutable: false, default: '10' },
    { name: 'admissionReviewVersions', number: 8, description: 'Versions of AdmissionReview that the webhook understands, preferred first. The server uses the first that it supports too. At least one of them must be known to the server. Required.', schema: () => mutatingWebhookAdmissionReviewVersions, presence: 'always', required: true, immutable: false },
    { name: 'reinvocationPolicy', number: 10, description: 'Whether the webhook is called again in the same request if a later plugin changed the object: `Never` or `IfNeeded`. A webhook with `IfNeeded` must be idempotent; the number of further calls is not guaranteed to be one. Defaults to `Never`.', schema: () => mutatingWebhookReinvocationPolicy, presence: 'explicit', required: false, immutable: false, default: '"Never"' },
    { name: 'matchConditions', number: 12, description: 'Conditions of a request for the webhook, at most 64; an empty list matches all requests. The webhook is skipped if one is false, and called if all are true. If one fails and none is false, the failure policy applies: `Fail` refuses the request, `Ignore` skips the webhook.', schema: () => mutatingWebhookMatchConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
  ],
};

/** ValidatingWebhook is a webhook that can refuse objects, and the requests for which it is called. */
export type ValidatingWebhook = {
  /** Name of the webhook, a fully qualified name such as `quotas.example.com`. Required. */
  name: string;
  /** Address of the webhook. Required. */
  clientConfig: WebhookClientConfig;
  /** Operations and resources for which the webhook is called; one matching rule is enough. Webhooks are never called for MutatingWebhookConfigurations and ValidatingWebhookConfigurations, so that a cluster can be repaired. */
  rules?: RuleWithOperations[];
  /** Result if the webhook cannot be called or answers with an error: `Fail` refuses the request, `Ignore` admits it. Defaults to `Fail`. */
  failurePolicy?: string;
  /** Treatment of requests through another group or version of a resource. `Exact` matches only what the rules list. `Equivalent` matches such a request too, and converts its objects to the group and version of the rule. Defaults to `Equivalent`. */
  matchPolicy?: string;
  /** Selects objects by the labels of their namespace, and Namespaces by their own labels. Other cluster-scoped objects always match. Defaults to the empty selector, which matches everything. */
  namespaceSelector?: LabelSelector;
  /** Selects objects by their labels. A request matches if its new or its old object does; an object that is absent or has no labels does not match. Users can avoid the webhook by labels, so use it only for webhooks that users ask for. Defaults to the empty selector, which matches everything. */
  objectSelector?: LabelSelector;
  /** Whether a call has effects beyond its answer: `None`, or `NoneOnDryRun` if it has none for requests with `dryRun`. Stored objects can have `Some` and `Unknown`: requests with `dryRun` that would call such a webhook fail. */
  sideEffects?: string;
  /** Timeout of a call in seconds, from 1 to 30. After it, the failure policy applies. Defaults to 10. */
  timeoutSeconds?: number;
  /** Versions of AdmissionReview that the webhook understands, preferred first. The server uses the first that it supports too. At least one of them must be known to the server. Required. */
  admissionReviewVersions: string[];
  /** Conditions of a request for the webhook, at most 64; an empty list matches all requests. The webhook is skipped if one is false, and called if all are true. If one fails and none is false, the failure policy applies: `Fail` refuses the request, `Ignore` skips the webhook. */
  matchConditions?: MatchCondition[];
};

const validatingWebhookRules: ListSchema = { type: 'list', items: () => ruleWithOperationsSchema, listType: 'atomic', keys: [] };

const validatingWebhookFailurePolicy: Schema = { type: 'string', enum: ['Fail', 'Ignore'] };

const validatingWebhookMatchPolicy: Schema = { type: 'string', enum: ['Equivalent', 'Exact'] };

const validatingWebhookSideEffects: Schema = { type: 'string', enum: ['None', 'NoneOnDryRun', 'Some', 'Unknown'] };

const validatingWebhookAdmissionReviewVersions: ListSchema = { type: 'list', items: () => text, listType: 'atomic', keys: [] };

const validatingWebhookMatchConditions: ListSchema = { type: 'list', items: () => matchConditionSchema, listType: 'map', keys: ['name'] };

export const validatingWebhookSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.ValidatingWebhook',
  description: 'ValidatingWebhook is a webhook that can refuse objects, and the requests for which it is called.',
  atomic: false,
  fields: [
    { name: 'name', number: 1, description: 'Name of the webhook, a fully qualified name such as `quotas.example.com`. Required.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'clientConfig', number: 2, description: 'Address of the webhook. Required.', schema: () => webhookClientConfigSchema, presence: 'always', required: true, immutable: false },
    { name: 'rules', number: 3, description: 'Operations and resources for which the webhook is called; one matching rule is enough. Webhooks are never called for MutatingWebhookConfigurations and ValidatingWebhookConfigurations, so that a cluster can be repaired.', schema: () => validatingWebhookRules, presence: 'implicit', required: false, immutable: false },
    { name: 'failurePolicy', number: 4, description: 'Result if the webhook cannot be called or answers with an error: `Fail` refuses the request, `Ignore` admits it. Defaults to `Fail`.', schema: () => validatingWebhookFailurePolicy, presence: 'explicit', required: false, immutable: false, default: '"Fail"' },
    { name: 'matchPolicy', number: 9, description: 'Treatment of requests through another group or version of a resource. `Exact` matches only what the rules list. `Equivalent` matches such a request too, and converts its objects to the group and version of the rule. Defaults to `Equivalent`.', schema: () => validatingWebhookMatchPolicy, presence: 'explicit', required: false, immutable: false, default: '"Equivalent"' },
    { name: 'namespaceSelector', number: 5, description: 'Selects objects by the labels of their namespace, and Namespaces by their own labels. Other cluster-scoped objects always match. Defaults to the empty selector, which matches everything.', schema: () => labelSelectorSchema, presence: 'explicit', required: false, immutable: false, default: '{}' },
    { name: 'objectSelector', number: 10, description: 'Selects objects by their labels. A request matches if its new or its old object does; an object that is absent or has no labels does not match. Users can avoid the webhook by labels, so use it only for webhooks that users ask for. Defaults to the empty selector, which matches everything.', schema: () => labelSelectorSchema, presence: 'explicit', required: false, immutable: false, default: '{}' },
    { name: 'sideEffects', number: 6, description: 'Whether a call has effects beyond its answer: `None`, or `NoneOnDryRun` if it has none for requests with `dryRun`. Stored objects can have `Some` and `Unknown`: requests with `dryRun` that would call such a webhook fail.', schema: () => validatingWebhookSideEffects, presence: 'explicit', required: true, immutable: false },
    { name: 'timeoutSeconds', number: 7, description: 'Timeout of a call in seconds, from 1 to 30. After it, the failure policy applies. Defaults to 10.', schema: () => int32, presence: 'explicit', required: false, immutable: false, default: '10' },
    { name: 'admissionReviewVersions', number: 8, description: 'Versions of AdmissionReview that the webhook understands, preferred first. The server uses the first that it supports too. At least one of them must be known to the server. Required.', schema: () => validatingWebhookAdmissionReviewVersions, presence: 'always', required: true, immutable: false },
    { name: 'matchConditions', number: 11, description: 'Conditions of a request for the webhook, at most 64; an empty list matches all requests. The webhook is skipped if one is false, and called if all are true. If one fails and none is false, the failure policy applies: `Fail` refuses the request, `Ignore` skips the webhook.', schema: () => validatingWebhookMatchConditions, presence: 'implicit', required: false, immutable: false, patchStrategy: 'merge', patchMergeKey: 'name' },
  ],
};

/** WebhookClientConfig is the address of a webhook and the trust in its certificate. Exactly one of `url` and `service` is set. */
export type WebhookClientConfig = {
  /** Address of the webhook, `https://host:port/path`. The host should not be a service of the cluster; use `service` for these. User names, passwords, fragments and queries are not allowed. */
  url?: string;
  /** Service of the webhook, for one in the cluster. */
  service?: ServiceReference;
  /** CA bundle in PEM that validates the webhook's certificate. Defaults to the trust roots of the API server's system. */
  caBundle?: string;
};

export const webhookClientConfigSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.WebhookClientConfig',
  description: 'WebhookClientConfig is the address of a webhook and the trust in its certificate. Exactly one of `url` and `service` is set.',
  atomic: false,
  fields: [
    { name: 'url', number: 3, description: 'Address of the webhook, `https://host:port/path`. The host should not be a service of the cluster; use `service` for these. User names, passwords, fragments and queries are not allowed.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'service', number: 1, description: 'Service of the webhook, for one in the cluster.', schema: () => serviceReferenceSchema, presence: 'explicit', required: false, immutable: false },
    { name: 'caBundle', number: 2, description: 'CA bundle in PEM that validates the webhook\'s certificate. Defaults to the trust roots of the API server\'s system.', schema: () => bytes, presence: 'implicit', required: false, immutable: false },
  ],
};

/** ServiceReference refers to a Service. */
export type ServiceReference = {
  /** Namespace of the Service. Required. */
  namespace: string;
  /** Name of the Service. Required. */
  name: string;
  /** Path of the URL of requests to the Service. */
  path?: string;
  /** Port of the Service, in the range 1-65535. Defaults to 443. */
  port?: number;
};

export const serviceReferenceSchema: StructSchema = {
  type: 'struct',
  name: 'io.k8s.api.admissionregistration.v1.ServiceReference',
  description: 'ServiceReference refers to a Service.',
  atomic: false,
  fields: [
    { name: 'namespace', number: 1, description: 'Namespace of the Service. Required.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'name', number: 2, description: 'Name of the Service. Required.', schema: () => text, presence: 'always', required: true, immutable: false },
    { name: 'path', number: 3, description: 'Path of the URL of requests to the Service.', schema: () => text, presence: 'explicit', required: false, immutable: false },
    { name: 'port', number: 4, description: 'Port of the Service, in the range 1-65535. Defaults to 443.', schema: () => int32, presence: 'explicit', required: false, immutable: false, default: '443' },
  ],
};
